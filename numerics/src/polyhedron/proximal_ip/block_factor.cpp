#include "polyhedron/proximal_ip/block_factor.hpp"

#include <cblas.h>

#include <algorithm>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr std::int32_t widest_panel =
    32;  // columns of a panel: products of panels are faster than what is done inside one
constexpr double few_zeros = 0.1;                 // of the entries of two panels that become one
constexpr std::int32_t narrow = 8;                // columns that are one panel whatever zeros that brings
constexpr double operations_between_looks = 1e8;  // operations after which the clock is looked at

}  // namespace

void BlockFactor::analyse(const Lines& K, std::span<const std::int32_t> parent,
                          std::span<const std::int32_t> counts, Arena& arena) {
  K_ = &K;
  const std::size_t n = parent.size();
  source_ = arena.take<std::int32_t>(K.indices.size());
  below_.starts = arena.take<std::int32_t>(n + 1, 0);
  below_.indices = arena.take<std::int32_t>(K.indices.size());
  for (const std::int32_t i : K.indices) ++below_.starts[index(i) + 1];
  for (std::size_t j = 0; j < n; ++j) below_.starts[j + 1] += below_.starts[j];
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(below_.starts.begin(), n, next.begin());
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t p = K.begin(k); p < K.end(k); ++p) {
      const std::size_t place = index(next[index(K.indices[p])]++);
      below_.indices[place] = static_cast<std::int32_t>(k);
      source_[place] = static_cast<std::int32_t>(p);
    }
  }
  find_panels(parent, counts, arena);
  find_rows(parent, arena);
}

// Cuts the columns into panels: a column joins that before it where this is its only use, and panels that are narrow or
// have nearly the same pattern become one.
void BlockFactor::find_panels(std::span<const std::int32_t> parent, std::span<const std::int32_t> counts,
                              Arena& arena) {
  const auto n = static_cast<std::int32_t>(parent.size());
  panels_ = arena.take<Panel>(index(n));
  const std::span<double> zeros = arena.take<double>(index(n));
  std::size_t count = 0;
  for (std::int32_t j = 0; j < n; ++j) {
    panels_[count] = {j, 1, counts[index(j)] + 1, 0, 0};
    zeros[count] = 0.0;
    ++count;
    // The panel before may take this one in, and that before it both.
    while (count > 1) {
      const Panel& above = panels_[count - 2];
      const Panel& last = panels_[count - 1];
      const std::int32_t end = above.first + above.width;
      const std::int32_t width = above.width + last.width;
      if (parent[index(end - 1)] != last.first || width > widest_panel) break;
      const double filled = zeros[count - 2] + zeros[count - 1] +
                            static_cast<double>(above.width) * (above.width + last.height - above.height);
      const double entries = static_cast<double>(width) * (above.width + last.height);
      if (filled > few_zeros * entries && width > narrow) break;
      panels_[count - 2] = {above.first, width, above.width + last.height, 0, 0};
      zeros[count - 2] = filled;
      --count;
    }
  }
  panels_ = panels_.first(count);
}

// The rows of a panel are those of its columns of K and those that the panels below it in the tree pass on.
void BlockFactor::find_rows(std::span<const std::int32_t> parent, Arena& arena) {
  const std::size_t n = parent.size();
  std::int64_t row_count = 0;
  for (Panel& panel : panels_) {
    panel.rows = row_count;
    panel.values = entries_;
    row_count += panel.height;
    entries_ += std::int64_t{panel.width} * panel.height;
    tallest_ = std::max<std::int64_t>(tallest_, panel.height);
  }
  rows_ = arena.take<std::int32_t>(static_cast<std::size_t>(row_count));
  panel_of_ = arena.take<std::int32_t>(n);
  place_ = arena.take<std::int32_t>(n, -1);
  for (std::size_t s = 0; s < panels_.size(); ++s)
    for (std::int32_t j = 0; j < panels_[s].width; ++j)
      panel_of_[index(panels_[s].first + j)] = static_cast<std::int32_t>(s);
  waiting_ = arena.take<std::int32_t>(panels_.size(), -1);
  next_ = arena.take<std::int32_t>(panels_.size(), -1);
  reached_ = arena.take<std::int32_t>(panels_.size());
  for (std::size_t s = 0; s < panels_.size(); ++s) {
    Panel& panel = panels_[s];
    std::int32_t* const list = rows(panel);
    std::int32_t height = 0;
    const std::int32_t end = panel.first + panel.width;
    const auto add = [&](std::int32_t row) {
      if (row < panel.first || place_[index(row)] == static_cast<std::int32_t>(s)) return;
      place_[index(row)] = static_cast<std::int32_t>(s);
      list[height++] = row;
    };
    for (std::int32_t j = panel.first; j < end; ++j) add(j);
    for (std::int32_t j = panel.first; j < end; ++j)
      for (std::size_t p = below_.begin(index(j)); p < below_.end(index(j)); ++p) add(below_.indices[p]);
    for (std::int32_t child = waiting_[s]; child != -1; child = next_[index(child)])
      for (std::int32_t k = panels_[index(child)].width; k < panels_[index(child)].height; ++k)
        add(rows(panels_[index(child)])[k]);
    std::sort(list, list + height);
    // Zeros that two panels were joined with may be fewer than was thought.
    panel.height = height;
    if (height > panel.width) pass_on(static_cast<std::int32_t>(s), panel.width);
  }
}

// Panel `index` waits for the panel that has its row number `row`.
void BlockFactor::pass_on(std::int32_t panel, std::int32_t row) {
  reached_[index(panel)] = row;
  if (row == panels_[index(panel)].height) return;
  const std::size_t to = index(panel_of_[index(rows(panels_[index(panel)])[row])]);
  next_[index(panel)] = waiting_[to];
  waiting_[to] = panel;
}

void BlockFactor::take_memory(Arena& arena) {
  values_ = arena.take<double>(static_cast<std::size_t>(entries_));
  scaled_ = arena.take<double>(index(widest_panel) * index(widest_panel));
  product_ = arena.take<double>(static_cast<std::size_t>(tallest_) * index(widest_panel));
}

BlockFactor::Outcome BlockFactor::factorise(std::span<const double> diagonal,
                                            std::span<const signed char> signs, const SolveContext& context) {
  std::fill(waiting_.begin(), waiting_.end(), -1);
  double operations = 0.0;
  for (std::size_t s = 0; s < panels_.size(); ++s) {
    const Panel& panel = panels_[s];
    assemble(panel, diagonal);
    const std::int32_t end = panel.first + panel.width;
    for (std::int32_t from = waiting_[s]; from != -1;) {
      const std::int32_t following = next_[index(from)];
      const Panel& other = panels_[index(from)];
      const std::int32_t begin = reached_[index(from)];
      std::int32_t stop = begin;
      while (stop < other.height && rows(other)[stop] < end) ++stop;
      subtract(other, begin, stop, panel);
      operations += static_cast<double>(stop - begin) * (other.height - begin) * other.width;
      pass_on(from, stop);
      from = following;
    }
    if (!eliminate(panel, signs)) return Outcome::wrong_sign;
    operations += static_cast<double>(panel.width) * panel.width * panel.height;
    if (panel.height > panel.width) pass_on(static_cast<std::int32_t>(s), panel.width);
    if (operations < operations_between_looks || context.time_limit == infinity) continue;
    if (context.seconds() >= context.time_limit) return Outcome::out_of_time;
    operations = 0.0;
  }
  return Outcome::done;
}

void BlockFactor::assemble(const Panel& panel, std::span<const double> diagonal) {
  double* const target = values(panel);
  std::fill_n(target, std::int64_t{panel.width} * panel.height, 0.0);
  for (std::int32_t k = 0; k < panel.height; ++k) place_[index(rows(panel)[k])] = k;
  for (std::int32_t j = 0; j < panel.width; ++j) {
    const std::size_t column = index(panel.first + j);
    double* const entries = target + std::int64_t{j} * panel.height;
    entries[j] = diagonal[column];
    for (std::size_t p = below_.begin(column); p < below_.end(column); ++p)
      entries[place_[index(below_.indices[p])]] += K_->values[index(source_[p])];
  }
}

// The rows begin, ..., end - 1 of a panel are columns of another, which loses L D L' of them and all rows after.
void BlockFactor::subtract(const Panel& from, std::int32_t begin, std::int32_t end, const Panel& to) {
  const std::int32_t columns = end - begin;
  const std::int32_t high = from.height - begin;
  const double* const L = values(from);
  for (std::int32_t k = 0; k < from.width; ++k) {
    const double pivot = L[std::int64_t{k} * from.height + k];
    for (std::int32_t c = 0; c < columns; ++c)
      scaled_[index(k) * index(columns) + index(c)] = pivot * L[std::int64_t{k} * from.height + begin + c];
  }
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, high, columns, from.width, 1.0, L + begin, from.height,
              scaled_.data(), columns, 0.0, product_.data(), high);
  const std::int32_t* const row = rows(from) + begin;
  const std::int32_t* const place = place_.data();
  for (std::int32_t c = 0; c < columns; ++c) {
    double* const target = values(to) + std::int64_t{row[c] - to.first} * to.height;
    const double* const change = product_.data() + std::int64_t{c} * high;
    for (std::int32_t r = c; r < high; ++r) target[place[row[r]]] -= change[r];
  }
}

// L D L' of the columns of a panel, and L of the rows below.
bool BlockFactor::eliminate(const Panel& panel, std::span<const signed char> signs) {
  double* const L = values(panel);
  const std::int64_t height = panel.height;
  for (std::int32_t j = 0; j < panel.width; ++j) {
    double* const column = L + j * height;
    const double pivot = column[j];
    if (!(signs[index(panel.first + j)] * pivot > 0.0)) return false;
    for (std::int64_t i = j + 1; i < height; ++i) column[i] /= pivot;
    for (std::int32_t k = j + 1; k < panel.width; ++k) {
      const double factor = column[k] * pivot;
      double* const other = L + k * height;
      if (factor == 0.0) continue;
      for (std::int64_t i = k; i < height; ++i) other[i] -= factor * column[i];
    }
  }
  return true;
}

void BlockFactor::solve(std::span<double> x) const {
  for (const Panel& panel : panels_) {
    for (std::int32_t j = 0; j < panel.width; ++j) {
      const double* const column = values(panel) + std::int64_t{j} * panel.height;
      const double value = x[index(panel.first + j)];
      for (std::int32_t k = j + 1; k < panel.height; ++k) x[index(rows(panel)[k])] -= column[k] * value;
    }
  }
  for (std::size_t s = panels_.size(); s-- > 0;) {
    const Panel& panel = panels_[s];
    for (std::int32_t j = panel.width - 1; j >= 0; --j) {
      const double* const column = values(panel) + std::int64_t{j} * panel.height;
      double sum = x[index(panel.first + j)] / column[j];
      for (std::int32_t k = j + 1; k < panel.height; ++k) sum -= column[k] * x[index(rows(panel)[k])];
      x[index(panel.first + j)] = sum;
    }
  }
}

}  // namespace nsds::numerics::polyhedron::proximal
