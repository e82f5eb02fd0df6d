// The field's collection of contact problems with friction: each file is read with the size, storage and
// number of entries it has, its class is found, and the reactions that were computed for the small ones solve
// what was read: an evaluation of the law of Coulomb of this test's own.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems::contact_data_test {
namespace {

using Numbers = std::vector<double>;

std::filesystem::path collection() {
  const char* folder = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(folder == nullptr ? "" : folder) / "data" / "numerics";
}

struct ReducedFile {
  const char* name;
  int dimension, contacts;
  nsds_storage storage;
  int entries;      // but for zeros
  double friction;  // of the first contact
};

const ReducedFile kReduced[] = {
    {"FC2D/FC2D_SliderCrankLagrangian00000.dat", 2, 2, NSDS_DENSE, 16, 0.01},
    {"FC2D/FC2D_SliderCrankLagrangian00001.dat", 2, 2, NSDS_DENSE, 16, 0.01},
    {"FC2D/FrictionContactProblem00031.dat", 2, 11, NSDS_BSR, 60, 0.9},
    {"FC2D/FrictionContactProblem00071.dat", 2, 89, NSDS_BSR, 1140, 0.9},
    {"FC2D/FrictionContactProblem00237.dat", 2, 376, NSDS_BSR, 6588, 0.9},
    {"FC2D/FrictionContactProblem00374.dat", 2, 28, NSDS_DENSE, 76, 0.9},
    {"FC2D/FrictionContactProblem00394.dat", 2, 6, NSDS_DENSE, 24, 0.9},
    {"FC2D/fc2d_granularflowonwall_00667_00000.dat", 2, 667, NSDS_BSR, 3822, 0.5},
    {"FC2D/fc2d_granularflowonwall_07002_00801.dat", 2, 7002, NSDS_BSR, 125788, 0.5},
    {"FC3D/BoxesStack1-i100000-32.hdf5.dat", 3, 52, NSDS_BSR, 5328, 0.7},
    {"FC3D/Capsules-i100-1090.dat", 3, 276, NSDS_BSR, 11214, 0.7},
    {"FC3D/Capsules-i100-889.dat", 3, 276, NSDS_BSR, 11736, 0.7},
    {"FC3D/Capsules-i101-404.dat", 3, 225, NSDS_BSR, 9099, 0.7},
    {"FC3D/Confeti-ex03-Fc3D-SBM.dat", 3, 54, NSDS_BSR, 1281, 0.4},
    {"FC3D/Confeti-ex13-4contact-Fc3D-SBM.dat", 3, 4, NSDS_BSR, 144, 0.04},
    {"FC3D/Confeti-ex13-Fc3D-SBM.dat", 3, 107, NSDS_BSR, 17949, 0.04},
    {"FC3D/FC3D_Example1.dat", 3, 3, NSDS_DENSE, 9, 0.1},
    {"FC3D/FC3D_Example1_SBM.dat", 3, 3, NSDS_BSR, 9, 0.1},
    {"FC3D/FrictionContact3D_1c.dat", 3, 1, NSDS_DENSE, 9, 0.1},
    {"FC3D/FrictionContact3D_RR_1c.dat", 3, 1, NSDS_DENSE, 9, 0.6},
    {"FC3D/GFC3D_TwoRods1-condensed.dat", 3, 3, NSDS_BSR, 81, 0.1},
    {"FC3D/KaplasTower-i1061-4.hdf5.dat", 3, 570, NSDS_BSR, 116784, 0.3},
    {"FC3D/NESpheres_10_1.dat", 3, 9, NSDS_DENSE, 121, 0.8},
    {"FC3D/OneObject-i100000-316.hdf5.dat", 3, 25, NSDS_BSR, 1863, 0.3},
    {"FC3D/OneObject-i100000-499.hdf5.dat", 3, 24, NSDS_BSR, 1476, 0.3},
    {"FC3D/RockPile_tob1.dat", 3, 463, NSDS_BSR, 32697, 1},
    {"FC3D/Rover1039.dat", 3, 4, NSDS_DENSE, 144, 0.7},
    {"FC3D/Rover1040.dat", 3, 5, NSDS_DENSE, 225, 0.7},
    {"FC3D/Rover11035.dat", 3, 1, NSDS_DENSE, 9, 0.7},
    {"FC3D/Rover11211.dat", 3, 1, NSDS_DENSE, 9, 0.7},
    {"FC3D/Rover3865.dat", 3, 5, NSDS_DENSE, 225, 0.7},
    {"FC3D/Rover4144.dat", 3, 4, NSDS_DENSE, 144, 0.7},
    {"FC3D/Rover4396.dat", 3, 2, NSDS_DENSE, 36, 0.7},
    {"FC3D/Rover4493.dat", 3, 4, NSDS_DENSE, 144, 0.7},
    {"FC3D/Rover4516.dat", 3, 4, NSDS_DENSE, 144, 0.7},
    {"FC3D/Rover4609.dat", 3, 5, NSDS_DENSE, 225, 0.7},
    {"FC3D/Rover4622.dat", 3, 4, NSDS_DENSE, 144, 0.7},
    {"FC3D/Rover9770.dat", 3, 5, NSDS_DENSE, 225, 0.7},
    {"FC3D/Capsules-i125-1213.hdf5", 3, 286, NSDS_BSR, 11772, 0.7},
    {"FC3D/LMGC_100_PR_PerioBox-i00361-60-03000.hdf5", 3, 60, NSDS_BSR, 7848, 0.5},
};

struct GlobalFile {
  const char* name;
  int dimension, contacts, size;
  nsds_storage storage;
  int entriesOfM, entriesOfH;
  double friction;
};

const GlobalFile kGlobal[] = {
    {"GFC2D/gfc2d_granularflowonwall_00000_00117.dat", 2, 0, 900, NSDS_CSC, 900, 0, 0.0},
    {"GFC2D/gfc2d_granularflowonwall_00069_00350.dat", 2, 69, 900, NSDS_CSC, 900, -1, 0.5},
    {"GFC2D/gfc2d_granularflowonwall_00230_00206.dat", 2, 230, 9000, NSDS_CSC, 9000, -1, 0.5},
    {"GFC3D/GFC3D_Example0.dat", 3, 1, 9, NSDS_DENSE, 9, -1, 0.1},
    {"GFC3D/GFC3D_Example00.dat", 3, 1, 3, NSDS_DENSE, 3, -1, 0.1},
    {"GFC3D/GFC3D_Example00_badly_scaled.dat", 3, 1, 3, NSDS_DENSE, 3, -1, 0.1},
    {"GFC3D/GFC3D_Example0_SBM.dat", 3, 1, 9, NSDS_BSR, 9, -1, 0.1},
    {"GFC3D/GFC3D_Example1.dat", 3, 1, 3, NSDS_BSR, 9, -1, 0.5},
    {"GFC3D/GFC3D_OneContact.dat", 3, 1, 39, NSDS_BSR, 333, -1, 0.5},
    {"GFC3D/GFC3D_TwoRods1.dat", 3, 3, 54, NSDS_BSR, 450, -1, 0.1},
    {"GFC3D/Box_Stacks-i0122-82-5.hdf5", 3, 82, 450, NSDS_CSC, 450, 1284, 0.3},
    {"GFC3D/Spheres-i099-356-679.hdf5", 3, 356, 12000, NSDS_CSC, 12000, 9110, 0.7},
    {"GFC3D/CubeH8.hdf5", 3, 1, 162, NSDS_CSC, 2976, 40, 0.3},
};

void PrintTo(const ReducedFile& row, std::ostream* out) {
  *out << row.name;
}
void PrintTo(const GlobalFile& row, std::ostream* out) {
  *out << row.name;
}

double norm(const double* x, std::size_t count) {
  return std::sqrt(std::inner_product(x, x + count, x, 0.0));
}

// The point of { |r_T| <= mu r_N } nearest to a point.
void project(double* r, std::size_t dimension, double mu) {
  const double tangent = norm(r + 1, dimension - 1);
  if (tangent <= mu * r[0]) return;
  const double along = (r[0] + mu * tangent) / (1.0 + mu * mu);
  const double normal = std::max(0.0, along);
  const double factor = tangent > 0.0 ? mu * normal / tangent : 0.0;
  r[0] = normal;
  for (std::size_t k = 1; k < dimension; ++k) r[k] *= factor;
}

// || r - P(r - (u + mu |u_T| e_N)) || over the largest of || q ||, || r ||, || u ||.
double faultOfLaw(int dimension, const double* mu, const Numbers& r, const Numbers& u, double scale) {
  const auto d = static_cast<std::size_t>(dimension);
  double sum = 0.0;
  for (std::size_t c = 0; c < r.size() / d; ++c) {
    Numbers moved(d);
    for (std::size_t k = 0; k < d; ++k) moved[k] = r[c * d + k] - u[c * d + k];
    moved[0] -= mu[c] * norm(&u[c * d + 1], d - 1);
    project(moved.data(), d, mu[c]);
    for (std::size_t k = 0; k < d; ++k) sum += std::pow(r[c * d + k] - moved[k], 2);
  }
  return std::sqrt(sum) / std::max({scale, norm(r.data(), r.size()), norm(u.data(), u.size())});
}

// A x + y.
Numbers plus(const nsds_matrix& A, const Numbers& x, const double* y) {
  Numbers sum(y, y + A.rows);
  for (const auto& [place, value] : test::stored_entries(A))
    sum[static_cast<std::size_t>(place.first)] += value * x[static_cast<std::size_t>(place.second)];
  return sum;
}

double faultOfReactions(const nsds_friction_contact& problem, const Numbers& r) {
  const Numbers u = plus(*problem.W, r, problem.q);
  return faultOfLaw(problem.dimension, problem.mu, r, u, norm(problem.q, u.size()));
}

class ReducedCollection : public testing::TestWithParam<ReducedFile> {};

TEST_P(ReducedCollection, IsRead) {
  const ReducedFile& row = GetParam();
  const FrictionContact read = readFrictionContact(collection() / row.name);
  const nsds_friction_contact& problem = read.view();
  EXPECT_EQ(problem.dimension, row.dimension);
  EXPECT_EQ(problem.contacts, row.contacts);
  EXPECT_EQ(problem.W->storage, row.storage);
  EXPECT_EQ(static_cast<int>(test::stored_entries(*problem.W).size()), row.entries);
  EXPECT_NEAR(problem.mu[0], row.friction, 1e-15);
  EXPECT_EQ(classOf(readProblem(collection() / row.name)), NSDS_CLASS_FRICTION_CONTACT);
  if (row.storage != NSDS_BSR) return;
  const nsds_bsr_arrays& blocks = problem.W->as.bsr;
  ASSERT_EQ(blocks.block_rows, row.contacts);
  EXPECT_EQ(blocks.row_offsets[1], row.dimension);
  EXPECT_EQ(blocks.col_offsets[1], row.dimension);
}

class GlobalCollection : public testing::TestWithParam<GlobalFile> {};

TEST_P(GlobalCollection, IsRead) {
  const GlobalFile& row = GetParam();
  const GlobalFrictionContact read = readGlobalFrictionContact(collection() / row.name);
  const nsds_global_friction_contact& problem = read.view();
  EXPECT_EQ(problem.dimension, row.dimension);
  EXPECT_EQ(problem.contacts, row.contacts);
  EXPECT_EQ(problem.size, row.size);
  EXPECT_EQ(problem.constraints, 0);
  EXPECT_EQ(problem.M->storage, row.storage);
  EXPECT_EQ(problem.H->cols, row.dimension * row.contacts);
  EXPECT_EQ(static_cast<int>(test::stored_entries(*problem.M).size()), row.entriesOfM);
  const auto entriesOfH = static_cast<int>(test::stored_entries(*problem.H).size());
  if (row.entriesOfH >= 0) {
    EXPECT_EQ(entriesOfH, row.entriesOfH);
  }
  if (row.contacts > 0) {
    EXPECT_NEAR(problem.mu[0], row.friction, 1e-15);
  }
  EXPECT_EQ(classOf(readProblem(collection() / row.name)), NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
}

const auto nameOf = [](const auto& row) {
  std::string name;
  for (const char c : std::filesystem::path(row.param.name).filename().string())
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
};
INSTANTIATE_TEST_SUITE_P(Files, ReducedCollection, testing::ValuesIn(kReduced), nameOf);
INSTANTIATE_TEST_SUITE_P(Files, GlobalCollection, testing::ValuesIn(kGlobal), nameOf);

// The matrices of files from measured steps are unsymmetric by 1e-5 and more: W', and a wrong order of
// entries, would show.
TEST(ReducedCollection, HasTheKnownReactions) {
  const auto known = nlohmann::json::parse(test::contents(collection() / "reference_solutions.json"));
  int compared = 0;
  for (const ReducedFile& row : kReduced) {
    if (!known.contains(row.name) || !known.at(row.name).contains("r")) continue;
    const FrictionContact problem = readFrictionContact(collection() / row.name);
    EXPECT_LE(faultOfReactions(problem.view(), known.at(row.name).at("r").get<Numbers>()), 1e-9) << row.name;
    ++compared;
  }
  EXPECT_EQ(compared, 23);
}

TEST(GlobalCollection, HasTheKnownVelocitiesAndReactions) {
  const auto known = nlohmann::json::parse(test::contents(collection() / "reference_solutions.json"));
  for (const GlobalFile& row : kGlobal) {
    if (!known.contains(row.name)) continue;
    const auto r = known.at(row.name).at("r").get<Numbers>();
    const auto v = known.at(row.name).at("v").get<Numbers>();
    const GlobalFrictionContact read = readGlobalFrictionContact(collection() / row.name);
    const nsds_global_friction_contact& problem = read.view();
    const Numbers right = plus(*problem.H, r, problem.q);
    const Numbers left = plus(*problem.M, v, Numbers(v.size(), 0.0).data());
    for (std::size_t i = 0; i < v.size(); ++i)
      EXPECT_NEAR(left[i], right[i], 1e-9 * norm(left.data(), left.size())) << row.name;
    Numbers u(problem.b, problem.b + r.size());
    for (const auto& [place, value] : test::stored_entries(*problem.H))
      u[static_cast<std::size_t>(place.second)] += value * v[static_cast<std::size_t>(place.first)];
    EXPECT_LE(faultOfLaw(problem.dimension, problem.mu, r, u, 0.0), 1e-9) << row.name;
  }
}

// What the HDF5 library says of a dataset, without any of our readers.
template <class Number>
std::vector<Number> raw(const std::filesystem::path& path, const char* name, hid_t type) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  std::vector<Number> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return values;
}

// This matrix is kept by rows and is unsymmetric: read by columns it would be W'.
TEST(FclibCollection, IsReadByRowsWhereItIsKeptByRows) {
  const std::filesystem::path path = collection() / "FC3D/Capsules-i125-1213.hdf5";
  ASSERT_EQ(raw<int>(path, "fclib_local/W/nz", H5T_NATIVE_INT), std::vector<int>{-2});
  const auto p = raw<int>(path, "fclib_local/W/p", H5T_NATIVE_INT);
  const auto i = raw<int>(path, "fclib_local/W/i", H5T_NATIVE_INT);
  const auto x = raw<double>(path, "fclib_local/W/x", H5T_NATIVE_DOUBLE);
  const FrictionContact problem = readFrictionContact(path);
  const auto W = test::stored_entries(*problem.view().W);
  double skew = 0.0;
  for (std::int32_t row = 0; row + 1 < static_cast<std::int32_t>(p.size()); ++row) {
    for (auto k = static_cast<std::size_t>(p[static_cast<std::size_t>(row)]);
         k < static_cast<std::size_t>(p[static_cast<std::size_t>(row) + 1]); ++k) {
      ASSERT_EQ(W.at({row, i[k]}), x[k]);
      skew = std::max(skew, std::abs(W.at({row, i[k]}) - W.at({i[k], row})));
    }
  }
  EXPECT_GT(skew, 1e-3);
}

// The guess of this file was made by a solver that stopped at a relative residual of 1.1e-2.
TEST(FclibCollection, HasAGuessThatIsNearASolution) {
  const FclibLocal file = readFclibLocal(collection() / "FC3D/Capsules-i125-1213.hdf5");
  EXPECT_EQ(file.extras.info.title, "Capsules");
  ASSERT_EQ(file.extras.guesses.size(), 1u);
  EXPECT_NEAR(faultOfReactions(file.problem.view(), file.extras.guesses[0].r), 1.1e-2, 1e-3);
  ASSERT_TRUE(file.extras.solution);
  EXPECT_EQ(norm(file.extras.solution->r.data(), 858), 0.0) << "never written";
}

TEST(FclibCollection, HasGuessesAndSolutionsOfGlobalProblems) {
  for (const char* name : {"GFC3D/Box_Stacks-i0122-82-5.hdf5", "GFC3D/Spheres-i099-356-679.hdf5"}) {
    const FclibGlobal file = readFclibGlobal(collection() / name);
    ASSERT_EQ(file.extras.guesses.size(), 1u);
    EXPECT_EQ(file.extras.guesses[0].v.size(), static_cast<std::size_t>(file.problem.view().size));
    ASSERT_TRUE(file.extras.solution);
    EXPECT_EQ(file.extras.solution->u.size(), static_cast<std::size_t>(file.problem.view().H->cols));
  }
}

}  // namespace
}  // namespace nsds::problems::contact_data_test
