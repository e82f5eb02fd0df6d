#include "nsds/problems/relay.hpp"

#include <ostream>
#include <utility>

#include "bounds.hpp"
#include "problem_file.hpp"
#include "square.hpp"

namespace nsds::problems {

struct Relay::Data : SquareOwner<nsds_relay> {
  Data(Matrix M, std::vector<double> vector, Bounds given)
      : SquareOwner(std::move(M), std::move(vector), nsds_relay_init), bounds(std::move(given)) {
    view.lower = bounds.lower.data();
    view.upper = bounds.upper.data();
  }

  Bounds bounds;
};

Relay::Relay(Matrix M, std::vector<double> q, std::vector<double> lower, std::vector<double> upper) {
  check_sizes("a relay problem", M, {{"q", q.size()}, {"lower", lower.size()}, {"upper", upper.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), Bounds{std::move(lower), std::move(upper)});
}

Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

const nsds_relay& Relay::view() const noexcept {
  return data_->view;
}

namespace {

Relay readRelay(TextReader reader) {
  SquareParts parts = read_square(reader);
  Bounds bounds = read_bounds(reader, parts.q.size());
  return {std::move(parts.M), std::move(parts.q), std::move(bounds.lower), std::move(bounds.upper)};
}

}  // namespace

Relay read_relay(const std::filesystem::path& file) {
  return readRelay(TextReader::open(file));
}

Relay read_relay_text(std::string text, const std::string& name) {
  return readRelay({std::move(text), name});
}

void write_relay(std::ostream& out, const nsds_relay& problem) {
  write_square(out, problem.size, *problem.M, problem.q);
  write_bounds(out, problem.size, problem.lower, problem.upper);
}

void write_relay(const std::filesystem::path& file, const nsds_relay& problem) {
  write_problem_file(file, problem, write_relay);
}

}  // namespace nsds::problems
