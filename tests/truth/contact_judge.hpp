// Judges reactions of contacts, and stresses of points that flow, by the sections "Contacts" and "Rows and contacts together" of docs/ok.md. It is written from that page,
// in extended precision, shares nothing with the library, and takes its time.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "truth/judge.hpp"

namespace nsds::test {

enum class ContactLaw { friction, rolling, drucker_prager, von_mises };

// u = W r + q with the law between the blocks of u and r, each of which is (normal, tangents), or with rolling (normal, tangents,
// moments).
struct ContactProblem {
  ContactLaw law;
  int dimension;  // rows a contact: 2 or 3 with friction, 3 or 5 with rolling, 3 of plastic points
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  Eigen::VectorXd limit;    // (contacts): mu, eta, or sigma_y
  Eigen::VectorXd rolling;  // (contacts), or empty: mu_r
  Eigen::VectorXd theta;    // (contacts), or empty
  Eigen::VectorXd floor;    // (rows), or empty: what of a row was lost on the way
  // Rows over intervals stand behind the contacts: W and q have theirs too. Empty: there are none.
  Eigen::VectorXd lower{}, upper{};
  std::vector<int> dimensions{};  // (contacts): those of each, where they differ; else empty
  // (rows of contacts): what lengths of moments are taken from, where that is not the diagonal of W; else empty.
  Eigen::VectorXd compliance{};

  Eigen::Index contacts() const { return limit.size(); }
  Eigen::Index rows_of(Eigen::Index contact) const {
    return dimensions.empty() ? dimension : dimensions[static_cast<std::size_t>(contact)];
  }
  // contact: up to and with contacts(), where the rows begin.
  Eigen::Index first_of(Eigen::Index contact) const {
    Eigen::Index first = 0;
    for (Eigen::Index c = 0; c < contact; ++c) first += rows_of(c);
    return first;
  }
};

// The worst of the judgement is the first row of a part, or of a contact. leeway: by what factor all thresholds but the tolerance are
// widened, since two programs that round differently see the same number on both sides of one. What is ok with leeway 1 is so with more.
Judgement judge_contacts(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance = 1e-8,
                         double leeway = 1.0);

// The value of judge_contacts.
double judged_contacts(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance = 1e-8);

}  // namespace nsds::test
