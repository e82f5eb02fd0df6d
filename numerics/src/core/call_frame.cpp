#include "core/call_frame.hpp"

namespace nsds::numerics {

bool CallFrame::say_wrong_class() const {
  sentence().write("options are of class '{}', the problem is of class '{}'.",
                   nsds_class_name(options.problem_class), nsds_class_name(call.problem_class));
  return false;
}

nsds_status CallFrame::contradict(const nsds_residual& residual) const {
  sentence().write(
      "The point was called a solution beside a residual of {:.3g} with parts of {:.3g}, {:.3g} and {:.3g} "
      "(tolerance {:.3g}), which contradict that; try another solver.",
      residual.value, residual.primal, residual.dual, residual.complementarity, tolerance());
  return NSDS_STALLED;
}

nsds_status out_of_memory(const CallArguments& call) {
  sentence_of(call.report).write("Memory is exhausted; nothing was written.");
  return refused(NSDS_OUT_OF_MEMORY, call.options == nullptr ? 0.0 : call.options->tolerance(), call.report);
}

}  // namespace nsds::numerics
