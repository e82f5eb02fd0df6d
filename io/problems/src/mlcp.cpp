#include "nsds/problems/mlcp.hpp"

#include <utility>

#include "layouts.hpp"
#include "limits.hpp"
#include "nm/nm_matrix.hpp"
#include "square.hpp"

namespace nsds::problems {

struct Mlcp::Data : SquareOwner<nsds_mlcp> {
  Data(Matrix M, std::vector<double> vector, std::vector<unsigned char> marks)
      : SquareOwner(std::move(M), std::move(vector), nsds_mlcp_init), complementary(std::move(marks)) {
    view.complementary = complementary.data();
  }

  std::vector<unsigned char> complementary;
};

Mlcp::Mlcp(Matrix M, std::vector<double> q, std::vector<unsigned char> complementary) {
  checkSizes("an MLCP", M, {{"q", q.size()}, {"complementary", complementary.size()}});
  data_ = std::make_unique<Data>(std::move(M), std::move(q), std::move(complementary));
}

Mlcp::Mlcp(Mlcp&&) noexcept = default;
Mlcp& Mlcp::operator=(Mlcp&&) noexcept = default;
Mlcp::~Mlcp() = default;

const nsds_mlcp& Mlcp::view() const noexcept {
  return data_->view;
}

namespace {

// Offsets of groups of rows up to size, then what each of them is.
std::vector<unsigned char> readGroups(TextReader& reader, std::int32_t size) {
  std::vector<std::int32_t> offsets{reader.integer({"the offset of the first group of rows"}, 0, 0)};
  while (offsets.back() < size) {
    offsets.push_back(
        reader.integer({"the offset of a group of rows", static_cast<std::int64_t>(offsets.size())},
                       offsets.back() + 1, size));
  }
  std::vector<unsigned char> complementary;
  for (std::size_t group = 0; group + 1 < offsets.size(); ++group) {
    const std::int32_t kind =
        reader.integer({"whether a group of rows is complementary", static_cast<std::int64_t>(group)}, 0, 1);
    complementary.resize(static_cast<std::size_t>(offsets[group + 1]), static_cast<unsigned char>(kind));
  }
  return complementary;
}

Mlcp readOneMatrix(TextReader& reader, std::int32_t size) {
  std::vector<unsigned char> complementary = readGroups(reader, size);
  Matrix M = readMatrix(reader, "M", {size, size, "n + m = " + std::to_string(size)});
  std::vector<double> q = reader.numbers("q", static_cast<std::size_t>(size));
  return {std::move(M), std::move(q), std::move(complementary)};
}

// Entries row by row into the place of the block in M, which is stored by columns.
void readBlock(TextReader& reader, const char* name, std::size_t rows, std::size_t cols, double* M,
               std::size_t stride) {
  const std::vector<double> values = reader.numbers(name, rows * cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) M[j * stride + i] = values[i * cols + j];
}

Mlcp readBlocks(TextReader& reader, std::size_t n, std::size_t m) {
  const std::size_t size = n + m;
  std::vector<double> M(size * size, 0.0);
  double* const right = M.data() + n * size;
  readBlock(reader, "A", n, n, M.data(), size);
  readBlock(reader, "B", m, m, right + n, size);
  readBlock(reader, "C", n, m, right, size);
  readBlock(reader, "D", m, n, M.data() + n, size);
  std::vector<double> q = reader.numbers("a", n);
  const std::vector<double> b = reader.numbers("b", m);
  q.insert(q.end(), b.begin(), b.end());
  std::vector<unsigned char> complementary(n, 0);
  complementary.resize(size, 1);
  const auto order = static_cast<std::int32_t>(size);
  return {Matrix::dense(order, order, std::move(M)), std::move(q), std::move(complementary)};
}

}  // namespace

Mlcp readMlcpLayout(TextReader& reader) {
  const bool first = reader.integer({"whether the form with one matrix follows"}, 0, 1) == 1;
  const bool second = reader.integer({"whether the form in blocks follows"}, 0, 1) == 1;
  const std::int32_t n = reader.integer({"the number n of free unknowns"}, 0, kLargest);
  const std::int32_t m = reader.integer({"the number m of complementary unknowns"}, 0, kLargest - n);
  const auto size = static_cast<std::size_t>(n) + static_cast<std::size_t>(m);
  reader.expectRoom(size, "q (" + std::to_string(size) + ")");
  if (first) return readOneMatrix(reader, n + m);
  if (!second) reader.fail("the file holds neither form of the problem");
  reader.expectRoom(size * size, "A, B, C and D");
  return readBlocks(reader, static_cast<std::size_t>(n), static_cast<std::size_t>(m));
}

namespace {

Mlcp readOneMlcp(TextReader reader) {
  return readMlcpLayout(reader);
}

}  // namespace

Mlcp readMlcp(const std::filesystem::path& file) {
  return readOneMlcp(TextReader::open(file));
}

Mlcp readMlcpText(std::string text, const std::string& name) {
  return readOneMlcp({std::move(text), name});
}

}  // namespace nsds::problems
