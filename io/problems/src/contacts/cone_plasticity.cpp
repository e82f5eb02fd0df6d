#include "nsds/problems/cone_plasticity.hpp"

#include <limits>
#include <ostream>
#include <string>
#include <utility>

#include "contact.hpp"
#include "file_contents.hpp"
#include "layouts.hpp"
#include "nm/nm_matrix.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"

namespace nsds::problems {

namespace {

constexpr std::int32_t kRows = 3;  // of a point
constexpr std::int32_t kMostPoints = std::numeric_limits<std::int32_t>::max() / kRows;

// In older files M begins where others have the law, and its rows are the fourth word of the file: where others have its
// storage, a number below 3.
bool isOlder(const TextReader& afterCounts, std::int32_t rows) {
  TextReader file = afterCounts;
  if (!file.peek().empty()) file.word({});
  return rows > 0 && file.peek() == std::to_string(rows);
}

std::int32_t readLaw(TextReader& reader) {
  const std::int32_t law = reader.integer({"the law of plasticity"}, 0, NSDS_VON_MISES);
  if (law == 0)
    reader.fail("the law of plasticity is 0, unknown; it must be 1, Drucker-Prager, or 2, von Mises");
  return law;
}

}  // namespace

struct ConePlasticity::Data {
  Data(Matrix owned, std::vector<double> vector, YieldLaw numbers)
      : M(std::move(owned)), q(std::move(vector)), law(std::move(numbers)), viewOfM(M.view()) {
    nsds_cone_plasticity_init(&view);
    const bool isCone = law.sigma_y.empty();
    view.law = isCone ? NSDS_DRUCKER_PRAGER : NSDS_VON_MISES;
    view.points = static_cast<std::int32_t>(q.size()) / kRows;
    view.M = &viewOfM;
    view.q = q.data();
    view.eta = isCone ? law.eta.data() : nullptr;
    view.theta = isCone ? law.theta.data() : nullptr;
    view.sigma_y = isCone ? nullptr : law.sigma_y.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix M;
  std::vector<double> q;
  YieldLaw law;
  nsds_matrix viewOfM;
  nsds_cone_plasticity view{};
};

ConePlasticity::ConePlasticity(Matrix M, std::vector<double> q, YieldLaw law) {
  const bool isCone = law.sigma_y.empty();
  const std::size_t points = isCone ? law.eta.size() : law.sigma_y.size();
  require(points <= static_cast<std::size_t>(kMostPoints), "there are too many points");
  require(isCone ? law.theta.size() == points : law.eta.empty() && law.theta.empty(),
          "the law must have eta and theta of the same size, or sigma_y alone");
  const auto rows = kRows * static_cast<std::int32_t>(points);
  require(M.rows() == rows && M.cols() == rows, "M must be (3 nc x 3 nc), nc the size of eta or sigma_y");
  require(q.size() == static_cast<std::size_t>(rows), "q must be (3 nc), nc the size of eta or sigma_y");
  data_ = std::make_unique<Data>(std::move(M), std::move(q), std::move(law));
}

ConePlasticity::ConePlasticity(ConePlasticity&&) noexcept = default;
ConePlasticity& ConePlasticity::operator=(ConePlasticity&&) noexcept = default;
ConePlasticity::~ConePlasticity() = default;

const nsds_cone_plasticity& ConePlasticity::view() const noexcept {
  return data_->view;
}

PlasticityReading readPlasticityLayout(TextReader& reader) {
  reader.integer({"the dimension of points"}, kRows, kRows);
  const std::int32_t points = reader.integer({"the number of points"}, 0, kMostPoints), rows = kRows * points;
  const std::string counts =
      std::to_string(points) + (points == 1 ? " point" : " points") + " of dimension 3";
  reader.expectRoom(static_cast<std::size_t>(rows), "q (" + std::to_string(rows) + ")");
  const bool saysLaw = !isOlder(reader, rows);
  const std::int32_t law = saysLaw ? readLaw(reader) : NSDS_DRUCKER_PRAGER;
  Matrix M = readMatrix(reader, "M", {rows, rows, counts});
  std::vector<double> q = reader.numbers("q", static_cast<std::size_t>(rows));
  YieldLaw numbers;
  if (law == NSDS_VON_MISES) {
    numbers.sigma_y = readFriction(reader, points, "sigma_y");
  } else {
    numbers.eta = readFriction(reader, points, "eta");
    numbers.theta = readFriction(reader, points, "theta");
  }
  return {ConePlasticity(inContactBlocks(std::move(M), kRows), std::move(q), std::move(numbers)), saysLaw};
}

ConePlasticity readConePlasticity(const std::filesystem::path& file) {
  return readConePlasticityText(fileContents(file), file.string());
}

ConePlasticity readConePlasticityText(std::string text, const std::string& name) {
  TextReader reader(std::move(text), name);
  return readPlasticityLayout(reader).problem;
}

void writeConePlasticity(std::ostream& out, const nsds_cone_plasticity& problem) {
  const bool isCone = problem.law == NSDS_DRUCKER_PRAGER;
  if (isCone) {
    checkFriction(problem.eta, problem.points, "eta");
    checkFriction(problem.theta, problem.points, "theta");
  } else {
    checkFriction(problem.sigma_y, problem.points, "sigma_y");
  }
  out << kRows << '\n' << problem.points << '\n' << problem.law << '\n';
  writeMatrix(out, *problem.M);
  writeVector(out, "q", problem.q, kRows * problem.points);
  if (isCone) {
    writeVector(out, "eta", problem.eta, problem.points);
    writeVector(out, "theta", problem.theta, problem.points);
  } else {
    writeVector(out, "sigma_y", problem.sigma_y, problem.points);
  }
  out << nsds_class_name(NSDS_CLASS_CONE_PLASTICITY) << '\n';
}

void writeConePlasticity(const std::filesystem::path& file, const nsds_cone_plasticity& problem) {
  writeProblemFile(file, problem, writeConePlasticity);
}

}  // namespace nsds::problems
