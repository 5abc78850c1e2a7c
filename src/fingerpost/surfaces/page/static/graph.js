// Draws a graph and keeps it up to date. Names come from anybody: they are only ever set as text, never as HTML.
"use strict";

(() => {
  const PALETTE = ["#4263eb", "#2f9e44", "#e8590c", "#9c36b5", "#0c8599", "#e03131", "#f08c00", "#5c940d", "#c2255c", "#1971c2", "#846358", "#495057"];
  const MOST_SHOWN = 3000;
  const MOST_ARRANGED = 300;  // where more are shown, what is added does not move the others
  const MOST_TOLD = 80;  // relationships whose names are shown from afar
  const LARGEST = 1.5;  // the zoom of a small graph
  const MAJOR = 25;  // nodes whose names are shown from afar in a large graph
  const byId = (id) => document.getElementById(id);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const hidden = { types: new Set(), relations: new Set() };
  const colours = new Map();
  let about = { graph: "", node_count: 0, edge_count: 0, filter: "" };
  const arms = new Map();  // what was shown around each node
  let chosen = null;

  const short = (text) => (text.length > 36 ? `${text.slice(0, 35)}…` : text);
  const edgeId = (edge) => JSON.stringify([edge.source, edge.relation, edge.target]);
  const shown = () => cy.nodes().map((node) => node.id());
  const notice = (text) => { byId("notice").textContent = text; };

  function colour(type) {
    if (!colours.has(type)) colours.set(type, PALETTE[colours.size] || further(colours.size - PALETTE.length));
    return colours.get(type);
  }

  // Hues by the golden angle, so that near numbers are far apart; each round of twelve is lighter or darker.
  const further = (number) => `hsl(${Math.round(20 + number * 137.5) % 360}, 55%, ${[40, 62, 30][Math.floor(number / 12) % 3]}%)`;

  function style(scale = 1, many = false) {
    const ink = dark.matches ? "#e6e9ee" : "#1d2430";
    const paper = dark.matches ? "#181c22" : "#ffffff";
    const line = dark.matches ? "#5d6675" : "#adb5bd";
    const label = { "font-size": 15 * Math.min(scale, 2.2), color: ink, "text-outline-color": paper, "text-outline-width": 2, "min-zoomed-font-size": 7 };
    return [
      { selector: "node", style: { ...label, label: "data(text)", width: "data(size)", height: "data(size)", "background-color": "data(colour)", "text-valign": "bottom", "text-margin-y": 3 } },
      { selector: "edge", style: { ...label, "font-size": 12 * (many ? 1 : Math.min(scale, 2)), label: "data(relation)", width: 1.5, "line-color": line, "target-arrow-color": line, "target-arrow-shape": "triangle", "arrow-scale": 0.9, "curve-style": "bezier", "text-rotation": "autorotate" } },
      { selector: ".major", style: { "font-size": 15 * scale, "z-index": 5 } },
      { selector: "edge.told", style: { "font-size": 12 * scale } },
      { selector: ".hidden", style: { display: "none" } },
      { selector: ".faded", style: { opacity: 0.18 } },
      { selector: ".marked", style: { "border-width": 5, "border-color": "#ff922b" } },
      { selector: ".chosen", style: { "border-width": 4, "border-color": "#d9480f" } },
    ];
  }

  const cy = cytoscape({ container: byId("graph"), style: style(), minZoom: 0.05, maxZoom: 4 });
  let scale = 1;
  const restyle = () => cy.style(style(scale, cy.edges().length > MOST_TOLD));
  dark.addEventListener("change", restyle);
  cy.on("zoom", () => {  // names stay as large on the screen
    const wanted = Math.max(1, 0.8 / cy.zoom());
    if (Math.abs(wanted / scale - 1) < 0.15) return;
    scale = wanted;
    restyle();
  });
  let size = { width: byId("graph").clientWidth, height: byId("graph").clientHeight };
  new ResizeObserver(() => {  // what is in the middle stays there when the details open
    const now = { width: byId("graph").clientWidth, height: byId("graph").clientHeight };
    cy.resize();
    cy.panBy({ x: (now.width - size.width) / 2, y: (now.height - size.height) / 2 });
    size = now;
  }).observe(byId("graph"));

  // --- what is shown -------------------------------------------------------------------------------------------

  function nodeElement(node) {
    const size = Math.min(64, 22 + 5 * Math.sqrt(node.degree));
    return { group: "nodes", data: { id: node.id, text: short(node.name), node, type: node.type, colour: colour(node.type), size } };
  }

  function edgeElement(edge) {
    return { group: "edges", data: { id: edgeId(edge), source: edge.source, target: edge.target, relation: edge.relation, edge } };
  }

  function add(graph) {
    const before = cy.elements().length;
    cy.batch(() => {
      for (const node of graph.nodes) {
        const known = cy.getElementById(node.id);
        if (known.empty()) cy.add(nodeElement(node));
        else known.data(nodeElement(node).data);
      }
      for (const edge of graph.edges) {
        const ends = [cy.getElementById(edge.source), cy.getElementById(edge.target)];
        if (ends.some((end) => end.empty())) continue;
        const known = cy.getElementById(edgeId(edge));
        if (known.empty()) cy.add(edgeElement(edge));
        else known.data("edge", edge);
      }
    });
    return cy.elements().length - before;
  }

  function replace(graph) {
    const other = about.filter !== graph.filter || about.question !== graph.question;
    about = graph;
    const nodes = new Set(graph.nodes.map((node) => node.id));
    const edges = new Set(graph.edges.map(edgeId));
    const gone = cy.elements().filter((one) => !(one.isNode() ? nodes : edges).has(one.id()));
    const first = cy.nodes().length === gone.nodes().length;
    gone.remove();
    const added = add(graph);
    refresh();
    if (added || gone.length) arrange(first || other);
    const most = graph.nodes.length.toLocaleString("en");
    notice(graph.cut ? `Only the ${most} most connected nodes are shown: search, or show neighbours.` : "");
    byId("query").hidden = !graph.filter;
    byId("query").querySelector("code").textContent = graph.filter;
    mark(graph);
    document.title = `Graph: ${graph.graph}`;
    byId("title").textContent = graph.graph;
    if (chosen !== null && cy.getElementById(chosen).empty()) choose(null);
    else if (chosen !== null) choose(chosen);
  }

  // --- questions and floor plans -------------------------------------------------------------------------------

  function mark(graph) {
    const marked = new Set(graph.marked || []);
    cy.batch(() => cy.nodes().forEach((node) => node.toggleClass("marked", marked.has(node.id()))));
    byId("asking").hidden = !graph.asks;
    byId("answer").hidden = !graph.question;
    byId("answer").textContent = graph.question ? `${graph.question} ${graph.text}` : "";
    byId("solid").hidden = !graph.shapes;
    if (window.solids) window.solids.colour(graph.marked || [], chosen);
    if (graph.asks) source.plans().then(({ plans }) => showPlans(plans), (error) => notice(error.message));
  }

  function showPlans(plans) {
    const before = byId("storey").value;
    byId("plans").hidden = !plans.length;
    byId("storey").replaceChildren(...plans.map((plan, number) => {
      const option = text("option", plan.marked.length ? `${plan.name} (${plan.marked.length.toLocaleString("en")} marked)` : plan.name);
      option.value = String(number);
      return option;
    }));
    const first = plans.findIndex((plan) => plan.marked.length);
    byId("storey").value = first >= 0 ? String(first) : plans[Number(before)] ? before : "0";
    const draw = () => {
      const plan = plans[Number(byId("storey").value)];
      if (!plan) return;
      const drawn = new DOMParser().parseFromString(plan.svg, "image/svg+xml").documentElement;
      byId("plan").replaceChildren(document.importNode(drawn, true));
      pick(chosen);
    };
    byId("storey").onchange = draw;
    draw();
  }

  // The library that draws shapes is large, and making them takes a while: both only when they are asked for.
  async function showModel() {
    const panel = byId("scene");
    if (window.solids) {
      panel.hidden = !panel.hidden;
      return;
    }
    byId("solid").disabled = true;
    notice("The shapes are being made.");
    try {
      const [drawing, data] = await Promise.all([import("/static/model.js"), source.model()]);
      panel.hidden = false;
      window.solids = drawing.show(panel, data, about.marked || [], (id) => reach(id).catch((error) => notice(error.message)));
      notice(data.cut ? `${data.cut.toLocaleString("en")} elements are left out: the model has too many shapes.` : "");
    } catch (error) {
      panel.hidden = true;
      notice(error.message);
    }
    byId("solid").disabled = false;
  }

  function pick(id) {
    if (window.solids) window.solids.colour(about.marked || [], id);
    for (const path of byId("plan").querySelectorAll("[data-id]")) path.classList.toggle("picked", path.dataset.id === id);
  }

  async function pickFromPlan(event) {
    const id = event.target.dataset ? event.target.dataset.id : undefined;
    if (id) await reach(id);
  }

  async function reach(id) {
    if (cy.getElementById(id).empty()) {
      const found = await source.neighbours(id, shown());
      if (!found.node) return;
      bring(found.node, found);
    }
    choose(id);
    cy.animate({ center: { eles: cy.getElementById(id) }, duration: 200 });
  }

  async function ask(event) {
    event.preventDefault();
    const question = byId("question").value.trim();
    if (!question) return;
    notice("…");
    try {
      await source.ask(question);
      notice("");
    } catch (error) {
      notice(error.message);
    }
  }

  function refresh() {
    cy.batch(() => {
      cy.nodes().forEach((node) => node.toggleClass("hidden", hidden.types.has(node.data("type"))));
      cy.edges().forEach((edge) => edge.toggleClass("hidden", hidden.relations.has(edge.data("relation"))));
    });
    legend("types", cy.nodes(), (node) => node.data("type"), true);
    legend("relations", cy.edges(), (edge) => edge.data("relation"), false);
    const n = (count) => count.toLocaleString("en");
    const ranked = cy.nodes().not(".hidden").sort((a, b) => b.data("node").degree - a.data("node").degree);
    cy.nodes().removeClass("major");
    ranked.slice(0, MAJOR).addClass("major");
    byId("counts").textContent = `${n(cy.nodes().length)} of ${n(about.node_count)} nodes, ${n(cy.edges().length)} of ${n(about.edge_count)} relationships`;
  }

  function legend(kind, elements, of, coloured) {
    const counts = new Map();
    elements.forEach((one) => counts.set(of(one), (counts.get(of(one)) || 0) + 1));
    const rows = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name, count]) => {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = !hidden[kind].has(name);
      box.addEventListener("change", () => {
        if (box.checked) hidden[kind].delete(name);
        else hidden[kind].add(name);
        refresh();
        fit();
      });
      const label = document.createElement("label");
      label.append(box);
      if (coloured) {
        const swatch = document.createElement("span");
        swatch.className = "swatch";
        swatch.style.background = colour(name);
        label.append(swatch);
      }
      label.append(text("span", name || "(none)"), text("span", count.toLocaleString("en"), "count"));
      const item = document.createElement("li");
      item.append(label);
      return item;
    });
    byId(kind).replaceChildren(...rows);
  }

  function text(tag, said, name = "") {
    const made = document.createElement(tag);
    made.textContent = said;
    if (name) made.className = name;
    return made;
  }

  // A node with its neighbours, in the middle of what is seen.
  function bring(node, around) {
    const before = cy.nodes();
    add({ nodes: [node], edges: [] });
    add(around);
    refresh();
    if (cy.nodes().length <= MOST_ARRANGED) return arrange(false);
    const { x1, x2, y1, y2 } = cy.extent();
    const at = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    cy.getElementById(node.id).position(at);
    ring(at, cy.nodes().difference(before).filter((one) => one.id() !== node.id()));
  }

  // Nodes in circles around a place, a dozen more in each.
  function ring(at, nodes) {
    let [circle, place, room] = [1, 0, 12];
    nodes.forEach((node) => {
      if (place === room) [circle, place, room] = [circle + 1, 0, room + 12];
      const turn = (2 * Math.PI * (place + circle / 2)) / Math.min(room, nodes.length);
      node.position({ x: at.x + 110 * circle * Math.cos(turn), y: at.y + 110 * circle * Math.sin(turn) });
      place += 1;
    });
  }

  function arrange(whole = true) {
    const name = byId("layout").value;
    const steps = Math.round(Math.max(20, Math.min(1000, 1.2e7 / Math.max(1, cy.nodes().length) ** 2)));  // each costs the square
    const common = { name, animate: false, fit: false, padding: 30, nodeDimensionsIncludeLabels: true };
    const special = {
      cose: { randomize: whole, idealEdgeLength: () => 90, nodeRepulsion: () => 9000, numIter: steps, coolingFactor: 0.001 ** (1 / steps) },
      breadthfirst: { directed: true, spacingFactor: 1.1 },
      concentric: { concentric: (node) => node.degree(), levelWidth: () => 2 },
    };
    const shown = cy.elements().not(".hidden");
    shown.layout({ ...common, ...special[name] }).run();
    if (whole || !shown.nodes().some(inSight)) fit(shown);  // what a filter leaves may be far from what was looked at
  }

  // As large as there is room, but not larger than text in a book.
  function fit(elements = cy.elements().not(".hidden")) {
    cy.fit(elements, 30);
    if (cy.zoom() > LARGEST) cy.zoom({ level: LARGEST, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  }

  function inSight(node) {
    const { x, y } = node.renderedPosition();
    return x > 0 && y > 0 && x < cy.width() && y < cy.height();
  }

  // --- details -------------------------------------------------------------------------------------------------

  function choose(id) {
    chosen = id;
    cy.elements().removeClass("faded chosen told");
    byId("details").hidden = id === null;
    pick(id);
    if (id === null) return;
    const element = cy.getElementById(id);
    const { node } = element.data();
    element.addClass("chosen");
    element.connectedEdges().addClass("told");
    cy.elements().difference(element.closedNeighborhood()).addClass("faded");
    byId("name").textContent = node.name;
    byId("kind").textContent = `${node.type} · ${node.degree.toLocaleString("en")} neighbours`;
    const entries = Object.entries(node.properties);
    byId("properties").replaceChildren(...entries.flatMap(([key, value]) => [text("dt", key), text("dd", said(value))]));
    const rows = element.connectedEdges().map((edge) => {
      const [from, to] = [edge.source(), edge.target()].map((end) => end.data("node").name);
      const more = Object.entries(edge.data("edge").properties).map(([key, value]) => `${key}: ${said(value)}`).join(", ");
      return text("li", `${from} → ${edge.data("relation")} → ${to}${more ? ` (${more})` : ""}`);
    });
    byId("edges").replaceChildren(...rows);
  }

  const said = (value) => (typeof value === "object" && value !== null ? Object.values(value).join(", ") : String(value));

  async function expand() {
    if (cy.nodes().length >= MOST_SHOWN) return notice(`${MOST_SHOWN.toLocaleString("en")} nodes are shown, which is the most.`);
    const graph = await source.neighbours(chosen, shown());
    add(graph);
    arms.set(chosen, [...(arms.get(chosen) || []), ...graph.nodes.map((node) => node.id)]);
    ring(cy.getElementById(chosen).position(), cy.collection(arms.get(chosen).map((id) => cy.getElementById(id)[0]).filter(Boolean)));
    const around = cy.getElementById(chosen).closedNeighborhood();
    if (!around.nodes().every(inSight)) fit(around);
    notice(graph.left ? `${graph.left.toLocaleString("en")} more neighbours: show neighbours again.` : "");
    refresh();
    choose(chosen);
  }

  async function search(words) {
    const nodes = words.trim() ? (await source.search(words)).nodes : [];
    byId("results").hidden = !words.trim();
    const rows = nodes.map((node) => {
      const button = text("button", `${node.name} (${node.type})`);
      button.type = "button";
      button.addEventListener("click", async () => {
        if (cy.getElementById(node.id).empty()) {
          bring(node, await source.neighbours(node.id, shown()));
        }
        choose(node.id);
        cy.animate({ center: { eles: cy.getElementById(node.id) }, duration: 200 });
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    byId("results").querySelector("ul").replaceChildren(...(rows.length ? rows : [text("li", "nothing")]));
  }

  function savePng() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(cy.png({ output: "blob", full: true, scale: 2, maxWidth: 6000, maxHeight: 6000, bg: dark.matches ? "#181c22" : "#ffffff" }));
    link.download = `${about.graph || "graph"}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // --- where the graph comes from ------------------------------------------------------------------------------

  function servedSource() {
    const place = location.pathname.replace(/\/$/, "");
    const read = async (path, options) => {
      const reply = await fetch(place + path, options);
      const body = await reply.json();
      if (!reply.ok) throw new Error(body.error ? body.error.message : reply.statusText);
      return body;
    };
    const load = () => read("/graph").then(replace, (error) => notice(error.message));
    const events = new EventSource(`${place}/events`);
    events.addEventListener("changed", load);
    events.addEventListener("ended", () => { events.close(); notice("This view has ended."); });
    events.addEventListener("error", () => notice("The connection is lost; trying again."));
    const post = (body) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return {
      neighbours: (node, shown) => read("/neighbours", post({ node, shown })),
      search: (words) => read(`/search?q=${encodeURIComponent(words)}`),
      ask: (question) => read("/ask", post({ question })),
      plans: () => read("/plans"),
      model: () => read("/model"),
    };
  }

  // Inside a chat (MCP Apps) the host passes on the result of the tool; there is no server to ask for more.
  function chatSource() {
    let number = 0;
    const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
    addEventListener("message", (event) => {
      const message = event.data;
      if (event.source !== parent || !message || message.jsonrpc !== "2.0") return;
      if (message.id === 0 && message.result) send({ method: "ui/notifications/initialized" });
      if (message.method === "ui/notifications/tool-result") {
        const graph = (message.params._meta || {})["fingerpost/graph"];
        if (graph) replace(graph);
        else notice("There is nothing to show.");
        send({ method: "ui/notifications/size-changed", params: { width: document.body.scrollWidth, height: 560 } });
      }
      if (message.method === "ui/resource-teardown" || message.method === "ping") send({ id: message.id, result: {} });
    });
    const client = { appInfo: { name: "fingerpost graph", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };
    send({ id: number++, method: "ui/initialize", params: client });
    document.documentElement.style.height = "560px";
    byId("expand").hidden = true;
    const named = (words) => cy.nodes().map((one) => one.data("node")).filter((node) => node.name.toLowerCase().includes(words.toLowerCase()));
    return { neighbours: async () => ({ nodes: [], edges: [], left: 0 }), search: async (words) => ({ nodes: named(words).slice(0, 20) }) };
  }

  const source = parent !== window ? chatSource() : servedSource();
  cy.on("tap", "node", (event) => choose(event.target.id()));
  cy.on("tap", (event) => { if (event.target === cy) choose(null); });
  cy.on("dbltap", "node", (event) => { choose(event.target.id()); expand(); });
  byId("close").addEventListener("click", () => choose(null));
  byId("expand").addEventListener("click", expand);
  byId("hide").addEventListener("click", () => { cy.getElementById(chosen).remove(); choose(null); refresh(); });
  byId("layout").addEventListener("change", () => arrange());
  byId("fit").addEventListener("click", () => fit());
  byId("solid").addEventListener("click", showModel);
  byId("png").addEventListener("click", savePng);
  byId("asking").addEventListener("submit", ask);
  byId("plan").addEventListener("click", pickFromPlan);
  byId("search").addEventListener("input", (event) => search(event.target.value));
  window.graph = cy;
})();
