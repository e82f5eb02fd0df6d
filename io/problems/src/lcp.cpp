#include "nsds/problems/lcp.hpp"

#include <ostream>
#include <utility>

#include "problem_file.hpp"
#include "square.hpp"

namespace nsds::problems {

struct Lcp::Data : SquareOwner<nsds_lcp> {
  using SquareOwner::SquareOwner;
};

Lcp::Lcp(Matrix M, std::vector<double> q) {
  check_sizes("an LCP", M, {{"q", q.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), nsds_lcp_init);
}

Lcp::Lcp(Lcp&&) noexcept = default;
Lcp& Lcp::operator=(Lcp&&) noexcept = default;
Lcp::~Lcp() = default;

const nsds_lcp& Lcp::view() const noexcept {
  return data_->view;
}

namespace {

Lcp readLcp(TextReader reader) {
  SquareParts parts = read_square(reader);
  return {std::move(parts.M), std::move(parts.q)};
}

}  // namespace

Lcp read_lcp(const std::filesystem::path& file) {
  return readLcp(TextReader::open(file));
}

Lcp read_lcp_text(std::string text, const std::string& name) {
  return readLcp({std::move(text), name});
}

void write_lcp(std::ostream& out, const nsds_lcp& problem) {
  write_square(out, problem.size, *problem.M, problem.q);
}

void write_lcp(const std::filesystem::path& file, const nsds_lcp& problem) {
  write_problem_file(file, problem, write_lcp);
}

}  // namespace nsds::problems
