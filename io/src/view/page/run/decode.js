// Reads the run out of the page. planes.hpp, motion.hpp and contacts.hpp say what the bytes mean.

async function unpacked(id) {
  const element = document.getElementById(id);
  if (!element) return null;
  const text = atob(element.textContent);
  element.remove();
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Takes numbers off the front of bytes, plane by plane.
class PlaneReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  unsigned(count, planes) {
    const values = new Uint32Array(count);
    for (let plane = 0; plane < planes; ++plane) {
      const start = this.at + plane * count;
      for (let i = 0; i < count; ++i) values[i] |= this.bytes[start + i] << (8 * plane);
    }
    this.at += count * planes;
    return values;
  }
  signed(count, planes) {
    const values = new Int32Array(this.unsigned(count, planes).buffer);
    for (let i = 0; i < count; ++i) values[i] = (values[i] >>> 1) ^ -(values[i] & 1);
    return values;
  }
  doubles(count) {
    const values = new Float64Array(count);
    const bytes = new Uint8Array(values.buffer);
    for (let plane = 0; plane < 8; ++plane) {
      for (let i = 0; i < count; ++i) bytes[8 * i + plane] = this.bytes[this.at + plane * count + i];
    }
    this.at += 8 * count;
    return values;
  }
}

// Positions are relative to the centre of the scene; frame by frame, so that one frame lies together.
function decodeMotion(bytes, scene, movers) {
  const frames = scene.frames, count = frames * movers;
  const reader = new PlaneReader(bytes);
  const present = reader.unsigned(count, 1), chart = reader.unsigned(count, 1);
  const x = [0, 1, 2].map(() => reader.signed(count, 4));
  const r = [0, 1, 2].map(() => reader.signed(count, 2));
  const motion = {there: new Uint8Array(count), x: new Float32Array(3 * count), q: new Float32Array(4 * count)};
  for (let body = 0; body < movers; ++body) {
    decodePresence(motion, present, body, frames, movers);
    for (let axis = 0; axis < 3; ++axis) decodePosition(motion, present, x[axis], axis, body, scene, movers);
    decodeRotation(motion, present, chart, r, body, scene, movers);
  }
  return motion;
}

function decodePresence(motion, present, body, frames, movers) {
  for (let k = 0; k < frames; ++k) motion.there[k * movers + body] = present[body * frames + k];
}

function decodePosition(motion, present, residuals, axis, body, scene, movers) {
  let known = 0, last = 0, before = 0;
  for (let k = 0; k < scene.frames; ++k) {
    const i = body * scene.frames + k;
    if (!present[i]) { known = 0; continue; }
    const predicted = known === 0 ? 0 : known === 1 ? last : 2 * last - before;
    const value = (residuals[i] + predicted) | 0;
    before = last;
    last = value;
    known = Math.min(known + 1, 2);
    motion.x[3 * (k * movers + body) + axis] = value * scene.positionStep;
  }
}

// The stored order of components is w, x, y, z; three.js and the shaders have x, y, z, w.
function decodeRotation(motion, present, chart, residuals, body, scene, movers) {
  let known = 0, leftOut = 4;
  const last = [0, 0, 0], before = [0, 0, 0], q = [0, 0, 0, 0];
  for (let k = 0; k < scene.frames; ++k) {
    const i = body * scene.frames + k;
    if (!present[i]) { leftOut = 4; continue; }
    if (chart[i] !== leftOut) known = 0;
    leftOut = chart[i];
    let square = 0;
    for (let c = 0, component = 0; component < 4; ++component) {
      if (component === leftOut) continue;
      const predicted = known === 0 ? 0 : known === 1 ? last[c] : 2 * last[c] - before[c];
      const value = ((residuals[c][i] + predicted) << 16) >> 16;
      before[c] = last[c];
      last[c] = value;
      q[component] = value * scene.rotationStep;
      square += q[component] * q[component];
      ++c;
    }
    known = Math.min(known + 1, 2);
    q[leftOut] = Math.sqrt(Math.max(0, 1 - square));
    const at = 4 * (k * movers + body);
    motion.q[at] = q[1];
    motion.q[at + 1] = q[2];
    motion.q[at + 2] = q[3];
    motion.q[at + 3] = q[0];
  }
}

function decodeContacts(bytes, scene) {
  const {frames, count, step} = scene.contacts;
  const reader = new PlaneReader(bytes);
  const contacts = {frames: reader.unsigned(frames, 4), start: new Uint32Array(frames + 1)};
  const counts = reader.unsigned(frames, 4);
  for (let k = 0; k < frames; ++k) contacts.start[k + 1] = contacts.start[k] + counts[k];
  contacts.body = [0, 1].map(() => {
    const bodies = reader.signed(count, 4);
    for (let i = 1; i < count; ++i) bodies[i] = (bodies[i] + bodies[i - 1]) | 0;  // -1 for space
    return bodies;
  });
  contacts.point = new Float32Array(3 * count);
  for (let axis = 0; axis < 3; ++axis) {
    const values = reader.signed(count, 4);
    for (let i = 0; i < count; ++i) contacts.point[3 * i + axis] = values[i] * step;
  }
  const u = reader.unsigned(count, 2), v = reader.unsigned(count, 2);
  contacts.normal = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) contacts.normal.set(fromOctahedron(u[i] / 16383 - 1, v[i] / 16383 - 1), 3 * i);
  contacts.force = new Float32Array(3 * count);
  const one = new DataView(new ArrayBuffer(4));
  for (let axis = 0; axis < 3; ++axis) {
    const values = reader.unsigned(count, 3);
    for (let i = 0; i < count; ++i) {
      one.setUint32(0, values[i] << 8);
      contacts.force[3 * i + axis] = one.getFloat32(0);
    }
  }
  return contacts;
}

function fromOctahedron(u, v) {
  let x = u, y = v;
  const z = 1 - Math.abs(u) - Math.abs(v);
  if (z < 0) {
    x = (1 - Math.abs(v)) * (u < 0 ? -1 : 1);
    y = (1 - Math.abs(u)) * (v < 0 ? -1 : 1);
  }
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

async function readRun() {
  const scene = JSON.parse(document.getElementById("scene-data").textContent);
  const run = {scene, bodies: scene.bodies, movers: [], times: null, motion: null, contacts: null, tables: []};
  run.moverOf = scene.bodies.map((body, i) => body.fixed ? -1 : run.movers.push(i) - 1);
  const times = await unpacked("times");
  if (times) run.times = new PlaneReader(times).doubles(scene.frames);
  const motion = await unpacked("motion");
  if (motion) run.motion = decodeMotion(motion, scene, run.movers.length);
  const contacts = await unpacked("contacts");
  if (contacts) run.contacts = decodeContacts(contacts, scene);
  const series = await unpacked("series");
  if (series) {
    const reader = new PlaneReader(series);
    run.tables = scene.series.map((table) => ({...table, values: table.columns.map(() => reader.doubles(table.rows))}));
  }
  if (!run.times) run.times = run.tables[0].values[0].filter((t, i, all) => i === 0 || t > all[i - 1]);
  return run;
}
