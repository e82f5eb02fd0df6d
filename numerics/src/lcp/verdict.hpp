// From a solver's claim and the residual to the status that is returned, and to words.
#pragma once

#include "core/solve_context.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics {

// OK is earned by the residual alone, whatever the solver claims.
nsds_status judge(nsds_status claim, const nsds_residual& residual, double tolerance, bool certified);

// The two common sentences; they avoid formatting.
void say_solved(const Sentence& sentence);
void say_trivial(const Sentence& sentence);

// One sentence: what happened, where, and what to try. reason: the solver's own words, "" for none.
void say(const Sentence& sentence, nsds_status status, const SolverClaim& claim,
         const nsds_residual& residual, const SolveContext& context, const char* reason);

}  // namespace nsds::numerics
