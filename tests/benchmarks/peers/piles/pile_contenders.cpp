#include "benchmarks/peers/piles/pile_contenders.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/piles/pile_overlap.hpp"
#include "benchmarks/workloads/pile_scene.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::bench {
namespace {

using Record = std::optional<std::vector<double>>;

class OwnPile final : public PileEngine {
 public:
  explicit OwnPile(const PileSettings& pile) : run_(builder_of(pile.kind)(own_settings(pile))) {
    run_.simulation->initialize();
  }

  void step() override {
    run_.simulation->computeOneStep();
    run_.simulation->nextStep();
  }

  void read_pose(int body, double* pose) const override {
    const auto& system = *run_.model->nsds().systems()[static_cast<std::size_t>(body)];
    Eigen::Map<Eigen::VectorXd>(pose, 7) = dynamic_cast<const NewtonEulerDS&>(system).q();
  }

  double residual() const override { return run_.simulation->statistics().worstResidual; }

 private:
  static Run (*builder_of(pile::Kind kind))(const Settings&) {
    if (kind == pile::Kind::spheres) return build_spheres;
    return kind == pile::Kind::cubes ? build_cubes : build_hulls;
  }

  Run run_;
};

// A single step may take as long as all.
double limit(const PileSettings& settings) {
  return 2.0 * settings.budget + 10.0;
}

// make: an engine for the settings it is given; called in the child.
template <class Make>
PileContender linked(const std::string& name, bool has_tolerance, bool has_hulls, Make make) {
  return {name, has_tolerance, has_hulls, [make](const PileSettings& settings) {
            return guarded(limit(settings), [&] {
              const auto engine = make(settings);
              return run_pile(*engine, settings);
            });
          }};
}

#ifdef NSDS_SICONOS_PILE
constexpr const char* kind_names[] = {"spheres", "cubes", "hulls"};

Record run_siconos_pile(const PileSettings& settings) {
  std::ostringstream words;
  words.precision(17);
  words << settings.n << ' ' << settings.steps << ' ' << settings.h << ' ' << settings.tolerance << ' '
        << settings.budget;
  std::vector<std::string> program{NSDS_SICONOS_PILE, kind_names[static_cast<std::size_t>(settings.kind)]};
  std::istringstream parts(words.str());
  for (std::string word; parts >> word;) program.push_back(word);
  return guarded_program(limit(settings), program);
}
#endif

}  // namespace

Settings own_settings(const PileSettings& pile) {
  Settings settings;
  settings.n = pile.n;
  settings.h = pile.h;
  settings.steps = pile.steps;
  settings.tolerance = pile.tolerance;
  settings.solver = nsds_solver_at(NSDS_CLASS_FRICTION_CONTACT, 0)->name;
  return settings;
}

double PileOutcome::total(std::size_t steps) const {
  const auto count = static_cast<std::ptrdiff_t>(std::min(steps, seconds.size()));
  return std::accumulate(seconds.begin(), seconds.begin() + count, 0.0);
}

std::vector<PileContender> pile_contenders() {
  std::vector<PileContender> all;
  all.push_back(
      linked("ours", true, true, [](const PileSettings& s) { return std::make_unique<OwnPile>(s); }));
#ifdef NSDS_SICONOS_PILE
  all.push_back({"Siconos NSGS", true, true, run_siconos_pile});
#endif
#ifdef NSDS_HAS_ODE
  all.push_back(
      linked("ODE quickstep", false, false, [](const PileSettings& s) { return make_ode_pile(s, true); }));
  all.push_back(
      linked("ODE worldstep", false, false, [](const PileSettings& s) { return make_ode_pile(s, false); }));
#endif
#ifdef NSDS_HAS_BULLET
  all.push_back(linked("Bullet sequential impulses", false, true,
                       [](const PileSettings& s) { return make_bullet_pile(s); }));
#endif
#ifdef NSDS_HAS_MUJOCO
  for (const char* solver : {"Newton", "CG"})
    all.push_back(linked(std::string("MuJoCo ") + solver, true, false,
                         [solver](const PileSettings& s) { return make_mujoco_pile(s, solver); }));
#endif
  return all;
}

std::optional<PileOutcome> simulate_pile(const PileContender& contender, const PileSettings& settings) {
  const Record record = contender.simulate(settings);
  const std::size_t row = 2 + 7 * static_cast<std::size_t>(settings.n);
  if (!record || record->empty() || record->size() % row != 0) return std::nullopt;
  PileOutcome outcome;
  for (std::size_t at = 0; at < record->size(); at += row) {
    outcome.seconds.push_back((*record)[at]);
    // Infinite before the first problem.
    const double said = (*record)[at + 1];
    if (std::isfinite(said) && !(said <= outcome.residual)) outcome.residual = said;
    outcome.penetration = std::max(outcome.penetration,
                                   deepest_penetration(settings.kind, settings.n, record->data() + at + 2));
  }
  const double* poses = record->data() + record->size() - row + 2;
  for (int i = 0; i < settings.n; ++i)
    outcome.drift = std::max(outcome.drift, std::fabs(poses[7 * i + 2] - pile::start(i, settings.n)[2]));
  outcome.check = poses[7 * (settings.n - 1) + 2];
  return outcome;
}

}  // namespace nsds::bench
