// One chart: curves over time, a legend whose buttons hide curves and show values.

class Chart {
  constructor(view, {table, unit: unitName, columns}) {
    Object.assign(this, {view, table, unitName, columns, hidden: new Set()});
    this.figure = element("figure");
    const abscissa = table.columns[0];
    const title = columns.length === 1 ? table.columns[columns[0]].name : table.name;
    const caption = element("figcaption", title);
    caption.append(element("span", unitName && unitName !== "1" ? `[${unitName}]` : ""));
    this.legend = element("div", "", "curves");
    columns.forEach((column, i) => this.legend.append(this.button(column, i)));
    this.plot = element("div", "", "plot");
    this.canvas = element("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label",
      `Chart of ${columns.map((j) => table.columns[j].name).join(", ")} over ${abscissa.name}`);
    this.cursor = element("div", "", "cursor");
    this.plot.append(this.canvas, this.cursor);
    this.figure.append(caption, this.legend, this.plot);
    this.listen();
  }

  button(column, i) {
    const button = element("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.append(element("i"), this.table.columns[column].name, element("b"));
    button.addEventListener("click", () => {
      if (this.hidden.has(i)) this.hidden.delete(i);
      else this.hidden.add(i);
      button.setAttribute("aria-pressed", String(!this.hidden.has(i)));
      this.draw();
    });
    return button;
  }

  // A press moves to that time, and a drag through the run.
  listen() {
    const seek = (event) => {
      const x = event.clientX - this.plot.getBoundingClientRect().left;
      this.view.timeline.seek(this.axis.low + (x - this.left) / (this.width - this.left - this.right) * (this.axis.high - this.axis.low));
    };
    this.plot.addEventListener("pointerdown", (event) => {
      this.plot.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.plot.addEventListener("pointermove", (event) => { if (event.buttons & 1) seek(event); });
  }

  draw() {
    const {width, height} = this.plot.getBoundingClientRect();
    if (width < 40) return;
    const sharpness = window.devicePixelRatio || 1;
    Object.assign(this, {width, height, left: 52, right: 8, top: 6, bottom: 20});
    this.canvas.width = Math.round(width * sharpness);
    this.canvas.height = Math.round(height * sharpness);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    this.axis = {low: this.view.timeline.first, high: this.view.timeline.last};
    if (this.axis.high <= this.axis.low) this.axis.high = this.axis.low + 1;
    this.range = this.rangeOfValues();
    this.drawAxes();
    this.columns.forEach((column, i) => {
      this.legend.children[i].style.setProperty("--curve", curveColour(i));
      if (!this.hidden.has(i)) this.drawCurve(column, curveColour(i));
    });
    this.moveCursor();
  }

  toX(t) { return this.left + (t - this.axis.low) / (this.axis.high - this.axis.low) * (this.width - this.left - this.right); }
  toY(y) {
    return this.height - this.bottom - (y - this.range.low) / (this.range.high - this.range.low) * (this.height - this.top - this.bottom);
  }

  rangeOfValues() {
    let low = Infinity, high = -Infinity;
    this.columns.forEach((column, i) => {
      if (this.hidden.has(i)) return;
      for (const value of this.table.values[column]) {
        if (!Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    });
    if (low > high) return {low: -1, high: 1};
    const size = Math.max(Math.abs(low), Math.abs(high));
    const margin = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.1 * size || 1;
    return {low: low - margin, high: high + margin};
  }

  drawAxes() {
    const {context, width, height} = this;
    context.font = "11px system-ui, sans-serif";
    context.lineWidth = 1;
    const yStep = niceStep((this.range.high - this.range.low) / Math.max(2, (height - 30) / 24));
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (let k = Math.ceil(this.range.low / yStep); k * yStep <= this.range.high; ++k) {
      const y = Math.round(this.toY(k * yStep)) + 0.5;
      this.gridLine(this.left, y, width - this.right, y, k === 0);
      context.fillStyle = colours.muted;
      canvasText(context, number(Number((k * yStep).toPrecision(9)), 4), this.left - 6, y);
    }
    const xStep = niceStep((this.axis.high - this.axis.low) / Math.max(2, (width - 60) / 70));
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (let k = Math.ceil(this.axis.low / xStep - 1e-9); k * xStep <= this.axis.high * (1 + 1e-12); ++k) {
      const x = Math.round(this.toX(k * xStep)) + 0.5;
      this.gridLine(x, this.top, x, height - this.bottom, false);
      context.fillStyle = colours.muted;
      canvasText(context, number(Number((k * xStep).toPrecision(9)), 4), Math.min(x, width - 12), height - 6);
    }
  }

  gridLine(x0, y0, x1, y1, strong) {
    this.context.strokeStyle = strong ? mixed(colours.line, colours.muted, 0.5) : mixed(colours.surface, colours.line, 0.75);
    this.context.beginPath();
    this.context.moveTo(x0, y0);
    this.context.lineTo(x1, y1);
    this.context.stroke();
  }

  drawCurve(column, colour) {
    const {context, table} = this, t = table.values[0], y = table.values[column];
    context.save();
    context.beginPath();
    context.rect(this.left, 0, this.width - this.left - this.right + 1, this.height - this.bottom + 2);
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.beginPath();
    let drawing = false;
    for (let i = 0; i < t.length; ++i) {
      if (!Number.isFinite(y[i])) { drawing = false; continue; }
      if (drawing) context.lineTo(this.toX(t[i]), this.toY(y[i]));
      else context.moveTo(this.toX(t[i]), this.toY(y[i]));
      drawing = true;
    }
    context.stroke();
    context.restore();
  }

  moveCursor() {
    if (!this.axis) return;
    const t = this.view.timeline.now;
    this.cursor.style.left = `${this.toX(clamp(t, this.axis.low, this.axis.high))}px`;
    this.cursor.style.top = `${this.top}px`;
    this.cursor.style.height = `${this.height - this.top - this.bottom}px`;
    const row = lastAtMost(this.table.values[0], t + 1e-12 * Math.abs(t));
    const roundOff = 1e-9 * (this.range.high - this.range.low);
    this.columns.forEach((column, i) => {
      const value = this.table.values[column][row];
      setText(this.legend.children[i].lastElementChild, number(Math.abs(value) < roundOff ? 0 : value));
    });
  }
}
