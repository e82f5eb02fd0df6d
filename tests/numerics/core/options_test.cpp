// Options and registry: one table feeds defaults, checks and words.
#include "nsds/numerics/cpp/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "nsds/numerics/lcp.h"
#include "nsds/numerics/version.h"

namespace nsds::test::options_test {
namespace {

using numerics::Error;
using numerics::Options;

std::string sentence_of(const Options& options) {
  return nsds_options_error(options.get());
}

std::vector<std::string> words_of(const nsds_option_info& info) {
  std::vector<std::string> words;
  for (const char* const* word = info.choices; *word != nullptr; ++word) words.emplace_back(*word);
  return words;
}

// visit(solver, option) for every option of every solver of every class, common ones included.
template <class Visit>
void for_each_option(Visit&& visit) {
  for (int c = 0; c < nsds_class_count(); ++c) {
    const auto problem_class = static_cast<nsds_class>(c);
    for (int s = 0; s < nsds_solver_count(problem_class); ++s) {
      const nsds_solver_info& solver = *nsds_solver_at(problem_class, s);
      for (int k = 0; k < nsds_common_option_count(); ++k)
        visit(problem_class, solver, *nsds_common_option_at(k));
      for (int k = 0; k < solver.option_count; ++k) visit(problem_class, solver, solver.options[k]);
    }
  }
}

TEST(Registry, RowsAreComplete) {
  for (int c = 0; c < nsds_class_count(); ++c) {
    const auto problem_class = static_cast<nsds_class>(c);
    nsds_class found{};
    ASSERT_EQ(nsds_class_find(nsds_class_name(problem_class), &found), 1);
    EXPECT_EQ(found, problem_class);
    std::set<std::string> names;
    for (int s = 0; s < nsds_solver_count(problem_class); ++s) {
      const nsds_solver_info& solver = *nsds_solver_at(problem_class, s);
      EXPECT_TRUE(names.insert(solver.name).second) << solver.name;
      EXPECT_EQ(nsds_solver_find(problem_class, solver.name), &solver);
      EXPECT_LT(std::string(solver.name).size(), sizeof(nsds_report::solver));
      EXPECT_FALSE(std::string(solver.summary).empty());
      EXPECT_FALSE(std::string(solver.citation).empty());
      EXPECT_NE(solver.requirements, nullptr);
      EXPECT_NE(solver.storages, 0U);
    }
  }
  EXPECT_EQ(nsds_class_find("no such class", nullptr), 0);
  EXPECT_EQ(nsds_class_find(nullptr, nullptr), 0);
  EXPECT_EQ(nsds_solver_find(NSDS_CLASS_LCP, "no such solver"), nullptr);
  EXPECT_EQ(nsds_solver_at(NSDS_CLASS_LCP, -1), nullptr);
  EXPECT_EQ(nsds_solver_at(NSDS_CLASS_LCP, nsds_solver_count(NSDS_CLASS_LCP)), nullptr);
  EXPECT_EQ(nsds_common_option_at(nsds_common_option_count()), nullptr);
  EXPECT_STREQ(nsds_solver_at(NSDS_CLASS_LCP, 0)->name, "auto");  // the default of the class
}

TEST(Options, HoldTheDefaultsOfTheTable) {
  for_each_option([](nsds_class problem_class, const nsds_solver_info& solver, const nsds_option_info& info) {
    SCOPED_TRACE(::testing::Message() << solver.name << "." << info.name);
    const Options options(problem_class, solver.name);
    EXPECT_FALSE(std::string(info.sentence).empty());
    EXPECT_FALSE(std::string(info.unit).empty());
    if (info.type == NSDS_OPTION_CHOICE) {
      EXPECT_EQ(options.get_choice(info.name), info.default_choice);
      const std::vector<std::string> words = words_of(info);
      EXPECT_NE(std::find(words.begin(), words.end(), info.default_choice), words.end());
      return;
    }
    EXPECT_GE(info.default_number, info.minimum);
    EXPECT_LE(info.default_number, info.maximum);
    if (info.type == NSDS_OPTION_DOUBLE) {
      EXPECT_EQ(options.get_double(info.name), info.default_number);
    } else {
      EXPECT_EQ(options.get_int(info.name), static_cast<std::int64_t>(info.default_number));
    }
  });
}

TEST(Options, RefuseWhatIsOutOfRangeAndSayWhy) {
  for_each_option([](nsds_class problem_class, const nsds_solver_info& solver, const nsds_option_info& info) {
    SCOPED_TRACE(::testing::Message() << solver.name << "." << info.name);
    Options options(problem_class, solver.name);
    if (info.type == NSDS_OPTION_CHOICE) {
      EXPECT_EQ(nsds_options_set_choice(options.get(), info.name, "nonsense"), NSDS_INVALID_ARGUMENT);
      for (const std::string& word : words_of(info))
        EXPECT_NE(sentence_of(options).find(word), std::string::npos) << sentence_of(options);
      EXPECT_EQ(nsds_options_set_choice(options.get(), info.name, nullptr), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(nsds_options_set_choice(options.get(), info.name, ""), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(options.get_choice(info.name), info.default_choice);
    } else if (info.type == NSDS_OPTION_DOUBLE) {
      const double below = info.minimum - std::max(1.0, std::fabs(info.minimum));
      EXPECT_EQ(nsds_options_set_double(options.get(), info.name, below), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(nsds_options_set_double(options.get(), info.name, std::nan("")), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(nsds_options_set_double(options.get(), info.name, info.minimum), NSDS_OK);
      EXPECT_EQ(nsds_options_set_double(options.get(), info.name, info.maximum), NSDS_OK);
      EXPECT_EQ(nsds_options_set_int(options.get(), info.name, 1), NSDS_INVALID_ARGUMENT);
    } else {
      EXPECT_EQ(nsds_options_set_int(options.get(), info.name, -1), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(nsds_options_set_int(options.get(), info.name, INT64_MAX), NSDS_INVALID_ARGUMENT);
      EXPECT_EQ(nsds_options_set_double(options.get(), info.name, 1.0), NSDS_INVALID_ARGUMENT);
    }
    EXPECT_NE(sentence_of(options).find(info.name), std::string::npos) << sentence_of(options);
  });
}

// Getters write nothing into the options, so that threads may share them: neither words nor sentences.
TEST(Options, AreNotWrittenByReading) {
  Options options(NSDS_CLASS_LCP, "pgs");
  options.set("reuse", "values");
  EXPECT_THROW(options.set("tolerance", -1.0), Error);
  const std::string refused = sentence_of(options);
  const char* before = nullptr;
  ASSERT_EQ(nsds_options_get_choice(options.get(), "reuse", &before), NSDS_OK);
  try {
    options.get_double("reuse");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'reuse' of type double"), std::string::npos) << error.what();
  }
  EXPECT_THROW(options.get_int("nonsense"), Error);
  EXPECT_EQ(sentence_of(options), refused);
  options.set("reuse", "none");
  EXPECT_STREQ(before, "values");  // static
}

TEST(Registry, FindsOwnAndCommonOptions) {
  const nsds_solver_info* pgs = nsds_solver_find(NSDS_CLASS_LCP, "pgs");
  EXPECT_EQ(nsds_option_find(pgs, "relaxation"), &pgs->options[0]);
  EXPECT_EQ(nsds_option_find(pgs, "tolerance"), nsds_common_option_at(0));
  EXPECT_EQ(nsds_option_find(pgs, "nonsense"), nullptr);
  EXPECT_EQ(nsds_option_find(pgs, nullptr), nullptr);
  EXPECT_EQ(nsds_option_find(nullptr, "tolerance"), nullptr);
}

TEST(Options, ListTheNamesWhereOneIsUnknown) {
  Options options(NSDS_CLASS_LCP, "pgs");
  EXPECT_EQ(nsds_options_set_double(options.get(), "relaxatoin", 1.0), NSDS_INVALID_ARGUMENT);
  for (const char* name :
       {"relaxatoin", "relaxation", "tolerance", "max_iterations", "time_limit", "warm_start", "reuse"})
    EXPECT_NE(sentence_of(options).find(name), std::string::npos) << sentence_of(options);
  EXPECT_EQ(nsds_options_set_solver(options.get(), "lemkke"), NSDS_INVALID_ARGUMENT);
  for (const char* name : {"lemkke", "lemke", "least_index", "pgs", "enumeration"})
    EXPECT_NE(sentence_of(options).find(name), std::string::npos) << sentence_of(options);
  EXPECT_EQ(options.solver(), "pgs");
  try {
    const Options unknown(NSDS_CLASS_LCP, "lemkke");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), NSDS_INVALID_ARGUMENT);
    EXPECT_NE(std::string(error.what()).find("least_index"), std::string::npos) << error.what();
  }
}

// Of a name that a person typed: the way to a sentence that the header of options names.
TEST(Options, SayWhichSolversThereAreBeforeOneIsChosen) {
  nsds_options* options = nullptr;
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_EQUALITY, "lemkee", &options), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(options, nullptr);
  ASSERT_EQ(nsds_options_create(NSDS_CLASS_EQUALITY, nullptr, &options), NSDS_OK);
  EXPECT_EQ(nsds_options_set_solver(options, "lemkee"), NSDS_INVALID_ARGUMENT);
  std::string expected = "Class 'equality' has no solver 'lemkee'; its solvers are ";
  for (int i = 0; i < nsds_solver_count(NSDS_CLASS_EQUALITY); ++i)
    expected += (i == 0 ? "" : ", ") + std::string(nsds_solver_at(NSDS_CLASS_EQUALITY, i)->name);
  EXPECT_EQ(nsds_options_error(options), expected + ".");
  nsds_options_free(options);
}

TEST(Options, ReadTextByTheDeclaredType) {
  Options options(NSDS_CLASS_LCP, "pgs");
  options.set("tolerance", "1e-10")
      .set("max_iterations", "500")
      .set("warm_start", "true")
      .set("reuse", "values");
  EXPECT_EQ(options.get_double("tolerance"), 1e-10);
  EXPECT_EQ(options.get_int("max_iterations"), 500);
  EXPECT_EQ(options.get_int("warm_start"), 1);
  EXPECT_EQ(options.get_choice("reuse"), "values");
  for (const char* bad : {"", "1e", "1 ", "one", "1e400"}) {
    EXPECT_THROW(options.set("tolerance", bad), Error) << bad;
    EXPECT_THROW(options.set("max_iterations", bad), Error) << bad;
  }
  EXPECT_EQ(nsds_options_set_text(options.get(), "tolerance", nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(options.get_double("tolerance"), 1e-10);
}

TEST(Options, CopyDeepAndChangeSolverKeepingWhatIsCommon) {
  Options options(NSDS_CLASS_LCP, "pgs");
  options.set("tolerance", 1).set("relaxation", 1.5).set("warm_start", true);
  Options copy = options;
  copy.set("relaxation", 0.5);
  EXPECT_EQ(options.get_double("relaxation"), 1.5);
  options.set_solver("lemke");
  EXPECT_EQ(options.get_double("tolerance"), 1.0);
  EXPECT_THROW(options.get_double("relaxation"), Error);
  options.set_solver("pgs");
  EXPECT_EQ(options.get_double("relaxation"), 1.0);  // those of the old solver are dropped
  options = copy;
  EXPECT_EQ(options.get_double("relaxation"), 0.5);
}

TEST(Status, EveryOneHasItsName) {
  std::set<std::string> names;
  for (int status = NSDS_OK; status <= NSDS_INTERRUPTED; ++status)
    names.insert(nsds_status_name(static_cast<nsds_status>(status)));
  EXPECT_EQ(names.size(), 12U);
  EXPECT_EQ(names.count("unknown"), 0U);
  EXPECT_STREQ(nsds_status_name(static_cast<nsds_status>(15)), "unknown");
  EXPECT_FALSE(std::string(nsds_version()).empty());
}

}  // namespace
}  // namespace nsds::test::options_test
