// Files of FCLIB. The bytes of an input change one of a few files that our own writer makes. Bytes that begin with the
// signature of HDF5 are a file as they are. What comes out is refused with a FileError, or gives a problem that is written
// and read again with the same bits.
#include "nsds/problems/fclib.hpp"

#include <array>
#include <string>
#include <vector>

#include "check.hpp"
#include "file_changes.hpp"
#include "input.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

using problems::fclibBytes;
using problems::FclibExtras;
using problems::Matrix;

std::vector<double> ramp(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 0.5 + static_cast<double>(i);
  return values;
}

std::string local_file() {
  const problems::FrictionContact problem(2, Matrix::dense(4, 4, ramp(16)), ramp(4), ramp(2));
  return fclibBytes(problem.view(), {{"title", "description", ""}, {}, {{{}, ramp(4), ramp(4), {}}}});
}

std::string global_file(bool constrained) {
  problems::GlobalContactParts parts{
      3, Matrix::dense(2, 2, ramp(4)), Matrix::dense(2, 3, ramp(6)), ramp(2), ramp(3), ramp(1)};
  FclibExtras extras{{}, {{ramp(2), ramp(3), ramp(3), {}}}, {}};
  if (constrained) {
    parts.constraints.emplace(problems::BilateralConstraints{Matrix::dense(1, 2, ramp(2)), ramp(1)});
    extras.solution->lambda = ramp(1);
  }
  return fclibBytes(problems::GlobalFrictionContact(std::move(parts)).view(), extras);
}

std::string draw_file(std::span<const std::uint8_t> bytes) {
  std::string given(bytes.begin(), bytes.end());
  if (problems::isHdf5(given)) return given;
  static const std::array<std::string, 3> files{local_file(), global_file(false), global_file(true)};
  Input input(bytes);
  std::string file = files[static_cast<std::size_t>(input.integer(0, 2))];
  change_file(input, file);
  return file;
}

template <class File>
void test_reader(const std::string& file, File (*read)(const std::string&, const std::string&)) {
  try {
    const File found = read(file, "input");
    const std::string first = fclibBytes(found.problem.view(), found.extras);
    const File copy = read(first, "copy");
    NSDS_FUZZ_CHECK(fclibBytes(copy.problem.view(), copy.extras) == first,
                    "what was written reads otherwise");
  } catch (const problems::FileError& refusal) {
    NSDS_FUZZ_CHECK(refusal.file() != "copy", refusal.what());
    NSDS_FUZZ_CHECK(refusal.line() == 0, "a file of HDF5 has no lines");
  }
}

}  // namespace

void fclib_reader(std::span<const std::uint8_t> bytes) {
  const std::string file = draw_file(bytes);
  test_reader(file, problems::readFclibLocalBytes);
  test_reader(file, problems::readFclibGlobalBytes);
}

}  // namespace nsds::fuzz
