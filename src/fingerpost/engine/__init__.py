"""The engine: knowledge bases, the pipeline from question to answer, and the composition root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.engine.add_report import AddReport as AddReport
    from fingerpost.engine.answer_elements import element_ids as element_ids
    from fingerpost.engine.answer_exporters import (
        AnswerExporter as AnswerExporter,
        GraphExporter as GraphExporter,
        answer_exporter as answer_exporter,
        exporter_names as exporter_names,
    )
    from fingerpost.engine.approval_lines import (
        Imported as Imported,
        export_approvals as export_approvals,
        import_approvals as import_approvals,
        plan_of_cpgql as plan_of_cpgql,
    )
    from fingerpost.engine.approved.approval import Approval as Approval, Verdict as Verdict
    from fingerpost.engine.asked_unit import AskedUnit as AskedUnit, unit_asked_for as unit_asked_for
    from fingerpost.engine.checkup import Check as Check, Checkup as Checkup, State as State, check_up as check_up
    from fingerpost.engine.context import AskContext as AskContext
    from fingerpost.engine.conversation.conversation import Conversation as Conversation
    from fingerpost.engine.conversation.session_tables import SessionTables as SessionTables
    from fingerpost.engine.conversation.sessions import (
        SessionFile as SessionFile,
        SessionKey as SessionKey,
        Sessions as Sessions,
    )
    from fingerpost.engine.conversation.state import DialogueState as DialogueState
    from fingerpost.engine.domain_routes import DomainRoute as DomainRoute, routes_of as routes_of
    from fingerpost.engine.example_library import (
        WorkedExample as WorkedExample,
        nearest_examples as nearest_examples,
        worked_examples as worked_examples,
    )
    from fingerpost.engine.filling import LoadReport as LoadReport
    from fingerpost.engine.floor_plans import FloorPlan as FloorPlan, PlanReader as PlanReader
    from fingerpost.engine.in_memory import NetworkXKnowledgeBase as NetworkXKnowledgeBase
    from fingerpost.engine.joint import Joint as Joint
    from fingerpost.engine.knowledge_base import KnowledgeBase as KnowledgeBase
    from fingerpost.engine.loading import propose as propose
    from fingerpost.engine.manifest import MANIFEST as MANIFEST, VERSION as VERSION, SourceEntry as SourceEntry
    from fingerpost.engine.memory import (
        Audit as Audit,
        Candidate as Candidate,
        DatabaseBase as DatabaseBase,
        DocumentBase as DocumentBase,
        FolderBase as FolderBase,
        Memory as Memory,
        Retrieval as Retrieval,
        audit as audit,
        copy as copy,
        documents_folder as documents_folder,
        graph_enabled as graph_enabled,
        holds_documents as holds_documents,
        is_memory as is_memory,
        load as load,
        open_documents as open_documents,
        require_namespace as require_namespace,
        without_folders as without_folders,
    )
    from fingerpost.engine.network import (
        Network as Network,
        NetworkEdge as NetworkEdge,
        NetworkNode as NetworkNode,
        NetworkReader as NetworkReader,
    )
    from fingerpost.engine.packs import CheckedPack as CheckedPack, check_pack as check_pack, draft_pack as draft_pack
    from fingerpost.engine.pipeline import NEXT as NEXT, STEPS as STEPS
    from fingerpost.engine.question_reader import (
        DomainReading as DomainReading,
        DomainRefusal as DomainRefusal,
        DomainRephrasing as DomainRephrasing,
        Evidence as Evidence,
        Held as Held,
        ListingReader as ListingReader,
        QuestionReader as QuestionReader,
        ReportingReader as ReportingReader,
        WhichOne as WhichOne,
    )
    from fingerpost.engine.ranking import RANKED as RANKED, rank as rank
    from fingerpost.engine.remote import connected as connected, kept as kept
    from fingerpost.engine.rule_checking import (
        CheckedSpecification as CheckedSpecification,
        Failure as Failure,
        Requirement as Requirement,
        RuleChecker as RuleChecker,
        RuleReport as RuleReport,
    )
    from fingerpost.engine.scoring.ceiling import NO_ANSWER as NO_ANSWER
    from fingerpost.engine.scoring.model import (
        Model as Model,
        Tree as Tree,
        logistic as logistic,
        model_of as model_of,
    )
    from fingerpost.engine.scoring.scorer import (
        ALWAYS as ALWAYS,
        GENERIC as GENERIC,
        is_clear as is_clear,
        local_signs as local_signs,
        weighed as weighed,
    )
    from fingerpost.engine.scoring.signs import (
        NOT_RUN as NOT_RUN,
        Readings as Readings,
        Signs as Signs,
        joined as joined,
        rows_key as rows_key,
    )
    from fingerpost.engine.solid_models import Solid as Solid, SolidModel as SolidModel, SolidReader as SolidReader
    from fingerpost.engine.stepwise import Stepwise as Stepwise
    from fingerpost.engine.teaching import Taught as Taught
    from fingerpost.engine.topology import (
        Deadline as Deadline,
        Edge as Edge,
        Names as Names,
        Topology as Topology,
        Vertex as Vertex,
        all_paths as all_paths,
        cycles as cycles,
        pagerank as pagerank,
        redundant as redundant,
        shortest_path as shortest_path,
        topology_of as topology_of,
    )
    from fingerpost.engine.transfer import Content as Content
    from fingerpost.engine.unknown_settings import refuse_unknown_settings as refuse_unknown_settings
    from fingerpost.engine.workspaces.base import WorkspaceBase as WorkspaceBase, open_workspace as open_workspace
    from fingerpost.engine.workspaces.home import (
        GraphSummary as GraphSummary,
        Home as Home,
    )
    from fingerpost.engine.workspaces.place import is_workspace as is_workspace
    from fingerpost.engine.workspaces.settings import WorkspaceSettings as WorkspaceSettings
    from fingerpost.engine.workspaces.upkeep import followed as followed
    from fingerpost.engine.workspaces.vocabulary import (
        NODE_NAME as NODE_NAME,
        NODE_TYPE as NODE_TYPE,
        RELATION_TYPE as RELATION_TYPE,
        Forget as Forget,
        ForgetRelations as ForgetRelations,
        NodeFact as NodeFact,
        Outcome as Outcome,
        RelationFact as RelationFact,
        Report as Report,
        Write as Write,
    )
    from fingerpost.engine.workspaces.workspace import Workspace as Workspace

__getattr__ = lazy_exports(
    __name__,
    {
        "approval_lines": "Imported export_approvals import_approvals plan_of_cpgql",
        "approved.approval": "Approval Verdict",
        "asked_unit": "AskedUnit unit_asked_for",
        "checkup": "Check Checkup State check_up",
        "context": "AskContext",
        "conversation.conversation": "Conversation",
        "conversation.session_tables": "SessionTables",
        "conversation.sessions": "SessionFile SessionKey Sessions",
        "conversation.state": "DialogueState",
        "add_report": "AddReport",
        "answer_elements": "element_ids",
        "answer_exporters": "AnswerExporter GraphExporter answer_exporter exporter_names",
        "domain_routes": "DomainRoute routes_of",
        "filling": "LoadReport",
        "in_memory": "NetworkXKnowledgeBase",
        "joint": "Joint",
        "knowledge_base": "KnowledgeBase",
        "loading": "propose",
        "memory": "Audit Candidate DatabaseBase DocumentBase FolderBase Memory Retrieval audit copy "
        "documents_folder graph_enabled holds_documents is_memory load open_documents require_namespace "
        "without_folders",
        "manifest": "MANIFEST VERSION SourceEntry",
        "floor_plans": "FloorPlan PlanReader",
        "solid_models": "Solid SolidModel SolidReader",
        "network": "Network NetworkEdge NetworkNode NetworkReader",
        "packs": "CheckedPack check_pack draft_pack",
        "pipeline": "NEXT STEPS",
        "question_reader": "DomainReading DomainRefusal DomainRephrasing Evidence Held ListingReader QuestionReader "
        "ReportingReader WhichOne",
        "ranking": "RANKED rank",
        "remote": "connected kept",
        "rule_checking": "CheckedSpecification Failure Requirement RuleChecker RuleReport",
        "scoring.ceiling": "NO_ANSWER",
        "scoring.model": "Model Tree logistic model_of",
        "scoring.scorer": "ALWAYS GENERIC is_clear local_signs weighed",
        "scoring.signs": "NOT_RUN Readings Signs joined rows_key",
        "stepwise": "Stepwise",
        "teaching": "Taught",
        "transfer": "Content",
        "unknown_settings": "refuse_unknown_settings",
        "example_library": "WorkedExample nearest_examples worked_examples",
        "workspaces.base": "WorkspaceBase open_workspace",
        "workspaces.settings": "WorkspaceSettings",
        "workspaces.place": "is_workspace",
        "workspaces.upkeep": "followed",
        "workspaces.vocabulary": "Forget ForgetRelations NODE_NAME NODE_TYPE NodeFact Outcome RELATION_TYPE "
        "RelationFact Report Write",
        "workspaces.workspace": "Workspace",
        "topology": "Deadline Edge Names Topology Vertex all_paths cycles pagerank redundant shortest_path topology_of",
        "workspaces.home": "GraphSummary Home",
    },
)
