#include "nsds/numerics/report.h"

#include "core/call_checks.hpp"

void nsds_residual_init(nsds_residual* residual) {
  if (residual == nullptr) return;
  *residual = nsds_residual{};
  residual->struct_size = sizeof(nsds_residual);
  residual->worst = -1;
}

void nsds_report_init(nsds_report* report) {
  if (report == nullptr) return;
  *report = nsds_report{};
  report->struct_size = sizeof(nsds_report);
  nsds_residual_init(&report->residual);
  nsds::numerics::forget_extras(*report);
}
