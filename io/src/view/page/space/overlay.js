// What is drawn over the bodies in space, so that nothing hides it: joints and rods, forces.

class Overlay {
  constructor(run, uniforms) {
    this.run = run;
    const {radius, size} = run.scene;
    this.rod = clamp(0.13 * radius, 0.0012 * size, 0.005 * size);
    this.width = clamp(0.1 * radius, 0.001 * size, 0.004 * size);
    this.scene = new THREE.Scene();
    this.rods = new Instances(shapeGeometry("cylinder", {around: 10, along: 2}), bodyMaterial(uniforms, false), 16);
    this.balls = new Instances(squareGeometry(), ballMaterial(uniforms, false), 16);
    this.arrows = new Instances(arrowGeometry(), bodyMaterial(uniforms, false), 16);
    this.scene.add(this.rods.mesh, this.balls.mesh, this.arrows.mesh);
  }

  place(view) {
    const {poses, contacts, run} = view;
    this.rods.clear(run.scene.lines.reduce((sum, line) => sum + line.anchors.length, 1));
    this.balls.clear(this.rods.capacity + contacts.count);
    this.arrows.clear(contacts.count);
    if (view.show.lines) run.scene.lines.forEach((line) => this.addLine(line, poses));
    if (view.show.forces) for (const i of contacts.all()) this.addForce(i, view);
    for (const instances of [this.rods, this.balls, this.arrows]) instances.finish();
  }

  addLine(line, poses) {
    if (!poses.hasLine(line)) return;
    const tint = channels(colours.rod), points = line.anchors.map((anchor) => poses.place(anchor.body, anchor.x));
    for (let i = 0; i + 1 < points.length; ++i) this.addRod(points[i], points[i + 1], this.rod, tint);
    line.anchors.forEach((anchor, i) => {
      const radius = anchor.pin ? 2.2 * this.rod : this.rod;
      this.balls.add(points[i], [0, 0, 0, 1], [radius, radius, radius, 0], tint);
    });
  }

  addRod(a, b, radius, tint) {
    const along = sub(b, a), length = norm(along);
    if (length === 0) return;
    this.rods.add(scale(add(a, b), 0.5), turnFromZ(scale(along, 1 / length)), [radius, radius, 0.5 * length, 0], tint);
  }

  addForce(i, view) {
    const force = view.contacts.shownForce(i), size = norm(force);
    const length = view.arrowLength(size), selected = view.selectedContact === i;
    const tint = channels(selected ? colours.accent : colours.force);
    const point = view.contacts.get(i).point;
    const dot = (selected ? 1.1 : 0.6) * this.width;
    if (length < 1.5 * this.width || selected) this.balls.add(point, [0, 0, 0, 1], [dot, dot, dot, 0], tint);
    if (length < 1.5 * this.width) return;
    const width = Math.min(this.width, length / 6);
    this.arrows.add(point, turnFromZ(scale(force, 1 / size)), [width, width, width, length - arrowHead * width], tint);
  }
}
