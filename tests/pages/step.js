// step.js PAGE: runs the scripts of a page on a stand-in for a browser, and
// steps through its run by buttons, keys, slider and list.
"use strict";
const assert = require("assert"), fs = require("fs"), vm = require("vm");

class Element {
  constructor(tag) {
    Object.assign(this, { tag, text: "", children: [], attributes: {}, names: new Set(), value: 0 });
    this.clientHeight = 300;
    this.scrollTop = 0;
    this.classList = { add: x => this.names.add(x), remove: x => this.names.delete(x) };
  }
  get textContent() { return this.text; }
  set textContent(x) { assert.notStrictEqual(x, undefined); this.text = String(x); this.children = []; }
  set className(x) { this.names = new Set(x.split(" ")); }
  append(...more) {
    for (const x of more) assert(x instanceof Element);
    this.children.push(...more);
  }
  replaceChildren(...all) { this.children = []; this.append(...all); }
  setAttribute(k, v) { assert(!String(v).includes("NaN"), k); this.attributes[k] = String(v); }
  getBoundingClientRect() { return { left: 0, width: 100 }; }
  scrollIntoView() {}
  blur() {}
}

const page = fs.readFileSync(process.argv[2], "utf8");
const elements = new Map();
for (const m of page.matchAll(/<(\w+)[^>]*?\bid="(\w+)"/g)) elements.set(m[2], new Element(m[1]));
const data = /<script type="application\/json" id="run">\n([^]*?)<\/script>/.exec(page)[1];
elements.get("run").textContent = data;
const keys = [];
const document = {
  title: "",
  getElementById: id => { assert(elements.has(id), "no #" + id); return elements.get(id); },
  createElement: tag => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  addEventListener: (name, f) => { assert.strictEqual(name, "keydown"); keys.push(f); }
};
let tick = null;
const world = { document, location: { hash: "#1" }, clearInterval: () => { tick = null; },
  setInterval: f => { tick = f; return 1; } };
vm.runInNewContext(/<script>\n([^]*?)<\/script>/.exec(page)[1], world);

const last = JSON.parse(data).steps.length - 1;
const byId = document.getElementById;
const at = () => Number(byId("at").textContent.split(" / ")[0]);
const is = n => {
  assert.strictEqual(at(), n);
  assert.strictEqual(byId("count").textContent, n ? "Step " + n : "Start");
  assert.strictEqual(byId("slider").value, n);
  byId("steps").children.forEach((x, i) => assert.strictEqual(x.names.has("on"), i === n));
};
const press = id => byId(id).onclick({ currentTarget: byId(id) });
const key = name => keys.forEach(f => f({ key: name, preventDefault() {} }));

assert(last >= 1);
assert.strictEqual(byId("steps").children.length, last + 1);
is(1); // what the address says
press("first"); is(0);
press("back"); is(0);
for (let i = 1; i <= last; i++) { press("next"); is(i); }
press("next"); is(last);
key("Home"); is(0);
key("ArrowRight"); is(1);
key("ArrowLeft"); is(0);
key("End"); is(last);
byId("slider").oninput({ target: { value: "1" } }); is(1);
byId("steps").children[last].onclick(); is(last);
press("play"); is(0); // at the end it begins again
while (tick) tick();
is(last);
