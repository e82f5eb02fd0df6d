// The layouts of problem files other than that of a square matrix with vectors (square.hpp). Each function reads
// from the present position of the reader to the end of the data. Several problem classes may share a layout.
#pragma once

#include "nsds/problems/cone_plasticity.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/generic_mechanical.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/program.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "nsds/problems/soclcp.hpp"
#include "text_reader.hpp"
#include "writing/words.hpp"

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

/// d nc, NM(W), q, mu, mu_r. Throws FileError.
RollingFrictionContact readRollingLayout(TextReader& reader);

/// dim nc, NM(M), NM(H), q, b, mu, the bilateral constraints. Throws FileError.
GlobalFrictionContact readGlobalContactLayout(TextReader& reader);

struct PlasticityReading {
  ConePlasticity problem;
  bool saysLaw;  // the file is none of the older ones
};

/// 3 nc, the law, NM(M), q, eta and theta or sigma_y. Throws FileError.
PlasticityReading readPlasticityLayout(TextReader& reader);

/// dim nc, NM(M), NM(H), q, b, mu, mu_r, the bilateral constraints. Throws FileError.
GlobalRollingFrictionContact readGlobalRollingLayout(TextReader& reader);

/// n nb, NM(W), q, the blocks. Throws FileError.
GenericMechanical readGenericMechanicalLayout(TextReader& reader);

/// n nc, NM(M), q, starts, mu, kinds. Throws FileError.
Soclcp readSoclcpLayout(TextReader& reader);

}  // namespace nsds::problems
