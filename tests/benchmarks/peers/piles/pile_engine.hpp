// Whoever simulates a pile, and the loop that drives and measures them all alike. C++17: a peer's headers do
// not compile as C++20.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {

struct PileSettings {
  pile::Kind kind = pile::Kind::spheres;
  int n = 10;
  int steps = 60;
  double h = 5e-3;          // [s]
  double tolerance = 1e-8;  // of contact, for those that have one
  double budget = 60.0;     // no step starts after so much time in steps [s]
};

class PileEngine {
 public:
  virtual ~PileEngine() = default;
  virtual void step() = 0;
  // pose: (7), position [m] and unit quaternion with the real part first; out.
  virtual void read_pose(int body, double* pose) const = 0;
  // What the engine says of how far the contacts of its last step are from their law, in its own measure; NaN
  // where it says nothing.
  virtual double residual() const { return std::numeric_limits<double>::quiet_NaN(); }
};

// (steps made x (2 + 7 n)): CPU time of the step [s], the residual, and the poses after it.
std::vector<double> run_pile(PileEngine& engine, const PileSettings& settings);

// quick: the iterative solver in place of the direct one.
// ODE and MuJoCo: spheres and cubes.
std::unique_ptr<PileEngine> make_ode_pile(const PileSettings& settings, bool quick);
std::unique_ptr<PileEngine> make_bullet_pile(const PileSettings& settings);
// solver: "Newton" or "CG". Throws std::runtime_error where it has no room for the pile.
std::unique_ptr<PileEngine> make_mujoco_pile(const PileSettings& settings, const char* solver);
std::unique_ptr<PileEngine> make_siconos_pile(const PileSettings& settings);

}  // namespace nsds::bench
