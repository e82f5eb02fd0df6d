// Reads files in the formats MPS and QPS, in which optimisers keep linear and quadratic programs, as problems of
// class qp. A file states
//
//   minimise or maximise  1/2 z'Q z + p'z + constant   subject to   sides of rows,  lower ≤ z ≤ upper.
//
//   NAME      the rest of the line is the name
//   OBJSENSE  MAX or MIN, behind it or on the next line; MIN where the section is not there
//   ROWS      type and name of each row. The first of type N is the objective, the others of type N are left
//             out; E: = rhs, L: ≤ rhs, G: ≥ rhs
//   COLUMNS   column, row, number, and perhaps a second row and number: the entries, those of a column together
//   RHS       set, row, number(s): the rhs, 0 where none is given; that of the objective is minus the constant
//   RANGES    set, row, number(s) R: L becomes [rhs - |R|, rhs], G [rhs, rhs + |R|], E [rhs, rhs + |R|] where
//             R ≥ 0 and [rhs - |R|, rhs] where R < 0
//   BOUNDS    type, set, column, number. LO, UP, FX (both), FR (none), MI (no lower), PL (no upper); 0 ≤ z where
//             none is given
//   QUADOBJ   column, column, number: one triangle of Q, whichever. QSECTION, with the name of the objective
//             behind it or not, is the same
//   QMATRIX   both triangles of Q
//   ENDATA    what follows is not read
//
// ROWS, COLUMNS and ENDATA must be there; every section comes once, ROWS before COLUMNS before those that name
// columns. Headers begin in column 1, lines of data with a blank. Lines that begin with * and empty ones count for
// nothing. What the format leaves open is decided here:
//
// - Form. In the free form blanks separate words, and the set may be left out. In the fixed form the fields stand
//   in columns 2-3, 5-12, 15-22, 25-36, 40-47, 50-61, all others are blank, and names may contain blanks. A file
//   is free where it can be read so, else fixed where it can be read so, and a warning says so. Where it is neither,
//   the fault of the form in which it can be read further is reported, that of the free form beside it.
// - A negative UP without a lower bound. Some readers take lower = -inf, others keep 0, so that no z is feasible.
//   Here lower is -inf, and a warning says so. UP 0 without a lower bound has the same two readings; here it fixes
//   the column at 0, and a warning says so.
// - Two bounds on one side: the later line holds, with a warning.
// - Of several sets of RHS, RANGES or BOUNDS the first is taken, and a warning names those that are left out.
// - Bounds, rhs and ranges of 1e19 or more are infinite. An L row with the rhs inf and a G row with -inf constrain nothing.
//
// These are refused, with the line and the column:
//
// - What class qp does not have: integer columns (MARKER, BV, LI, UI), semicontinuous ones (SC), quadratic constraints
//   (QCMATRIX, or QSECTION with the name of another row than the objective).
// - Sections of other names, and words behind a header but for those above; a sense that is none; a type of row or bound
//   that is none; a line with other fields than its section has; ROWS without a row of type N.
// - Names of rows and columns that were given already, or were not; entries of a column that stand apart.
// - An entry, also one of Q, an rhs or a range that is given twice: readers differ on whether it replaces or is added.
// - A range of the objective.
// - Words that are no numbers, NaN, and numbers beyond those of double precision; inf as an entry or as the rhs of the
//   objective; an infinite rhs of an E row, of a row with a range, or that no z satisfies.
// - A lower bound of 1e19 or more, an upper one of -1e19 or less, and bounds that cross.
// - A QMATRIX that is not symmetric: it may be one triangle under a wrong name.
//
// In the problem, Q and p of a file that maximises are negated. Rows keep the order of the file: one with equal
// sides is a row of C, one with a lower side a row of A, one with an upper side a row of A times -1, one with two
// sides two rows of A, the lower before the upper.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "nsds/problems/qp.hpp"

namespace nsds::problems {

/// A row of the file that is a constraint, and where the problem has it.
struct QpsRow {
  std::string name;
  std::int32_t lower = -1;     ///< row of A that states a'z ≥ lower side; -1: there is none
  std::int32_t upper = -1;     ///< row of A that states -a'z ≥ -upper side; -1: there is none
  std::int32_t equality = -1;  ///< row of C that states a'z = rhs; -1: there is none
};

/// What a file says beside the problem, by which results are told in the terms of the file.
struct QpsFile {
  std::string name;  ///< of the program, may be empty
  std::string objectiveName;
  bool maximises = false;
  double constant = 0.0;              ///< of the objective of the file
  std::vector<QpsRow> rows;           ///< in the order of ROWS, without those of type N
  std::vector<std::string> columns;   ///< names of z_0, z_1, ...
  std::vector<std::string> warnings;  ///< "FILE:LINE:COLUMN: what was decided", for a person

  /// The objective of the file where that of the problem, 1/2 z'Q z + p'z, has this value.
  NSDS_PROBLEMS_API double objective(double ofProblem) const noexcept;

  /// One multiplier for each of rows: the rate at which the best objective of the file changes with the side that
  /// holds. multipliers: those of A, then those of C, as nsds_qp_solve returns them. Throws std::invalid_argument
  /// where there are not so many.
  NSDS_PROBLEMS_API std::vector<double> rowMultipliers(std::span<const double> multipliers) const;

  /// Does the same with the multipliers of a proof that no z is within the rows and bounds, which knows no objective:
  /// positive ones are of lower sides, negative ones of upper sides, whether the file maximises or not.
  NSDS_PROBLEMS_API std::vector<double> rowProof(std::span<const double> multipliers) const;
};

struct QpsProblem {
  Qp problem;
  QpsFile file;
};

/// Tells whether a file is one of these by its name, which ends in .qps or .mps, in small or capital letters.
NSDS_PROBLEMS_API bool isQpsName(const std::filesystem::path& file);

/// Reads a file. Throws FileError with line, column, and what was expected there.
NSDS_PROBLEMS_API QpsProblem readQps(const std::filesystem::path& file);

/// Reads a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API QpsProblem readQpsText(const std::string& text, const std::string& name);

}  // namespace nsds::problems
