#include "nsds/problems/lcp.hpp"

#include <utility>

#include "square.hpp"

namespace nsds::problems {

struct Lcp::Data : SquareOwner<nsds_lcp> {
  using SquareOwner::SquareOwner;
};

Lcp::Lcp(Matrix M, std::vector<double> q) {
  checkSizes("an LCP", M, {{"q", q.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), nsds_lcp_init);
}

Lcp::Lcp(Lcp&&) noexcept = default;
Lcp& Lcp::operator=(Lcp&&) noexcept = default;
Lcp::~Lcp() = default;

const nsds_lcp& Lcp::view() const noexcept {
  return data_->view;
}

namespace {

Lcp readOneLcp(TextReader reader) {
  SquareParts parts = readSquare(reader);
  return {std::move(parts.M), std::move(parts.q)};
}

}  // namespace

Lcp readLcp(const std::filesystem::path& file) {
  return readOneLcp(TextReader::open(file));
}

Lcp readLcpText(std::string text, const std::string& name) {
  return readOneLcp({std::move(text), name});
}

}  // namespace nsds::problems
