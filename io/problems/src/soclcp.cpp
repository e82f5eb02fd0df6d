#include "nsds/problems/soclcp.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "contact.hpp"
#include "layouts.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/numerics/registry.h"
#include "square.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"

namespace nsds::problems {

struct Soclcp::Data : SquareOwner<nsds_soclcp> {
  Data(Matrix M, std::vector<double> vector, std::vector<nsds_cone> given)
      : SquareOwner(std::move(M), std::move(vector), nsds_soclcp_init), cones(std::move(given)) {
    view.cone_count = static_cast<std::int32_t>(cones.size());
    view.cones = cones.data();
  }

  std::vector<nsds_cone> cones;
};

namespace {

// In the order of nsds_cone_kind.
constexpr std::array<std::string_view, 3> kKinds{"free", "nonnegative", "lorentz"};

void checkCones(std::span<const nsds_cone> cones, std::int32_t n) {
  std::int64_t rows = 0;
  for (std::size_t k = 0; k < cones.size(); ++k) {
    const nsds_cone& cone = cones[k];
    require(cone.kind >= NSDS_CONE_FREE && cone.kind <= NSDS_CONE_LORENTZ,
            "the kind of a cone must be free, nonnegative or lorentz");
    require(cone.size >= 1, "a cone must have a row");
    checkCoefficient(cone.mu, static_cast<std::int32_t>(k));
    require(cone.kind == NSDS_CONE_LORENTZ || cone.mu == 0.0, "mu must be 0 where a cone is no Lorentz cone");
    rows += cone.size;
  }
  require(rows == n, "the cones must have n rows in all");
}

}  // namespace

Soclcp::Soclcp(Matrix M, std::vector<double> q, std::vector<nsds_cone> cones) {
  checkSizes("a complementarity problem over cones", M, {{"q", q.size()}});
  checkCones(cones, M.rows());
  data_ = std::make_unique<Data>(std::move(M), std::move(q), std::move(cones));
}

Soclcp::Soclcp(Soclcp&&) noexcept = default;
Soclcp& Soclcp::operator=(Soclcp&&) noexcept = default;
Soclcp::~Soclcp() = default;

const nsds_soclcp& Soclcp::view() const noexcept {
  return data_->view;
}

namespace {

std::vector<nsds_cone> readSizes(TextReader& reader, std::int32_t count, std::int32_t n) {
  std::vector<nsds_cone> cones(static_cast<std::size_t>(count));
  std::int32_t start = reader.integer({"the first row of cone", 0}, 0, 0);
  for (std::int32_t k = 0; k < count; ++k) {
    const bool isLast = k + 1 == count;
    const std::int32_t next =
        reader.integer({isLast ? "the end of cone" : "the first row of cone", isLast ? k : k + 1},
                       isLast ? n : start + 1, isLast ? n : n - 1);
    if (next <= start) reader.fail("cone[" + std::to_string(k) + "] has no row");
    cones[static_cast<std::size_t>(k)] = {NSDS_CONE_LORENTZ, next - start, 0.0, nullptr, nullptr};
    start = next;
  }
  return cones;
}

// Reads the kinds of the cones. A file may leave them out: then the next word is not the name of a kind.
void readKinds(TextReader& reader, std::vector<nsds_cone>& cones) {
  if (std::find(kKinds.begin(), kKinds.end(), reader.peek()) == kKinds.end()) return;
  for (std::size_t k = 0; k < cones.size(); ++k) {
    const std::string kind = "the kind of cone " + std::to_string(k) + ", one of free, nonnegative, lorentz";
    const std::string_view word = reader.word({kind.c_str()});
    const auto found = std::find(kKinds.begin(), kKinds.end(), word);
    if (found == kKinds.end()) reader.failExpected(kind, word);
    cones[k].kind = static_cast<nsds_cone_kind>(found - kKinds.begin());
    if (cones[k].kind != NSDS_CONE_LORENTZ && cones[k].mu != 0.0)
      reader.fail("mu[" + std::to_string(k) + "] is not 0, and the cone is no Lorentz cone");
  }
}

}  // namespace

Soclcp readSoclcpLayout(TextReader& reader) {
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  const std::int32_t n = reader.integer({"the size n"}, 0, largest);
  const std::int32_t count = reader.integer({"the number nc of cones"}, n > 0 ? 1 : 0, n);
  const auto size = static_cast<std::size_t>(n);
  reader.expectRoom(size + 2 * static_cast<std::size_t>(count) + 1,
                    "q (" + std::to_string(n) + "), starts and mu");
  Matrix M = readMatrix(reader, "M", {n, n, "n = " + std::to_string(n)});
  std::vector<double> q = reader.numbers("q", size);
  std::vector<nsds_cone> cones = readSizes(reader, count, n);
  const std::vector<double> mu = readFriction(reader, count);
  for (std::size_t k = 0; k < cones.size(); ++k) cones[k].mu = mu[k];
  readKinds(reader, cones);
  return {std::move(M), std::move(q), std::move(cones)};
}

Soclcp readSoclcp(const std::filesystem::path& file) {
  TextReader reader = TextReader::open(file);
  return readSoclcpLayout(reader);
}

Soclcp readSoclcpText(std::string text, const std::string& name) {
  TextReader reader(std::move(text), name);
  return readSoclcpLayout(reader);
}

void writeSoclcp(std::ostream& out, const nsds_soclcp& problem) {
  const std::span<const nsds_cone> cones(problem.cones, static_cast<std::size_t>(problem.cone_count));
  checkCones(cones, problem.size);
  out << problem.size << ' ' << problem.cone_count << '\n';
  writeMatrix(out, *problem.M);
  writeVector(out, "q", problem.q, problem.size);
  std::int32_t start = 0;
  out << start;
  for (const nsds_cone& cone : cones) out << ' ' << (start += cone.size);
  out << '\n';
  for (const nsds_cone& cone : cones) {
    writeNumber(out, cone.mu);
    out << '\n';
  }
  const auto isLorentz = [](const nsds_cone& cone) { return cone.kind == NSDS_CONE_LORENTZ; };
  if (!std::all_of(cones.begin(), cones.end(), isLorentz))
    for (const nsds_cone& cone : cones) out << kKinds[static_cast<std::size_t>(cone.kind)] << '\n';
  out << nsds_class_name(NSDS_CLASS_SOCLCP) << '\n';
}

void writeSoclcp(const std::filesystem::path& file, const nsds_soclcp& problem) {
  writeProblemFile(file, problem, writeSoclcp);
}

}  // namespace nsds::problems
