#include "drawn_options.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "check.hpp"

namespace nsds::fuzz {

namespace {

// Values of options are mostly this near to the lower end of their range, so that one solve stays short.
constexpr int kNear = 40;

int stop(const nsds_progress* progress, void* user) {
  NSDS_FUZZ_CHECK(progress != nullptr && progress->solver != nullptr, "the callback hears of no solver");
  auto& stopper = *static_cast<Stopper*>(user);
  stopper.called_after = stopper.called_after || stopper.stopped;
  ++stopper.calls;
  if (stopper.stop_at > 0 && stopper.calls >= stopper.stop_at) stopper.stopped = true;
  return stopper.stopped ? stopper.returned : 0;
}

int word_count(const nsds_option_info& info) {
  int words = 0;
  while (info.choices[words] != nullptr) ++words;
  return words;
}

// A step of these is a quadratic program or more.
bool is_costly(nsds_class problem_class) {
  return problem_class == NSDS_CLASS_NLP || problem_class == NSDS_CLASS_VI || problem_class == NSDS_CLASS_QVI;
}

}  // namespace

int by_default(nsds_class problem_class, int of_256) {
  const bool friction =
      problem_class == NSDS_CLASS_FRICTION_CONTACT || problem_class == NSDS_CLASS_ROLLING_FRICTION_CONTACT ||
      problem_class == NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT ||
      problem_class == NSDS_CLASS_GLOBAL_FRICTION_CONTACT || problem_class == NSDS_CLASS_GENERIC_MECHANICAL ||
      problem_class == NSDS_CLASS_CONE_PLASTICITY;
  return friction || is_costly(problem_class) ? 1 : of_256;
}

DrawnOptions::DrawnOptions(Input& input, nsds_class problem_class) {
  const nsds_solver_info* solver =
      nsds_solver_at(problem_class, input.integer(0, nsds_solver_count(problem_class) - 1));
  NSDS_FUZZ_CHECK(nsds_options_create(problem_class, solver->name, &options_) == NSDS_OK,
                  "a solver of the table was not accepted");
  // One solve has to end soon: the default limits are for larger problems.
  if (!input.chance(by_default(problem_class, 8))) {
    const int most = is_costly(problem_class) ? 30 : 300;
    const int limit = input.chance(64) ? input.integer(1, 5) : input.integer(most / 6, most);
    NSDS_FUZZ_CHECK(nsds_options_set_int(options_, "max_iterations", limit) == NSDS_OK,
                    "no limit can be set");
  }
  for (int k = 0; k < nsds_common_option_count(); ++k) {
    const nsds_option_info& info = *nsds_common_option_at(k);
    if (std::strcmp(info.name, "reuse") == 0 || std::strcmp(info.name, "max_iterations") == 0) continue;
    if (input.chance(64)) draw(input, info);
  }
  for (int k = 0; k < solver->option_count; ++k) {
    const nsds_option_info& info = solver->options[k];
    // With these OK speaks of another measure than the public residual.
    const bool is_measure = std::strcmp(info.name, "residual") == 0 ||
                            std::strcmp(info.name, "absolute_tolerance") == 0 ||
                            std::strcmp(info.name, "also_absolute") == 0;
    if (is_measure) continue;
    if (input.chance(64)) draw(input, info);
  }
}

// Sets one option, and holds the setter to the range that the table gives.
void DrawnOptions::draw(Input& input, const nsds_option_info& info) {
  if (info.type == NSDS_OPTION_CHOICE) {
    const char* word = info.choices[input.integer(0, word_count(info) - 1)];
    NSDS_FUZZ_CHECK(nsds_options_set_choice(options_, info.name, word) == NSDS_OK,
                    "a word of the table is refused");
    return;
  }
  const bool integral = info.type != NSDS_OPTION_DOUBLE;
  double value = info.default_number;
  switch (input.byte() % 8) {
    case 0:
      value = info.minimum;
      break;
    case 1:
      value = integral ? info.default_number : info.maximum;
      break;
    case 2:
      value = input.number(Range::any);
      if (integral) value = std::isfinite(value) ? std::clamp(std::round(value), -1e3, 1e3) : -1.0;
      break;
    case 3:
      value = integral ? std::min(info.maximum, info.minimum + 1.0) : std::pow(10.0, input.integer(-16, 3));
      break;
    default:
      value = std::max(info.minimum, -1e3) + input.integer(0, kNear) / (integral ? 1.0 : 8.0);
  }
  const bool admissible = value >= info.minimum && value <= info.maximum;
  const nsds_status status = integral
                                 ? nsds_options_set_int(options_, info.name, static_cast<std::int64_t>(value))
                                 : nsds_options_set_double(options_, info.name, value);
  NSDS_FUZZ_CHECK(status == (admissible ? NSDS_OK : NSDS_INVALID_ARGUMENT), "a setter and its table differ");
  NSDS_FUZZ_CHECK(admissible || *nsds_options_error(options_) != '\0',
                  "a setter refuses and does not say why");
}

double DrawnOptions::tolerance() const {
  double value = 0.0;
  nsds_options_get_double(options_, "tolerance", &value);
  return value;
}

bool DrawnOptions::warm_start() const {
  std::int64_t value = 0;
  nsds_options_get_int(options_, "warm_start", &value);
  return value != 0;
}

std::int64_t DrawnOptions::max_iterations() const {
  std::int64_t value = 0;
  nsds_options_get_int(options_, "max_iterations", &value);
  return value;
}

bool DrawnOptions::timed() const {
  double value = 0.0;
  nsds_options_get_double(options_, "time_limit", &value);
  return value < std::numeric_limits<double>::infinity();
}

bool DrawnOptions::remembers() const {
  std::int64_t value = 0;
  nsds_options_get_int(options_, "remembered_sets", &value);
  return value != 0;
}

bool DrawnOptions::by_fclib() const {
  const char* word = "";
  return nsds_options_get_choice(options_, "norm", &word) == NSDS_OK && std::strcmp(word, "fclib") == 0;
}

void DrawnOptions::set_reuse(nsds_reuse reuse) {
  constexpr const char* words[] = {"none", "structure", "values"};
  NSDS_FUZZ_CHECK(nsds_options_set_choice(options_, "reuse", words[reuse]) == NSDS_OK, "reuse cannot be set");
}

void DrawnOptions::set_stopper(Stopper* stopper) {
  nsds_options_set_callback(options_, stopper == nullptr ? nullptr : stop, stopper);
}

}  // namespace nsds::fuzz
