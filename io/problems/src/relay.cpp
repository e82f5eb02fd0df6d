#include "nsds/problems/relay.hpp"

#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "file_text.hpp"
#include "nm_matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

struct Relay::Data {
  Data(Matrix owned, std::vector<double> vector, std::vector<double> low, std::vector<double> high)
      : matrix(std::move(owned)),
        q(std::move(vector)),
        lower(std::move(low)),
        upper(std::move(high)),
        matrixView(matrix.view()) {
    nsds_relay_init(&view);
    view.size = matrix.rows();
    view.M = &matrixView;
    view.q = q.data();
    view.lower = lower.data();
    view.upper = upper.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix matrix;
  std::vector<double> q, lower, upper;
  nsds_matrix matrixView;
  nsds_relay view{};
};

Relay::Relay(Matrix M, std::vector<double> q, std::vector<double> lower, std::vector<double> upper) {
  const auto n = static_cast<std::size_t>(M.rows());
  if (M.rows() != M.cols() || q.size() != n || lower.size() != n || upper.size() != n) {
    throw std::invalid_argument(
        "a relay problem needs M (n x n), q (n), lower (n) and upper (n): M is " + std::to_string(M.rows()) +
        " x " + std::to_string(M.cols()) + ", the others have " + std::to_string(q.size()) + ", " +
        std::to_string(lower.size()) + " and " + std::to_string(upper.size()) + " entries");
  }
  data_ = std::make_unique<Data>(std::move(M), std::move(q), std::move(lower), std::move(upper));
}

Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

const nsds_relay& Relay::view() const noexcept {
  return data_->view;
}

namespace {

Relay readRelay(TextReader reader) {
  const std::int32_t n = reader.integer({"the size n"}, 0, std::numeric_limits<std::int32_t>::max());
  const auto size = static_cast<std::size_t>(n);
  // Before memory is asked for: a matrix may be empty, q is not.
  if (size > reader.wordsLeftAtMost()) reader.fail("the file is too short for q (" + std::to_string(n) + ")");
  Matrix M = read_matrix(reader, "M", n, n);
  std::vector<double> q = reader.numbers("q", size);
  std::vector<double> lower = reader.numbers("lower", size);
  std::vector<double> upper = reader.numbers("upper", size);
  return {std::move(M), std::move(q), std::move(lower), std::move(upper)};
}

}  // namespace

Relay read_relay(const std::filesystem::path& file) {
  return readRelay(TextReader::open(file));
}

Relay read_relay_text(std::string text, const std::string& name) {
  return readRelay({std::move(text), name});
}

void write_relay(std::ostream& out, const nsds_relay& problem) {
  out << problem.size << '\n';
  write_matrix(out, *problem.M);
  write_vector(out, "q", problem.q, problem.size);
  write_vector(out, "lower", problem.lower, problem.size);
  write_vector(out, "upper", problem.upper, problem.size);
}

void write_relay(const std::filesystem::path& file, const nsds_relay& problem) {
  text::write_file(
      file, [&](std::ostream& out) { write_relay(out, problem); },
      [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace nsds::problems
