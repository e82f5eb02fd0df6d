// Series that cannot be written: the sentence names the file, and nothing is left that was not there before.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"
#include "io/vtk/vtp.hpp"
#include "io/vtk/yard.hpp"
#include "kernel/error_text.hpp"

namespace nsds::test::refusals_test {
namespace {

class VtkRefusals : public testing::Test {
 protected:
  VtkRefusals() { Yard().record(folder / "run.h5"); }

  std::string refusal(const std::filesystem::path& pvd) const {
    return errorText<io::VtkError>([&] { io::writeVtk(io::TrajectoryFile(folder / "run.h5"), pvd); });
  }
  /// Names in the folder, without that of the run.
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder / ""))
      all.insert(entry.path().filename());
    all.erase("run.h5");
    return all;
  }
  TemporaryFolder folder;
};

/// A limit on the size of files is met as a full disk is: a write fails.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(VtkRefusals, LeaveNothingOnAFullDisk) {
  {
    const SmallFiles limit(4000);
    const std::string text = refusal(folder / "new.pvd");
    EXPECT_TRUE(says(text, "new/bodies_000000.vtp: cannot be written: ")) << text;
  }
  EXPECT_EQ(names(), std::set<std::string>());
}

TEST_F(VtkRefusals, KeepTheSeriesThatWasThere) {
  io::writeVtk(io::TrajectoryFile(folder / "run.h5"), folder / "new.pvd", {.stride = 5});
  const std::string before = contents(folder / "new.pvd");
  {
    const SmallFiles limit(4000);
    EXPECT_NE(refusal(folder / "new.pvd"), "");
  }
  EXPECT_EQ(names(), (std::set<std::string>{"new", "new.pvd"}));
  EXPECT_EQ(contents(folder / "new.pvd"), before);
  for (const Listed& entry : readPvd(folder / "new.pvd")) EXPECT_NO_THROW(Vtp(folder / entry.file));
  // A shorter series leaves no file of the longer one.
  io::writeVtk(io::TrajectoryFile(folder / "run.h5"), folder / "new.pvd", {.stride = 10});
  EXPECT_EQ(names(), (std::set<std::string>{"new", "new.pvd"}));
  EXPECT_TRUE(std::filesystem::exists(folder / "new/bodies_000001.vtp"));
  EXPECT_FALSE(std::filesystem::exists(folder / "new/bodies_000002.vtp"));
}

TEST_F(VtkRefusals, TouchNothingThatIsNotOfASeries) {
  std::filesystem::create_directory(folder / "notes");
  folder.write("notes/letter.txt", "dear");
  EXPECT_TRUE(says(refusal(folder / "notes.pvd"), "notes: holds letter.txt, which is not of a series"));
  folder.write("plan", "a file");
  EXPECT_TRUE(says(refusal(folder / "plan.pvd"), "plan: is no folder"));
  std::filesystem::create_directory(folder / "list.pvd");
  EXPECT_TRUE(says(refusal(folder / "list.pvd"), "list.pvd: is a folder, not a file"));
  EXPECT_EQ(names(), (std::set<std::string>{"list.pvd", "notes", "plan"}));
  EXPECT_EQ(contents(folder / "notes/letter.txt"), "dear");
}

TEST_F(VtkRefusals, NameWhatIsWrong) {
  EXPECT_TRUE(
      says(refusal(folder / "absent/run.pvd"), "absent/run: cannot be made: No such file or directory"));
  const io::TrajectoryFile run(folder / "run.h5");
  EXPECT_THROW(io::writeVtk(run, folder / "run.vtp"), std::invalid_argument);
  EXPECT_THROW(io::writeVtk(run, folder / "run.pvd", {.stride = 0}), std::invalid_argument);
  EXPECT_THROW(io::writeVtk(run, folder / "run.pvd", {.segments = 3}), std::invalid_argument);
  EXPECT_THROW(io::writeVtk(run, folder / "run.pvd", {.segments = 257}), std::invalid_argument);
  EXPECT_EQ(names(), std::set<std::string>());
}

/// A circuit has neither bodies nor joints.
TEST_F(VtkRefusals, OfARunWithNothingToDraw) {
  Model model(0.0, 0.1);
  model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix(-Matrix::Identity(1, 1)));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5));
  simulation.run(io::TrajectoryWriter(folder / "run.h5"));
  const std::string text = refusal(folder / "run.pvd");
  EXPECT_TRUE(says(text, "run.pvd: there is nothing to draw: ")) << text;
  EXPECT_TRUE(says(text, "run.h5 has no bodies, contacts or joints")) << text;
  EXPECT_EQ(names(), std::set<std::string>());
}

TEST_F(VtkRefusals, OfTheCommand) {
  const std::string run = folder / "run.h5", pvd = folder / "run & \"more\".pvd";
  const Outcome written = nsds({"convert", run, "-o", pvd, "--stride", "4", "--segments", "8"});
  EXPECT_EQ(written.status, 0) << written.errors;
  EXPECT_EQ(written.out, pvd + "\n");
  const std::vector<Listed> listed = readPvd(pvd);
  ASSERT_EQ(listed.size(), 12U);
  EXPECT_EQ(listed[0].file, "run & \"more\"/bodies_000000.vtp");
  EXPECT_EQ(Vtp(folder / listed[0].file).count("Polys"), 8U * 4U + 8U * 5U + 6U);

  const Outcome columns = nsds({"convert", run, "-o", pvd, "--columns", "kinetic"});
  EXPECT_EQ(columns.status, 2);
  EXPECT_TRUE(says(columns.errors, "--columns goes with a table")) << columns.errors;
  const Outcome suffix = nsds({"convert", run, "-o", folder / "run.vtk"});
  EXPECT_EQ(suffix.status, 2);
  EXPECT_TRUE(says(suffix.errors, "there are .csv and .pvd")) << suffix.errors;
  const Outcome table =
      nsds({"convert", folder.write("a.csv", "t [s],q [m]\n0,1\n"), "-o", folder / "a.pvd"});
  EXPECT_EQ(table.status, 1);
  EXPECT_TRUE(says(table.errors, "a.csv: is no trajectory")) << table.errors;
  const Outcome full =
      shell("trap '' XFSZ; ulimit -f 4; $NSDS convert " + run + " -o " + (folder / "full.pvd").string());
  EXPECT_EQ(full.status, 1);
  EXPECT_TRUE(says(full.errors, "full/bodies_000000.vtp: cannot be written: File too large")) << full.errors;
  EXPECT_FALSE(std::filesystem::exists(folder / "full"));
}

}  // namespace
}  // namespace nsds::test::refusals_test
