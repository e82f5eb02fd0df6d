// Programs for the graphics: bodies of triangles.

const bodyVertexShader = `
${instanceShader}
varying vec3 vNormal;
varying vec3 vUnit;
varying vec3 vScale;
varying vec3 vTint;
varying vec3 vView;
varying float vState;
void main() {
  readCopy();
  if (aState < 0.5) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  vec3 world = instancePoint();
#ifndef EDGES
  vNormal = turned(aTurn, normal / aScale.xyz);
#endif
  vUnit = position;
  vScale = aScale.xyz;
  vTint = aTint;
  vState = aState;
  vView = cameraPosition - world;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

const lightShader = `
uniform vec3 uLight;
uniform vec3 uUp;
uniform vec3 uAccent;
vec3 lit(vec3 tint, vec3 n, vec3 toEye, float state) {
  float facing = max(dot(n, toEye), 0.0);
  float key = max(dot(n, uLight), 0.0);
  float sky = 0.5 + 0.5 * dot(n, uUp);
  vec3 colour = tint * (0.40 + 0.22 * sky + 0.52 * key) + vec3(0.05 * key * facing);
  colour *= 0.82 + 0.18 * smoothstep(0.0, 0.5, facing);
  return state > 1.5 ? mix(colour, uAccent, 0.35 + 0.5 * (1.0 - facing)) : colour;
}
`;

// EDGES is for boxes: it darkens their edges, and finds the normals of their faces from pixel to pixel.
const bodyFragmentShader = `
${lightShader}
varying vec3 vNormal;
varying vec3 vUnit;
varying vec3 vScale;
varying vec3 vTint;
varying vec3 vView;
varying float vState;
void main() {
  vec3 tint = vTint;
#ifdef EDGES
  vec3 n = normalize(cross(dFdx(vView), dFdy(vView)));
  n = dot(n, vView) < 0.0 ? -n : n;
  vec3 inside = (1.0 - abs(vUnit)) * vScale;
  float middle = max(min(inside.x, inside.y), min(max(inside.x, inside.y), inside.z));
  float width = 0.05 * min(vScale.x, min(vScale.y, vScale.z));
  tint *= 1.0 - 0.35 * (1.0 - smoothstep(width - 0.7 * fwidth(middle), width + 0.7 * fwidth(middle), middle));
#else
  vec3 n = normalize(vNormal);
#endif
  gl_FragColor = vec4(lit(tint, n, normalize(vView), vState), 1.0);
}
`;
