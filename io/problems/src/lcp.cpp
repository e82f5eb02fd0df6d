#include "nsds/problems/lcp.hpp"

#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "file_text.hpp"
#include "nm_matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

struct Lcp::Data {
  Data(Matrix owned, std::vector<double> vector)
      : matrix(std::move(owned)), q(std::move(vector)), matrixView(matrix.view()) {
    nsds_lcp_init(&view);
    view.size = matrix.rows();
    view.M = &matrixView;
    view.q = q.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix matrix;
  std::vector<double> q;
  nsds_matrix matrixView;
  nsds_lcp view{};
};

Lcp::Lcp(Matrix M, std::vector<double> q) {
  if (M.rows() != M.cols() || q.size() != static_cast<std::size_t>(M.rows())) {
    throw std::invalid_argument("an LCP needs M (n x n) and q (n): M is " + std::to_string(M.rows()) + " x " +
                                std::to_string(M.cols()) + ", q has " + std::to_string(q.size()) +
                                " entries");
  }
  data_ = std::make_unique<Data>(std::move(M), std::move(q));
}

Lcp::Lcp(Lcp&&) noexcept = default;
Lcp& Lcp::operator=(Lcp&&) noexcept = default;
Lcp::~Lcp() = default;

const nsds_lcp& Lcp::view() const noexcept {
  return data_->view;
}

namespace {

Lcp readLcp(TextReader reader) {
  const std::int32_t n = reader.integer({"the size n"}, 0, std::numeric_limits<std::int32_t>::max());
  // Before memory is asked for: a matrix may be empty, q is not.
  if (static_cast<std::size_t>(n) > reader.wordsLeftAtMost()) {
    reader.fail("the file is too short for q (" + std::to_string(n) + ")");
  }
  Matrix M = read_matrix(reader, "M", n, n);
  std::vector<double> q = reader.numbers("q", static_cast<std::size_t>(n));
  return {std::move(M), std::move(q)};
}

}  // namespace

Lcp read_lcp(const std::filesystem::path& file) {
  return readLcp(TextReader::open(file));
}

Lcp read_lcp_text(std::string text, const std::string& name) {
  return readLcp({std::move(text), name});
}

void write_lcp(std::ostream& out, const nsds_lcp& problem) {
  out << problem.size << '\n';
  write_matrix(out, *problem.M);
  write_vector(out, "q", problem.q, problem.size);
}

void write_lcp(const std::filesystem::path& file, const nsds_lcp& problem) {
  text::write_file(
      file, [&](std::ostream& out) { write_lcp(out, problem); },
      [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace nsds::problems
