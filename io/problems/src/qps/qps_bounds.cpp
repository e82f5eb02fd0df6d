#include "qps/qps_bounds.hpp"

namespace nsds::problems::qps {

namespace {

void give(std::optional<Given>& side, const Given& given, const char* name, const Column& column,
          const std::string& file, std::vector<std::string>& warnings) {
  if (side)
    warnings.push_back(warning(file, given.at,
                               "this line holds for column " + std::string(column.name) + ", which has " +
                                   name + " bound from line " + std::to_string(side->at.line) + " already"));
  side = given;
}

}  // namespace

void takeBound(const Fields& fields, Column& column, const std::string& file,
               std::vector<std::string>& warnings) {
  const std::string_view type = fields.field(1).text;
  const auto giveLower = [&](const Given& given) {
    if (given.value == kInfinity) failExpected(file, given.at, "a lower bound below 1e19");
    give(column.lower, given, "a lower", column, file, warnings);
  };
  const auto giveUpper = [&](const Given& given) {
    if (given.value == -kInfinity) failExpected(file, given.at, "an upper bound above -1e19");
    give(column.upper, given, "an upper", column, file, warnings);
  };
  const Given number = orInfinite(fields.number(4));
  if (type == "LO" || type == "FX") giveLower(number);
  if (type == "UP" || type == "FX") giveUpper(number);
  if (type == "MI" || type == "FR") giveLower({-kInfinity, fields.field(1)});
  if (type == "PL" || type == "FR") giveUpper({kInfinity, fields.field(1)});
}

Interval boundsOf(const Column& column, const std::string& file, std::vector<std::string>& warnings) {
  Interval bounds{column.lower ? column.lower->value : 0.0, column.upper ? column.upper->value : kInfinity};
  if (!column.lower && bounds.upper == 0.0)
    warnings.push_back(
        warning(file, column.upper->at,
                "column " + std::string(column.name) +
                    " has the upper bound 0 and no lower one, which is taken as 0; some readers take -inf"));
  if (!column.lower && bounds.upper < 0.0) {
    bounds.lower = -kInfinity;
    warnings.push_back(
        warning(file, column.upper->at,
                "column " + std::string(column.name) +
                    " has a negative upper bound and no lower one, which is taken as -inf; readers "
                    "that keep 0 find no solution"));
  }
  if (bounds.lower > bounds.upper) {
    const bool lowerIsLater =
        column.lower && (!column.upper || column.lower->at.line > column.upper->at.line);
    failExpected(file, (lowerIsLater ? column.lower : column.upper)->at,
                 "a lower bound of column " + std::string(column.name) + " that is not above its upper one");
  }
  return bounds;
}

}  // namespace nsds::problems::qps
