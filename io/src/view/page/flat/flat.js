// The planar scene, on a canvas: x to the right, y upwards.

class FlatStage {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.soft = false;
    this.context = canvas.getContext("2d");
    this.camera = new FlatCamera(view.run.scene);
    const {radius, size} = view.run.scene;
    // What moves lies over what does not.
    const all = view.run.bodies.map((_, i) => i);
    this.order = [...all.filter((i) => view.run.bodies[i].fixed), ...all.filter((i) => !view.run.bodies[i].fixed)];
    this.rod = clamp(0.1 * radius, 0.0012 * size, 0.005 * size);
  }
  colour() {}

  resize(width, height, sharpness) {
    this.canvas.width = Math.round(width * sharpness);
    this.canvas.height = Math.round(height * sharpness);
    this.sharpness = sharpness;
    this.width = width;
    this.height = height;
    this.camera.resize(width, height);
  }

  draw() {
    const {context, view, camera} = this;
    context.setTransform(this.sharpness, 0, 0, this.sharpness, 0, 0);
    context.fillStyle = colours.scene;
    context.fillRect(0, 0, this.width, this.height);
    const grid = new Grid(camera, view.run.scene.centre);
    grid.drawLines(context);
    for (const i of this.order) if (view.poses.isThere(i)) this.drawBody(i);
    if (view.show.lines) view.run.scene.lines.forEach((line) => this.drawLine(line));
    if (view.show.forces) for (const i of view.contacts.all()) this.drawForce(i);
    grid.drawNumbers(context);
  }

  project(point) { return this.camera.toPixels(point); }

  drawBody(i) {
    const {context, view} = this;
    const fill = bodyColour(view.run, i), selected = view.selectedBody === i;
    context.fillStyle = selected ? mixed(fill, colours.accent, 0.45) : fill;
    context.strokeStyle = selected ? colours.accent : mixed(fill, colours.text, 0.55);
    context.lineWidth = selected ? 2.5 : 1.2;
    for (const part of view.run.bodies[i].parts || [{}]) {
      context.save();
      this.enter(view.poses.position(i), view.poses.rotation(i));
      if (part.x) this.enterPart(part);
      drawFlatShape(context, view.run.scene.shapes[part.shape] || {kind: "none"}, this);
      context.restore();
    }
  }

  // Moves the origin of the context into a body; lengths stay pixels, so that lines keep their width.
  enter(centre, q) {
    const [x, y] = this.camera.toPixels(centre);
    this.context.translate(x, y);
    this.context.rotate(-2 * Math.atan2(q[2], q[3]));
  }
  enterPart(part) {
    const scale = this.camera.scale, q = fromScalarFirst(part.q);
    this.context.translate(part.x[0] * scale, -part.x[1] * scale);
    this.context.rotate(-2 * Math.atan2(q[2], q[3]));
  }

  drawLine(line) {
    const {context, view} = this;
    if (!view.poses.hasLine(line)) return;
    const points = line.anchors.map((anchor) => this.camera.toPixels(view.poses.place(anchor.body, anchor.x)));
    const width = clamp(2 * this.rod * this.camera.scale, 2, 9);
    context.strokeStyle = colours.rod;
    context.lineWidth = width;
    context.lineJoin = context.lineCap = "round";
    context.beginPath();
    points.forEach(([x, y], i) => i === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
    context.stroke();
    line.anchors.forEach((anchor, i) => { if (anchor.pin) this.drawPin(points[i], Math.max(3.2, 1.1 * width)); });
  }

  drawPin([x, y], radius) {
    const {context} = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colours.surface;
    context.lineWidth = 1.8;
    context.fill();
    context.stroke();
  }

  drawForce(i) {
    const {context, view} = this;
    const force = view.contacts.shownForce(i), size = norm(force);
    const selected = view.selectedContact === i;
    const [x, y] = this.camera.toPixels(view.contacts.get(i).point);
    context.strokeStyle = context.fillStyle = selected ? colours.accent : colours.force;
    context.beginPath();
    context.arc(x, y, selected ? 4.5 : 2.2, 0, 2 * Math.PI);
    context.fill();
    const length = view.arrowLength(size) * this.camera.scale;
    if (length > 2) drawArrow(context, x, y, force[0] / size * length, -force[1] / size * length, selected ? 3 : 2);
  }

  pixelsPerMetre() { return this.camera.scale; }

  pick(x, y) {
    const point = this.camera.fromPixels([x, y]);
    const {run, poses} = this.view;
    for (const i of [...this.order].reverse()) {
      if (!poses.isThere(i)) continue;
      const local = turnBack(poses.rotation(i), sub(point, poses.position(i)));
      for (const part of run.bodies[i].parts || [{}]) {
        const own = turnBack(fromScalarFirst(part.q), sub(local, part.x || [0, 0, 0]));
        if (holdsPoint(run.scene.shapes[part.shape] || {kind: "disk", radius: 8 / this.camera.scale}, own)) return i;
      }
    }
    return -1;
  }

  drag(dx, dy) { this.camera.pan(-dx / this.height, dy / this.height); }
  zoomAt(factor, x, y) { this.camera.zoom(factor, [x, y]); }
}
