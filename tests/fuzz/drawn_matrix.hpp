// A matrix of any storage decoded from an input: of the structure that solvers look for, or with an array
// that is not as the header asks. Never is an array shorter than its own indices say: a library cannot know
// that.
#pragma once

#include <cstdint>
#include <vector>

#include "input.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::fuzz {

// gram: B B'. skew: with a diagonal. any: one of them, each as often as another.
enum class Structure { general, symmetric, gram, diagonal, tridiagonal, skew, any };

struct MatrixWish {
  int rows = 0;
  int cols = 0;
  Range range = Range::integers;
  bool symmetric = false;               // where the class asks for it
  Structure favoured = Structure::any;  // drawn every other time
  bool dominant = false;                // mostly with a diagonal that makes it regular
};

class DrawnMatrix {
 public:
  DrawnMatrix(Input& input, const MatrixWish& wish);
  DrawnMatrix(const DrawnMatrix&) = delete;
  DrawnMatrix& operator=(const DrawnMatrix&) = delete;
  ~DrawnMatrix() = default;

  const nsds_matrix* view() const { return &view_; }
  // Well formed and with entries: no solver may refuse it for its arrays.
  bool sound() const { return !faulty_ && view_.storage != NSDS_OPERATOR; }
  double entry(int i, int j) const { return entries_[static_cast<std::size_t>(j * rows_ + i)]; }
  // The same pattern with other values. Scaling by a power of two rounds nothing.
  void double_values();

 private:
  void draw_entries(Input& input, const MatrixWish& wish);
  void square_entries(int rank, Range range);
  void raise_diagonal(Range range);
  void store_dense(Input& input);
  void store_csc(Input& input);
  void store_bsr(Input& input);
  void store_operator(Input& input);
  void add_fault(Input& input);
  void read_entries();
  double& at(int i, int j) { return entries_[static_cast<std::size_t>(j * rows_ + i)]; }
  static int apply(void* user, const double* x, double* y);

  int rows_;
  int cols_;
  bool faulty_ = false;
  bool apply_fails_ = false;
  std::vector<double> entries_;  // (rows x cols), column-major
  std::vector<double> values_;
  std::vector<std::int32_t> starts_, indices_, row_offsets_, col_offsets_, value_starts_;
  nsds_matrix view_{};
};

}  // namespace nsds::fuzz
