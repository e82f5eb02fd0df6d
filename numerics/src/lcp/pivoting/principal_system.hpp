// Systems M_FF x_F = b_F for one set F after the other: what block principal pivoting factorises.
#pragma once

#include <cstdint>
#include <span>

#include "affine/structure.hpp"
#include "lcp/problem.hpp"
#include "linalg/factors/small_cholesky.hpp"

namespace nsds::numerics::lcp {

inline constexpr double singular_pivot =
    1e-12;  // below this fraction of its diagonal entry a pivot is rounding

enum class Factor {
  regular,
  shifted,  // singular up to rounding and positive semidefinite: M_FF + shift diag(M_FF) is factorised
            // instead
  not_p     // det M_FF <= 0, or M_FF indefinite: M is no P-matrix
};

class PrincipalSystem {
 public:
  static constexpr double shift = 1e-8;  // relative to each diagonal entry

  PrincipalSystem() = default;
  PrincipalSystem(const PrincipalSystem&) = delete;
  PrincipalSystem& operator=(const PrincipalSystem&) = delete;
  virtual ~PrincipalSystem() = default;

  // F: the rows, increasing. where: (n) position in F, -1 outside.
  virtual Factor factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) = 0;

  // x: (|F|) in: right-hand side, out: solution.
  virtual void solve(double* x) = 0;
};

// Dense: Cholesky where M is symmetric, LU elsewhere.
class DenseSystem final : public PrincipalSystem {
 public:
  DenseSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena);
  Factor factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) override;
  void solve(double* x) override;

 private:
  void gather(std::span<const std::int32_t> F, double added);
  bool cholesky(std::span<const std::int32_t> F);
  Factor lu();

  bool is_small() const { return structure_.symmetric && size_ <= largest_small_cholesky; }

  const affine::Structure& structure_;
  std::int32_t size_ = 0;
  std::size_t stride_ = 0;
  bool shifting_ = false;  // a singular M_FF was met: from now on every one is shifted
  std::span<double> K_;
  std::span<double> inverse_;  // 1 / L_aa
  std::span<std::int32_t> pivots_;
};

// Symmetric of small bandwidth in the order given: LDL' within the band.
class BandSystem final : public PrincipalSystem {
 public:
  BandSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena);
  Factor factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) override;
  void solve(double* x) override;

 private:
  void gather(std::span<const std::int32_t> F, std::span<const std::int32_t> where, double added);
  Factor decompose();

  const affine::Structure& structure_;
  std::int32_t width_;  // half bandwidth
  std::int32_t size_ = 0;
  bool shifting_ = false;
  std::span<double> band_;    // ((width + 1) x |F|): D over the columns of L
  std::span<double> before_;  // the diagonal before elimination
};

// Symmetric and sparse: LDL' in one AMD order for all F.
class SparseSystem final : public PrincipalSystem {
 public:
  SparseSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena);
  Factor factorise(std::span<const std::int32_t> F, std::span<const std::int32_t> where) override;
  void solve(double* x) override;

 private:
  void order(std::int32_t n);
  void gather(std::span<const std::int32_t> F, std::span<const std::int32_t> where, double added);
  Factor decompose();

  const affine::Structure& structure_;
  Arena& arena_;
  std::int32_t size_ = 0;
  bool shifting_ = false;
  std::span<std::int32_t> order_;            // all rows in elimination order
  std::span<std::int32_t> members_, place_;  // those of F, as positions in F, and back
  std::span<std::int32_t> starts_, rows_;    // the upper triangle of the permuted M_FF
  std::span<double> values_, before_;
  std::span<std::int32_t> L_starts_, L_rows_, parent_, counts_, flags_, pattern_;
  std::span<double> L_values_, D_, y_;
};

}  // namespace nsds::numerics::lcp
