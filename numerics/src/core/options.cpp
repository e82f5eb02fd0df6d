#include "core/options.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/guard.hpp"
#include "core/sentence.hpp"

namespace nsds::numerics {
namespace {

// An option by its row and the place of its value.
struct Found {
  const nsds_option_info* info = nullptr;
  bool own = false;
  std::size_t index = 0;
};

double& value_of(nsds_options& options, const Found& found) {
  return found.own ? options.own[found.index] : options.common[found.index];
}
double value_of(const nsds_options& options, const Found& found) {
  return found.own ? options.own[found.index] : options.common[found.index];
}

Sentence error_of(nsds_options& options) {
  return {options.error.data(), options.error.size()};
}

// Position of a word in a list ended by null, or nothing.
std::optional<int> word_position(const char* const* words, const char* word) {
  if (word == nullptr) return std::nullopt;
  for (int position = 0; words[position] != nullptr; ++position)
    if (std::strcmp(words[position], word) == 0) return position;
  return std::nullopt;
}

std::string joined(const char* const* words) {
  std::string all;
  for (; *words != nullptr; ++words) all.append(all.empty() ? "" : ", ").append(*words);
  return all;
}

double default_value(const nsds_option_info& info) {
  if (info.type != NSDS_OPTION_CHOICE) return info.default_number;
  return word_position(info.choices, info.default_choice).value_or(0);
}

void set_own_defaults(nsds_options& options) {
  const nsds_solver_info& solver = *options.solver;
  std::vector<double> own;
  own.reserve(static_cast<std::size_t>(solver.option_count));
  for (int i = 0; i < solver.option_count; ++i) own.push_back(default_value(solver.options[i]));
  options.own = std::move(own);
}

std::string names_of(const nsds_options& options) {
  std::string names;
  for (const nsds_option_info& info : common_options())
    names.append(names.empty() ? "" : ", ").append(info.name);
  for (int i = 0; i < options.solver->option_count; ++i)
    names.append(", ").append(options.solver->options[i].name);
  return names;
}

std::string solvers_of(nsds_class problem_class) {
  std::string names;
  for (int i = 0; i < nsds_solver_count(problem_class); ++i)
    names.append(names.empty() ? "" : ", ").append(nsds_solver_at(problem_class, i)->name);
  return names;
}

// The option of that name, or nothing.
Found find(const nsds_options& options, const char* name) {
  const nsds_option_info* info = nsds_option_find(options.solver, name);
  if (info == nullptr) return {};
  const std::span<const nsds_option_info> common = common_options();
  for (std::size_t i = 0; i < common.size(); ++i)
    if (info == &common[i]) return {info, false, i};
  return {info, true, static_cast<std::size_t>(info - options.solver->options)};
}

// Finds an option for a setter, with a sentence that lists the names there are where nothing is found.
Found find_to_set(nsds_options& options, const char* name) {
  const Found found = find(options, name);
  if (found.info == nullptr)
    error_of(options).write("Solver '{}' has no option '{}'; its options are {}.", options.solver->name,
                            name == nullptr ? "(null)" : name, names_of(options));
  return found;
}

nsds_status refuse_type(nsds_options& options, const nsds_option_info& info, const char* given) {
  error_of(options).write("Option '{}' takes a value of type {}, not {}.", info.name,
                          nsds_option_type_name(info.type), given);
  return NSDS_INVALID_ARGUMENT;
}

nsds_status assign_number(nsds_options& options, const Found& found, double value) {
  const nsds_option_info& info = *found.info;
  if (!(value >= info.minimum && value <= info.maximum)) {  // false for NaN too
    if (info.maximum < std::numeric_limits<double>::max()) {
      error_of(options).write("Option '{}' must be in [{}, {}], {} is not.", info.name, info.minimum,
                              info.maximum, value);
    } else {
      error_of(options).write("Option '{}' must be finite and at least {}, {} is not.", info.name,
                              info.minimum, value);
    }
    return NSDS_INVALID_ARGUMENT;
  }
  value_of(options, found) = value;
  return NSDS_OK;
}

nsds_status assign_choice(nsds_options& options, const Found& found, const char* value) {
  const nsds_option_info& info = *found.info;
  const std::optional<int> position = word_position(info.choices, value);
  if (!position) {
    error_of(options).write("Option '{}' must be one of {}; '{}' is not.", info.name, joined(info.choices),
                            value == nullptr ? "(null)" : value);
    return NSDS_INVALID_ARGUMENT;
  }
  value_of(options, found) = *position;
  return NSDS_OK;
}

// Integers pass through double, so those beyond 2^53 are out of range by definition.
nsds_status assign_int(nsds_options& options, const Found& found, std::int64_t value) {
  return assign_number(options, found, static_cast<double>(value));
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

nsds_status assign_text(nsds_options& options, const Found& found, const char* text) {
  const nsds_option_info& info = *found.info;
  const std::string_view value = text == nullptr ? "" : text;
  if (info.type == NSDS_OPTION_CHOICE) return assign_choice(options, found, text);
  if (info.type == NSDS_OPTION_BOOL && value == "true") return assign_number(options, found, 1.0);
  if (info.type == NSDS_OPTION_BOOL && value == "false") return assign_number(options, found, 0.0);
  if (info.type == NSDS_OPTION_DOUBLE) {
    if (const auto number = parse<double>(value)) return assign_number(options, found, *number);
  } else if (const auto number = parse<std::int64_t>(value)) {
    return assign_int(options, found, *number);
  }
  error_of(options).write("Option '{}' is a {}, '{}' cannot be read as one.", info.name,
                          nsds_option_type_name(info.type), value);
  return NSDS_INVALID_ARGUMENT;
}

bool is_int(nsds_option_type type) {
  return type == NSDS_OPTION_INT || type == NSDS_OPTION_BOOL;
}

}  // namespace

nsds_options default_options(nsds_class problem_class, std::int32_t index) {
  nsds_options options;
  options.problem_class = problem_class;
  options.solver_index = index;
  options.solver = nsds_solver_at(problem_class, index);
  for (std::size_t i = 0; i < options.common.size(); ++i)
    options.common[i] = default_value(common_options()[i]);
  set_own_defaults(options);
  return options;
}

}  // namespace nsds::numerics

using namespace nsds::numerics;

nsds_status nsds_options_create(nsds_class problem_class, const char* solver, nsds_options** options) {
  return guarded([&] {
    if (options == nullptr || nsds_class_name(problem_class) == nullptr) return NSDS_INVALID_ARGUMENT;
    const std::int32_t index = solver == nullptr ? 0 : solver_index(problem_class, solver);
    if (index < 0) return NSDS_INVALID_ARGUMENT;
    *options = new nsds_options(default_options(problem_class, index));
    return NSDS_OK;
  });
}

nsds_options* nsds_options_copy(const nsds_options* options) {
  nsds_options* copy = nullptr;
  guarded([&] {
    if (options != nullptr) copy = new nsds_options(*options);
    return NSDS_OK;
  });
  return copy;
}

void nsds_options_free(nsds_options* options) {
  delete options;
}

nsds_status nsds_options_set_solver(nsds_options* options, const char* solver) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const std::int32_t index = solver_index(options->problem_class, solver);
    if (index < 0) {
      error_of(*options).write("Class '{}' has no solver '{}'; its solvers are {}.",
                               nsds_class_name(options->problem_class), solver == nullptr ? "(null)" : solver,
                               solvers_of(options->problem_class));
      return NSDS_INVALID_ARGUMENT;
    }
    nsds_options changed = *options;
    changed.solver_index = index;
    changed.given = nullptr;
    changed.solver = nsds_solver_at(options->problem_class, index);
    set_own_defaults(changed);
    *options = std::move(changed);
    return NSDS_OK;
  });
}

const char* nsds_options_solver(const nsds_options* options) {
  return options == nullptr ? nullptr : options->solver->name;
}

nsds_class nsds_options_class(const nsds_options* options) {
  return options == nullptr ? NSDS_CLASS_LCP : options->problem_class;
}

nsds_status nsds_options_set_double(nsds_options* options, const char* name, double value) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const Found found = find_to_set(*options, name);
    if (found.info == nullptr) return NSDS_INVALID_ARGUMENT;
    if (found.info->type != NSDS_OPTION_DOUBLE) return refuse_type(*options, *found.info, "double");
    return assign_number(*options, found, value);
  });
}

nsds_status nsds_options_set_int(nsds_options* options, const char* name, int64_t value) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const Found found = find_to_set(*options, name);
    if (found.info == nullptr) return NSDS_INVALID_ARGUMENT;
    if (!is_int(found.info->type)) return refuse_type(*options, *found.info, "int");
    return assign_int(*options, found, value);
  });
}

nsds_status nsds_options_set_choice(nsds_options* options, const char* name, const char* value) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const Found found = find_to_set(*options, name);
    if (found.info == nullptr) return NSDS_INVALID_ARGUMENT;
    if (found.info->type != NSDS_OPTION_CHOICE) return refuse_type(*options, *found.info, "choice");
    return assign_choice(*options, found, value);
  });
}

nsds_status nsds_options_set_text(nsds_options* options, const char* name, const char* value) {
  return guarded([&] {
    if (options == nullptr) return NSDS_INVALID_ARGUMENT;
    const Found found = find_to_set(*options, name);
    return found.info == nullptr ? NSDS_INVALID_ARGUMENT : assign_text(*options, found, value);
  });
}

nsds_status nsds_options_set_callback(nsds_options* options, nsds_callback callback, void* user) {
  if (options == nullptr) return NSDS_INVALID_ARGUMENT;
  options->callback = callback;
  options->user = user;
  return NSDS_OK;
}

// Getters answer by their status alone: several threads may read the same options at the same time.
nsds_status nsds_options_get_double(const nsds_options* options, const char* name, double* value) {
  if (options == nullptr || value == nullptr) return NSDS_INVALID_ARGUMENT;
  const Found found = find(*options, name);
  if (found.info == nullptr || found.info->type != NSDS_OPTION_DOUBLE) return NSDS_INVALID_ARGUMENT;
  *value = value_of(*options, found);
  return NSDS_OK;
}

nsds_status nsds_options_get_int(const nsds_options* options, const char* name, int64_t* value) {
  if (options == nullptr || value == nullptr) return NSDS_INVALID_ARGUMENT;
  const Found found = find(*options, name);
  if (found.info == nullptr || !is_int(found.info->type)) return NSDS_INVALID_ARGUMENT;
  *value = static_cast<int64_t>(value_of(*options, found));
  return NSDS_OK;
}

nsds_status nsds_options_get_choice(const nsds_options* options, const char* name, const char** value) {
  if (options == nullptr || value == nullptr) return NSDS_INVALID_ARGUMENT;
  const Found found = find(*options, name);
  if (found.info == nullptr || found.info->type != NSDS_OPTION_CHOICE) return NSDS_INVALID_ARGUMENT;
  *value = found.info->choices[static_cast<std::size_t>(value_of(*options, found))];
  return NSDS_OK;
}

const char* nsds_options_error(const nsds_options* options) {
  return options == nullptr ? "" : options->error.data();
}
