// The study: a figure for each problem, and the advice that follows from them.
#include <map>
#include <memory>
#include <string>

#include "command/study/schemes/page.hpp"

namespace nsds::command {

namespace schemes {

namespace {

/// Comparisons that were made, so that the advice does not make them again.
class Comparisons {
 public:
  const Comparison& of(Problem (*problem)()) {
    const auto found = made_.find(problem);
    return found != made_.end() ? found->second : made_.emplace(problem, compare(problem())).first->second;
  }

 private:
  std::map<Problem (*)(), Comparison> made_;
};

}  // namespace

}  // namespace schemes

Study schemesStudy() {
  using namespace schemes;
  const auto made = std::make_shared<Comparisons>();
  const auto figure = [&](std::string_view name, Problem (*problem)()) {
    return StudyFigure{name, problem().caption, [made, problem] { return workPrecision(made->of(problem)); }};
  };
  return {
      "schemes",
      "Which scheme when: precision and work of all schemes",
      "Computed by `nsds study schemes`. Errors are means over time of |q − q(t)|, each position in parts of "
      "its size, the largest of them, and means over four numbers of steps, first steps or tolerances. Work "
      "is "
      "counted in steps of the scheme, three for each that adaptive steps try, of schemes over smooth "
      "integrators in "
      "evaluations of forces; milliseconds are those of one processor. Costs are interpolated between runs "
      "by powers of the error. Runs are refined until one takes 0.25 s; \"not reached\" says that none of "
      "them "
      "has the error.",
      {figure("01-ball", bouncingBall),
       figure("02-bar", impactingBar),
       figure("03-woodpecker", woodpecker),
       figure("04-crank", sliderCrank),
       {"05-advice", "Advice", [made] {
          return advice({&made->of(bouncingBall), &made->of(impactingBar), &made->of(woodpecker),
                         &made->of(sliderCrank)});
        }}}};
}

}  // namespace nsds::command
