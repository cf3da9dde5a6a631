const most = 60; /* boxes drawn of a deep stack */

/* Stacks share their lower parts: a node is a symbol on a node. */
const tops = [];
let stack = null;
steps.forEach((s, i) => {
  for (let n = i ? s.pop ?? 1 : 0; n > 0; n--) stack = stack && stack.below;
  for (const symbol of s.push)
    stack = { symbol, below: stack, depth: (stack ? stack.depth : 0) + 1 };
  tops.push(stack);
});
const depthOf = i => tops[i] ? tops[i].depth : 0;

/* The words that stay. */
const named = steps.find(s => s.file);
const file = named ? named.file.replace(/:\d+$/, "") : "";
const plural = n => n.toLocaleString("en") + (n === 1 ? " step" : " steps");
const first = steps[0].state, final = steps[end].state;
const title = run.complete
  ? "A run of " + plural(end) : "The first " + plural(end) + " of a run";
document.title = title + (file ? " \u00b7 " + file : "") + " \u00b7 Custos";
byId("title").textContent = title;
byId("subtitle").textContent = (file ? file + " \u00b7 " : "") +
  (run.ends ? "it ends, and repeats its last state for ever"
    : run.forever ? "and again from step " + steps.findIndex(s => s.loop) +
      ", for ever" : run.program ? steps[end].fault || "to the target"
      : "from state " + first + " to state " + final) +
  (run.complete ? (run.forever || run.model || run.program ? ""
    : ", a final configuration")
    : "; the page holds no more steps, \u2018custos replay\u2019 has them all");

/* The list of steps. */
const rows = steps.map((s, i) => {
  const row = make("li", s.loop ? "loop" : "");
  row.append(make("span", "n", i),
    make("span", "r", run.model ? s.state
      : i ? s.rule || "" : "initial configuration"),
    make("span", "a", s.action || ""), make("span", "f", s.file || ""));
  if (s.loop)
    row.title = "in the loop";
  row.onclick = () => go(i);
  return row;
});
byId("steps").append(...rows);

/* The depth of the stack over time, as a hill to click on. */
const profile = byId("profile"), svg = "http://www.w3.org/2000/svg";
const high = steps.reduce((h, s, i) => Math.max(h, depthOf(i)), 1);
const wide = Math.max(end, 1);
profile.setAttribute("viewBox", "0 0 " + wide + " " + high * 1.1);
const hill = document.createElementNS(svg, "path");
const y = i => high * 1.1 - depthOf(i);
let way = "M0 " + high * 1.1;
for (let i = 0; i <= end; i++)
  way += "L" + i + " " + y(i);
hill.setAttribute("d", way + "L" + end + " " + high * 1.1 + "Z");
const needle = document.createElementNS(svg, "line");
needle.setAttribute("y1", 0);
needle.setAttribute("y2", high * 1.1);
profile.append(hill, needle);
profile.onclick = e => {
  const box = profile.getBoundingClientRect();
  go(Math.round((e.clientX - box.left) / box.width * end));
};

/* One step. */
const fact = (name, value) => {
  const e = make("div");
  e.append(make("dt", "", name), make("dd", "", value));
  return e;
};
function drawStack(i) {
  if (run.model) return;
  const boxes = [];
  let node = tops[i];
  for (let n = 0; node && n < most; n++, node = node.below)
    boxes.push(make("li", i && n < steps[i].push.length ? "new" : "",
      node.symbol));
  boxes.push(make("li", "floor", node
    ? node.depth.toLocaleString("en") + " more below"
    : tops[i] ? "bottom" : "the stack is empty"));
  byId("stack").replaceChildren(...boxes);
  byId("depth").textContent = "Stack, depth " +
    depthOf(i).toLocaleString("en");
}
let at = -1;
function go(i) {
  i = Math.max(0, Math.min(end, i));
  if (i === at) return;
  if (at >= 0) rows[at].classList.remove("on");
  at = i;
  const s = steps[i];
  rows[i].classList.add("on");
  rows[i].scrollIntoView({ block: "nearest" });
  byId("state").textContent = s.state;
  byId("count").textContent = i ? "Step " + i : "Start";
  byId("rule").textContent = !i ? "initial configuration"
    : s.rule ? s.rule.replace("->", "\u2192") : s.action || "";
  const facts = [];
  if (s.file) facts.push(fact("at", s.file));
  if (s.action) facts.push(fact(run.program ? "in" : "action", s.action));
  if (s.fault) facts.push(fact("wrong", s.fault));
  if (s.weight) facts.push(fact("weight so far", s.weight.join(", ")));
  if (s.loop) facts.push(fact("loop", "yes"));
  byId("facts").replaceChildren(...facts);
  drawStack(i);
  needle.setAttribute("x1", i);
  needle.setAttribute("x2", i);
  byId("slider").value = i;
  byId("at").textContent = i + " / " + end;
}

