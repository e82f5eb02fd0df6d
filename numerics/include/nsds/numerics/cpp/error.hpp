// This is the exception of the C++ interface.
#pragma once

#include <stdexcept>
#include <string>

#include "nsds/common/cxx20.hpp"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"

namespace nsds::numerics {

// A report as a value, initialised.
struct Report : nsds_report {
  Report() : nsds_report{} { nsds_report_init(this); }

  bool ok() const noexcept { return status == NSDS_OK; }
};

// A call that was refused (invalid argument, not applicable, out of memory). A solve that merely fails to
// reach its tolerance does not throw: its report says so.
class Error : public std::runtime_error {
 public:
  Error(nsds_status status, const std::string& message)
      : std::runtime_error(std::string(nsds_status_name(status)) + ": " + message) {
    report_.status = status;
  }
  explicit Error(const Report& report) : std::runtime_error(describe(report)), report_(report) {}

  nsds_status status() const noexcept { return report_.status; }
  // The report of a solve; after any other call only its status is set.
  const Report& report() const noexcept { return report_; }

 private:
  static std::string describe(const Report& report) {
    return std::string(nsds_status_name(report.status)) + ": " + report.message;
  }

  Report report_;
};

namespace detail {

inline bool is_refusal(nsds_status status) noexcept {
  return status == NSDS_INVALID_ARGUMENT || status == NSDS_NOT_APPLICABLE || status == NSDS_OUT_OF_MEMORY;
}

inline void require(nsds_status status, const char* message) {
  if (status != NSDS_OK) throw Error(status, message);
}

}  // namespace detail
}  // namespace nsds::numerics
