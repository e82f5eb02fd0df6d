// Shapes and arrows of the planar scene.

function drawFlatShape(context, shape, stage) {
  const scale = stage.camera.scale;
  context.beginPath();
  if (shape.kind === "disk") {
    const radius = shape.radius * scale;
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fill();
    if (radius > 3) {  // a spoke, so that one sees it turn
      context.moveTo(0, 0);
      context.lineTo(radius, 0);
    }
    context.stroke();
  } else if (shape.kind === "polygon") {
    roundedPolygon(context, shape.vertices, shape.radius, scale);
    context.fill();
    context.stroke();
  } else if (shape.kind === "half space") {
    drawHalfPlane(context, shape, stage);
  } else {
    for (const [x, y] of [[5, 0], [0, 5]]) {
      context.moveTo(-x, -y);
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

// The outline of all points within a radius of a convex polygon, counterclockwise in a frame with y upwards.
function roundedPolygon(context, vertices, radius, scale) {
  const n = vertices.length;
  vertices.forEach((vertex, i) => {
    const next = vertices[(i + 1) % n], last = vertices[(i + n - 1) % n];
    const out = (a, b) => Math.atan2(-(b[0] - a[0]), b[1] - a[1]);  // direction of an edge's outer normal
    const x = vertex[0] * scale, y = -vertex[1] * scale;
    if (radius > 0) context.arc(x, y, radius * scale, -out(last, vertex), -out(vertex, next), true);
    else if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}

// A filled half plane as far as one can see, with a line on its surface.
function drawHalfPlane(context, shape, stage) {
  const scale = stage.camera.scale, far = 4 * Math.max(stage.width, stage.height) + 40 * stage.camera.size * scale;
  context.rotate(-Math.atan2(shape.normal[1], shape.normal[0]));
  const x = shape.offset * scale;
  const border = context.strokeStyle;
  context.fillStyle = mixed(colours.fixed, colours.scene, 0.45);
  context.fillRect(x - far, -far, far, 2 * far);
  context.strokeStyle = border;
  context.lineWidth = 1.5;
  context.moveTo(x, -far);
  context.lineTo(x, far);
  context.stroke();
}

function holdsPoint(shape, [x, y]) {
  if (shape.kind === "disk") return Math.hypot(x, y) <= shape.radius;
  if (shape.kind !== "polygon") return false;
  const n = shape.vertices.length;
  let inside = n > 2, nearest = Infinity;
  shape.vertices.forEach((a, i) => {
    const b = shape.vertices[(i + 1) % n], edge = [b[0] - a[0], b[1] - a[1]];
    if (edge[0] * (y - a[1]) - edge[1] * (x - a[0]) < 0) inside = false;
    const share = clamp(((x - a[0]) * edge[0] + (y - a[1]) * edge[1]) / (edge[0] ** 2 + edge[1] ** 2), 0, 1);
    nearest = Math.min(nearest, Math.hypot(x - a[0] - share * edge[0], y - a[1] - share * edge[1]));
  });
  return inside || nearest <= shape.radius;
}

function drawArrow(context, x, y, dx, dy, width) {
  const length = Math.hypot(dx, dy), ux = dx / length, uy = dy / length;
  const head = Math.min(10, 0.6 * length), half = 0.42 * head;
  context.lineWidth = width;
  context.lineCap = "butt";
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + dx - 0.8 * head * ux, y + dy - 0.8 * head * uy);
  context.stroke();
  context.beginPath();
  context.moveTo(x + dx, y + dy);
  context.lineTo(x + dx - head * ux - half * uy, y + dy - head * uy + half * ux);
  context.lineTo(x + dx - head * ux + half * uy, y + dy - head * uy - half * ux);
  context.fill();
}
