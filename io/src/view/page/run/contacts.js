// The contacts at a time: those of the last frame that has some stored.

class Contacts {
  constructor(run) {
    this.data = run.contacts;
    this.run = run;
    this.first = 0;
    this.count = 0;
    this.reference = this.data ? this.largeForce() : 1;
  }

  // 97 % of the forces that are not zero are below it, so that one impact does not shrink all other arrows.
  largeForce() {
    const force = this.data.force, sizes = [];
    const stride = Math.max(1, Math.floor(force.length / 3 / 50000));
    for (let i = 0; i < force.length / 3; i += stride) {
      const size = Math.hypot(force[3 * i], force[3 * i + 1], force[3 * i + 2]);
      if (size > 0) sizes.push(size);
    }
    sizes.sort((a, b) => a - b);
    return sizes.length ? sizes[Math.floor(0.97 * (sizes.length - 1))] : 1;
  }

  moveTo(t) {
    if (!this.data) return;
    const frame = lastAtMost(this.run.times, t);
    const kept = lastAtMost(this.data.frames, frame);
    this.time = this.run.times[this.data.frames[kept]];
    this.first = this.data.start[kept];
    this.count = this.data.start[kept + 1] - this.first;
  }

  get(i) {
    const three = (values) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
    return {index: i, bodies: [this.data.body[0][i], this.data.body[1][i]], point: three(this.data.point),
      normal: three(this.data.normal), force: three(this.data.force)};
  }

  // Forces act on body 1; where that does not move the arrow shows the one on body 2.
  shownForce(i) {
    const first = this.data.body[0][i];
    const sign = first < 0 || this.run.bodies[first].fixed ? -1 : 1;
    const force = this.data.force;
    return [sign * force[3 * i], sign * force[3 * i + 1], sign * force[3 * i + 2]];
  }

  * all() {
    for (let i = this.first; i < this.first + this.count; ++i) yield i;
  }

  of(body) {
    return [...this.all()].filter((i) => this.data.body[0][i] === body || this.data.body[1][i] === body);
  }

  // The sum of the forces on one of two bodies.
  sumOn(body, contacts) {
    return contacts.reduce((sum, i) => {
      const {bodies, force} = this.get(i);
      return add(sum, scale(force, bodies[0] === body ? 1 : -1));
    }, [0, 0, 0]);
  }

  // The present contact of two bodies that is nearest to a point; null if they do not touch.
  find(bodies, point) {
    let best = null, least = Infinity;
    for (const i of this.all()) {
      if (this.data.body[0][i] !== bodies[0] || this.data.body[1][i] !== bodies[1]) continue;
      const distance = Math.hypot(...[0, 1, 2].map((k) => this.data.point[3 * i + k] - point[k]));
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }
}
