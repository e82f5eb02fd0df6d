// Every key, what it does, and the list of them that the help shows.

function keyTable(view) {
  const {timeline} = view;
  const hasScene = view.stage !== null, spatial = hasScene && !view.run.scene.planar;
  const move = (action) => () => view.camera(action);
  const table = [
    {keys: [" "], shown: "Space", text: "play or pause", run: () => timeline.play()},
    {keys: ["ArrowLeft"], shown: "←", text: "one step back (with shift: ten)", run: (e) => timeline.step(e.shiftKey ? -10 : -1)},
    {keys: ["ArrowRight"], shown: "→", text: "one step forward (with shift: ten)", run: (e) => timeline.step(e.shiftKey ? 10 : 1)},
    {keys: ["Home"], shown: "Home", text: "to the beginning", run: () => timeline.seek(timeline.first)},
    {keys: ["End"], shown: "End", text: "to the end", run: () => timeline.seek(timeline.last)},
    {keys: [","], shown: ",", text: "slower", run: () => timeline.changeSpeed(-1)},
    {keys: ["."], shown: ".", text: "faster", run: () => timeline.changeSpeed(1)},
    {keys: ["o"], shown: "O", text: "begin again at the end", run: () => view.transport.toggleLoop()},
    {keys: ["["], shown: "[", text: "to the event before", run: () => view.events.go(-1), when: view.run.scene.events.length > 0},
    {keys: ["]"], shown: "]", text: "to the next event", run: () => view.events.go(1), when: view.run.scene.events.length > 0},
    {keys: ["n"], shown: "N", text: "choose the next body", run: () => view.chooseNext(1), when: hasScene},
    {keys: ["b"], shown: "B", text: "choose the body before", run: () => view.chooseNext(-1), when: hasScene},
    {keys: ["c"], shown: "C", text: "choose the next contact", run: () => view.chooseNextContact(), when: view.run.contacts !== null},
    {keys: ["g"], shown: "G", text: "follow the chosen body", run: () => view.follow(), when: hasScene},
    {keys: ["Escape"], shown: "Esc", text: "choose nothing", run: () => view.selectBody(-1), when: hasScene},
    {keys: ["w"], shown: "W", text: "camera upwards", run: move((c) => c.orbit(0, 0.08)), when: spatial},
    {keys: ["s"], shown: "S", text: "camera downwards", run: move((c) => c.orbit(0, -0.08)), when: spatial},
    {keys: ["a"], shown: "A", text: "camera to the left", run: move((c) => c.orbit(0.1, 0)), when: spatial},
    {keys: ["d"], shown: "D", text: "camera to the right", run: move((c) => c.orbit(-0.1, 0)), when: spatial},
    {keys: ["W"], shown: "⇧W", text: "picture downwards", run: move((c) => c.pan(0, 0.06)), when: hasScene},
    {keys: ["S"], shown: "⇧S", text: "picture upwards", run: move((c) => c.pan(0, -0.06)), when: hasScene},
    {keys: ["A"], shown: "⇧A", text: "picture to the right", run: move((c) => c.pan(-0.06, 0)), when: hasScene},
    {keys: ["D"], shown: "⇧D", text: "picture to the left", run: move((c) => c.pan(0.06, 0)), when: hasScene},
    {keys: ["+", "="], shown: "+", text: "nearer", run: move((c) => c.zoom(1 / 1.12)), when: hasScene},
    {keys: ["-"], shown: "−", text: "farther", run: move((c) => c.zoom(1.12)), when: hasScene},
    {keys: ["f"], shown: "F", text: "show everything", run: move((c) => c.fit()), when: hasScene},
    {keys: ["r"], shown: "R", text: "camera as at first", run: move((c) => c.reset()), when: hasScene},
    {keys: ["1"], shown: "1", text: "from the front", run: move((c) => c.look("front")), when: spatial},
    {keys: ["2"], shown: "2", text: "from the side", run: move((c) => c.look("side")), when: spatial},
    {keys: ["3"], shown: "3", text: "from above", run: move((c) => c.look("top")), when: spatial},
    {keys: ["v"], shown: "V", text: "contact forces", run: () => view.toggle("forces"), when: view.run.contacts !== null},
    {keys: ["k"], shown: "K", text: "shorter arrows", run: () => view.changeArrows(1 / 1.25), when: view.run.contacts !== null},
    {keys: ["l"], shown: "L", text: "longer arrows", run: () => view.changeArrows(1.25), when: view.run.contacts !== null},
    {keys: ["j"], shown: "J", text: "joints and rods", run: () => view.toggle("lines"), when: view.run.scene.lines.length > 0},
    {keys: ["p"], shown: "P", text: "values and charts", run: () => togglePanel()},
    {keys: ["t"], shown: "T", text: "dark or light", run: () => toggleTheme(view)},
    {keys: ["?", "h"], shown: "?", text: "this help", run: () => byId("dialog").showModal()},
  ];
  return table.filter((entry) => entry.when !== false);
}

// Keys that a focused control needs itself stay with it: letters choose in lists, space presses buttons, arrows
// move the slider, where they are steps.
function belongsToControl(event) {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return true;
  if (tag === "SELECT") return event.key !== "Escape";
  if (tag === "BUTTON" || tag === "SUMMARY") return event.key === " " || event.key === "Enter";
  return false;
}

function listenToKeys(view) {
  const table = keyTable(view);
  document.addEventListener("keydown", (event) => {
    if (belongsToControl(event)) return;
    const find = (key) => table.find((entry) => entry.keys.includes(key));
    const entry = find(event.key) || (event.key.length === 1 && find(event.key.toLowerCase()));
    if (!entry) return;
    event.preventDefault();
    entry.run(event);
  });
  for (const {shown, text} of table) {
    const term = element("dt");
    term.append(element("kbd", shown));
    byId("keys").append(term, element("dd", text));
  }
}
