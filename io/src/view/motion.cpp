#include "view/motion.hpp"

#include <algorithm>
#include <cmath>

#include "view/planes.hpp"

namespace nsds::io::view {

namespace {

constexpr double kFarthest = 1 << 30;  // steps, so that differences of differences fit into 32 bits
// The component that is left out is another one once it is smaller than this: below 0.5, so that one of the others
// is surely larger, and not far below, for its error grows as 1 / it.
constexpr double kSmallestLeftOut = 0.45;

// Predicts a channel of one body along a straight line; after a break from nothing, then from the last value alone.
class Predictor {
 public:
  void restart() { known_ = 0; }
  /// Gives the difference to what was predicted, modulo 2^32.
  std::uint32_t residual(std::uint32_t value) {
    const std::uint32_t predicted = known_ == 0 ? 0 : known_ == 1 ? last_ : 2 * last_ - beforeLast_;
    beforeLast_ = last_;
    last_ = value;
    known_ = std::min(known_ + 1, 2);
    return value - predicted;
  }

 private:
  std::uint32_t last_ = 0;
  std::uint32_t beforeLast_ = 0;
  int known_ = 0;
};

class Encoder {
 public:
  Encoder(const Scene& scene, const Extent& extent, int level) : scene_(scene), extent_(extent) {
    motion_.positionStep = std::ldexp(extent.size, level - 17);
    motion_.rotationStep = std::ldexp(1.0, level - 15);
    // Rounding moves each coordinate by half a step.
    motion_.positionError = 0.5 * std::sqrt(3.0) * motion_.positionStep;
    // Each of three components is off by e = step / 2, at most, and the fourth by |Σ q_i e| / 0.45 ≤ √3 e 0.893 / 0.45.
    // The angle is twice the length of the error in R⁴.
    const double others = std::sqrt(1.0 - kSmallestLeftOut * kSmallestLeftOut) / kSmallestLeftOut;
    motion_.rotationError = std::sqrt(3.0 * (1.0 + others * others)) * motion_.rotationStep;
  }

  Motion encode() {
    const std::vector<const Pose*> poses = byBody();
    const std::size_t frames = scene_.frames.size();
    for (std::size_t start = 0; start < poses.size(); start += frames) {
      for (Predictor& predictor : position_) predictor.restart();
      for (Predictor& predictor : rotation_) predictor.restart();
      leftOut_ = 4;
      for (std::size_t k = 0; k < frames; ++k) append(poses[start + k]);
    }
    appendPlanes(motion_.bytes, present_, 1);
    appendPlanes(motion_.bytes, chart_, 1);
    for (const auto& channel : positions_) appendPlanes(motion_.bytes, channel, 4);
    for (const auto& channel : rotations_) appendPlanes(motion_.bytes, channel, 2);
    return std::move(motion_);
  }

 private:
  // The poses of the first moving body over all frames, then those of the second; null where it is not there.
  std::vector<const Pose*> byBody() const {
    std::vector<std::size_t> start(scene_.bodies.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      start[i] = count;
      if (scene_.bodies[i].moving) count += scene_.frames.size();
    }
    std::vector<const Pose*> poses(count, nullptr);
    for (std::size_t k = 0; k < scene_.frames.size(); ++k) {
      for (const BodyPose& placed : scene_.frames[k].poses) poses[start[placed.body] + k] = &placed.pose;
    }
    return poses;
  }

  void append(const Pose* pose) {
    present_.push_back(pose == nullptr ? 0 : 1);
    if (pose == nullptr) {
      for (Predictor& predictor : position_) predictor.restart();
      leftOut_ = 4;
      chart_.push_back(0);
      for (auto& channel : positions_) channel.push_back(0);
      for (auto& channel : rotations_) channel.push_back(0);
      return;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const double steps = (pose->x[i] - extent_.centre[i]) / motion_.positionStep;
      const auto whole = static_cast<std::int32_t>(std::lround(std::clamp(steps, -kFarthest, kFarthest)));
      positions_[i].push_back(zigzag(position_[i].residual(static_cast<std::uint32_t>(whole))));
    }
    appendRotation(pose->quaternion);
  }

  void appendRotation(std::array<double, 4> q) {
    double square = 0.0;
    for (const double component : q) square += component * component;
    for (double& component : q) component /= std::sqrt(square);
    if (leftOut_ == 4 || std::abs(q[leftOut_]) < kSmallestLeftOut) {
      const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
      leftOut_ = static_cast<std::size_t>(std::max_element(q.begin(), q.end(), larger) - q.begin());
      for (Predictor& predictor : rotation_) predictor.restart();
    }
    const double sign = q[leftOut_] < 0.0 ? -1.0 : 1.0;
    chart_.push_back(static_cast<std::uint8_t>(leftOut_));
    std::size_t channel = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == leftOut_) continue;
      const auto whole = static_cast<std::int32_t>(std::lround(sign * q[i] / motion_.rotationStep));
      const std::uint32_t residual = rotation_[channel].residual(static_cast<std::uint32_t>(whole));
      // 16 bits are enough: the reader takes the sum modulo 2^16, and components lie within 2^15.
      const auto narrow = static_cast<std::int16_t>(static_cast<std::uint16_t>(residual));
      const auto wide = static_cast<std::uint32_t>(static_cast<std::int32_t>(narrow));
      rotations_[channel].push_back(static_cast<std::uint16_t>(zigzag(wide)));
      ++channel;
    }
  }

  const Scene& scene_;
  const Extent& extent_;
  Motion motion_;
  std::array<Predictor, 3> position_;
  std::array<Predictor, 3> rotation_;
  std::size_t leftOut_ = 4;  // component that is left out at present; 4 for none
  std::vector<std::uint8_t> present_;
  std::vector<std::uint8_t> chart_;
  std::array<std::vector<std::uint32_t>, 3> positions_;
  std::array<std::vector<std::uint16_t>, 3> rotations_;
};

}  // namespace

Motion encodeMotion(const Scene& scene, const Extent& extent, int level) {
  return Encoder(scene, extent, level).encode();
}

}  // namespace nsds::io::view
