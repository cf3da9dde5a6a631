/* Moving about. */
let timer = 0;
function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => at < end ? go(at + 1) : play(false),
    Math.max(60, Math.min(700, 20000 / Math.max(1, end)))) : 0;
  byId("play").textContent = on ? "\u23f8\ufe0e" : "\u25b6\ufe0e";
}
const toggle = () => {
  if (!timer && at === end) go(0);
  play(!timer);
};
const moves = {
  ArrowLeft: () => go(at - 1), ArrowUp: () => go(at - 1),
  ArrowRight: () => go(at + 1), ArrowDown: () => go(at + 1),
  PageUp: () => go(at - 20), PageDown: () => go(at + 20),
  Home: () => go(0), End: () => go(end), " ": toggle
};
document.addEventListener("keydown", e => {
  const move = moves[e.key];
  if (!move || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  if (e.key !== " ") play(false);
  move();
});
const press = (id, move) => byId(id).onclick = e => {
  e.currentTarget.blur();
  move();
};
press("first", moves.Home);
press("back", moves.ArrowLeft);
press("play", toggle);
press("next", moves.ArrowRight);
press("last", moves.End);
byId("slider").max = end;
byId("slider").oninput = e => go(Number(e.target.value));
play(false);
const hash = Number(location.hash.slice(1));
go(Number.isInteger(hash) ? hash : 0);
