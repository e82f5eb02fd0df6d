// One problem decoded from an input and the calls of its class: all that contract.cpp has to know of a class.
// Every driver is one file that draws a subject of its class and holds it against the contract.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "input.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/workspace.h"

namespace nsds::fuzz {

// What a solve writes to: z, then what the class has beside it (w; multipliers; xi and u; r, u and lambda). A
// null array is one that the caller leaves out.
struct Unknowns {
  std::vector<double> z, second, third, fourth;
  bool without_z = false;
  bool without_second = false;
  bool without_third = false;
  bool without_fourth = false;

  double* z_data() { return without_z ? nullptr : z.data(); }
  double* second_data() { return without_second ? nullptr : second.data(); }
  double* third_data() { return without_third ? nullptr : third.data(); }
  double* fourth_data() { return without_fourth ? nullptr : fourth.data(); }
};

struct Lengths {
  int z = 0;
  int second = 0;
  int third = 0;
  int fourth = 0;
  int certificate = 0;
};

class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  // Of the arrays that a caller has to provide, whatever the struct says of its sizes.
  virtual Lengths lengths() const = 0;
  // Well formed and with moderate numbers: neither function may refuse it as invalid.
  virtual bool sound() const = 0;
  virtual nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                            nsds_report* report) const = 0;
  virtual nsds_status residual(Unknowns& x, nsds_residual* residual) const = 0;
  // The norm of FCLIB, for classes with the option `norm`.
  virtual nsds_status residual_fclib(Unknowns&, double*) const { return NSDS_NOT_APPLICABLE; }
  // The residual by the formula of the header, not by the library; NaN where it overflows, or the class has
  // none.
  virtual double naive_residual(const Unknowns&) const { return std::numeric_limits<double>::quiet_NaN(); }
  // Checks what else holds of every point that a solve returns.
  virtual void check_solution(const Unknowns&) const {}
  // Can the residual be measured without the array that the caller left out?
  virtual bool needs_second() const { return false; }
  virtual bool needs_fourth() const { return false; }
  // Does a singular matrix refuse the call, or end it?
  virtual bool refuses_singular() const { return false; }
  // Does the certificate prove that there is no solution? The default is for classes that return none.
  virtual bool proves(std::span<const double>) const { return false; }
  // Is the point itself a witness that the objective is unbounded? A nonlinear program has no direction that proves it: what is returned
  // has to satisfy the constraints with an objective below the limit of the header.
  virtual bool falls_to(const Unknowns&) const { return false; }
  // What a next solve may change: the vectors, or the values of the matrices as well.
  virtual void change_vectors(Input& input) = 0;
  virtual void change_values() = 0;
};

using DrawSubject = std::unique_ptr<Subject> (*)(Input& input);

// Aborts where a solver of the class breaks the contract on the problem that the bytes decode to.
void check_contract(nsds_class subject_class, DrawSubject draw_subject, std::span<const std::uint8_t> bytes);

}  // namespace nsds::fuzz
