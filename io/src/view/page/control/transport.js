// Play, step, slider, speed: the bar below.

const playShape = "M4.5 2.8v10.4L13 8z", pauseShape = "M4 3h2.6v10H4zM9.4 3H12v10H9.4z";

class Transport {
  constructor(view) {
    const {timeline} = view;
    this.timeline = timeline;
    this.slider = byId("time");
    this.slider.min = String(timeline.first);
    this.slider.max = String(timeline.last);
    byId("play").addEventListener("click", () => timeline.play());
    byId("back").addEventListener("click", () => timeline.step(-1));
    byId("forward").addEventListener("click", () => timeline.step(1));
    this.slider.addEventListener("input", () => timeline.seek(Number(this.slider.value)));
    for (const speed of timeline.speeds()) byId("speed").append(new Option(`${number(speed)} ×`, String(speed)));
    byId("speed").addEventListener("change", (event) => timeline.setSpeed(Number(event.target.value)));
    byId("loop").addEventListener("click", () => this.toggleLoop());
    timeline.onChange((kind) => this.show(kind));
    for (const kind of ["time", "playing", "speed"]) this.show(kind);
  }

  toggleLoop() {
    this.timeline.loop = !this.timeline.loop;
    press(byId("loop"), this.timeline.loop);
    say(this.timeline.loop ? "begins again at the end" : "stops at the end");
  }

  show(kind) {
    const {timeline} = this;
    if (kind === "time") this.showTime();
    if (kind === "speed") byId("speed").value = String(timeline.speed);
    if (kind === "playing") {
      byId("play").setAttribute("aria-label", timeline.playing ? "Pause" : "Play");
      byId("play-shape").setAttribute("d", timeline.playing ? pauseShape : playShape);
      say(timeline.playing ? "playing" : `paused at ${number(timeline.now)} seconds`);
    }
  }

  showTime() {
    const {timeline, slider} = this;
    if (document.activeElement !== slider || Number(slider.value) !== timeline.now) slider.value = String(timeline.now);
    slider.setAttribute("aria-valuetext", `${number(timeline.now)} seconds of ${number(timeline.last)}`);
    const digits = clamp(Math.ceil(2 - Math.log10(timeline.duration || 1)) + 1, 0, 9);
    const text = timeline.now.toFixed(digits).replace("-", "−");
    setText(byId("clock-time"), `${text} s`);
    setText(byId("clock-frame"), `frame ${timeline.frame + 1} / ${timeline.times.length}`);
  }
}
