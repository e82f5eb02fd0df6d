// Balls are squares that face the eye; each pixel finds where its ray meets the ball. Without graphics hardware that is many times
// faster than triangles, and the outline is round at any distance.

// The square holds the outline of the ball, which a near eye sees larger than its radius.
const ballVertexShader = `
${instanceShader}
varying vec3 vWorld;
varying vec4 vBall;
varying vec4 vTurn;
varying vec3 vTint;
varying float vState;
void main() {
  readCopy();
  vec3 toEye = cameraPosition - aPlace;
  float distance = length(toEye), r = aScale.x;
  if (aState < 0.5 || distance <= 1.001 * r) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  vec3 back = toEye / distance;
  vec3 right = normalize(cross(vec3(viewMatrix[0][1], viewMatrix[1][1], viewMatrix[2][1]), back));
  float reach = r * distance / sqrt(distance * distance - r * r);
  vWorld = aPlace + reach * (position.x * right + position.y * cross(back, right));
  vBall = vec4(aPlace, r);
  vTurn = aTurn;
  vTint = aTint;
  vState = aState;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}
`;

// OCTANTS have two tones, so that one sees a ball turn. Alpha is the share of the pixel that the ball covers, which
// smooths the outline where the canvas has several samples for a pixel.
const ballFragmentShader = `
uniform mat4 projectionMatrix;
${turnShader}
${lightShader}
varying vec3 vWorld;
varying vec4 vBall;
varying vec4 vTurn;
varying vec3 vTint;
varying float vState;
void main() {
  vec3 ray = normalize(vWorld - cameraPosition);
  vec3 origin = cameraPosition - vBall.xyz;
  float along = dot(origin, ray);
  vec3 nearest = origin - along * ray;
  float inside = 1.0 - dot(nearest, nearest) / (vBall.w * vBall.w);
  float edge = fwidth(inside);
  if (inside <= -0.5 * edge) discard;
  float depth = -along - vBall.w * sqrt(max(inside, 0.0));
  vec3 hit = origin + depth * ray;
  vec3 n = normalize(hit);
  vec3 tint = vTint;
#ifdef OCTANTS
  vec3 local = turned(vec4(-vTurn.xyz, vTurn.w), n);
  vec3 side = clamp(local / (0.75 * fwidth(local) + 1e-5), -1.0, 1.0);
  tint *= 0.90 - 0.16 * side.x * side.y * side.z;
#endif
  gl_FragColor = vec4(lit(tint, n, -ray, vState), clamp(0.5 + inside / max(edge, 1e-6), 0.0, 1.0));
  vec4 clip = projectionMatrix * viewMatrix * vec4(hit + vBall.xyz, 1.0);
  gl_FragDepthEXT = 0.5 * clip.z / clip.w + 0.5;
}
`;
