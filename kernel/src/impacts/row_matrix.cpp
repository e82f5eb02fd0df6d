#include "impacts/row_matrix.hpp"

#include <algorithm>
#include <vector>

#include "compiled_model/condensation.hpp"

namespace nsds {

namespace {

/// A row's part over one system.
struct RowPart {
  std::int32_t system;
  std::int32_t row;
  std::int32_t size;
  const double* left;
  const double* right;
};

}  // namespace

SparseMatrix rowMatrix(const CondensedOperator& condensed, const IndexSet& set) {
  std::vector<RowPart> parts;
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  std::int32_t rows = 0;
  for (const UnitaryRelation& relation : set) {
    const CondensedInteraction& record =
        condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      for (const CondensedTerm& term : termsOf(condensed, record)) {
        const std::int32_t at = relation.rowInInteraction + r;
        parts.push_back(
            {term.system, rows + r, term.size, leftOf(condensed, term, at), rightOf(condensed, term, at)});
      }
      if (record.feedthrough < 0) continue;
      for (std::int32_t c = 0; c < relation.rows; ++c) {
        const std::ptrdiff_t row = relation.rowInInteraction + r;
        entries.emplace_back(rows + r, rows + c,
                             condensed.pool[static_cast<std::size_t>(record.feedthrough + row * record.rows +
                                                                     relation.rowInInteraction + c)]);
      }
    }
    rows += relation.rows;
  }
  // The parts over one system follow each other, in the order of rows.
  std::stable_sort(parts.begin(), parts.end(),
                   [](const RowPart& a, const RowPart& b) { return a.system < b.system; });
  for (auto first = parts.begin(); first != parts.end();) {
    const auto last =
        std::find_if(first, parts.end(), [&](const RowPart& part) { return part.system != first->system; });
    for (auto a = first; a != last; ++a) {
      for (auto b = first; b != last; ++b)
        entries.emplace_back(a->row, b->row, dot(a->size, a->left, b->right));
    }
    first = last;
  }
  SparseMatrix W(rows, rows);
  W.setFromTriplets(entries.begin(), entries.end());
  W.makeCompressed();
  return W;
}

}  // namespace nsds
