// Equations G(x) = 0 whose solutions x belong to the solutions z of a problem over rows with bounds and Lorentz cones, and the
// matrices of Newton steps on them. f is F(z) + shift (z - centre) throughout, J + shift I its Jacobian.
#pragma once

#include <optional>
#include <span>

#include "vi/cone_matrix.hpp"

namespace nsds::numerics::vi {

struct ConePoint {
  std::span<const double> x, z, f;
};

class ConeEquation {
 public:
  ConeEquation() = default;
  ConeEquation(const ConeEquation&) = delete;
  ConeEquation& operator=(const ConeEquation&) = delete;
  virtual ~ConeEquation() = default;

  // x: (n) out, what z belongs to, or, for a length below 1, a point on the way there from z.
  virtual void start(std::span<const double> z, std::span<const double> f, double length,
                     std::span<double> x) const = 0;
  // x: (n) in/out, moved within the bounds where F is evaluated at x itself. z: (n) out.
  virtual void write_point(std::span<double> x, std::span<double> z) const = 0;
  virtual void write_values(const ConePoint& point, std::span<double> G) const = 0;

  // Makes the matrix H of a Newton step at the point, with the Jacobian as it was last made.
  virtual void assemble(const ConePoint& point, double shift) = 0;
  // d: (n) in: r, out: the solution of H d = r, H regularised by `added`. False: singular.
  virtual bool solve(double added, std::span<double> d) = 0;
  // y = H'x.
  virtual void multiply_transposed(std::span<const double> x, std::span<double> y) const = 0;

  // Smooths the equation where it has a parameter for that; 0: it is as it is.
  virtual void smooth(double /*parameter*/) {}
};

// The normal map F(P(x)) + x - P(x), z = P(x) [Robinson 1992, Math. Oper. Res. 17]. F is evaluated in K alone.
class NormalMap : public ConeEquation {
 public:
  NormalMap(Inequality& problem, SolveContext& context) : problem_(problem), context_(context) {}

  void start(std::span<const double> z, std::span<const double> f, double length,
             std::span<double> x) const override;
  void write_point(std::span<double> x, std::span<double> z) const override;
  void write_values(const ConePoint& point, std::span<double> G) const override;
  void assemble(const ConePoint& point, double shift) override;
  bool solve(double added, std::span<double> d) override { return H_->solve(added, d); }
  void multiply_transposed(std::span<const double> x, std::span<double> y) const override {
    H_->multiply_transposed(x, y);
  }

 private:
  void lay_out();
  void assemble_row(std::size_t j, double x, double shift);
  void assemble_lorentz(const Block& block, std::span<const double> x, double shift);

  Inequality& problem_;
  SolveContext& context_;
  std::optional<ConeMatrix> H_;
  std::span<double> block_, row_;  // scratch
};

enum class PairFunction : std::uint8_t { fischer_burmeister, minimum };

// Phi(z, F(z)) = 0, x = z, with a complementarity function of each row and of each Lorentz cone: jordan.hpp.
class PairEquation : public ConeEquation {
 public:
  PairEquation(PairFunction function, Inequality& problem, SolveContext& context);

  void start(std::span<const double> z, std::span<const double> f, double length,
             std::span<double> x) const override;
  void write_point(std::span<double> x, std::span<double> z) const override;
  void write_values(const ConePoint& point, std::span<double> G) const override;
  void assemble(const ConePoint& point, double shift) override;
  bool solve(double added, std::span<double> d) override;
  void multiply_transposed(std::span<const double> x, std::span<double> y) const override {
    H_->multiply_transposed(x, y);
  }
  void smooth(double parameter) override { smoothing_ = parameter; }

 private:
  void lay_out();
  // Phi of the block to values: (k), and its derivatives, unless they are empty.
  void evaluate(const Block& block, const ConePoint& point, std::span<double> values, std::span<double> by_z,
                std::span<double> by_w) const;
  void assemble_matrix(double shift);

  PairFunction function_;
  Inequality& problem_;
  SolveContext& context_;
  double smoothing_ = 0.0;
  double shift_ = 0.0;
  std::optional<ConeMatrix> H_;
  std::span<std::int32_t> block_of_;  // (n)
  std::span<std::size_t> first_;      // (blocks) of a block in by_z_ and by_w_
  std::span<double> by_z_, by_w_;     // (k) of a block of rows, (k x k) of a Lorentz cone
  std::span<double> values_, scratch_;
};

}  // namespace nsds::numerics::vi
