// The field's collection of LCP files: each is read and has the solutions that were computed for it, and the
// same problem in two storages is the same problem. How the solvers do on them is in tests/numerics.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/lcp.hpp"

namespace nsds::problems::lcp_data_test {
namespace {

std::filesystem::path collection() {
  const char* folder = std::getenv("NSDS_TEST_DATA");
  return std::filesystem::path(folder == nullptr ? "" : folder) / "data" / "numerics";
}

struct DataFile {
  const char* name;
  int size;
  nsds_storage storage;
};

void PrintTo(const DataFile& row, std::ostream* out) {
  *out << row.name;
}

const DataFile kFiles[] = {
    {"lcp_CPS_1", 2, NSDS_DENSE},
    {"lcp_CPS_2", 3, NSDS_DENSE},
    {"lcp_CPS_3", 4, NSDS_DENSE},
    {"lcp_CPS_4", 4, NSDS_DENSE},
    {"lcp_CPS_5", 2, NSDS_DENSE},
    {"lcp_Pang_isolated_sol", 3, NSDS_DENSE},
    {"lcp_Pang_isolated_sol_perturbed", 3, NSDS_DENSE},
    {"lcp_deudeu", 2, NSDS_DENSE},
    {"lcp_deudeu_block", 2, NSDS_BSR},
    {"lcp_enum_fails", 9, NSDS_DENSE},
    {"lcp_exp_murty", 6, NSDS_DENSE},
    {"lcp_inf_sol_perturbed", 3, NSDS_DENSE},
    {"lcp_mmc", 26, NSDS_DENSE},
    {"lcp_tobenna", 40, NSDS_DENSE},
    {"lcp_trivial", 9, NSDS_DENSE},
    {"lcp_trivial_block", 9, NSDS_BSR},
};

class LcpCollection : public testing::TestWithParam<DataFile> {};

TEST_P(LcpCollection, HasItsSizeAndStorage) {
  const DataFile& row = GetParam();
  const Lcp problem = readLcp(collection() / "LCP" / (std::string(row.name) + ".dat"));
  const nsds_lcp& lcp = problem.view();
  EXPECT_EQ(lcp.size, row.size);
  EXPECT_EQ(lcp.M->storage, row.storage);
}

// The solutions computed for the collection, given with 12 digits, solve what was read: it is the right
// matrix, and not its transpose.
TEST_P(LcpCollection, HasTheKnownSolutions) {
  const std::string name = std::string("LCP/") + GetParam().name + ".dat";
  const Lcp problem = readLcp(collection() / name);
  const auto known = nlohmann::json::parse(test::contents(collection() / "reference_solutions.json"));
  for (const nlohmann::json& solution : known.at(name).at("basic_solutions")) {
    const auto z = solution.get<std::vector<double>>();
    ASSERT_EQ(static_cast<int>(z.size()), problem.view().size);
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_lcp_residual(&problem.view(), z.data(), &residual), NSDS_OK);
    EXPECT_LE(residual.value, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, LcpCollection, testing::ValuesIn(kFiles),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(LcpCollection, BlockFilesAreTheDenseOnes) {
  for (const std::string name : {"lcp_deudeu", "lcp_trivial"}) {
    const Lcp dense = readLcp(collection() / "LCP" / (name + ".dat"));
    const Lcp block = readLcp(collection() / "LCP" / (name + "_block.dat"));
    EXPECT_EQ(test::entries(*dense.view().M), test::entries(*block.view().M)) << name;
  }
}

// A file that holds only a matrix becomes an LCP with q = 0.
Lcp withZeroVector(const std::string& file, int size, const std::string& head = "") {
  std::string text =
      std::to_string(size) + "\n" + head + test::contents(collection() / "linalg" / file) + "\n";
  for (int i = 0; i < size; ++i) text += "0 ";
  return readLcpText(std::move(text), file);
}

TEST(MatrixCollection, TripletsAndColumnsAreTheSameMatrix) {
  const Lcp triplet = withZeroVector("NSM_triplet_162x162.dat", 162);
  const Lcp columns = withZeroVector("NSM_csc_162x162.dat", 162);
  EXPECT_EQ(columns.view().M->as.csc.column_starts[162], 6174);
  EXPECT_EQ(test::entries(*triplet.view().M), test::entries(*columns.view().M));
}

TEST(MatrixCollection, BlocksOfDifferentSizesAreRead) {
  const Lcp problem = withZeroVector("SBM2.dat", 36, "1\n36\n36\n");
  EXPECT_EQ(problem.view().M->as.bsr.block_rows, 8);
  EXPECT_EQ(problem.view().M->as.bsr.row_starts[8], 26);
}

TEST(MatrixCollection, LargeSparseMatricesAreRead) {
  EXPECT_EQ(withZeroVector("M_3Drigidbodies.dat", 12000).view().M->as.csc.column_starts[12000], 12000);
  EXPECT_EQ(withZeroVector("W_102x102.dat", 102).view().M->as.csc.column_starts[102], 234);
  EXPECT_LE(withZeroVector("J_IPM_LU.dat", 3246).view().M->as.csc.column_starts[3246], 33374);
}

}  // namespace
}  // namespace nsds::problems::lcp_data_test
