const keys = run.keys;
const draw = (tag, attributes, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  return e;
};

/* What is said above all. */
byId("subtitle").textContent = run.total.toLocaleString("en") +
  (run.total === 1 ? " step" : " steps") +
  (run.complete ? "" : ", the first " + end + " of them") +
  (run.loop < 0 ? "" : run.loop < run.total
    ? "; then again from step " + (run.loop + 1) + ", for ever"
    : "; then nothing more can happen");

/* The list. */
const rows = steps.map((s, i) => {
  const li = make("li", (s.loop ? "loop " : "") + (s.fault ? "bad " : "") +
    (i && steps[i - 1].alone ? "alone" : ""));
  li.append(make("span", "n", i), make("span", "w", s.who || ""),
    make("span", "d", i ? s.do : "initial state"),
    make("span", "f", s.at || ""));
  li.onclick = () => go(i);
  return li;
});
byId("steps").append(...rows);

/* Values: those of a state are added up from the last snapshot before it. */
const every = 64, snapshots = [];
{
  const values = new Map();
  steps.forEach((s, i) => {
    if (i % every === 0) snapshots.push(new Map(values));
    for (const [k, v] of s.set)
      if (v === undefined) values.delete(k); else values.set(k, v);
  });
}
function valuesAt(i) {
  const values = new Map(snapshots[Math.floor(i / every)]);
  for (let k = i - i % every; k <= i; k++)
    for (const [key, v] of steps[k].set)
      if (v === undefined) values.delete(key); else values.set(key, v);
  return values;
}
const owner = key => {
  const m = /^(\w+\(\d+\))(?::|$)/.exec(key);
  return m ? m[1] : "";
};
const pid = who => Number(/\((\d+)\)/.exec(who)[1]);
function drawValues(i) {
  const values = valuesAt(i);
  const fresh = new Set(i ? steps[i].set.map(x => x[0]) : []);
  const groups = new Map([["", []]]);
  for (const k of [...values.keys()].sort((a, b) => a - b)) {
    const who = owner(keys[k]);
    if (!groups.has(who)) groups.set(who, []);
    groups.get(who).push(k);
  }
  const order = [...groups.keys()].sort((a, b) =>
    a === "" ? -1 : b === "" ? 1 : pid(a) - pid(b));
  const lines = [];
  for (const who of order)
    for (const k of groups.get(who)) {
      const tr = make("tr", (keys[k] === who ? "process" : "") +
        (fresh.has(k) ? " new" : ""));
      tr.append(make("td", "", keys[k] === who || !who ? keys[k]
        : keys[k].slice(who.length + 1)), make("td", "", values.get(k)));
      lines.push(tr);
    }
  byId("values").replaceChildren(...lines);
}

/* The chart: a line for each process that talks, a row for each event. */
const lives = [], events = [];
{
  const life = who => {
    if (!lives.includes(who)) lives.push(who);
    return lives.indexOf(who);
  };
  const waiting = [];
  steps.forEach((s, i) => {
    if (s.channel === undefined) return;
    const e = { step: i, row: events.length, from: life(s.who),
      label: s.name + (s.sends ? "!" : "?") + (s.message || "") };
    e.to = e.from;
    e.start = e.row;
    if (s.partner) {
      e.to = life(s.partner);
    } else if (s.receives) {
      const at = waiting.findIndex(w => w.channel === s.channel &&
        w.message === s.message);
      if (at >= 0) {
        e.from = waiting[at].event.from;
        e.start = waiting[at].event.row;
        if (!s.do.includes("?<")) waiting.splice(at, 1);
      }
    } else {
      waiting.push({ channel: s.channel, message: s.message, event: e });
    }
    events.push(e);
  });
}
const gap = 150, high = 26, top0 = 40;
const x = i => 110 + i * gap, y = row => top0 + 18 + row * high;
let turn = null;
function drawChart() {
  const paper = byId("paper");
  if (!events.length) {
    paper.append(make("p", "", "No message is sent."));
    return;
  }
  const height = y(events.length), width = x(lives.length - 1) + 80;
  const svg = draw("svg", { id: "chart", width, height, role: "img",
    "aria-label": "message sequence chart" });
  const defs = draw("defs", {});
  const head = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8,
    refY: 4, markerWidth: 9, markerHeight: 9, orient: "auto",
    markerUnits: "userSpaceOnUse" });
  head.append(draw("path", { d: "M0,0 L8,4 L0,8 z" }));
  defs.append(head);
  svg.append(defs);
  lives.forEach((who, i) => {
    svg.append(draw("line", { class: "life", x1: x(i), x2: x(i), y1: top0,
      y2: height }));
    svg.append(draw("text", { class: "head", x: x(i), y: 24,
      "text-anchor": "middle" }, who));
  });
  turn = draw("line", { class: "turn", x1: 0, x2: width });
  svg.append(turn);
  for (const e of events) {
    const g = draw("g", { class: "event" });
    if (e.from !== e.to) {
      g.append(draw("line", { class: "arrow", x1: x(e.from), y1: y(e.start),
        x2: x(e.to), y2: y(e.row), "marker-end": "url(#tip)" }));
      g.append(draw("text", { x: (x(e.from) + x(e.to)) / 2,
        y: (y(e.start) + y(e.row)) / 2 - 5, "text-anchor": "middle" },
        e.label));
    } else {
      g.append(draw("circle", { cx: x(e.to), cy: y(e.row), r: 3.5 }));
      g.append(draw("text", { x: x(e.to) - 9, y: y(e.row) + 4,
        "text-anchor": "end" }, e.label));
    }
    g.append(draw("title", {}, "step " + e.step));
    g.onclick = () => go(e.step);
    e.group = g;
    svg.append(g);
  }
  paper.append(svg);
}
function pointChart(i) {
  if (!turn) return;
  let row = -1;
  for (const e of events) {
    e.group.setAttribute("class", "event" + (e.step > i ? " ahead" : "") +
      (e.step === i ? " on" : ""));
    if (e.step <= i) row = e.row;
  }
  const at = y(row) + (row < 0 ? 8 : high / 2);
  turn.setAttribute("y1", at);
  turn.setAttribute("y2", at);
  const paper = byId("paper");
  if (at < paper.scrollTop + 60 || at > paper.scrollTop + paper.clientHeight - 40)
    paper.scrollTop = at - paper.clientHeight / 2;
}
drawChart();

/* The present step. */
const fact = (name, value, bad) => {
  const e = make("div", bad ? "bad" : "");
  e.append(make("dt", "", name), make("dd", "", value));
  return e;
};
let at = -1;
function go(i) {
  i = Math.max(0, Math.min(end, i));
  if (i === at) return;
  if (at >= 0) rows[at].classList.remove("on");
  at = i;
  const s = steps[i], facts = [];
  rows[i].classList.add("on");
  rows[i].scrollIntoView({ block: "nearest" });
  byId("count").textContent = i ? "Step " + i : "Start";
  byId("do").textContent = i ? s.who + "  " + s.do : "initial state";
  if (s.at) facts.push(fact("at", s.at));
  if (s.name) facts.push(fact(s.sends ? "sends" : "receives",
    s.name + (s.sends ? "!" : "?") + (s.message || "")));
  if (s.partner) facts.push(fact("to", s.partner));
  if (s.changes) facts.push(fact("changes", s.changes));
  if (s.output) facts.push(fact("prints", s.output));
  if (s.note) facts.push(fact("note", s.note));
  if (s.loop) facts.push(fact("loop", "yes"));
  if (s.fault) facts.push(fact("wrong", s.fault, true));
  byId("facts").replaceChildren(...facts);
  drawValues(i);
  pointChart(i);
  byId("slider").value = i;
  byId("at").textContent = i + " / " + end;
}

