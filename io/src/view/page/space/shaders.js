// Programs for the graphics: bodies as instances of few geometries, the ground, and shadows on it.

const turnShader = `
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

// aScale: factors of the geometry along its axes, and by how much its halves move apart (capsules, arrows).
const instanceShader = `
attribute vec3 aPlace;
attribute vec4 aTurn;
attribute vec4 aScale;
attribute vec3 aTint;
attribute float aState;
attribute float aShift;
${turnShader}
vec3 instancePoint() {
  return aPlace + turned(aTurn, position * aScale.xyz + vec3(0.0, 0.0, aShift * aScale.w));
}
`;

const bodyVertexShader = `
${instanceShader}
varying vec3 vNormal;
varying vec3 vUnit;
varying vec3 vScale;
varying vec3 vTint;
varying vec3 vView;
varying float vState;
void main() {
  if (aState < 0.5) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  vec3 world = instancePoint();
  vNormal = turned(aTurn, normal / aScale.xyz);
  vUnit = position;
  vScale = aScale.xyz;
  vTint = aTint;
  vState = aState;
  vView = cameraPosition - world;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

// PATTERN 1 marks octants, so that one sees a ball turn; 2 darkens edges of boxes; 0 leaves the colour alone.
const bodyFragmentShader = `
uniform vec3 uLight;
uniform vec3 uUp;
uniform vec3 uAccent;
varying vec3 vNormal;
varying vec3 vUnit;
varying vec3 vScale;
varying vec3 vTint;
varying vec3 vView;
varying float vState;
void main() {
  vec3 n = normalize(vNormal);
  vec3 tint = vTint;
#if PATTERN == 1
  vec3 side = clamp(vUnit / (0.75 * fwidth(vUnit) + 1e-5), -1.0, 1.0);
  tint *= 0.90 - 0.16 * side.x * side.y * side.z;
#elif PATTERN == 2
  vec3 inside = (1.0 - abs(vUnit)) * vScale;
  float middle = max(min(inside.x, inside.y), min(max(inside.x, inside.y), inside.z));
  float width = 0.05 * min(vScale.x, min(vScale.y, vScale.z));
  tint *= 1.0 - 0.35 * (1.0 - smoothstep(width - 0.7 * fwidth(middle), width + 0.7 * fwidth(middle), middle));
#endif
  float facing = max(dot(n, normalize(vView)), 0.0);
  float key = max(dot(n, uLight), 0.0);
  float sky = 0.5 + 0.5 * dot(n, uUp);
  vec3 colour = tint * (0.40 + 0.22 * sky + 0.52 * key) + vec3(0.05 * key * facing);
  colour *= 0.82 + 0.18 * smoothstep(0.0, 0.5, facing);
  if (vState > 1.5) colour = mix(colour, uAccent, 0.35 + 0.5 * (1.0 - facing));
  gl_FragColor = vec4(colour, 1.0);
}
`;

// The colour of the ground at a point: a grid that fades into the background far away.
const groundShader = `
uniform vec3 uBackground;
uniform vec3 uGround;
uniform vec3 uGridLine;
uniform vec3 uAlong;
uniform vec3 uAcross;
uniform vec3 uMiddle;
uniform float uStep;
uniform float uReach;
float gridLine(float x) {
  float width = fwidth(x);
  float distance = abs(fract(x - 0.5) - 0.5);
  return (1.0 - smoothstep(0.5 * width, 1.5 * width, distance)) * (1.0 - smoothstep(0.15, 0.5, width));
}
vec3 groundColour(vec3 world, float light) {
  vec2 p = vec2(dot(world, uAlong), dot(world, uAcross)) / uStep;
  float line = max(gridLine(p.x), gridLine(p.y));
  float strong = max(gridLine(p.x / 5.0), gridLine(p.y / 5.0));
  vec3 colour = mix(uGround, uGridLine, max(0.5 * line, strong)) * light;
  float far = smoothstep(0.25, 1.0, length(world - uMiddle) / uReach);
  return mix(colour, uBackground, far);
}
`;

const groundVertexShader = `
varying vec3 vWorld;
void main() {
  vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}
`;
const groundFragmentShader = `
varying vec3 vWorld;
uniform float uOpacity;
${groundShader}
void main() { gl_FragColor = vec4(groundColour(vWorld, 1.0), uOpacity); }
`;

// A body flattened onto the ground along the light.
const shadowVertexShader = `
uniform vec3 uLight;
uniform vec3 uNormal;
uniform float uHeight;
varying vec3 vWorld;
${instanceShader}
void main() {
  vec3 world = instancePoint();
  float above = dot(world, uNormal) - uHeight;
  if (aState < 0.5 || dot(aPlace, uNormal) < uHeight) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  vWorld = world - uLight * max(above, 0.0) / dot(uLight, uNormal);
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}
`;
const shadowFragmentShader = `
varying vec3 vWorld;
uniform float uShade;
${groundShader}
void main() { gl_FragColor = vec4(groundColour(vWorld, uShade), 1.0); }
`;
