#include "compiled_model/flat_rows.hpp"

#include "compiled_model/condensation.hpp"

namespace nsds {

void FlatRows::clear() {
  starts_.assign(1, 0);
  entries_.clear();
}

void FlatRows::append(const CondensedOperator& condensed, const CondensedInteraction& interaction,
                      bool constant) {
  for (std::int32_t r = 0; r < interaction.rows; ++r) {
    for (const CondensedTerm& term : termsOf(condensed, interaction)) {
      const double* const left = leftOf(condensed, term, r);
      const double* const right = rightOf(condensed, term, r);
      for (std::int32_t i = 0; i < term.size; ++i) {
        const double response = term.support < 0 ? right[i] : 0.0;
        const std::int32_t entry = entryOf(condensed, term, i);
        if (!constant || left[i] != 0.0 || response != 0.0)
          entries_.push_back({left[i], response, term.dof + entry, term.position + entry});
      }
    }
    starts_.push_back(static_cast<std::int32_t>(entries_.size()));
  }
}

void FlatRows::refresh(const CondensedOperator& condensed, const CondensedInteraction& interaction) {
  Entry* entry = entries_.data() + starts_[static_cast<std::size_t>(interaction.row)];
  for (std::int32_t r = 0; r < interaction.rows; ++r) {
    for (const CondensedTerm& term : termsOf(condensed, interaction)) {
      const double* const left = leftOf(condensed, term, r);
      const double* const right = rightOf(condensed, term, r);
      for (std::int32_t i = 0; i < term.size; ++i, ++entry) {
        entry->left = left[i];
        entry->right = term.support < 0 ? right[i] : 0.0;
      }
    }
  }
}

void FlatRows::outputs(const double* q, const double* v, const double* b, double* y, double* u) const {
  const auto rows = static_cast<std::int32_t>(starts_.size()) - 1;
  for (std::int32_t row = 0; row < rows; ++row) {
    double output = 0.0;
    double rate = 0.0;
    for (const Entry& entry : (*this)[row]) {
      output += entry.left * q[entry.position];
      rate += entry.left * v[entry.dof];
    }
    y[row] = output + b[row];
    u[row] = rate;
  }
}

}  // namespace nsds
