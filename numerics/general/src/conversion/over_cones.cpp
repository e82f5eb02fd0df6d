// Linear complementarity over cones as a variational inequality and back, as a convex program, and of friction without its shift.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "conversion/conversion.hpp"
#include "conversion/given.hpp"
#include "conversion/same_unknowns.hpp"
#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "soclcp/problem.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::conversion {
namespace {

// Both problems have the same unknowns in the same cones, and the map M z + q.
class OverCones : public nsds_conversion {
 public:
  OverCones(nsds_class given_class, OwnedMatrix made, std::vector<double> vector,
            std::vector<nsds_cone> blocks)
      : M(std::move(made)), q(std::move(vector)), cones(std::move(blocks)) {
    info.given_class = given_class;
    info.given_size = static_cast<std::int32_t>(q.size());
  }

  void back(const Point& converted, const Result& given) const override {
    project(converted.z.data(), given.z.data());
  }
  void forward(const Point& given, const Result& converted) const override {
    project(given.z.data(), converted.z.data());
    if (converted.multipliers.empty()) return;  // of a program they are w
    std::copy(q.begin(), q.end(), converted.multipliers.begin());
    add_product(M, 1.0, converted.z.data(), converted.multipliers.data());
  }

  void project(const double* x, double* out) const {
    for (const nsds_cone& cone : cones) {
      const std::size_t k = index(cone.size);
      if (cone.kind == NSDS_CONE_LORENTZ) vi::project_onto_lorentz({cone.mu, {x, k}}, out);
      for (std::size_t i = 0; i < k && cone.kind != NSDS_CONE_LORENTZ; ++i)
        out[i] = cone.kind == NSDS_CONE_FREE ? x[i] : std::max(x[i], 0.0);
      x += k;
      out += k;
    }
  }

  void bind_vi(nonlinear::ScalarUnits units) {
    map_.emplace(M, q.data(), arena_);
    nsds_vi vi;
    nsds_vi_init(&vi);
    vi.size = info.given_size;
    vi.F = map_->map();
    vi.set = NSDS_VI_CONES;
    vi.cone_count = static_cast<std::int32_t>(cones.size());
    vi.cones = cones.data();
    vi.scale_z = units.z;
    vi.scale_w = units.w;
    problem = vi;
  }

  void bind_soclcp(double scale_z, double scale_w) {
    nsds_soclcp soclcp;
    nsds_soclcp_init(&soclcp);
    soclcp.size = info.given_size;
    soclcp.M = &M;
    soclcp.q = q.data();
    soclcp.cone_count = static_cast<std::int32_t>(cones.size());
    soclcp.cones = cones.data();
    soclcp.scale_z = scale_z;
    soclcp.scale_w = scale_w;
    problem = soclcp;
  }

  void bind_program() {
    nsds_convex_qp program;
    nsds_convex_qp_init(&program);
    program.size = program.rows = info.given_size;
    program.M = &M;
    program.q = q.data();
    program.project = call_project;
    program.user = this;
    problem = program;
  }

  OwnedMatrix M;
  std::vector<double> q;
  std::vector<nsds_cone> cones;

 private:
  static int call_project(void* user, const double* x, double* projection) {
    static_cast<const OverCones*>(user)->project(x, projection);
    return 0;
  }

  Arena arena_;
  std::optional<soclcp::AffineMap> map_;
};

std::unique_ptr<OverCones> copy_of(const nsds_soclcp& given) {
  return std::make_unique<OverCones>(NSDS_CLASS_SOCLCP, copy_matrix(*given.M),
                                     copy_vector(given.q, given.size),
                                     std::vector<nsds_cone>(given.cones, given.cones + given.cone_count));
}

nsds_status check_soclcp(const nsds_soclcp* given, const Sentence& sentence) {
  if (!soclcp::checked(given, nullptr, NSDS_REUSE_NONE, sentence)) return NSDS_INVALID_ARGUMENT;
  return soclcp::has_entries(*given, sentence) ? NSDS_OK : NSDS_NOT_APPLICABLE;
}

nsds_status as_vi(const nsds_soclcp* given, const Call& call) {
  const nsds_status status = check_soclcp(given, call.sentence);
  if (status != NSDS_OK) return status;
  auto made = copy_of(*given);
  made->bind_vi(*soclcp::checked(given, nullptr, NSDS_REUSE_NONE, {}));
  return deliver(std::move(made), call);
}

nsds_status as_program(const nsds_soclcp* given, const Call& call) {
  const nsds_status status = check_soclcp(given, call.sentence);
  if (status != NSDS_OK) return status;
  if (!check_symmetric("M", *given->M, call.sentence)) return NSDS_NOT_APPLICABLE;
  auto made = copy_of(*given);
  made->bind_program();
  return deliver(std::move(made), call);
}

nsds_status from_friction(const nsds_friction_contact* given, const Call& call) {
  const nsds_status status = check_given(given, call.sentence);
  if (status != NSDS_OK) return status;
  std::vector<nsds_cone> cones;
  cones.reserve(index(given->contacts));
  for (std::int32_t c = 0; c < given->contacts; ++c)
    cones.push_back({NSDS_CONE_LORENTZ, given->dimension, given->mu[c], nullptr, nullptr});
  const std::int32_t n = given->dimension * given->contacts;
  auto made = std::make_unique<OverCones>(NSDS_CLASS_FRICTION_CONTACT, copy_matrix(*given->W),
                                          copy_vector(given->q, n), std::move(cones));
  made->bind_soclcp(0.0, 0.0);
  return deliver(std::move(made), call);
}

// F of a variational inequality over cones, without units, as far as its values tell that it is affine.
class AffinePart {
 public:
  AffinePart(const nsds_vi& given, Arena& arena)
      : plain_(without_units(given)),
        has_jacobian_(given.F.jacobian != nullptr),
        inequality_(plain_, arena),
        q_(inequality_.size()),
        z_(q_.size()),
        f_(q_.size()),
        expected_(q_.size()),
        magnitude_(q_.size()) {}

  const std::vector<double>& q() const { return q_; }
  OwnedMatrix matrix() { return copy_matrix(inequality_.F().matrix()); }

  // False: F is not defined at zero.
  bool linearise() { return inequality_.F().evaluate(z_, q_) && inequality_.F().linearise(z_, q_); }

  // Whether F at a point of K of that size is M z + q. Empty: it is not defined there.
  std::optional<bool> holds(const nsds_matrix& M, double size) {
    for (std::size_t i = 0; i < z_.size(); ++i) f_[i] = size * std::cos(1.0 + static_cast<double>(i));
    inequality_.set().project(f_, z_);
    if (!inequality_.F().evaluate(z_, f_)) return std::nullopt;
    for (std::size_t i = 0; i < q_.size(); ++i) {
      expected_[i] = q_[i];
      magnitude_[i] = std::fabs(q_[i]);
    }
    add_product_and_magnitude(M, z_.data(), expected_.data(), magnitude_.data());
    const double accuracy = has_jacobian_ ? 1e-8 : 1e-5;
    for (std::size_t i = 0; i < q_.size(); ++i)
      if (!(std::fabs(f_[i] - expected_[i]) <= accuracy * magnitude_[i])) return false;
    return true;
  }

 private:
  static nsds_vi without_units(nsds_vi given) {
    given.scale_z = given.scale_w = 0.0;
    return given;
  }

  nsds_vi plain_;
  bool has_jacobian_;
  vi::Inequality inequality_;
  std::vector<double> q_, z_, f_, expected_, magnitude_;
};

nsds_status check_cones_of(const nsds_vi* given, const Sentence& sentence) {
  const nsds_status status = vi::check(given, sentence);
  if (status != NSDS_OK) return status;
  const auto is_projector = [](const nsds_cone& cone) { return cone.kind == NSDS_CONE_PROJECTOR; };
  if (given->set == NSDS_VI_CONES &&
      std::none_of(given->cones, given->cones + given->cone_count, is_projector))
    return NSDS_OK;
  sentence.write("problem.set says that K is no product of cones, or one of them is a projector.");
  return NSDS_NOT_APPLICABLE;
}

nsds_status from_affine(const nsds_vi& given, const Call& call) {
  Arena arena;
  AffinePart part(given, arena);
  const auto outside = [&call] {
    call.sentence.write("problem.F is not defined, or not finite, where it is looked at.");
    return NSDS_INVALID_ARGUMENT;
  };
  if (!part.linearise()) return outside();
  auto made =
      std::make_unique<OverCones>(NSDS_CLASS_VI, part.matrix(), part.q(),
                                  std::vector<nsds_cone>(given.cones, given.cones + given.cone_count));
  for (const double size : {1.0, 64.0}) {
    const std::optional<bool> holds = part.holds(made->M, size);
    if (!holds) return outside();
    if (*holds) continue;
    call.sentence.write("problem.F is not affine: it differs from what its value and Jacobian at zero say.");
    return NSDS_NOT_APPLICABLE;
  }
  const nonlinear::ScalarUnits units = nonlinear::ScalarUnits::of(given.scale_z, given.scale_w);
  made->bind_soclcp(units.z, units.w);
  return deliver(std::move(made), call);
}

nsds_status from_vi_over_cones(const nsds_vi* given, const Call& call) {
  const nsds_status status = check_cones_of(given, call.sentence);
  if (status != NSDS_OK) return status;
  try {
    return from_affine(*given, call);
  } catch (const nonlinear::CallbackFailed& failure) {
    failure.describe(call.sentence);
    return NSDS_INVALID_ARGUMENT;
  }
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_soclcp_to_vi(const nsds_soclcp* problem, nsds_conversion** conversion, char* message,
                              size_t message_size) {
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return as_vi(problem, call); });
}

nsds_status nsds_vi_to_soclcp(const nsds_vi* problem, nsds_conversion** conversion, char* message,
                              size_t message_size) {
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return from_vi_over_cones(problem, call); });
}

nsds_status nsds_soclcp_to_convex_qp(const nsds_soclcp* problem, nsds_conversion** conversion, char* message,
                                     size_t message_size) {
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return as_program(problem, call); });
}

nsds_status nsds_friction_contact_to_soclcp(const nsds_friction_contact* problem,
                                            nsds_conversion** conversion, char* message,
                                            size_t message_size) {
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] { return from_friction(problem, call); });
}
// NOLINTEND(readability-non-const-parameter)
