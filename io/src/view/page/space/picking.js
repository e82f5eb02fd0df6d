// Which body a ray hits first.

// Distance along a ray to a shape in its own frame; Infinity for none. The direction is a unit vector.
const hitShape = {
  "sphere": (shape, o, d) => hitSphere(o, d, shape.radius),
  "box": (shape, o, d) => hitBox(o, d, shape.half),
  "capsule": (shape, o, d) => Math.min(hitSide(o, d, shape),
    ...[-1, 1].map((side) => hitSphere(sub(o, [0, 0, side * shape.halfLength]), d, shape.radius))),
  "cylinder": (shape, o, d) => Math.min(hitSide(o, d, shape), hitLid(o, d, shape, 1), hitLid(o, d, shape, -1)),
  "mesh": (shape, o, d) => shape.triangles.reduce(
    (least, triangle) => Math.min(least, hitTriangle(o, d, ...triangle.map((i) => shape.vertices[i]))), Infinity),
};

function hitSphere(o, d, radius) {
  const b = dot(o, d), root = b * b - dot(o, o) + radius * radius;
  if (root < 0) return Infinity;
  const t = -b - Math.sqrt(root);
  return t > 0 ? t : Infinity;
}

function hitBox(o, d, half) {
  let near = 0, far = Infinity;
  for (let i = 0; i < 3; ++i) {
    const a = (-half[i] - o[i]) / d[i], b = (half[i] - o[i]) / d[i];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far && near > 0 ? near : Infinity;
}

function hitSide(o, d, shape) {
  const a = d[0] * d[0] + d[1] * d[1], b = o[0] * d[0] + o[1] * d[1];
  const root = b * b - a * (o[0] * o[0] + o[1] * o[1] - shape.radius * shape.radius);
  if (root < 0 || a === 0) return Infinity;
  const t = (-b - Math.sqrt(root)) / a;
  return t > 0 && Math.abs(o[2] + t * d[2]) <= shape.halfLength ? t : Infinity;
}

function hitLid(o, d, shape, side) {
  const t = (side * shape.halfLength - o[2]) / d[2];
  return t > 0 && Math.hypot(o[0] + t * d[0], o[1] + t * d[1]) <= shape.radius ? t : Infinity;
}

function hitTriangle(o, d, a, b, c) {
  const e1 = sub(b, a), e2 = sub(c, a), p = cross(d, e2), determinant = dot(e1, p);
  if (Math.abs(determinant) < 1e-300) return Infinity;
  const s = sub(o, a), u = dot(s, p) / determinant;
  if (u < 0 || u > 1) return Infinity;
  const q = cross(s, e1), v = dot(d, q) / determinant;
  if (v < 0 || u + v > 1) return Infinity;
  const t = dot(e2, q) / determinant;
  return t > 0 ? t : Infinity;
}

// The body whose surface comes first; -1 for none. Half spaces are behind everything and not picked.
function pickBody(run, poses, origin, direction) {
  let best = -1, least = Infinity;
  run.bodies.forEach((body, i) => {
    if (!poses.isThere(i)) return;
    const o = turnBack(poses.rotation(i), sub(origin, poses.position(i)));
    const d = turnBack(poses.rotation(i), direction);
    for (const part of body.parts || [{shape: -1}]) {
      const shape = run.scene.shapes[part.shape] || {kind: "sphere", radius: 0.4 * run.scene.radius};
      const hit = hitShape[shape.kind];
      if (!hit) continue;
      const q = fromScalarFirst(part.q);
      const t = hit(shape, turnBack(q, sub(o, part.x || [0, 0, 0])), turnBack(q, d));
      if (t < least) [best, least] = [i, t];
    }
  });
  return best;
}
