#include "contact.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "limits.hpp"

namespace nsds::problems {

namespace {

struct FreeMatrix {
  void operator()(nsds_matrix* matrix) const { nsds_matrix_free(matrix); }
};
using Converted = std::unique_ptr<nsds_matrix, FreeMatrix>;

// Null where it cannot be done.
Converted convert(const nsds_matrix& matrix, nsds_storage storage, std::int32_t blockSize) {
  nsds_matrix* converted = nullptr;
  const nsds_status status = nsds_matrix_convert(&matrix, storage, blockSize, &converted);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  return Converted(converted);
}

bool isUniform(const nsds_bsr_arrays& bsr, std::int32_t size) {
  for (std::int32_t i = 0; i <= bsr.block_rows; ++i)
    if (bsr.row_offsets[i] != i * size) return false;
  for (std::int32_t i = 0; i <= bsr.block_cols; ++i)
    if (bsr.col_offsets[i] != i * size) return false;
  return true;
}

Matrix copyOf(const nsds_bsr_arrays& bsr) {
  const std::int32_t blocks = bsr.row_starts[bsr.block_rows];
  return Matrix::bsr({{bsr.row_offsets, bsr.row_offsets + bsr.block_rows + 1},
                      {bsr.col_offsets, bsr.col_offsets + bsr.block_cols + 1},
                      {bsr.row_starts, bsr.row_starts + bsr.block_rows + 1},
                      {bsr.block_columns, bsr.block_columns + blocks},
                      {bsr.value_starts, bsr.value_starts + blocks + 1},
                      {bsr.values, bsr.values + bsr.value_starts[blocks]}});
}

}  // namespace

ContactCounts readContactCounts(TextReader& reader, const ContactRows& rows) {
  const std::int32_t dimension = reader.integer({"the dimension of contacts"}, rows.plane, rows.space);
  if (dimension != rows.plane && dimension != rows.space)
    reader.fail("the dimension of contacts is " + std::to_string(dimension) + ", it must be " +
                std::to_string(rows.plane) + " or " + std::to_string(rows.space));
  const std::int32_t contacts = reader.integer({"the number of contacts"}, 0, kLargest / dimension);
  reader.expectRoom(static_cast<std::size_t>(contacts), "mu (" + std::to_string(contacts) + ")");
  return {dimension, contacts};
}

double readCoefficient(TextReader& reader, std::int32_t contact, const char* name) {
  const double mu = reader.number({name, contact});
  if (mu < 0.0) reader.fail(std::string(name) + "[" + std::to_string(contact) + "] is negative");
  return mu;
}

std::vector<double> readFriction(TextReader& reader, std::int32_t contacts, const char* name) {
  // The caller has made sure that the file has room for them.
  std::vector<double> mu(static_cast<std::size_t>(contacts));
  for (std::int32_t c = 0; c < contacts; ++c)
    mu[static_cast<std::size_t>(c)] = readCoefficient(reader, c, name);
  return mu;
}

std::string inWords(const ContactCounts& counts) {
  return std::to_string(counts.contacts) + (counts.contacts == 1 ? " contact" : " contacts") +
         " of dimension " + std::to_string(counts.dimension);
}

ContactCounts contactCounts(std::int32_t dimension, const std::vector<double>& mu, const ContactRows& rows) {
  if (dimension != rows.plane && dimension != rows.space)
    throw std::invalid_argument("the dimension of contacts must be " + std::to_string(rows.plane) + " or " +
                                std::to_string(rows.space));
  require(mu.size() <= static_cast<std::size_t>(kLargest / dimension), "there are too many contacts");
  return {dimension, static_cast<std::int32_t>(mu.size())};
}

Matrix inContactBlocks(Matrix W, std::int32_t dimension) {
  const nsds_matrix view = W.view();
  if (W.storage() == NSDS_DENSE || W.rows() == 0) return W;
  Converted columns;
  if (W.storage() == NSDS_BSR) {
    if (isUniform(view.as.bsr, dimension)) return W;
    columns = convert(view, NSDS_CSC, 0);  // blocks are cut anew from entries alone
    if (!columns) return W;
  }
  const Converted blocks = convert(columns ? *columns : view, NSDS_BSR, dimension);
  return blocks ? copyOf(blocks->as.bsr) : std::move(W);
}

}  // namespace nsds::problems
