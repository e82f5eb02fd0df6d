#include "core/call_frame.hpp"

namespace nsds::numerics {

bool CallFrame::say_wrong_class() const {
  sentence().write("options are of class '{}', the problem is of class '{}'.",
                   nsds_class_name(options.problem_class), nsds_class_name(call.problem_class));
  return false;
}

nsds_status out_of_memory(const CallArguments& call) {
  sentence_of(call.report).write("Memory is exhausted; nothing was written.");
  return refused(NSDS_OUT_OF_MEMORY, call.options == nullptr ? 0.0 : call.options->tolerance(), call.report);
}

}  // namespace nsds::numerics
