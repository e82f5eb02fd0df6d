// Owns options and workspaces, over options.h and workspace.h.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "nsds/common/cxx20.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics {

// Options say which solver, with which parameters. They are a value: copies are deep. Every setter throws
// Error with a sentence that names the option and what is admissible. Const members may be called by several
// threads at once.
//
//   auto options = Options(NSDS_CLASS_LCP, "pgs").set("tolerance", 1e-10).set("warm_start", true);
class Options {
 public:
  // solver "": the default of the class.
  explicit Options(nsds_class problem_class, const std::string& solver = "") {
    nsds_options* created = nullptr;
    const nsds_status status =
        nsds_options_create(problem_class, solver.empty() ? nullptr : solver.c_str(), &created);
    if (status != NSDS_OK) throw Error(status, refusal(problem_class, solver));
    handle_.reset(created);
  }
  Options(const Options& other) : handle_(nsds_options_copy(other.get())) {
    if (handle_ == nullptr && other.handle_ != nullptr) throw std::bad_alloc();
  }
  Options(Options&&) noexcept = default;
  Options& operator=(const Options& other) {
    Options copy(other);
    handle_.swap(copy.handle_);
    return *this;
  }
  Options& operator=(Options&&) noexcept = default;
  ~Options() = default;

  // Changes the solver; the common options keep their values.
  Options& set_solver(const std::string& solver) {
    check(nsds_options_set_solver(get(), solver.c_str()));
    return *this;
  }
  std::string solver() const { return nsds_options_solver(get()); }

  // A number or a bool for an option of whatever numeric type: 1 will do for 1.0.
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> Options& set(const std::string& name,
                                                                             Number value) {
    if (std::integral<Number> && !is_double(name)) {
      check(nsds_options_set_int(get(), name.c_str(), static_cast<std::int64_t>(value)));
    } else {
      check(nsds_options_set_double(get(), name.c_str(), static_cast<double>(value)));
    }
    return *this;
  }
  // Text, read by the declared type of the option: "1e-10", "true", "values".
  Options& set(const std::string& name, const std::string& value) {
    check(nsds_options_set_text(get(), name.c_str(), value.c_str()));
    return *this;
  }
  Options& set(const std::string& name, const char* value) { return set(name, std::string(value)); }

  // callback: called once an iteration; anything but 0 stops with NSDS_INTERRUPTED. null: none.
  Options& set_callback(nsds_callback callback, void* user = nullptr) {
    check(nsds_options_set_callback(get(), callback, user));
    return *this;
  }

  double get_double(const std::string& name) const {
    double value = 0.0;
    check_read(nsds_options_get_double(get(), name.c_str(), &value), name, "double");
    return value;
  }
  std::int64_t get_int(const std::string& name) const {
    std::int64_t value = 0;
    check_read(nsds_options_get_int(get(), name.c_str(), &value), name, "int or bool");
    return value;
  }
  std::string get_choice(const std::string& name) const {
    const char* value = nullptr;
    check_read(nsds_options_get_choice(get(), name.c_str(), &value), name, "choice");
    return value;
  }

  nsds_options* get() noexcept { return handle_.get(); }
  const nsds_options* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(nsds_options* options) const noexcept { nsds_options_free(options); }
  };

  static std::string refusal(nsds_class problem_class, const std::string& solver) {
    std::string message = "no solver '" + solver + "'; the solvers are";
    for (int i = 0; i < nsds_solver_count(problem_class); ++i)
      message.append(i == 0 ? " " : ", ").append(nsds_solver_at(problem_class, i)->name);
    return message;
  }

  // The type is asked of the library, whose tables are the only truth.
  bool is_double(const std::string& name) const noexcept {
    const nsds_solver_info* solver = nsds_solver_find(nsds_options_class(get()), nsds_options_solver(get()));
    // A solver of the caller has the common options, as all of them do.
    if (solver == nullptr) solver = nsds_solver_at(nsds_options_class(get()), 0);
    const nsds_option_info* info = nsds_option_find(solver, name.c_str());
    return info != nullptr && info->type == NSDS_OPTION_DOUBLE;
  }

  void check(nsds_status status) const { detail::require(status, nsds_options_error(get())); }
  void check_read(nsds_status status, const std::string& name, const char* type) const {
    if (status == NSDS_OK) return;
    throw Error(status, "solver '" + solver() + "' has no option '" + name + "' of type " + type);
  }

  std::unique_ptr<nsds_options, Free> handle_;
};

// Memory kept between solves; see workspace.h for what it promises. Moves, does not copy.
class Workspace {
 public:
  Workspace() : handle_(nsds_workspace_create()) {
    if (handle_ == nullptr) throw std::bad_alloc();
  }
  void clear() noexcept { nsds_workspace_clear(get()); }
  nsds_workspace* get() noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(nsds_workspace* workspace) const noexcept { nsds_workspace_free(workspace); }
  };
  std::unique_ptr<nsds_workspace, Free> handle_;
};

}  // namespace nsds::numerics
