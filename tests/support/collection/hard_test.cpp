// Redundant and ill-conditioned contacts of the collection at which methods of one kind stall: packings,
// masses a million apart. What is returned is judged again by the public residual.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "support/collection/case_name.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench::hard_test {
namespace {

constexpr double tolerance = 1e-8;

struct HardCase {
  const char* instance;
  const char* solver;
};

class HardContacts : public testing::TestWithParam<HardCase> {};

TEST_P(HardContacts, AreSolved) {
  const Instance instance = make_instance(GetParam().instance);
  const Reduced reduced = reduce(instance);
  const ReducedView view(reduced);
  std::vector<double> r(static_cast<std::size_t>(reduced.dimension * reduced.contacts()));
  numerics::Options options(NSDS_CLASS_FRICTION_CONTACT, GetParam().solver);
  options.set("tolerance", tolerance);
  const nsds_status status =
      nsds_friction_contact_solve(&view.problem(), r.data(), nullptr, options.get(), nullptr, nullptr);
  EXPECT_EQ(status, NSDS_OK);
  nsds_residual residual;
  nsds_residual_init(&residual);
  ASSERT_EQ(nsds_friction_contact_residual(&view.problem(), r.data(), &residual), NSDS_OK);
  EXPECT_LE(residual.value, tolerance);
}

// Sweeps and factorisations to the solution.
std::int64_t iterations_of(const char* name, const char* solver) {
  const Instance instance = make_instance(name);
  const Reduced reduced = reduce(instance);
  const ReducedView view(reduced);
  std::vector<double> r(static_cast<std::size_t>(reduced.dimension * reduced.contacts()));
  numerics::Options options(NSDS_CLASS_FRICTION_CONTACT, solver);
  options.set("tolerance", tolerance);
  nsds_report report;
  nsds_report_init(&report);
  EXPECT_EQ(nsds_friction_contact_solve(&view.problem(), r.data(), nullptr, options.get(), nullptr, &report),
            NSDS_OK);
  return report.iterations;
}

// Where the path does not wind its steps reach far, and take one factorisation: straight along tangents it
// takes 43, with a factorisation for each tangent 25.
TEST(PlainPath, TakesFewFactorisations) {
  EXPECT_LE(iterations_of("cards:dim=3:levels=10:mu=0.5:seed=0", "interior_point"), 23);
}

// The proximal term of heavy bodies is as small beside their contacts as that of light ones: with the mean of
// the weights for all it takes 65.
TEST(ProximalSteps, AreInTheUnitsOfEachContact) {
  EXPECT_LE(iterations_of("column:n=100:mu=0.5:ratio=1e6:seed=1", "proximal"), 45);
}

// A stack of 1000 boxes winds along its path, Newton's method stalls from where sweeps end, and from where
// ADMM does it converges. On the first packing sweeps, Newton's method and ADMM together made no progress in
// 10 s. In stacks of 50 boxes, the uppermost a million times as heavy as the lowest, velocities of contacts
// that stick fall below their rounding while the path is still far from its end.
INSTANTIATE_TEST_SUITE_P(Collection, HardContacts,
                         testing::Values(HardCase{"packing:side=5:mu=0.6:ratio=1:seed=1", "interior_point"},
                                         HardCase{"packing:side=5:mu=0.6:ratio=1:seed=1", "auto"},
                                         HardCase{"packing:side=5:mu=0.3:ratio=1e3:seed=1", "auto"},
                                         HardCase{"packing:side=3:mu=1:ratio=1e6:seed=1", "auto"},
                                         HardCase{"planted:of=pit:size=2:mu=2:weak=1:seed=1", "auto"},
                                         HardCase{"stack:n=5:mu=0.5:ratio=1e6:seed=1", "interior_point"},
                                         HardCase{"stack:n=5:mu=0.5:ratio=1e6:seed=1", "auto"},
                                         HardCase{"stack:n=20:mu=0.1:ratio=1e6:seed=1", "auto"},
                                         HardCase{"stack:n=50:mu=0.5:ratio=1e6:seed=1", "interior_point"},
                                         HardCase{"stack:n=50:mu=0.5:ratio=1e6:seed=1", "auto"},
                                         HardCase{"stack:n=50:mu=2:ratio=1e6:seed=1", "auto"},
                                         HardCase{"stack:n=1000:mu=0.5:ratio=1:seed=0", "auto"}),
                         [](const testing::TestParamInfo<HardCase>& given) {
                           return case_name(given.param.instance, given.param.solver);
                         });

// In global form Newton's method and paths factorise by bodies where contacts are redundant: the wall of 1000
// bricks has 35280 reactions and 6000 velocities.
class HardBodies : public testing::TestWithParam<const char*> {};

TEST_P(HardBodies, AreSolved) {
  const Instance instance = make_instance(GetParam());
  const GlobalView view(instance);
  std::vector<double> v(static_cast<std::size_t>(instance.size())),
      r(static_cast<std::size_t>(instance.dimension * instance.contacts()));
  numerics::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "auto");
  options.set("tolerance", tolerance);
  options.set("time_limit", 60.0);
  EXPECT_EQ(nsds_global_friction_contact_solve(&view.problem(), v.data(), r.data(), nullptr, nullptr,
                                               options.get(), nullptr, nullptr),
            NSDS_OK);
  nsds_residual residual;
  nsds_residual_init(&residual);
  ASSERT_EQ(
      nsds_global_friction_contact_class_residual(&view.problem(), v.data(), r.data(), nullptr, &residual),
      NSDS_OK);
  EXPECT_LE(residual.value, tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Collection, HardBodies,
    testing::Values("wall:width=10:height=20:mu=0.6:seed=0", "wall:width=50:height=20:mu=0.6:seed=0",
                    "chair:feet=50:chairs=20:mu=0.5:push=0", "stack:n=20:mu=0.5:ratio=1e6:seed=1",
                    "stack:n=50:mu=2:ratio=1e6:seed=1", "planted:of=pit:size=10:mu=2:weak=1:seed=1",
                    "planted:of=pile:size=20:mu=0.7:weak=0:seed=1"),
    [](const testing::TestParamInfo<const char*>& given) { return case_name(given.param, "auto"); });

}  // namespace
}  // namespace nsds::bench::hard_test
