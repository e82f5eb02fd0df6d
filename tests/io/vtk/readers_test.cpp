// VTK's own readers find in the files what was written.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"
#include "io/vtk/vtp.hpp"
#include "io/vtk/yard.hpp"

namespace nsds::test::readers_test {
namespace {

using Numbers = std::vector<double>;

/// Draws a run and has all its files read by VTK.
template <class Run>
void expectSameNumbers(const TemporaryFolder& folder) {
  Run().record(folder / "run.h5");
  io::writeVtk(io::TrajectoryFile(folder / "run.h5"), folder / "run.pvd", {.stride = 5});
  const std::vector<Listed> listed = readPvd(folder / "run.pvd");
  ASSERT_GE(listed.size(), 9U);
  std::vector<std::string> words{NSDS_PYTHON_WITH_VTK, NSDS_READ_VTP};
  for (const Listed& entry : listed) words.push_back(folder / entry.file);
  const Outcome outcome = run_program(words);
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  const nlohmann::json read = outcome.json();
  ASSERT_EQ(read.size(), listed.size());

  for (std::size_t k = 0; k < listed.size(); ++k) {
    const Vtp file(folder / listed[k].file);
    EXPECT_EQ(read[k].at("points").get<Numbers>(), file.numbers("Points", "points")) << listed[k].file;
    for (const char* cells : {"Verts", "Lines", "Polys"}) {
      EXPECT_EQ(read[k].at(cells).at("connectivity").get<Numbers>(), file.numbers(cells, "connectivity"));
      // VTK counts from a first zero on.
      Numbers ends = file.numbers(cells, "offsets");
      ends.insert(ends.begin(), 0.0);
      EXPECT_EQ(read[k].at(cells).at("offsets").get<Numbers>(), ends);
    }
    for (const char* data : {"PointData", "CellData"})
      for (const auto& [name, numbers] : read[k].at(data).items())
        EXPECT_EQ(numbers.template get<Numbers>(), file.numbers(data, name)) << listed[k].file << ' ' << name;
    EXPECT_EQ(read[k].at("CellData").contains("velocity"), listed[k].part == "bodies");
    EXPECT_EQ(read[k].at("PointData").contains("force"), listed[k].part == "contacts");
  }
}

TEST(VtkReaders, ReadBodiesInSpace) {
  const TemporaryFolder folder;
  expectSameNumbers<Yard>(folder);
}

TEST(VtkReaders, ReadPlanarBodies) {
  const TemporaryFolder folder;
  expectSameNumbers<Table>(folder);
}

}  // namespace
}  // namespace nsds::test::readers_test
