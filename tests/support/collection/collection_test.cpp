// The instances of the collection are what its README says, and each has the solution it is certified to
// have.
#include "support/collection/collection.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <set>
#include <stdexcept>
#include <string>

#include "support/collection/reduced.hpp"
#include "support/collection/views.hpp"
#include "support/collection/well_formed.hpp"

namespace nsds::bench::collection_test {
namespace {

using Eigen::VectorXd;

// Lines of README.md between the fences of code, from the first line that starts with this heading.
std::vector<std::string> readme_patterns(const std::string& heading) {
  std::ifstream readme(NSDS_COLLECTION_README);
  std::vector<std::string> patterns;
  std::string line;
  while (std::getline(readme, line) && line != heading) continue;
  while (std::getline(readme, line) && line != "```") continue;
  while (std::getline(readme, line) && line != "```") patterns.push_back(line);
  return patterns;
}

std::vector<int> counts() {
  std::vector<int> count(3);
  for (const Entry& entry : collection()) ++count[static_cast<std::size_t>(entry.size)];
  return count;
}

TEST(Collection, EveryNameIsThereOnce) {
  std::set<std::string> names;
  for (const std::vector<Entry>* list : {&collection(), &uncertified()})
    for (const Entry& entry : *list) EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
}

TEST(Collection, TheReadmeHasTheSameGrids) {
  EXPECT_EQ(readme_patterns("## The collection"), collection_patterns());
  EXPECT_EQ(readme_patterns("## Without a certificate"), uncertified_patterns());
  const std::vector<int> count = counts();
  const std::string total = std::to_string(collection().size()) + " instances: " + std::to_string(count[0]) +
                            " small, " + std::to_string(count[1]) + " medium, " + std::to_string(count[2]) +
                            " large";
  std::ifstream readme(NSDS_COLLECTION_README);
  const std::string text{std::istreambuf_iterator<char>(readme), {}};
  EXPECT_NE(text.find(total), std::string::npos) << total;
  for (const std::string& form : family_forms()) {
    const std::string row = "| `" + form.substr(0, form.find(':')) + "` |";
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

TEST(Collection, SmallInstancesAreWellFormed) {
  expect_all_well_formed(collection(), SizeClass::small, true);
}

TEST(Collection, MediumInstancesAreWellFormed) {
  expect_all_well_formed(collection(), SizeClass::medium, true);
}

TEST(Collection, TheUncertifiedAreWellFormedToo) {
  for (const SizeClass size : {SizeClass::small, SizeClass::medium})
    expect_all_well_formed(uncertified(), size, false);
}

TEST(Collection, TheSameNameGivesTheSameBits) {
  for (const char* name :
       {"packing:side=2:mu=0.3:ratio=1:seed=1", "pile:width=3:height=3:mu=0.3:flow=1:seed=2",
        "planted:of=packing:size=3:mu=0.7:weak=1:seed=1"}) {
    const Instance first = make_instance(name), second = make_instance(name);
    EXPECT_EQ(first.q, second.q);
    EXPECT_EQ(first.b, second.b);
    EXPECT_TRUE(Sparse(first.H - second.H).coeffs().isZero(0.0));
  }
  const Instance one = make_instance("packing:side=2:mu=0.3:ratio=1:seed=1");
  const Instance two = make_instance("packing:side=2:mu=0.3:ratio=1:seed=2");
  EXPECT_NE(one.q, two.q);
}

// The class residual at the planted solution is rounding.
TEST(Collection, PlantedSolutionsSolveTheClass) {
  for (const char* name :
       {"planted:of=packing:size=3:mu=0.7:weak=1:seed=1", "planted:of=pile:size=4:mu=0.7:weak=0:seed=1",
        "planted:of=chair:size=8:mu=2:weak=1:seed=1"}) {
    const Instance instance = make_instance(name);
    const Reduced reduced = reduce(instance);
    const ReducedView view(reduced);
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_friction_contact_class_residual(&view.problem(), instance.certificate.r.data(), &residual),
              NSDS_OK);
    EXPECT_LE(residual.value, 1e-12) << name;
    const VectorXd nothing = VectorXd::Zero(reduced.q.size());
    ASSERT_EQ(nsds_friction_contact_class_residual(&view.problem(), nothing.data(), &residual), NSDS_OK);
    EXPECT_GT(residual.value, 1e-3) << name;
  }
}

TEST(Collection, WhatIsNoNameIsRefused) {
  for (const char* name :
       {"", "spheres:n=3", "stack", "stack:n=3:mu=1:ratio=1", "stack:n=3:mu=1:ratio=1:seed=1:x=1",
        "stack:n=0:mu=1:ratio=1:seed=1", "stack:n=3:mu=-1:ratio=1:seed=1", "stack:n=3:mu=nan:ratio=1:seed=1",
        "stack:n=3:n=3:ratio=1:seed=1", "stack:n=3:mu=:ratio=1:seed=1",
        "planted:of=air:size=1:mu=1:weak=0:seed=1"})
    EXPECT_THROW(make_instance(name), std::invalid_argument) << name;
}

// A rigid chair has six velocities, however many feet.
TEST(Collection, ChairsAreAsRedundantAsTheyHaveFeet) {
  for (const int feet : {4, 12, 100}) {
    const std::string name = "chair:feet=" + std::to_string(feet) + ":chairs=1:mu=1:push=0";
    EXPECT_EQ(rank_of_contacts(make_instance(name)), 6) << name;
  }
}

// Of the 30 velocities the rods leave ten: one a finger, and six of the ball. Twelve rows have no larger
// rank.
TEST(Collection, BilateralRowsTakeRankAway) {
  const Instance grasp = make_instance("grasp:fingers=4:patch=1:force=10:mu=0.6");
  const Eigen::MatrixXd W = dense(reduce(grasp));
  EXPECT_EQ(rank_of_contacts(grasp), W.fullPivLu().rank());
  EXPECT_LE(rank_of_contacts(grasp), 10);
}

// At rest on the floor without a push, every foot of a chair at the same height, the impulses of the feet add
// up to h m g: q = -h m g for the vertical velocity.
TEST(Collection, GravityIsAnImpulse) {
  const Instance chair = make_instance("chair:feet=4:chairs=1:mu=1:push=0");
  EXPECT_NEAR(chair.q[2], -0.01 * 5.0 * 9.81, 1e-15);
  EXPECT_EQ((chair.q.array() != 0.0).count(), 1);
}

// On a slope of tan = factor mu, friction holds the block where mu times the normal load is at least the load
// along the slope: at factor 1 the two are equal.
TEST(Collection, TheSlopeIsAtTheAngleOfFriction) {
  for (const double factor : {0.5, 1.0, 2.0}) {
    const Instance block = make_instance("incline:n=1:mu=0.3:factor=" + std::to_string(factor) + ":push=0");
    EXPECT_NEAR(block.q[0] / -block.q[2], factor * 0.3, 1e-15);
  }
}

// Rigid motions strain nothing: K cancels in w'(M + h^2 K) w, and what is left is the mass, or the moment of
// inertia of the block about the axis through the origin.
TEST(Collection, ElasticBlocksKeepTheirMassAndInertia) {
  const Instance block = make_instance("elastic:dim=3:n=4:modulus=1e5:mu=0.3:speed=0");
  VectorXd slide = VectorXd::Zero(block.size()), turn = VectorXd::Zero(block.size());
  for (std::size_t i = 0; i < block.centres.size(); ++i) {
    slide[3 * static_cast<Eigen::Index>(i)] = 1.0;
    turn[3 * static_cast<Eigen::Index>(i)] = -block.centres[i][1];
    turn[3 * static_cast<Eigen::Index>(i) + 1] = block.centres[i][0];
  }
  const double mass = 1000.0 * 0.5;  // a metre by a metre by half a metre
  EXPECT_NEAR(slide.dot(block.M * slide), mass, 1e-9 * mass);
  EXPECT_NEAR(turn.dot(block.M * turn), mass * 2.0 / 3.0, 1e-9 * mass);  // m (1/3 + 1/3)
}

// A force that stretches the strip by e along x at free sides, in plane strain: the energy is e^2/2 E/(1 -
// nu^2) times the area. With the Poisson contraction -nu/(1 - nu) e along y the linear triangle holds it
// exactly.
TEST(Collection, ElasticBlocksHaveTheModulus) {
  const double modulus = 1e9, poisson = 0.3, h = 0.01, e = 1.0;
  const Instance stiff = make_instance("elastic:dim=2:n=4:modulus=1e9:mu=0.3:speed=0");
  const Instance soft = make_instance("elastic:dim=2:n=4:modulus=0:mu=0.3:speed=0");
  VectorXd stretch(stiff.size());
  for (std::size_t i = 0; i < stiff.centres.size(); ++i)
    stretch.segment<2>(2 * static_cast<Eigen::Index>(i)) << e * stiff.centres[i][0],
        -poisson / (1.0 - poisson) * e * stiff.centres[i][1];
  const double twice_energy = stretch.dot((stiff.M - soft.M) * stretch) / (h * h);
  EXPECT_NEAR(twice_energy, modulus / (1.0 - poisson * poisson) * e * e * 0.5, 1e-7 * modulus);
}

// tan(angle) > mu: the wedge slips out; from there on it jams.
TEST(Collection, WedgesJamAtTheAngleOfFriction) {
  const auto kind = [](const char* name) { return make_instance(name).certificate.kind; };
  EXPECT_EQ(kind("wedge:angle=20:factor=0.9:n=3"), Existence::strict);
  EXPECT_EQ(kind("wedge:angle=20:factor=1.1:n=3"), Existence::polyhedral);
  EXPECT_EQ(kind("pit:faces=4:angle=20:factor=0.9:n=3"), Existence::strict);
  EXPECT_EQ(kind("pit:faces=4:angle=20:factor=1.1:n=3"), Existence::unknown);
}

// The bilateral rows of a row of boxes and of a ring are independent.
TEST(Collection, BilateralRowsAreIndependent) {
  for (const char* name : {"linkage:n=5:closed=0:mu=0.3:seed=1", "linkage:n=5:closed=1:mu=0.3:seed=1",
                           "grasp:fingers=4:patch=1:force=10:mu=0.2"}) {
    const Instance instance = make_instance(name);
    ASSERT_GT(instance.constraints(), 0);
    const Eigen::MatrixXd G = instance.G;
    EXPECT_EQ(G.fullPivLu().rank(), instance.constraints()) << name;
  }
}

}  // namespace
}  // namespace nsds::bench::collection_test
