// The forms that contact with friction can be given: an LCP over a pyramid, and a nonlinear complementarity
// problem. Whatever the problem, a form is refused with a sentence and nothing else, or its maps lead from
// the problem to the form and back.
#include <cstring>
#include <memory>

#include "friction_subject.hpp"
#include "nsds/numerics/friction_complementarity.h"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/polyhedral_friction.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

using Vector = std::vector<double>;

constexpr double kUntouched = -123.25;  // in arrays that must stay as they were

bool all_finite(const Vector& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

// Of one input: a problem, and reactions of it.
struct Drawn {
  explicit Drawn(Input& input)
      : range(draw_range(input)),
        d(input.chance(96) ? 2 : 3),
        contacts(draw_size(input, 4)),
        W(input, {d * contacts, d * contacts, range, false, Structure::gram}),
        q(input.numbers(d * contacts, range)),
        friction(input, contacts, range),
        is_tame_r(input.chance(224)),
        r(input.numbers(d * contacts, is_tame_r ? Range::moderate : Range::any)) {
    nsds_friction_contact_init(&problem);
    problem.dimension = d;
    problem.contacts = contacts;
    problem.W = W.view();
    problem.q = q.data();
    problem.mu = friction.mu.data();
    sound = is_tame(range) && W.sound() && friction.sound;
    if (spoil_friction(input, problem)) sound = false;
  }

  Range range;
  int d, contacts;
  DrawnMatrix W;
  Vector q;
  Friction friction;
  bool is_tame_r;
  Vector r;
  bool sound = false;
  nsds_friction_contact problem{};
};

void check_refusal(nsds_status status, const char* message, const void* made) {
  NSDS_FUZZ_CHECK(status == NSDS_INVALID_ARGUMENT || status == NSDS_NOT_APPLICABLE,
                  "a form is refused with another status");
  NSDS_FUZZ_CHECK(made == nullptr, "a refused call makes something");
  NSDS_FUZZ_CHECK(message[0] != '\0', "a refused call does not say why");
}

// A point that the form carried somewhere, or refused to.
void check_carried(nsds_status status, const Vector& out) {
  NSDS_FUZZ_CHECK(status == NSDS_OK || status == NSDS_INVALID_ARGUMENT, "a map has a status of its own");
  if (status == NSDS_OK)
    NSDS_FUZZ_CHECK(all_finite(out), "a point that was carried is not finite");
  else
    NSDS_FUZZ_CHECK(std::all_of(out.begin(), out.end(), [](double x) { return x == kUntouched; }),
                    "a refused map writes");
}

void check_cones(const Drawn& drawn, const Vector& r, double wider) {
  const auto d = static_cast<std::size_t>(drawn.d);
  for (std::size_t c = 0; c < drawn.friction.mu.size(); ++c)
    NSDS_FUZZ_CHECK(is_in_cone(d, wider * drawn.friction.mu[c], &r[d * c]), "a reaction is not in its cone");
}

// Reactions that agree up to rounding, of numbers that are moderate.
void check_same(const Vector& a, const Vector& b) {
  double size = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    size = std::max(size, std::fabs(a[i]));
    difference = std::max(difference, std::fabs(a[i] - b[i]));
  }
  NSDS_FUZZ_CHECK(difference <= 1e-10 * size + std::numeric_limits<double>::min(),
                  "forth and back is another point");
}

void solve_lcp(const Drawn& drawn, const nsds_conversion& form, const Vector& start, double wider) {
  const nsds_lcp& lcp = *nsds_conversion_lcp(&form);
  Vector z = start, w(z.size()), r(drawn.r.size(), kUntouched);
  nsds_options* options = nullptr;
  NSDS_FUZZ_CHECK(nsds_options_create(NSDS_CLASS_LCP, "lemke", &options) == NSDS_OK, "no lemke");
  nsds_options_set_int(options, "max_iterations", 200);
  const nsds_status status = nsds_lcp_solve(&lcp, z.data(), w.data(), options, nullptr, nullptr);
  nsds_options_free(options);
  if (status == NSDS_INVALID_ARGUMENT) {
    NSDS_FUZZ_CHECK(!drawn.sound, "the LCP of a sound problem is refused");
    return;
  }
  const nsds_status carried = nsds_conversion_back(&form, z.data(), nullptr, r.data(), nullptr);
  check_carried(carried, r);
  if (carried == NSDS_OK) check_cones(drawn, r, wider);
}

void run_pyramid(Input& input, const Drawn& drawn) {
  const int count = input.chance(224) && drawn.d == 2 ? 2 : input.integer(1, 9);
  const auto facets = static_cast<nsds_facets>(input.integer(0, 1));
  nsds_conversion* made = nullptr;
  char message[200] = "";
  const nsds_status status =
      nsds_friction_contact_to_lcp(&drawn.problem, count, facets, &made, message, sizeof message);
  if (status != NSDS_OK) {
    const bool admissible = drawn.d == 2 ? count == 2 : count >= 3;
    NSDS_FUZZ_CHECK(!drawn.sound || !admissible, "a sound problem is refused");
    return check_refusal(status, message, made);
  }
  const std::unique_ptr<nsds_conversion, void (*)(nsds_conversion*)> form(made, nsds_conversion_free);
  const double wider = 1.0 + (facets == NSDS_FACETS_AROUND ? nsds_facets_radius_error(facets, count) : 0.0);
  const auto size = static_cast<std::size_t>(nsds_conversion_describe(made)->converted_size);
  Vector z(size, kUntouched), r(drawn.r.size(), kUntouched), again(size, kUntouched),
      twice(drawn.r.size(), kUntouched);
  const nsds_status forth = nsds_conversion_forward(made, drawn.r.data(), nullptr, z.data(), nullptr);
  check_carried(forth, z);
  NSDS_FUZZ_CHECK(forth == NSDS_OK || !drawn.sound || !drawn.is_tame_r, "a moderate point is not carried");
  if (forth != NSDS_OK) return;
  const nsds_status back = nsds_conversion_back(made, z.data(), nullptr, r.data(), nullptr);
  check_carried(back, r);
  NSDS_FUZZ_CHECK(back == NSDS_OK || !drawn.is_tame_r || !drawn.sound, "a moderate point does not come back");
  if (!drawn.sound || back != NSDS_OK) return;
  // r is in the pyramid now, so that it stays.
  check_cones(drawn, r, wider);
  check_carried(nsds_conversion_forward(made, r.data(), nullptr, again.data(), nullptr), again);
  check_carried(nsds_conversion_back(made, again.data(), nullptr, twice.data(), nullptr), twice);
  check_same(r, twice);
  solve_lcp(drawn, *made, z, wider);
}

// F at back and forth, and differences of F against the Jacobian: F is of the second degree.
void check_derivative(const nsds_friction_ncp& ncp, const Vector& z) {
  const nsds_friction_ncp_info& info = *nsds_friction_ncp_describe(&ncp);
  const std::size_t n = z.size();
  Vector values(static_cast<std::size_t>(info.entries)), ahead(n), behind(n);
  if (nsds_friction_ncp_evaluate(&ncp, z.data(), nullptr, values.data()) != NSDS_OK) return;
  for (std::size_t j = 0; j < n; ++j) {
    Vector moved = z, column(n, 0.0);
    moved[j] = z[j] + 1.0;
    nsds_friction_ncp_evaluate(&ncp, moved.data(), ahead.data(), nullptr);
    moved[j] = z[j] - 1.0;
    nsds_friction_ncp_evaluate(&ncp, moved.data(), behind.data(), nullptr);
    double size = 1.0;
    for (int k = info.column_starts[j]; k < info.column_starts[j + 1]; ++k) {
      NSDS_FUZZ_CHECK(k == info.column_starts[j] || info.row_indices[k] > info.row_indices[k - 1],
                      "rows of a column out of order");
      column[static_cast<std::size_t>(info.row_indices[k])] = values[static_cast<std::size_t>(k)];
    }
    for (std::size_t i = 0; i < n; ++i) size = std::max({size, std::fabs(ahead[i]), std::fabs(behind[i])});
    for (std::size_t i = 0; i < n; ++i)
      NSDS_FUZZ_CHECK(std::fabs(0.5 * (ahead[i] - behind[i]) - column[i]) <= 1e-9 * size,
                      "the Jacobian is not the derivative");
  }
}

void run_ncp(const Drawn& drawn) {
  nsds_friction_ncp* made = nullptr;
  char message[200] = "";
  const nsds_status status = nsds_friction_contact_to_ncp(&drawn.problem, &made, message, sizeof message);
  if (status != NSDS_OK) {
    NSDS_FUZZ_CHECK(!drawn.sound, "a sound problem is refused");
    return check_refusal(status, message, made);
  }
  const std::unique_ptr<nsds_friction_ncp, void (*)(nsds_friction_ncp*)> ncp(made, nsds_friction_ncp_free);
  const auto size = static_cast<std::size_t>(nsds_friction_ncp_describe(made)->size);
  Vector z(size, kUntouched), F(size, kUntouched), r(drawn.r.size(), kUntouched),
      u(drawn.r.size(), kUntouched);
  const nsds_status forth = nsds_friction_ncp_forward(made, drawn.r.data(), z.data());
  check_carried(forth, z);
  NSDS_FUZZ_CHECK(forth == NSDS_OK || !drawn.sound || !drawn.is_tame_r, "a moderate point is not carried");
  if (forth != NSDS_OK) return;
  check_carried(nsds_friction_ncp_evaluate(made, z.data(), F.data(), nullptr), F);
  const nsds_status back = nsds_friction_ncp_back(made, z.data(), r.data(), u.data());
  check_carried(back, r);
  check_carried(back, u);
  NSDS_FUZZ_CHECK(back == NSDS_OK || !drawn.is_tame_r || !drawn.sound, "a moderate point does not come back");
  if (!drawn.sound || back != NSDS_OK) return;
  check_cones(drawn, r, 1.0);
  // Of small integers nothing is lost where terms cancel.
  if (drawn.range == Range::integers && drawn.is_tame_r) check_derivative(*made, z);
}

}  // namespace

void friction_forms(std::span<const std::uint8_t> bytes) {
  Input input(bytes);
  const Drawn drawn(input);
  run_pyramid(input, drawn);
  run_ncp(drawn);
}

}  // namespace nsds::fuzz
