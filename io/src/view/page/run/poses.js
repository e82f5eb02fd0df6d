// Where all bodies are at a time, relative to the centre of the scene: straight on between two frames.

class Poses {
  constructor(run) {
    this.run = run;
    const count = run.bodies.length;
    this.there = new Uint8Array(count);
    this.x = new Float32Array(3 * count);
    this.q = new Float32Array(4 * count);
    run.bodies.forEach((body, i) => {
      this.there[i] = body.fixed ? 1 : 0;
      this.x.set(sub(body.x || [0, 0, 0], run.scene.centre), 3 * i);
      this.q.set(fromScalarFirst(body.q), 4 * i);
    });
  }

  moveTo(t) {
    this.time = t;
    const {times, motion, movers} = this.run;
    if (!motion) return;
    const k = lastAtMost(times, t), next = Math.min(k + 1, times.length - 1);
    const share = next > k ? clamp((t - times[k]) / (times[next] - times[k]), 0, 1) : 0;
    for (let m = 0; m < movers.length; ++m) {
      const a = k * movers.length + m;
      this.there[movers[m]] = motion.there[a];
      if (!motion.there[a]) continue;
      const b = next * movers.length + m;
      this.mix(movers[m], a, motion.there[b] ? b : a, share);
    }
  }

  mix(body, a, b, share) {
    const {x, q} = this.run.motion;
    for (let i = 0; i < 3; ++i) this.x[3 * body + i] = x[3 * a + i] + share * (x[3 * b + i] - x[3 * a + i]);
    let inner = 0;
    for (let i = 0; i < 4; ++i) inner += q[4 * a + i] * q[4 * b + i];
    const toB = inner < 0 ? -share : share;  // q and -q are the same rotation
    let square = 0;
    for (let i = 0; i < 4; ++i) {
      const value = (1 - share) * q[4 * a + i] + toB * q[4 * b + i];
      this.q[4 * body + i] = value;
      square += value * value;
    }
    const factor = 1 / Math.sqrt(square);
    for (let i = 0; i < 4; ++i) this.q[4 * body + i] *= factor;
  }

  position(body) { return [this.x[3 * body], this.x[3 * body + 1], this.x[3 * body + 2]]; }
  rotation(body) { return [this.q[4 * body], this.q[4 * body + 1], this.q[4 * body + 2], this.q[4 * body + 3]]; }
  isThere(body) { return body < 0 || this.there[body] === 1; }
  hasLine(line) {
    if (this.time < line.from || this.time >= line.until) return false;  // false where there are no such instants
    return line.anchors.every((anchor) => this.isThere(anchor.body));
  }

  // A point of a body, or of space, in the coordinates of the page.
  place(body, point) {
    if (body < 0) return sub(point, this.run.scene.centre);
    return add(this.position(body), turn(this.rotation(body), point));
  }

  // The velocity of a moving body by a difference of frames; null where there are no two of them.
  velocity(body, t) {
    const {times, motion, movers} = this.run;
    const m = this.run.moverOf[body];
    if (m < 0) return [0, 0, 0];
    const k = lastAtMost(times, t);
    const at = (frame) => frame * movers.length + m;
    const next = k + 1 < times.length && motion.there[at(k + 1)] ? k + 1 : k;
    const last = next > k ? k : k > 0 && motion.there[at(k - 1)] ? k - 1 : k;
    if (next === last) return null;
    const difference = [0, 1, 2].map((i) => motion.x[3 * at(next) + i] - motion.x[3 * at(last) + i]);
    return scale(difference, 1 / (times[next] - times[last]));
  }
}

// (w, x, y, z) as files and C++ have it, to (x, y, z, w).
function fromScalarFirst(q) {
  return q ? [q[1], q[2], q[3], q[0]] : [0, 0, 0, 1];
}
