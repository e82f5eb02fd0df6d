// Flows in networks: x ≥ 0 ⟂ cost of an arc or a path - difference of potentials ≥ 0, potentials ⟂ balances.
//
// All are skew in flows and potentials plus costs that rise with sums of flows: monotone.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test::nonlinear {
namespace {

// Time on a road of the Bureau of Public Roads (1964): free (1 + 0.15 (v / capacity)⁴).
struct Road {
  double free, capacity;

  Point at(double v) const {
    const double load = v / capacity, cubed = 0.15 * free * load * load * load;
    return {free + cubed * load, 4.0 * cubed / capacity};
  }
};

// Braess 1968: three paths with the flows z_1, z_2, z_3 and the least time z_4 of a trip, of which there are 6.
// Kind 1: the times of the paper, 10 v, 50 + v and 10 + v; 2: roads with the free times 10, 50 and 10.
Made make_braess(const Spec& spec) {
  const bool paper = spec.third == 1.0;
  if (spec.size != 4 || (!paper && spec.third != 2.0)) return {};
  Triplets entries;
  for (Index path = 0; path < 3; ++path) {
    entries.emplace_back(path, 3, -1.0);
    entries.emplace_back(3, path, 1.0);
  }
  Sparse M(4, 4);
  M.setFromTriplets(entries.begin(), entries.end());
  const Grouped map{M, vector_of({0.0, 0.0, 0.0, -6.0}), {{0, 2}, {1, 2}, {0}, {1}, {2}}};
  NonlinearProblem problem = boxed(4, 0.0, infinite);
  if (paper) {
    const auto time = [](Index arc, double v) {
      return arc < 2 ? Point{10.0 * v, 10.0} : Point{v + (arc == 4 ? 10.0 : 50.0), 1.0};
    };
    set_grouped(map, time, problem);
    problem.solutions = {vector_of({2.0, 2.0, 2.0, 92.0})};
  } else {
    const auto time = [](Index arc, double v) {
      return Road{arc == 2 || arc == 3 ? 50.0 : 10.0, arc < 2 ? 2.0 : arc == 4 ? 3.0 : 4.0}.at(v);
    };
    set_grouped(map, time, problem);
    // The first two paths have the flow v where 50 (1 + 0.15 (v/4)⁴) is the time of the other two roads.
    constexpr double v = 1.7830390404977415237;
    problem.solutions = {vector_of({v, v, 6.0 - 2.0 * v, 89.942356408991044309})};
  }
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Flows h on five paths for each of n pairs of places, over 3 n roads, with elastic demand: path p of a pair
// uses the roads of four numbers and costs q_p besides; u is the least cost of each pair.
//   F = (q_p + Σ times of its roads - u, Σ_p h_p - d - 20 exp(-u / 20))
// Flows and u are chosen, q and d follow. More paths than roads: h is not unique, the flows of roads are.
Made make_routes(const Spec& spec) {
  if (spec.size > 500 || spec.third) return {};
  constexpr Index paths = 5;
  const Index pairs = spec.size, roads = 3 * pairs, flows = paths * pairs, n = flows + pairs;
  std::vector<std::vector<Index>> groups(static_cast<std::size_t>(roads));
  Triplets entries;
  VectorXd z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  for (Index p = 0; p < flows; ++p) {
    for (int leg = 0; leg < 4; ++leg) {
      const double wish = spread(p, leg, 0.0, 1.0) * static_cast<double>(roads);
      auto& users = groups[static_cast<std::size_t>(wish)];
      if (users.empty() || users.back() != p) users.push_back(p);
    }
    entries.emplace_back(p, flows + p / paths, -1.0);
    entries.emplace_back(flows + p / paths, p, 1.0);
    (p % paths < 3 ? z[p] : w[p]) = spread(p, 4, 1.0, 5.0);
  }
  for (Index pair = 0; pair < pairs; ++pair) {
    z[flows + pair] = spread(pair, 5, 60.0, 80.0);
    groups.push_back({flows + pair});
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  Grouped map{M, VectorXd::Zero(n), groups};
  const auto phi = [roads](Index t, double s) {
    if (t < roads) return Road{spread(t, 0, 5.0, 10.0), spread(t, 1, 10.0, 20.0)}.at(s);
    const double trips = 20.0 * std::exp(-0.05 * s);
    return Point{-trips, 0.05 * trips};
  };
  plant(z, w, phi, map);
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  set_grouped(map, phi, problem);
  problem.solutions = {z};
  problem.distance = [=](const VectorIn& y) {
    const VectorXd change = y - z;
    double worst = std::max(change.tail(pairs).cwiseAbs().maxCoeff(), -y.minCoeff());
    const auto count = [&](const std::vector<Index>& users) {
      double sum = 0.0;
      for (const Index p : users) sum += change[p];
      worst = std::max(worst, std::fabs(sum));
    };
    for (const auto& users : groups) count(users);
    for (Index pair = 0; pair < pairs; ++pair)
      worst = std::max(worst, std::fabs(change.segment(paths * pair, paths).sum()));
    for (Index p = 0; p < flows; ++p)
      if (w[p] > 0.0) worst = std::max(worst, y[p]);
    return worst;
  };
  problem.kind = Kind::degenerate;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Directed arcs between neighbours of a grid of side x side nodes.
struct Arc {
  Index tail, head;
};
std::vector<Arc> grid_arcs(Index side) {
  std::vector<Arc> arcs;
  for (Index j = 0; j < side; ++j)
    for (Index i = 0; i < side; ++i) {
      const Index node = j * side + i;
      if (i + 1 < side) arcs.insert(arcs.end(), {{node, node + 1}, {node + 1, node}});
      if (j + 1 < side) arcs.insert(arcs.end(), {{node, node + side}, {node + side, node}});
    }
  return arcs;
}

// Times of the shortest ways to a node, by Bellman's and Ford's corrections of labels.
VectorXd times_to(Index target, const std::vector<Arc>& arcs, const VectorXd& time, Index nodes) {
  VectorXd label = VectorXd::Constant(nodes, infinite);
  label[target] = 0.0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      const double through = label[arcs[a].head] + time[static_cast<Index>(a)];
      if (through < label[arcs[a].tail]) {
        label[arcs[a].tail] = through;
        changed = true;
      }
    }
  }
  return label;
}

// Flows that carry `demand` of each node along the shortest ways of the labels.
VectorXd shortest_flows(Index target, const std::vector<Arc>& arcs, const VectorXd& time,
                        const VectorXd& label, const VectorXd& demand) {
  std::vector<std::size_t> out(static_cast<std::size_t>(label.size()));
  VectorXd best = VectorXd::Constant(label.size(), infinite);
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    const double through = label[arcs[a].head] + time[static_cast<Index>(a)];
    if (through >= best[arcs[a].tail]) continue;
    best[arcs[a].tail] = through;
    out[static_cast<std::size_t>(arcs[a].tail)] = a;
  }
  std::vector<Index> far(static_cast<std::size_t>(label.size()));
  std::iota(far.begin(), far.end(), Index{0});
  std::stable_sort(far.begin(), far.end(), [&](Index a, Index b) { return label[a] > label[b]; });
  VectorXd flow = VectorXd::Zero(static_cast<Index>(arcs.size())), carried = demand;
  for (const Index node : far) {
    if (node == target) continue;
    const std::size_t a = out[static_cast<std::size_t>(node)];
    flow[static_cast<Index>(a)] = carried[node];
    carried[arcs[a].head] += carried[node];
  }
  return flow;
}

// Traffic to several targets on a grid [Aashtiani, Magnanti 1981; Ferris, Meeraus, Rutherford 1999]: flows x
// of each arc and target, times p of each node to each target.
//   F = (time(Σ x on the arc) + p_head - p_tail, Σ x out of the node - Σ x into it - demand)
// Times on the arcs are chosen, flows follow by shortest ways, the roads by both.
Made make_traffic(const Spec& spec) {
  const double number = spec.third.value_or(1.0);
  if (spec.size < 2 || spec.size > 100 || number < 1.0 || number > 25.0 || number != std::floor(number) ||
      number > spec.size * spec.size)
    return {};
  const Index side = spec.size, nodes = side * side, targets = static_cast<Index>(number);
  const std::vector<Arc> arcs = grid_arcs(side);
  const auto roads = static_cast<Index>(arcs.size());
  const Index flows = roads * targets, n = flows + (nodes - 1) * targets;
  VectorXd time(roads), total = VectorXd::Zero(roads), z(n), q = VectorXd::Zero(n);
  for (Index a = 0; a < roads; ++a) time[a] = spread(a, 0, 1.0, 2.0);

  Triplets entries;
  for (Index k = 0; k < targets; ++k) {
    const Index target = k * nodes / targets, first = flows + k * (nodes - 1);
    const auto row_of = [&](Index node) { return first + node - (node > target ? 1 : 0); };
    VectorXd demand(nodes);
    for (Index i = 0; i < nodes; ++i) demand[i] = spread(k * nodes + i, 1, 0.1, 1.0);
    const VectorXd label = times_to(target, arcs, time, nodes);
    const VectorXd flow = shortest_flows(target, arcs, time, label, demand);
    z.segment(k * roads, roads) = flow;
    total += flow;
    for (Index i = 0; i < nodes; ++i)
      if (i != target) {
        z[row_of(i)] = label[i];
        q[row_of(i)] = -demand[i];
      }
    for (Index a = 0; a < roads; ++a)
      for (const auto& [node, sign] : {std::pair{arcs[static_cast<std::size_t>(a)].head, 1.0},
                                       {arcs[static_cast<std::size_t>(a)].tail, -1.0}})
        if (node != target) {
          entries.emplace_back(k * roads + a, row_of(node), sign);
          entries.emplace_back(row_of(node), k * roads + a, -sign);
        }
  }
  std::vector<std::vector<Index>> groups;
  std::vector<Road> built;
  for (Index a = 0; a < roads; ++a) {
    std::vector<Index> users;
    for (Index k = 0; k < targets; ++k) users.push_back(k * roads + a);
    groups.push_back(users);
    const double load = total[a] > 0.0 ? spread(a, 2, 0.5, 1.5) : 0.0;
    built.push_back({time[a] / (1.0 + 0.15 * load * load * load * load), load > 0.0 ? total[a] / load : 1.0});
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  set_grouped(
      {M, q, groups}, [built](Index a, double v) { return built[static_cast<std::size_t>(a)].at(v); },
      problem);
  problem.solutions = {z};
  problem.kind = Kind::regular;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// Water in a grid of pipes with valves that let it run one way [Collins et al. 1978]: flows q ≥ 0 with losses
// r q², heads h of all nodes but the first, which are free.
//   F = (r q² + h_head - h_tail, flow out - flow in + demand)
// Heads and flows are chosen, r and the demands follow. Kind 1: closed valves have a head against them; 2: in
// a fourth of these a pump balances it, and F and its derivative are 0 where the flow is 0.
Made make_pipes(const Spec& spec) {
  const double kind = spec.third.value_or(1.0);
  if (spec.size < 2 || spec.size > 200 || (kind != 1.0 && kind != 2.0)) return {};
  const Index side = spec.size, nodes = side * side;
  VectorXd head(nodes);
  for (Index j = 0; j < side; ++j)
    for (Index i = 0; i < side; ++i)
      head[j * side + i] = -static_cast<double>(i + j) + spread(j * side + i, 0, 0.0, 0.5);
  head.array() -= head[0];

  std::vector<Arc> arcs;
  std::vector<double> flow, loss;
  const auto add = [&](Index tail, Index next, bool open) {
    const auto a = static_cast<Index>(arcs.size());
    if (!open) std::swap(tail, next);
    arcs.push_back({tail, next});
    flow.push_back(open ? spread(a, 1, 0.5, 2.0) : 0.0);
    loss.push_back(open ? (head[tail] - head[next]) / (flow.back() * flow.back()) : 1.0);
  };
  for (Index j = 0; j < side; ++j)
    for (Index i = 0; i < side; ++i) {
      const Index node = j * side + i;
      const bool open = i == 0 || (i + j) % 3 != 0;
      if (i + 1 < side) add(node, node + 1, true);
      if (j + 1 < side) add(node, node + side, open);
    }
  const auto pipes = static_cast<Index>(arcs.size());
  const Index n = pipes + nodes - 1;
  Triplets entries;
  VectorXd z(n), w = VectorXd::Zero(n);
  z << Eigen::Map<const VectorXd>(flow.data(), pipes), head.tail(nodes - 1);
  for (Index a = 0; a < pipes; ++a) {
    const auto& [tail, next] = arcs[static_cast<std::size_t>(a)];
    const bool balanced = kind == 2.0 && tail % 4 == 1;
    if (flow[static_cast<std::size_t>(a)] == 0.0 && !balanced) w[a] = head[next] - head[tail];
    for (const auto& [node, sign] : {std::pair{next, 1.0}, {tail, -1.0}})
      if (node > 0) {
        entries.emplace_back(a, pipes + node - 1, sign);
        entries.emplace_back(pipes + node - 1, a, -sign);
      }
  }
  std::vector<std::vector<Index>> groups;
  for (Index a = 0; a < pipes; ++a) groups.push_back({a});
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  Grouped map{M, VectorXd::Zero(n), groups};
  const auto phi = [loss](Index a, double s) {
    const double r = loss[static_cast<std::size_t>(a)];
    return Point{r * s * std::fabs(s), 2.0 * r * std::fabs(s)};
  };
  plant(z, w, phi, map);
  NonlinearProblem problem = boxed(n, 0.0, infinite);
  problem.lower.tail(nodes - 1).setConstant(-infinite);
  set_grouped(map, phi, problem);
  problem.solutions = {z};
  problem.kind = kind == 1.0 ? Kind::regular : Kind::unknown;
  usual_starts(problem);
  problem.monotone_feasible = true;
  return problem;
}

// A ladder of resistors of 1 kΩ with a diode and 10 kΩ to the ground at each node, in volts and milliamperes:
// F_i = Σ (V_i - V_j) + V_i / 10 + 1e-9 (exp(V_i / 0.025) - 1) - J_i, V free; V is chosen, J follows.
Made make_diodes(const Spec& spec) {
  if (spec.size > 100000 || spec.third) return {};
  const Index n = spec.size;
  Triplets entries;
  VectorXd V(n);
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 0.1 + (i > 0 ? 1.0 : 0.0) + (i + 1 < n ? 1.0 : 0.0));
    if (i > 0) entries.emplace_back(i, i - 1, -1.0);
    if (i + 1 < n) entries.emplace_back(i, i + 1, -1.0);
    V[i] = spread(i, 0, -1.0, 0.6);
  }
  Sparse M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  Grouped map{M, VectorXd::Zero(n), singles(n)};
  const auto phi = [](Index, double s) {
    const double current = 1e-9 * std::exp(s / 0.025);
    return Point{current - 1e-9, current / 0.025, s < 15.0};
  };
  plant(V, VectorXd::Zero(n), phi, map);
  NonlinearProblem problem = boxed(n, -infinite, infinite);
  set_grouped(map, phi, problem);
  problem.solutions = {V};
  problem.kind = Kind::regular;
  problem.starts = {VectorXd::Zero(n), VectorXd::Ones(n), VectorXd::Constant(n, -5.0)};
  problem.monotone_feasible = true;
  problem.uniformly_p = true;
  return problem;
}

}  // namespace

std::vector<Family> network_families() {
  return {{"braess", make_braess},
          {"routes", make_routes},
          {"traffic", make_traffic},
          {"pipes", make_pipes},
          {"diodes", make_diodes}};
}

}  // namespace nsds::test::nonlinear
