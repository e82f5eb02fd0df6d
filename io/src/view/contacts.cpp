#include "view/contacts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "view/planes.hpp"

namespace nsds::io::view {

namespace {

using Channel = std::vector<std::uint32_t>;

std::uint32_t wholeSteps(double x, double step) {
  constexpr double farthest = 1 << 30;
  const auto whole = static_cast<std::int32_t>(std::lround(std::clamp(x / step, -farthest, farthest)));
  return static_cast<std::uint32_t>(whole);
}

// The unit sphere on a square: projected on the octahedron |x| + |y| + |z| = 1, whose lower half is folded outwards.
Vector2 octahedral(const Vector3& normal) {
  const double sum = std::abs(normal[0]) + std::abs(normal[1]) + std::abs(normal[2]);
  const double u = normal[0] / sum;
  const double v = normal[1] / sum;
  if (normal[2] >= 0.0) return {u, v};
  return {std::copysign(1.0 - std::abs(v), u), std::copysign(1.0 - std::abs(u), v)};
}

// The upper 24 bits of a float, rounded.
std::uint32_t shortFloat(double x) {
  constexpr double largest = 3e38;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(x, -largest, largest)));
  return (bits + 0x80U) >> 8;
}

}  // namespace

ContactBytes encodeContacts(const Scene& scene, const Extent& extent, std::size_t stride) {
  ContactBytes result;
  result.step = std::ldexp(extent.size, -16);
  Channel frames, counts;
  std::array<Channel, 2> bodies, normals;
  std::array<Channel, 3> points, forces;
  std::array<std::uint32_t, 2> last{};
  for (std::size_t k = 0; k < scene.frames.size(); k += stride) {
    const std::vector<Contact>& contacts = scene.frames[k].contacts;
    frames.push_back(static_cast<std::uint32_t>(k));
    counts.push_back(static_cast<std::uint32_t>(contacts.size()));
    for (const Contact& contact : contacts) {
      const std::array<std::uint32_t, 2> met{contact.body1, contact.body2};
      const Vector2 square = octahedral(contact.normal);
      for (std::size_t i = 0; i < 2; ++i) {
        bodies[i].push_back(zigzag(met[i] - last[i]));
        normals[i].push_back(static_cast<std::uint32_t>(std::lround((square[i] + 1.0) * 16383.0)));
      }
      last = met;
      for (std::size_t i = 0; i < 3; ++i) {
        points[i].push_back(zigzag(wholeSteps(contact.point[i] - extent.centre[i], result.step)));
        forces[i].push_back(shortFloat(contact.force[i]));
      }
    }
    result.contacts += contacts.size();
  }
  result.frames = frames.size();
  appendPlanes(result.bytes, frames, 4);
  appendPlanes(result.bytes, counts, 4);
  for (const Channel& channel : bodies) appendPlanes(result.bytes, channel, 4);
  for (const Channel& channel : points) appendPlanes(result.bytes, channel, 4);
  for (const Channel& channel : normals) appendPlanes(result.bytes, channel, 2);
  for (const Channel& channel : forces) appendPlanes(result.bytes, channel, 3);
  return result;
}

}  // namespace nsds::io::view
