// The instances as the problems of numerics: borrowed views, valid as long as what they were made from.
#pragma once

#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/global_friction_contact.h"
#include "support/collection/instance.hpp"
#include "support/collection/reduced.hpp"

namespace nsds::bench {

class ReducedView {
 public:
  explicit ReducedView(const Reduced& from)
      : W_(nsds_matrix_bsr(from.contacts(), from.contacts(), from.offsets.data(), from.offsets.data(),
                           from.row_starts.data(), from.block_columns.data(), from.value_starts.data(),
                           from.values.data())) {
    nsds_friction_contact_init(&problem_);
    problem_.dimension = from.dimension;
    problem_.contacts = from.contacts();
    problem_.W = &W_;
    problem_.q = from.q.data();
    problem_.mu = from.mu.data();
  }
  explicit ReducedView(const Reduced&&) = delete;
  ReducedView(const ReducedView&) = delete;
  ReducedView& operator=(const ReducedView&) = delete;

  const nsds_friction_contact& problem() const { return problem_; }

 private:
  nsds_matrix W_;
  nsds_friction_contact problem_;
};

class GlobalView {
 public:
  explicit GlobalView(const Instance& from)
      : M_(numerics::view(from.M)), H_(numerics::view(from.H)), G_(numerics::view(from.G)) {
    nsds_global_friction_contact_init(&problem_);
    problem_.dimension = from.dimension;
    problem_.contacts = from.contacts();
    problem_.size = from.size();
    problem_.constraints = from.constraints();
    problem_.M = &M_;
    problem_.H = &H_;
    problem_.G = from.constraints() > 0 ? &G_ : nullptr;
    problem_.q = from.q.data();
    problem_.b = from.b.data();
    problem_.d = from.constraints() > 0 ? from.d.data() : nullptr;
    problem_.mu = from.mu.data();
  }
  explicit GlobalView(const Instance&&) = delete;
  GlobalView(const GlobalView&) = delete;
  GlobalView& operator=(const GlobalView&) = delete;

  const nsds_global_friction_contact& problem() const { return problem_; }

 private:
  nsds_matrix M_, H_, G_;
  nsds_global_friction_contact problem_;
};

}  // namespace nsds::bench
