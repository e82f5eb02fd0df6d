// How Newton methods go along a step, as their options say it.
#pragma once

#include <span>

#include "nsds/numerics/registry.h"

namespace nsds::numerics::affine {

enum class LineSearch {
  nonmonotone,  // [Grippo, Lampariello, Lucidi 1986, SIAM J. Numer. Anal. 23]
  armijo,       // down at every step
  watchdog,  // full steps unseen, up to a few [Chamberlain, Powell, Lemarechal, Pedersen 1982, Math. Program. Stud. 16]
  path  // along the solutions of the subproblems on the way [Ralph 1994, Math. Oper. Res. 19]
};

inline constexpr int longest_memory = 50;       // of the search that is not monotone
inline constexpr double penalty_weight = 0.95;  // lambda, as in [Chen, Chen, Kanzow 2000, Math. Program. 88]

struct SearchRule {
  int memory = 1;
  LineSearch line_search = LineSearch::nonmonotone;
  double lambda =
      1.0;  // of the penalised function of Fischer and Burmeister that the merit is made of; 1: the plain one
};

inline constexpr const char* line_search_words[] = {"nonmonotone", "armijo", "watchdog", nullptr};
inline constexpr const char* path_search_words[] = {"nonmonotone", "armijo", "watchdog", "path", nullptr};
inline constexpr const char* merit_words[] = {"fischer_burmeister", "penalised", nullptr};

inline constexpr nsds_option_info memory_info{"memory",
                                              NSDS_OPTION_INT,
                                              8.0,
                                              1.0,
                                              longest_memory,
                                              nullptr,
                                              nullptr,
                                              "1",
                                              "Values of the merit function that the nonmonotone search "
                                              "looks back on, or full steps that the watchdog lets pass."};
inline constexpr nsds_option_info line_search_info{
    "line_search",
    NSDS_OPTION_CHOICE,
    0.0,
    0.0,
    2.0,
    line_search_words[0],
    line_search_words,
    "1",
    "The merit may rise within the memory, goes down at every step, or after a few full steps."};
inline constexpr nsds_option_info path_search_info{
    "line_search",
    NSDS_OPTION_CHOICE,
    0.0,
    0.0,
    3.0,
    path_search_words[0],
    path_search_words,
    "1",
    "As for the other Newton methods; path: along the solutions of the subproblems between the point and the "
    "step, each of "
    "them solved."};
inline constexpr nsds_option_info merit_info{"merit",
                                             NSDS_OPTION_CHOICE,
                                             0.0,
                                             0.0,
                                             1.0,
                                             merit_words[0],
                                             merit_words,
                                             "1",
                                             "Half of the square of the function of Fischer and Burmeister, "
                                             "or of that with a penalty on products (lambda 0.95)."};

enum SearchOption : int {
  memory_option = 0,
  line_search_option = 2,
  merit_option = 3
};  // their places in a table

// What those options say that all of the methods have.
inline SearchRule search_without_merit(std::span<const double> own) {
  return {.memory = static_cast<int>(own[memory_option]),
          .line_search = static_cast<LineSearch>(static_cast<int>(own[line_search_option]))};
}

inline SearchRule search_rule(std::span<const double> own) {
  SearchRule rule = search_without_merit(own);
  if (own[merit_option] != 0.0) rule.lambda = penalty_weight;
  return rule;
}

}  // namespace nsds::numerics::affine
