// The present time, and how it goes on.

class Timeline {
  constructor(times) {
    this.times = times;
    this.first = times[0];
    this.last = times[times.length - 1];
    this.now = this.first;
    this.playing = false;
    this.loop = true;
    this.speed = this.firstSpeed();
    this.listeners = [];
  }
  get duration() { return this.last - this.first; }
  get frame() { return lastAtMost(this.times, this.now); }

  // Real time where a person can watch it; else the run takes about a quarter of a minute.
  firstSpeed() {
    if (this.duration >= 1.5 && this.duration <= 120) return 1;
    return niceStep(this.duration / 15) || 1;
  }
  speeds() {
    const all = new Set([this.firstSpeed()]);
    for (const factor of [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10]) all.add(Number((factor * this.firstSpeed()).toPrecision(3)));
    return [...all].sort((a, b) => a - b);
  }

  onChange(listener) { this.listeners.push(listener); }
  changed(kind) { for (const listener of this.listeners) listener(kind); }

  seek(t) {
    this.now = clamp(t, this.first, this.last);
    this.changed("time");
  }
  play(on = !this.playing) {
    if (on && this.now >= this.last) this.now = this.first;
    this.playing = on && this.duration > 0;
    this.changed("playing");
  }
  setSpeed(speed) {
    this.speed = speed;
    this.changed("speed");
  }
  changeSpeed(direction) {
    const speeds = this.speeds();
    const here = speeds.findIndex((speed) => speed >= this.speed * 0.999);
    this.setSpeed(speeds[clamp(here + direction, 0, speeds.length - 1)]);
  }

  // A step ends on a frame; from between two frames it goes to the next one.
  step(count) {
    if (this.playing) this.play(false);
    const frame = this.frame;
    const between = this.times[frame] < this.now;
    const target = count < 0 && between ? frame + count + 1 : frame + count;
    this.seek(this.times[clamp(target, 0, this.times.length - 1)]);
  }

  // Advances by seconds of the clock on the wall.
  advance(seconds) {
    if (!this.playing) return;
    let t = this.now + seconds * this.speed;
    if (t >= this.last) {
      if (this.loop) t = this.first;
      else {
        this.playing = false;
        t = this.last;
        this.changed("playing");
      }
    }
    this.seek(t);
  }
}
