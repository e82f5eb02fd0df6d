// What nsds-bench survey measures: the families, sizes and limits of each class, and how its problems are solved.
#pragma once

#include <vector>

#include "benchmarks/survey/survey_table.hpp"

namespace nsds::bench {

SurveyPlan lcp_plan();
// problem_class: NSDS_CLASS_MLCP or NSDS_CLASS_RELAY.
SurveyPlan box_plan(nsds_class problem_class);
// problem_class: NSDS_CLASS_QP or NSDS_CLASS_AVI.
SurveyPlan program_plan(nsds_class problem_class);
SurveyPlan equality_plan();
SurveyPlan convex_qp_plan();
SurveyPlan rolling_plan();

// All of them, in the order of the document.
std::vector<SurveyPlan> survey_plans();

// Tells whether a command that was given these names of classes, or none, is asked for this class. Throws
// std::invalid_argument where a name is that of no class.
bool is_asked_for(nsds_class problem_class, const std::vector<std::string>& names);

}  // namespace nsds::bench
