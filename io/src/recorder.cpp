#include "nsds/io/recorder.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace nsds::io {

namespace {

Column timeColumn() {
  return {"t", "s"};
}

}  // namespace

Recorder::Recorder() : row_(1), trajectory_({timeColumn()}) {}

Recorder& Recorder::column(const std::string& name, const std::string& unit, std::function<double()> value) {
  if (trajectory_.rowCount() > 0) {
    throw std::logic_error("column \"" + name + "\" comes too late: rows have been recorded");
  }
  if (!value) throw std::invalid_argument("column \"" + name + "\" needs a function");
  trajectory_.addColumn({name, unit});
  trajectory_.reserve(reserved_);
  values_.push_back(std::move(value));
  row_.resize(values_.size() + 1);
  return *this;
}

Recorder& Recorder::stride(std::size_t n) {
  if (trajectory_.rowCount() > 0)
    throw std::logic_error("the stride comes too late: rows have been recorded");
  if (n == 0)
    throw std::invalid_argument(
        "the stride of a recorder is 0; it is the number of steps from row to row, 1 or more");
  stride_ = n;
  return *this;
}

Recorder& Recorder::reserve(std::size_t rows) {
  reserved_ = rows;
  trajectory_.reserve(rows);
  return *this;
}

void Recorder::start(double t) {
  const std::size_t rows = trajectory_.rowCount();
  if (rows > 0 && trajectory_.at(rows - 1, 0) == t) return;
  trajectory_.clear();
  append(t);
  phase_ = 0;
}

void Recorder::record(double t) {
  if (trajectory_.rowCount() == 0) return start(t);
  // A row between two rows of the stride was there only as long as it was the last one.
  if (phase_ != 0) trajectory_.removeLast();
  append(t);
  phase_ = (phase_ + 1) % stride_;
}

std::vector<std::byte> Recorder::saveState() const {
  const std::size_t rows = trajectory_.rowCount();
  std::vector<double> numbers{static_cast<double>(phase_), static_cast<double>(row_.size())};
  numbers.reserve(numbers.size() + rows * row_.size());
  for (std::size_t k = 0; k < rows; ++k) {
    const std::span<const double> row = trajectory_.row(k);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  const auto bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

void Recorder::restoreState(std::span<const std::byte> bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  const std::size_t columns = row_.size();
  const bool fits = bytes.size() % sizeof(double) == 0 && numbers.size() >= 2 &&
                    (numbers.size() - 2) % columns == 0 && numbers[0] >= 0.0 &&
                    numbers[0] < static_cast<double>(stride_) && numbers[1] == static_cast<double>(columns);
  if (!fits)
    throw std::invalid_argument("what was kept is not of a recorder with these columns and this stride");
  trajectory_.clear();
  for (std::size_t at = 2; at < numbers.size(); at += columns)
    trajectory_.append(std::span(numbers).subspan(at, columns));
  phase_ = static_cast<std::size_t>(numbers[0]);
}

void Recorder::append(double t) {
  row_[0] = t;
  for (std::size_t i = 0; i < values_.size(); ++i) row_[i + 1] = values_[i]();
  trajectory_.append(row_);
}

}  // namespace nsds::io
