// What the bits of a run depend on beside its program and its input.
#pragma once

#include <string>
#include <vector>

namespace nsds::io {

/// The type of the processor, as the system names it.
std::string processorName();

/// "NAME IDENTIFIER" of the program and of the libraries that compute: those of NSDS, BLAS and LAPACK, SuiteSparse. The
/// identifier is the one that the linker gave the build, or "-" where it gave none.
std::vector<std::string> buildIdentifiers();

/// Date and time, "2026-05-01T12:00:00Z".
std::string timeNow();

/// The path of the running program.
std::string programPath();

}  // namespace nsds::io
