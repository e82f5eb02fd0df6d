#include "nsds/problems/equality.hpp"

#include <utility>

#include "nsds/numerics/registry.h"
#include "square.hpp"

namespace nsds::problems {

struct Equality::Data : SquareOwner<nsds_equality> {
  using SquareOwner::SquareOwner;
};

Equality::Equality(Matrix M, std::vector<double> q) {
  checkSizes("a system of equations", M, {{"q", q.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), nsds_equality_init);
}

Equality::Equality(Equality&&) noexcept = default;
Equality& Equality::operator=(Equality&&) noexcept = default;
Equality::~Equality() = default;

const nsds_equality& Equality::view() const noexcept {
  return data_->view;
}

namespace {

Equality readOneEquality(TextReader reader) {
  SquareParts parts = readSquare(reader);
  return {std::move(parts.M), std::move(parts.q)};
}

}  // namespace

Equality readEquality(const std::filesystem::path& file) {
  return readOneEquality(TextReader::open(file));
}

Equality readEqualityText(std::string text, const std::string& name) {
  return readOneEquality({std::move(text), name});
}

}  // namespace nsds::problems
