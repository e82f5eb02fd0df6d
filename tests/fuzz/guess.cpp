// Which class a text is of: it is said, or the text is refused with a FileError.
#include "check.hpp"
#include "nsds/problems/any_problem.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

void guess(std::span<const std::uint8_t> bytes) {
  try {
    const nsds_class guessed =
        problems::classOf(problems::readProblemText({bytes.begin(), bytes.end()}, "input"));
    NSDS_FUZZ_CHECK(nsds_class_name(guessed) != nullptr, "the class does not exist");
  } catch (const problems::FileError& refusal) {
    NSDS_FUZZ_CHECK(refusal.line() >= 0, "no line has this number");
  }
}

}  // namespace nsds::fuzz
