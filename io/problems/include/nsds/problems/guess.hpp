// Which class the problem of a file is of. Files of FCLIB (fclib.hpp) say it by the names of their groups,
// text files do not; what their numbers can be read as does:
//
//   n NM(M) q, behind it nothing or a remark                       an LCP
//   n NM(M) q, behind it lower and upper (n), lower <= upper       a relay problem
//   form1 form2 n m and such a form                                an MLCP
//   n m e and the rest of program.hpp                              a quadratic program or a variational
//   inequality
//   d nc NM(W) q mu, behind it 0, 1, nothing or a remark           a reduced contact problem with friction
//   dim nc NM(M) NM(H) q b mu, behind it the same                  one in global form
//
// The name of a class that has this layout, as the last word behind the data, decides: so files of systems of
// equations, which look like those of LCPs, and of quadratic programs and variational inequalities are told
// apart. The writers of these classes write it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

/// A file that is well formed as a problem of more than one class.
class NSDS_PROBLEMS_API AmbiguousClass : public FileError {
 public:
  AmbiguousClass(const std::string& file, std::vector<nsds_class> classes);

  const std::vector<nsds_class>& classes() const noexcept { return classes_; }

 private:
  std::vector<nsds_class> classes_;
};

/// Reads the whole file. Throws AmbiguousClass where more than one class fits, and where none does the
/// FileError of the layout that was followed furthest.
NSDS_PROBLEMS_API nsds_class guessClass(const std::filesystem::path& file);

/// The same from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API nsds_class guessClassText(std::string text, const std::string& name);

}  // namespace nsds::problems
