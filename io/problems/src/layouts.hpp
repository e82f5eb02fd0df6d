// The layouts that problem files have beside that of square.hpp, each read from where a reader stands up to
// the end of the data. Several classes may share one.
#pragma once

#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/program.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

/// form1 form2 n m, and one of the forms. Throws FileError.
Mlcp readMlcpLayout(TextReader& reader);

struct ProgramParts {
  Matrix M;
  std::vector<double> q;
  Constraints constraints;
};

/// n m e, NM(M), q, the constraints. matrix, vector: what M and q are called in messages. Throws FileError.
ProgramParts readProgramLayout(TextReader& reader, const char* matrix, const char* vector);

/// d nc, NM(W), q, mu. Throws FileError.
FrictionContact readContactLayout(TextReader& reader);

/// dim nc, NM(M), NM(H), q, b, mu. Throws FileError.
GlobalFrictionContact readGlobalContactLayout(TextReader& reader);

}  // namespace nsds::problems
