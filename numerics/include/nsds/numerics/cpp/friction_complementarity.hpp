// Writes contact with friction as a nonlinear complementarity problem in C++, over
// friction_complementarity.h.
#pragma once

#include <memory>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/friction_complementarity.h"

namespace nsds::numerics {

// Moves, does not copy.
class FrictionComplementarity {
 public:
  using Vector = Eigen::Ref<const Eigen::VectorXd>;
  using Sparse = Eigen::SparseMatrix<double>;
  struct Reactions {
    Eigen::VectorXd r, u;  // (d nc)
  };

  // Throws Error where the problem is refused. It is copied.
  explicit FrictionComplementarity(const nsds_friction_contact& problem) {
    nsds_friction_ncp* made = nullptr;
    char message[256] = "";
    detail::require(nsds_friction_contact_to_ncp(&problem, &made, message, sizeof message), message);
    handle_.reset(made);
  }

  const nsds_friction_ncp_info& info() const noexcept { return *nsds_friction_ncp_describe(handle_.get()); }

  // F(z), z: (n). This and what follows throws Error: sizes, numbers that are not finite.
  Eigen::VectorXd map(const Vector& z) const {
    require_size(z, info().size);
    Eigen::VectorXd F(info().size);
    require(nsds_friction_ncp_evaluate(handle_.get(), z.data(), F.data(), nullptr));
    return F;
  }
  // dF/dz, (n x n).
  Sparse jacobian(const Vector& z) const {
    require_size(z, info().size);
    Eigen::VectorXd values(info().entries);
    require(nsds_friction_ncp_evaluate(handle_.get(), z.data(), nullptr, values.data()));
    return Eigen::Map<const Sparse>(info().size, info().size, info().entries, info().column_starts,
                                    info().row_indices, values.data());
  }
  Reactions back(const Vector& z) const {
    require_size(z, info().size);
    Reactions made{Eigen::VectorXd(info().reactions), Eigen::VectorXd(info().reactions)};
    require(nsds_friction_ncp_back(handle_.get(), z.data(), made.r.data(), made.u.data()));
    return made;
  }
  Eigen::VectorXd forward(const Vector& r) const {
    require_size(r, info().reactions);
    Eigen::VectorXd z(info().size);
    require(nsds_friction_ncp_forward(handle_.get(), r.data(), z.data()));
    return z;
  }

 private:
  struct Free {
    void operator()(nsds_friction_ncp* ncp) const noexcept { nsds_friction_ncp_free(ncp); }
  };

  static void require_size(const Vector& x, Eigen::Index size) {
    if (x.size() != size) throw Error(NSDS_INVALID_ARGUMENT, "the point has another size than the problem");
  }
  static void require(nsds_status status) {
    detail::require(status, "the point, or what becomes of it, is not finite");
  }

  std::unique_ptr<nsds_friction_ncp, Free> handle_;
};

}  // namespace nsds::numerics
