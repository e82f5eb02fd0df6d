// The driver of the mixed complementarity problem.
#include "drawn_map.hpp"
#include "nsds/numerics/mcp.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class McpSubject final : public Subject {
 public:
  McpSubject(Input& input, int n, Range range)
      : n_(n), F_(input, n, range), bounds_(input, n, range), z_unit_(input.numbers(n, range)) {
    nsds_mcp_init(&problem_);
    problem_.size = n;
    problem_.F = F_.view();
    sound_ = F_.sound();
    if (input.chance(192)) {
      problem_.lower = bounds_.lower.data();
      problem_.upper = bounds_.upper.data();
      sound_ = sound_ && bounds_.ordered;
    }
    if (input.chance(32)) {
      problem_.scale_z = z_unit_.data();
      for (const double unit : z_unit_) sound_ = sound_ && unit > 0.0;
    }
    if (spoil_map_struct(input, problem_, problem_.F.evaluate)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_mcp_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_mcp_residual(&problem_, nullptr, residual);
    const std::vector<double> zeros(x.z.size(), 0.0);
    const double* const lower = problem_.lower == nullptr ? zeros.data() : problem_.lower;
    return measure_within(x.z, lower, problem_.upper, residual,
                          [&](const double* z) { return nsds_mcp_residual(&problem_, z, residual); });
  }
  void change_vectors(Input& input) override { F_.change(input); }
  void change_values() override { F_.double_values(); }

 private:
  int n_;
  DrawnMap F_;
  Bounds bounds_;
  std::vector<double> z_unit_;
  bool sound_ = false;
  nsds_mcp problem_{};
};

std::unique_ptr<Subject> draw_mcp(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<McpSubject>(input, n, range);
}

}  // namespace

void mcp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_MCP, draw_mcp, bytes);
}

}  // namespace nsds::fuzz
