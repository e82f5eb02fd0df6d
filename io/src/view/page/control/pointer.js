// Mouse, pen and fingers on the scene: a drag moves the camera, a press without a drag chooses.

function listenToPointer(view, canvas) {
  const pointers = new Map();
  let moved = 0, spread = 0;
  const place = (event) => {
    const frame = canvas.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };
  const spreadOf = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) moved = 0;
    if (pointers.size === 2) spread = spreadOf();
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = place(event), dx = now[0] - last[0], dy = now[1] - last[1];
    moved += Math.abs(dx) + Math.abs(dy);
    pointers.set(event.pointerId, now);
    if (moved < 4) return;
    const pans = event.shiftKey || (event.buttons & 6) !== 0 || pointers.size === 2;
    const share = 1 / pointers.size;
    view.camera(() => view.stage.drag(share * dx, share * dy, pans));
    if (pointers.size === 2 && spread > 0) {
      view.camera(() => view.stage.zoomAt(spread / spreadOf(), ...now));
      spread = spreadOf();
    }
  });
  const release = (event) => {
    if (pointers.delete(event.pointerId) && event.type === "pointerup" && moved < 4 && event.button === 0) choose(view, ...place(event));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", (event) => { if (view.stage.pick(...place(event)) >= 0) view.follow(true); });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    view.camera(() => view.stage.zoomAt(Math.exp(0.0012 * lines * event.deltaY), ...place(event)));
  }, {passive: false});
}

// A force within some pixels comes first: arrows lie over bodies.
function choose(view, x, y) {
  const contact = view.show.forces ? contactAt(view, x, y) : null;
  if (contact !== null) view.selectContact(contact);
  else view.selectBody(view.stage.pick(x, y));
}

function contactAt(view, x, y) {
  const reach = 7;
  let best = null, least = reach;
  for (const i of view.contacts.all()) {
    const {point} = view.contacts.get(i);
    const force = view.contacts.shownForce(i), size = norm(force);
    const tip = size > 0 ? add(point, scale(force, view.arrowLength(size) / size)) : point;
    const a = view.stage.project(point), b = view.stage.project(tip);
    if (!a || !b) continue;
    const edge = [b[0] - a[0], b[1] - a[1]], square = edge[0] ** 2 + edge[1] ** 2;
    const share = square > 0 ? clamp(((x - a[0]) * edge[0] + (y - a[1]) * edge[1]) / square, 0, 1) : 0;
    const distance = Math.hypot(x - a[0] - share * edge[0], y - a[1] - share * edge[1]);
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}
