// Vectors are arrays of three, quaternions (x, y, z, w).

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => scale(a, 1 / (norm(a) || 1));
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// Some unit vector at a right angle to a.
function perpendicular(a) {
  return unit(cross(a, Math.abs(a[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
}

function turn(q, v) {
  const t = [2 * (q[1] * v[2] - q[2] * v[1]), 2 * (q[2] * v[0] - q[0] * v[2]), 2 * (q[0] * v[1] - q[1] * v[0])];
  return [v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1], v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
    v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0]];
}
const turnBack = (q, v) => turn([-q[0], -q[1], -q[2], q[3]], v);

function product(a, b) {
  return [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]];
}

// The shortest rotation of the z axis onto a unit vector.
function turnFromZ(direction) {
  if (direction[2] < -0.999999) return [1, 0, 0, 0];
  const q = [-direction[1], direction[0], 0, 1 + direction[2]];
  const length = Math.hypot(...q);
  return q.map((c) => c / length);
}

// 1, 2 or 5 times a power of ten, not below x.
function niceStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const factor = x / power;
  return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power;
}

// Four digits, as people write them.
function number(x, digits = 4) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size < 1e-4 || size >= 1e6
    ? x.toExponential(digits - 1).replace(/\.?0*e/, "e").replace("e+", "e")
    : String(Number(x.toPrecision(digits)));
  const [mantissa, exponent] = text.replace("-", "−").split("e");
  return exponent === undefined ? mantissa : `${mantissa}·10${superscript(exponent)}`;
}

function superscript(text) {
  return text.replace(/[-−0-9]/g, (c) => c === "-" || c === "−" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]);
}

// The last position whose value is at most x; 0 if there is none.
function lastAtMost(values, x, count = values.length) {
  let low = 0, high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}
