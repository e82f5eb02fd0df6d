// What LCPs, relay problems and systems of equations have in common, in memory and in their files: a square
// matrix and a vector, n, NM(M), q (n).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "nsds/problems/matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

struct SquareParts {
  Matrix M;
  std::vector<double> q;
};

/// Throws FileError.
SquareParts readSquare(TextReader& reader);

/// Throws std::invalid_argument when M is not (n x n) or a vector not (n). problem: "an LCP";
/// vectors: name and size of each.
void checkSizes(const char* problem, const Matrix& M,
                const std::vector<std::pair<const char*, std::size_t>>& vectors);

/// Owns M and q and lends them to a problem struct of numerics, of which it sets size, M and q.
template <class View>
struct SquareOwner {
  SquareOwner(Matrix owned, std::vector<double> vector, void (*init)(View*))
      : matrix(std::move(owned)), q(std::move(vector)), matrixView(matrix.view()) {
    init(&view);
    view.size = matrix.rows();
    view.M = &matrixView;
    view.q = q.data();
  }
  SquareOwner(const SquareOwner&) = delete;
  SquareOwner& operator=(const SquareOwner&) = delete;
  ~SquareOwner() = default;

  Matrix matrix;
  std::vector<double> q;
  nsds_matrix matrixView;
  View view{};
};

}  // namespace nsds::problems
