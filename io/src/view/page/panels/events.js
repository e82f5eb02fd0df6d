// The events of the run: marks above the slider, and a list of those around the present time.

const eventsAround = 12;

class Events {
  constructor(view) {
    this.view = view;
    this.all = view.run.scene.events;
    this.list = byId("events");
    this.times = this.all.map((event) => event.time);
    this.from = -1;
    byId("events-section").hidden = this.all.length === 0;
    this.drawMarks();
  }

  drawMarks() {
    const {timeline} = this.view;
    const marks = new Set(this.times.filter((t) => t >= timeline.first && t <= timeline.last)
      .map((t) => Math.round(2000 * (t - timeline.first) / (timeline.duration || 1)) / 2));
    byId("ticks").firstElementChild.setAttribute("d", [...marks].map((x) => `M${x} 3v7`).join(""));
  }

  show() {
    if (this.all.length === 0) return;
    const t = this.view.timeline.now;
    const now = this.times[0] > t ? -1 : lastAtMost(this.times, t);
    if (now === this.now) return;
    this.now = now;
    const from = clamp(now - eventsAround / 2, 0, Math.max(0, this.all.length - eventsAround));
    if (from !== this.from) this.fill(from);
    [...this.list.querySelectorAll("li[data-event]")].forEach((item) => item.classList.toggle("now", Number(item.dataset.event) === now));
  }

  fill(from) {
    this.from = from;
    const shown = this.all.slice(from, from + eventsAround);
    const items = shown.map((event, k) => {
      const item = element("li"), button = element("button", "", "plain");
      item.dataset.event = String(from + k);
      button.type = "button";
      button.append(element("time", `${number(event.time, 6)} s`), element("span", event.text));
      button.addEventListener("click", () => this.view.timeline.seek(event.time));
      item.append(button);
      return item;
    });
    const rest = this.all.length - from - shown.length;
    if (from > 0) items.unshift(element("li", `${from} earlier`, "more"));
    if (rest > 0) items.push(element("li", `${rest} later`, "more"));
    this.list.replaceChildren(...items);
  }

  // To the next event, or the one before.
  go(direction) {
    const {timeline} = this.view;
    const later = this.times.filter((t) => t > timeline.now + 1e-9 * timeline.duration);
    const earlier = this.times.filter((t) => t < timeline.now - 1e-9 * timeline.duration);
    const t = direction > 0 ? later[0] : earlier[earlier.length - 1];
    if (t === undefined) return;
    timeline.seek(t);
    say(this.all[lastAtMost(this.times, t)].text);
  }
}
