#include "nsds/problems/relay.hpp"

#include <utility>

#include "bounds.hpp"
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
  checkSizes("a relay problem", M, {{"q", q.size()}, {"lower", lower.size()}, {"upper", upper.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), Bounds{std::move(lower), std::move(upper)});
}

Relay::Relay(Relay&&) noexcept = default;
Relay& Relay::operator=(Relay&&) noexcept = default;
Relay::~Relay() = default;

const nsds_relay& Relay::view() const noexcept {
  return data_->view;
}

namespace {

Relay readOneRelay(TextReader reader) {
  SquareParts parts = readSquare(reader);
  Bounds bounds = readBounds(reader, parts.q.size());
  return {std::move(parts.M), std::move(parts.q), std::move(bounds.lower), std::move(bounds.upper)};
}

}  // namespace

Relay readRelay(const std::filesystem::path& file) {
  return readOneRelay(TextReader::open(file));
}

Relay readRelayText(std::string text, const std::string& name) {
  return readOneRelay({std::move(text), name});
}

}  // namespace nsds::problems
