// Charts of all tables, and of the chosen body, with a cursor at the present time that they share.

const curvesInAChart = 8;  // as many as there are colours

// Columns of one unit share a chart, as long as one can tell them apart.
function chartsOf(table) {
  const units = new Map();
  table.columns.forEach((column, j) => {
    if (j === 0) return;
    if (!units.has(column.unit)) units.set(column.unit, []);
    units.get(column.unit).push(j);
  });
  const charts = [];
  for (const [unitName, columns] of units) {
    for (let start = 0; start < columns.length; start += curvesInAChart) {
      charts.push({table, unit: unitName, columns: columns.slice(start, start + curvesInAChart)});
    }
  }
  return charts;
}

// The motion of one body as a table.
function tableOf(run, body) {
  const {times, motion, movers, scene} = run, m = run.moverOf[body];
  const names = scene.planar ? ["x", "y"] : ["x", "y", "z"];
  const place = (k) => 3 * (k * movers.length + m);
  const there = (k) => motion.there[k * movers.length + m] === 1;
  const values = [times];
  names.forEach((_, axis) => values.push(Float64Array.from(times, (_t, k) =>
    there(k) ? motion.x[place(k) + axis] + scene.centre[axis] : NaN)));
  values.push(Float64Array.from(times, (_t, k) => speedAt(k, times, there, (i, axis) => motion.x[place(i) + axis])));
  const columns = [{name: "t", unit: "s"}, ...names.map((name) => ({name, unit: "m"})), {name: "speed", unit: "m/s"}];
  return {name: run.bodies[body].name, columns, values, rows: times.length, allRows: times.length};
}

function speedAt(k, times, there, x) {
  const before = k > 0 && there(k - 1) ? k - 1 : k, after = k + 1 < times.length && there(k + 1) ? k + 1 : k;
  if (before === after || !there(k)) return NaN;
  return Math.hypot(...[0, 1, 2].map((axis) => x(after, axis) - x(before, axis))) / (times[after] - times[before]);
}

class Charts {
  constructor(view, element) {
    this.view = view;
    this.element = element;
    this.own = view.run.tables.flatMap(chartsOf).map((chart) => new Chart(view, chart));
    this.ofBody = [];
    for (const chart of this.own) element.append(chart.figure);
    this.hint = element.parentElement.querySelector(".hint");
    this.showHint();
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(element);
  }
  showHint() { if (this.hint) this.hint.hidden = this.all.length > 0; }
  get all() { return [...this.ofBody, ...this.own]; }

  showBody(body) {
    for (const chart of this.ofBody) chart.figure.remove();
    this.ofBody = [];
    if (body >= 0 && this.view.run.moverOf[body] >= 0) {
      this.ofBody = chartsOf(tableOf(this.view.run, body)).map((chart) => new Chart(this.view, chart));
      this.element.prepend(...this.ofBody.map((chart) => chart.figure));
    }
    this.showHint();
    this.draw();
  }
  draw() { for (const chart of this.all) chart.draw(); }
  moveCursor() { for (const chart of this.all) chart.moveCursor(); }
}
