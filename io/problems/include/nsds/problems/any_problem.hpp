// Reads and writes problem files of any class. The names of the groups in a file of FCLIB (fclib.hpp) tell its class.
// A file whose name ends in .qps or .mps holds a quadratic program (qps.hpp, whose reader also gives names, the
// constant of the objective and warnings).
// The class of a text file follows from the layout that its numbers have:
//
//   n NM(M) q, behind it nothing or a remark                   an LCP
//   n NM(M) q, behind it lower and upper (n), lower ≤ upper    a relay problem
//   form1 form2 n m and such a form                            an MLCP
//   n m e and the rest of program.hpp                          a quadratic program or a variational inequality
//   d nc NM(W) q μ, behind it 0, 1, nothing or a remark        a reduced contact problem with friction
//   dim nc NM(M) NM(H) q b μ, behind it the same, or           one in global form
//     bilateral m NM(G) d
//   d nc NM(W) q μ μ_r, d = 5, or d = 3 and its name       one of contacts that resist rolling
//   dim nc NM(M) NM(H) q b μ μ_r, behind it the same           one of these in global form
//   3 nc law NM(M) q η θ or σ_y, or without law and its name   plastic flow
//   n nb NM(W) q, behind it the kinds of blocks in words       a generic mechanical problem
//   n nc NM(M) q starts mu, the rows and apertures of cones    a linear complementarity problem over cones
//
// Where several classes have one layout, the last word of the file decides if it is the name of one of them.
// Files of systems of equations are told from those of LCPs in this way, and quadratic programs from
// variational inequalities; the writers of these classes write the word.
//
// The classes convex_qp, mcp, nlp, vi, generalized_equation and qvi have no files: their problems hold functions.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "nsds/numerics/registry.h"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/cone_plasticity.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_classes.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/generic_mechanical.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/relay.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "nsds/problems/soclcp.hpp"

namespace nsds::problems {

/// A problem of one of the classes that have files.
using AnyProblem = std::variant<Lcp, Mlcp, Relay, Qp, Avi, Equality, FrictionContact, GlobalFrictionContact,
                                GenericMechanical, Soclcp, RollingFrictionContact,
                                GlobalRollingFrictionContact, ConePlasticity>;

NSDS_PROBLEMS_API nsds_class classOf(const AnyProblem& problem) noexcept;

/// A file that is well formed as a problem of more than one class.
class NSDS_PROBLEMS_API AmbiguousClass : public FileError {
 public:
  AmbiguousClass(const std::string& file, std::vector<nsds_class> classes);

  const std::vector<nsds_class>& classes() const noexcept { return classes_; }

 private:
  std::vector<nsds_class> classes_;
};

/// A file that is no problem of any class. what() is the fault in the layout that was followed furthest and, on
/// lines of their own, that the class was guessed and what the next two layouts found.
class NSDS_PROBLEMS_API UnknownClass : public FileError {
 public:
  using FileError::FileError;
};

/// Reads a file and finds out its class; a pipe, too, is read once. Throws AmbiguousClass where more than one
/// class fits, UnknownClass where none does, and the FileError of its class for a file of FCLIB.
NSDS_PROBLEMS_API AnyProblem readProblem(const std::filesystem::path& file);

/// Does the same with the contents of a file in memory; name stands for the file in messages.
NSDS_PROBLEMS_API AnyProblem readProblemText(std::string text, const std::string& name);

/// Reads a file of a class that is known. Throws FileError, and std::invalid_argument for a class that has no
/// files.
NSDS_PROBLEMS_API AnyProblem readProblem(const std::filesystem::path& file, nsds_class problemClass);

/// Does the same with the contents of a file in memory.
NSDS_PROBLEMS_API AnyProblem readProblemText(std::string text, const std::string& name,
                                             nsds_class problemClass);

/// Writes text with 17 significant digits, so that reading gives the same bits; see the header of the class.
/// Throws std::invalid_argument if a matrix is an operator, a number not finite where it has to be, or mu
/// negative.
NSDS_PROBLEMS_API void writeProblem(std::ostream& out, const AnyProblem& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeProblem(const std::filesystem::path& file, const AnyProblem& problem);

}  // namespace nsds::problems
