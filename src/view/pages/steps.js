"use strict";
/* The run that the page shows, for its script and the player. */
const run = JSON.parse(document.getElementById("run").textContent);
const steps = run.steps, end = steps.length - 1;
const byId = id => document.getElementById(id);
const make = (tag, name, text) => {
  const e = document.createElement(tag);
  if (name) e.className = name;
  if (text !== undefined) e.textContent = text;
  return e;
};
