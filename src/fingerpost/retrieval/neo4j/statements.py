"""The statements over documents in Neo4j. All are constants; what a document says is a parameter."""

from __future__ import annotations

TEXT_INDEX = """
CREATE FULLTEXT INDEX fingerpost_passage_text IF NOT EXISTS FOR (p:FingerpostPassage) ON EACH [p.title, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
"""
VECTOR_INDEX = """
CREATE VECTOR INDEX fingerpost_passage_{name} IF NOT EXISTS FOR (p:FingerpostPassage) ON (p.{name})
OPTIONS {{indexConfig: {{`vector.dimensions`: {size}, `vector.similarity_function`: 'cosine'}}}}
"""

LABELS = (
    "Entity",
    "Passage",
    "Name",
    "Stem",
    "Word",
    "Document",
    "Forgotten",
    "Event",
    "Version",
    "Decision",
    "Memory",
)
"""What our labels end with."""
KEYS = (
    ("FingerpostDocument", "key"),
    ("FingerpostPassage", "id"),
    ("FingerpostName", "name"),
    ("FingerpostStem", "stem"),
    ("FingerpostWord", "word"),
    ("FingerpostEntity", "key"),
    ("FingerpostForgotten", "key"),
    ("FingerpostMemory", "id"),
)
"""Labels, each with the property that tells its nodes apart."""
RANGES = (("FingerpostPassage", "document"), ("FingerpostEvent", "version"), ("FingerpostDocument", "version"))

NEXT_VERSION = """
MERGE (m:FingerpostMemory {id: 'memory'}) SET m.version = coalesce(m.version, 0) + 1 RETURN m.version
"""
"""It also holds a lock on that node until the transaction ends: writers wait for one another."""
VERSION = "MATCH (m:FingerpostMemory {id: 'memory'}) RETURN m.version"

LOSE_STEMS = """
MATCH (p:FingerpostPassage {document: $key}) UNWIND p.stems AS stem WITH stem, count(*) AS n
MATCH (t:FingerpostStem {stem: stem}) SET t.passages = t.passages - n
WITH t WHERE t.passages <= 0 DELETE t
"""
LOSE_WORDS = """
MATCH (p:FingerpostPassage {document: $key}) UNWIND p.words AS word WITH word, count(*) AS n
MATCH (t:FingerpostWord {word: word}) SET t.passages = t.passages - n
WITH t WHERE t.passages <= 0 DELETE t
"""
LOSE_SIZE = """
MATCH (p:FingerpostPassage {document: $key}) WITH count(*) AS n, sum(p.length) AS words
MATCH (m:FingerpostMemory {id: 'memory'}) SET m.passages = m.passages - n, m.words = m.words - words
"""
LOSE_PASSAGES = """
MATCH (p:FingerpostPassage {document: $key}) OPTIONAL MATCH (p)-[:ABOUT|MENTIONS]->(n:FingerpostName)
WITH collect(DISTINCT p) AS passages, collect(DISTINCT n) AS names
FOREACH (p IN passages | DETACH DELETE p)
WITH names UNWIND names AS n WITH n WHERE NOT EXISTS { (n)--() } DELETE n
"""
LOSE_FACTS = """
MATCH (d:FingerpostDocument {key: $key})-[:NAMES]->(:FingerpostEntity)-[r]->(:FingerpostEntity)
WHERE r.document = $key DELETE r
"""
LOSE_DOCUMENT = """
MATCH (d:FingerpostDocument {key: $key}) OPTIONAL MATCH (d)-[:NAMES]->(e:FingerpostEntity)
WITH d, collect(DISTINCT e) AS entities DETACH DELETE d
WITH entities UNWIND entities AS e WITH e WHERE NOT EXISTS { (e)--() } DELETE e
"""
ADD_DOCUMENT = "CREATE (d:FingerpostDocument) SET d = $document"
ADD_PASSAGES = """
MATCH (d:FingerpostDocument {key: $key})
UNWIND $passages AS row CREATE (p:FingerpostPassage)-[:PART_OF]->(d) SET p = row.properties
FOREACH (name IN row.about | MERGE (n:FingerpostName {name: name}) CREATE (p)-[:ABOUT]->(n))
FOREACH (name IN row.mentions | MERGE (n:FingerpostName {name: name}) CREATE (p)-[:MENTIONS]->(n))
"""
ADD_STEMS = """
UNWIND $stems AS row MERGE (t:FingerpostStem {stem: row[0]}) SET t.passages = coalesce(t.passages, 0) + row[1]
"""
ADD_WORDS = """
UNWIND $words AS row MERGE (t:FingerpostWord {word: row[0]}) SET t.passages = coalesce(t.passages, 0) + row[1]
"""
ADD_SIZE = """
MATCH (m:FingerpostMemory {id: 'memory'})
SET m.passages = coalesce(m.passages, 0) + $passages, m.words = coalesce(m.words, 0) + $words
"""
ADD_ENTITIES = """
MATCH (d:FingerpostDocument {key: $key}) UNWIND $entities AS row
MERGE (e:FingerpostEntity {key: row.key}) SET e.name = row.name, e.kind = row.kind CREATE (d)-[:NAMES]->(e)
"""
ADD_FACTS = """
UNWIND $facts AS row MATCH (a:FingerpostEntity {{key: row.subject}}) MATCH (b:FingerpostEntity {{key: row.object}})
CREATE (a)-[r:{relation}]->(b) SET r = row.properties
"""
"""With the quoted name of a relationship type; the ingest has a fixed list of them."""
ADD_EVENT = "CREATE (e:FingerpostEvent) SET e = $event"
ADD_VERSION = "CREATE (v:FingerpostVersion) SET v = $past"
LOSE_VERSIONS = "MATCH (v:FingerpostVersion {key: $key}) DELETE v"
FORGET = "MERGE (f:FingerpostForgotten {key: $key}) SET f.version = $version"
REMEMBER = "MATCH (f:FingerpostForgotten {key: $key}) DELETE f"
DECIDE = """
MERGE (d:FingerpostDecision {first: $first, relation: $relation, second: $second}) SET d.verdict = $verdict
"""
UNDO = "MATCH (d:FingerpostDecision {first: $first, relation: $relation, second: $second}) DELETE d"

DOCUMENTS_SINCE = """
MATCH (d:FingerpostDocument) WHERE d.version > $version RETURN d {.*, version: null} AS document ORDER BY d.key
"""
FORGOTTEN_SINCE = "MATCH (f:FingerpostForgotten) WHERE f.version > $version RETURN f.key ORDER BY f.key"
EVENTS_SINCE = """
MATCH (e:FingerpostEvent) WHERE e.version > $version
RETURN e.at, e.action, e.key, e.hash, e.detail ORDER BY e.version
"""
VERSIONS = "MATCH (v:FingerpostVersion) RETURN v.key, v.began, v.ended, v.content ORDER BY v.key, v.ended"
DECISIONS = "MATCH (d:FingerpostDecision) RETURN d.first, d.relation, d.second, d.verdict ORDER BY d.first, d.second"
KEPT = "MATCH (d:FingerpostDocument {key: $key}) RETURN d.rules, d.embedder"

BY_TEXT = """
CALL db.index.fulltext.queryNodes('fingerpost_passage_text', $text, {limit: $most}) YIELD node, score
WHERE $collections = [] OR node.collection IN $collections RETURN node.id ORDER BY score DESC, node.id
"""
BY_VECTOR = """
CALL db.index.vector.queryNodes('fingerpost_passage_vector', $most, $vector) YIELD node, score
WHERE $collections = [] OR node.collection IN $collections RETURN node.id ORDER BY score DESC, node.id
"""
BY_MEANING = BY_VECTOR.replace("fingerpost_passage_vector", "fingerpost_passage_meaning")
ABOUT = """
UNWIND $names AS name MATCH (n:FingerpostName {name: name})
WITH n WHERE COUNT { (n)<-[:ABOUT]-() } <= $most
MATCH (n)<-[:ABOUT]-(p) WHERE $collections = [] OR p.collection IN $collections RETURN DISTINCT p.id ORDER BY p.id
"""
MENTIONING = """
UNWIND $names AS name MATCH (n:FingerpostName {name: name})
WITH n WHERE COUNT { (n)<-[:MENTIONS]-() } <= $most
MATCH (n)<-[:MENTIONS]-(p) WHERE $collections = [] OR p.collection IN $collections RETURN DISTINCT p.id ORDER BY p.id
"""
HOLDERS = """
UNWIND $names AS name MATCH (n:FingerpostName {name: name})
RETURN n.name, COUNT { (n)<-[:ABOUT]-() }, COUNT { (n)<-[:MENTIONS]-() }
"""
STEMS = "UNWIND $stems AS stem MATCH (t:FingerpostStem {stem: stem}) RETURN t.stem, t.passages"
WORDS = "UNWIND $words AS word MATCH (t:FingerpostWord {word: word}) RETURN t.word, t.passages"
COUNT = "MATCH (m:FingerpostMemory {id: 'memory'}) RETURN coalesce(m.passages, 0), coalesce(m.words, 0)"
ROWS = """
UNWIND $ids AS id MATCH (p:FingerpostPassage {id: id})
RETURN p.id, p.document, p.number, p.start, p.stop, p.first_line, p.last_line, p.page, p.headings,
    p.title, p.text, p.data, p.vectors, p.length, p.meaning
"""

NAMESPACES = "MATCH (n:FingerpostNamespace) RETURN n.name ORDER BY n.name"
ADD_NAMESPACE = "MERGE (n:FingerpostNamespace {name: $name}) RETURN 1"
LOSE_NAMESPACE = "MATCH (n:FingerpostNamespace {name: $name}) DELETE n"
LOSE_SOME = "MATCH (n:{label}) WITH n LIMIT 5000 DETACH DELETE n RETURN count(*)"
"""With the quoted name of a label of ours."""
HAS_DOCUMENTS = "OPTIONAL MATCH (n:FingerpostMemory|FingerpostNamespace) WITH n LIMIT 1 RETURN n IS NOT NULL"
HAS_NODES = "OPTIONAL MATCH (n) WITH n LIMIT 1 RETURN n IS NOT NULL"
