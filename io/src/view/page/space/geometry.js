// Geometries of which bodies, rods and arrows are copies. The attribute aShift says which way a vertex moves when
// the halves of the geometry move apart.

function geometryOf(positions, normals, shifts, index) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("aShift", new THREE.BufferAttribute(new Float32Array(shifts), 1));
  if (index) geometry.setIndex(index);
  return geometry;
}

// A surface of revolution about z. The profile goes upwards: points [r, z, shift, normal r, normal z]; two points at one
// place with two normals are an edge.
function revolved(profile, around) {
  const positions = [], normals = [], shifts = [], index = [];
  for (const [r, z, shift, nr, nz] of profile) {
    for (let i = 0; i <= around; ++i) {
      const c = Math.cos(2 * Math.PI * i / around), s = Math.sin(2 * Math.PI * i / around);
      positions.push(r * c, r * s, z);
      normals.push(nr * c, nr * s, nz);
      shifts.push(shift);
    }
  }
  for (let p = 0; p + 1 < profile.length; ++p) {
    const low = p * (around + 1), high = low + around + 1;
    for (let i = 0; i < around; ++i) {
      if (profile[p][0] > 0) index.push(low + i, low + i + 1, high + i + 1);
      if (profile[p + 1][0] > 0) index.push(low + i, high + i + 1, high + i);
    }
  }
  return geometryOf(positions, normals, shifts, index);
}

function arc(from, to, steps, shift) {
  return Array.from({length: steps + 1}, (_, i) => {
    const angle = from + (to - from) * i / steps;
    const r = Math.max(0, Math.cos(angle)), z = Math.sin(angle);
    return [r < 1e-9 ? 0 : r, z, shift, r, z];
  });
}

// What a ball is drawn on.
function squareGeometry() {
  return geometryOf([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], new Float32Array(12), new Float32Array(4), [0, 1, 2, 0, 2, 3]);
}
// Eight corners: normals are found from pixel to pixel.
function boxGeometry() {
  const corners = [], index = [];
  for (let i = 0; i < 8; ++i) corners.push(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  for (const [a, b, c, d] of [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]) index.push(a, b, c, a, c, d);
  return geometryOf(corners, new Float32Array(24), new Float32Array(8), index);
}

function shapeGeometry(kind, detail) {
  const right = Math.PI / 2, half = Math.ceil(detail.along / 2);
  if (kind === "sphere") return squareGeometry();
  if (kind === "capsule") return revolved([...arc(-right, 0, half, -1), ...arc(0, right, half, 1)], detail.around);
  if (kind === "cylinder") {
    return revolved([[0, -1, 0, 0, -1], [1, -1, 0, 0, -1], [1, -1, 0, 1, 0], [1, 1, 0, 1, 0], [1, 1, 0, 0, 1],
      [0, 1, 0, 0, 1]], detail.around);
  }
  return boxGeometry();
}

// An arrow along z whose shaft has the diameter 1; its end, with the head, moves with the length.
const arrowHead = 3.4;
function arrowGeometry() {
  return revolved([[0.5, 0, 0, 1, 0], [0.5, 0, 1, 1, 0], [1.3, 0, 1, 0, -1], [1.3, 0, 1, 0.93, 0.36],
    [0, arrowHead, 1, 0.93, 0.36]], 5);
}

// Flat triangles: each has vertices and a normal of its own.
function meshGeometry(shape) {
  const positions = [], normals = [];
  for (const triangle of shape.triangles) {
    const [a, b, c] = triangle.map((i) => shape.vertices[i]);
    const normal = unit(cross(sub(b, a), sub(c, a)));
    for (const vertex of [a, b, c]) {
      positions.push(...vertex);
      normals.push(...normal);
    }
  }
  const count = positions.length / 3;
  return geometryOf(positions, normals, new Float32Array(count), Array.from({length: count}, (_, i) => i));
}
