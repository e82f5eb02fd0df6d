#include "nsds/problems/equality.hpp"

#include <ostream>
#include <utility>

#include "nsds/numerics/registry.h"
#include "problem_file.hpp"
#include "square.hpp"

namespace nsds::problems {

struct Equality::Data : SquareOwner<nsds_equality> {
  using SquareOwner::SquareOwner;
};

Equality::Equality(Matrix M, std::vector<double> q) {
  check_sizes("a system of equations", M, {{"q", q.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), nsds_equality_init);
}

Equality::Equality(Equality&&) noexcept = default;
Equality& Equality::operator=(Equality&&) noexcept = default;
Equality::~Equality() = default;

const nsds_equality& Equality::view() const noexcept {
  return data_->view;
}

namespace {

Equality readEquality(TextReader reader) {
  SquareParts parts = read_square(reader);
  return {std::move(parts.M), std::move(parts.q)};
}

}  // namespace

Equality read_equality(const std::filesystem::path& file) {
  return readEquality(TextReader::open(file));
}

Equality read_equality_text(std::string text, const std::string& name) {
  return readEquality({std::move(text), name});
}

void write_equality(std::ostream& out, const nsds_equality& problem) {
  write_square(out, problem.size, *problem.M, problem.q);
  out << nsds_class_name(NSDS_CLASS_EQUALITY) << '\n';
}

void write_equality(const std::filesystem::path& file, const nsds_equality& problem) {
  write_problem_file(file, problem, write_equality);
}

}  // namespace nsds::problems
