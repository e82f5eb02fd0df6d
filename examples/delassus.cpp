// Delassus's example: which of two closed contacts stay closed. A point of unit mass is at rest in the corner of two half
// planes, n_i . q >= 0, whose normals have the cosine c between them, and is loaded by a constant force f. With a_i = n_i . f
//
//   y'' = W F + a,   W = [1, c; c, 1],   0 <= y'' ⟂ F >= 0
//
// has one solution: of the four choices of contacts that stay closed one has neither a force that pulls nor an acceleration
// that penetrates. It is tempting to hold both contacts as equalities and to drop those whose force pulls. For c = -0.9,
// a = (-1, 2) both forces pull, F = (-4.2, -5.8), and yet the first contact has to stay: F = (1, 0). For c = 0.9, a = (1, 2)
// the equalities have F = (4.2, -5.8); with the second one dropped the first pulls, F_1 = -1, and the answer is F = 0. Signs
// of forces decide nothing unless there is one contact alone; a complementarity problem decides.
// V. Acary, lecture on event-tracking and time-stepping schemes (2010); J.-J. Moreau (1988).
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

namespace {

using Pair = Eigen::Vector2d;

struct Corner {
  double cosine;
  Pair a;

  Eigen::Matrix2d normals() const {
    return Eigen::Matrix2d{{1.0, 0.0}, {cosine, std::sqrt(1.0 - cosine * cosine)}};
  }
  Pair accelerations(const Pair& F) const {
    return {F[0] + cosine * F[1] + a[0], cosine * F[0] + F[1] + a[1]};
  }
  /// The forces that hold the chosen contacts as equalities.
  Pair hold(bool first, bool second) const {
    if (first && second) return Pair{cosine * a[1] - a[0], cosine * a[0] - a[1]} / (1.0 - cosine * cosine);
    return {first ? -a[0] : 0.0, second ? -a[1] : 0.0};
  }
  bool admits(const Pair& F) const {
    constexpr double rounding = 1e-12;
    return F.minCoeff() >= -rounding && accelerations(F).minCoeff() >= -rounding * (1.0 + a.norm());
  }
  LagrangianLinearTIDS& build(Model& model) const {
    auto& point = model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector::Zero(2), Matrix::Identity(2, 2));
    point.setFExt(Vector(normals().inverse() * a));
    for (Index i = 0; i < 2; ++i)
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix(normals().row(i))), point);
    return point;
  }
};

void print(const char* what, const Corner& corner, const Pair& F) {
  const Pair y = corner.accelerations(F);
  std::printf("%-24s F = (%7.3f, %7.3f), y'' = (%7.3f, %7.3f)  %s\n", what, F[0], F[1], y[0], y[1],
              corner.admits(F) ? "the answer" : (F.minCoeff() < -1e-12 ? "pulls" : "penetrates"));
}

/// Drops all contacts whose force pulls, until none does: what is tempting.
Pair dropWhatPulls(const Corner& corner) {
  std::array closed{true, true};
  for (;;) {
    const Pair F = corner.hold(closed[0], closed[1]);
    if (F.minCoeff() >= 0.0) return F;
    for (std::size_t i = 0; i < 2; ++i) closed[i] = closed[i] && F[static_cast<Index>(i)] >= 0.0;
  }
}

/// The largest difference of forces from F in steps of time stepping.
double errorOfTimeStepping(const Corner& corner, const Pair& F, double T) {
  Model model(0.0, T);
  corner.build(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, T / 50.0), MoreauJeanOSI(0.5), LCP());
  double worst = 0.0;
  simulation.run([&](const Simulation& s) {
    for (Index i = 0; i < 2; ++i) {
      const double force =
          model.interactions()[static_cast<std::size_t>(i)]->lambda()[0] * s.forcesPerMultiplier();
      worst = std::max(worst, std::abs(force - F[i]));
    }
  });
  return worst;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const Corner corner{parameters["c"], {parameters["a1"], parameters["a2"]}};
  const double T = 0.5;

  Pair F = Pair::Zero();
  int answers = 0;
  const std::array names{"both open", "the first closed", "the second closed", "both closed"};
  for (const int choice : {3, 2, 1, 0}) {
    const Pair held = corner.hold((choice & 1) != 0, (choice & 2) != 0);
    print(names[static_cast<std::size_t>(choice)], corner, held);
    if (!corner.admits(held)) continue;
    // Where a contact neither presses nor parts two choices are the same answer.
    if (answers == 0 || (held - F).norm() > 1e-9) ++answers;
    F = held;
  }
  const Pair tempting = dropWhatPulls(corner);
  print("what pulls was dropped", corner, tempting);

  Model model(0.0, T);
  const LagrangianLinearTIDS& point = corner.build(model);
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 50.0), Dopri5());
  io::Recorder recorder;
  recorder.column("x", "m", [&] { return point.q()[0]; });
  recorder.column("y", "m", [&] { return point.q()[1]; });
  for (const std::size_t i : {0U, 1U})
    recorder.column(i == 0 ? "first" : "second", "N",
                    [&model, i] { return model.interactions()[i]->lambda()[0]; });
  double forces = 0.0, motion = 0.0;  // the largest errors
  io::Run run(simulation, parameters);
  run.keep("forces", forces).keep("motion", motion);
  run(recorder, [&](const Simulation& s) {
    for (Index i = 0; i < 2; ++i)
      forces =
          std::max(forces, std::abs(model.interactions()[static_cast<std::size_t>(i)]->lambda()[0] - F[i]));
    const Pair gaps = 0.5 * s.time() * s.time() * corner.accelerations(F);
    motion = std::max(motion, (corner.normals() * point.q() - gaps).norm());
  });
  save(recorder.trajectory(), parameters);

  const double steps = errorOfTimeStepping(corner, F, T);
  std::printf("from event to event: forces within %.1e N, gaps within %.1e m of the answer\n", forces,
              motion);
  std::printf("time stepping: forces within %.1e N\n", steps);
  return verdict(answers == 1 && forces < 1e-9 && motion < 1e-9 && steps < 1e-9);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Which of two contacts stay closed is not told by signs of forces.",
                    {{"c", -0.9, "1", "cosine between the normals", -0.99, 0.99},
                     {"a1", -1.0, "m/s^2", "acceleration of the load along the first normal", -10.0, 10.0},
                     {"a2", 2.0, "m/s^2", "acceleration of the load along the second normal", -10.0, 10.0}},
                    simulate);
}
