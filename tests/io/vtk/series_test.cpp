// What is drawn of a run is where the run has it: vertices on the surfaces of bodies, contacts, joints, grounds.
#include <gtest/gtest.h>

#include <numbers>

#include "io/temporary_folder.hpp"
#include "io/vtk/surface.hpp"
#include "io/vtk/vtp.hpp"
#include "io/vtk/yard.hpp"

namespace nsds::test::series_test {
namespace {

using std::numbers::pi;

/// Coordinates are below 4 m, and floats have 24 bits.
constexpr double kRounding = 4.0 * 0x1p-24;

/// Draws a run in a folder of its own.
template <class Run>
class Drawn {
 public:
  explicit Drawn(const io::VtkOptions& options = {}) {
    run.record(folder / "run.h5");
    trajectory = std::make_unique<io::TrajectoryFile>(folder / "run.h5");
    io::writeVtk(*trajectory, folder / "run.pvd", options);
    listed = readPvd(folder / "run.pvd");
  }
  /// The file that is listed for a part at the time of a frame.
  Vtp part(const std::string& name, std::size_t frame) const {
    for (const Listed& entry : listed)
      if (entry.part == name && entry.time == trajectory->times()[frame]) return Vtp(folder / entry.file);
    throw std::runtime_error("no " + name);
  }
  /// The coordinates of a system in a frame.
  Vector q(const DynamicalSystem& system, std::size_t frame) const { return row(system, frame, "states/q"); }
  Vector v(const DynamicalSystem& system, std::size_t frame) const { return row(system, frame, "states/v"); }

  TemporaryFolder folder;
  Run run;
  std::unique_ptr<io::TrajectoryFile> trajectory;
  std::vector<Listed> listed;

 private:
  Vector row(const DynamicalSystem& system, std::size_t frame, const std::string& dataset) const {
    const std::vector<double> numbers = trajectory->rows(dataset, frame, 1);
    const bool positions = dataset == "states/q";
    for (const io::RecordedSystem& recorded : trajectory->systems())
      if (recorded.id == system.id().value)
        return VectorView(numbers.data() + (positions ? recorded.q : recorded.v),
                          static_cast<Index>(positions ? recorded.coordinates : recorded.dimension));
    throw std::runtime_error("no such system");
  }
};

Vector3 local(const Vector& q, const Vector3& x) {
  return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).conjugate() * (x - q.head<3>());
}

Vector3 turned(const Vector& q, const Vector3& x) {
  return q.head<3>() + Eigen::Quaterniond(q[3], q[4], q[5], q[6]) * x;
}

TEST(VtkSeries, ListsFramesByTheirTime) {
  for (const std::size_t stride : {1U, 3U}) {
    const Drawn<Yard> yard({.stride = stride});
    ASSERT_EQ(yard.trajectory->frames(), 11U);
    std::set<std::string> files;
    std::vector<double> times;
    for (const Listed& entry : yard.listed) {
      files.insert(entry.file);
      if (entry.part == "bodies") times.push_back(entry.time);
      EXPECT_NO_THROW(Vtp(yard.folder / entry.file)) << entry.file;
    }
    std::vector<double> expected;
    for (std::size_t k = 0; k < 11; k += stride) expected.push_back(yard.trajectory->times()[k]);
    EXPECT_EQ(times, expected);
    EXPECT_EQ(yard.listed.size(), 4 * expected.size());
    // What does not move is one file for all times.
    EXPECT_EQ(files.size(), 3 * expected.size() + 1);
    const std::filesystem::directory_iterator folder(yard.folder / "run");
    EXPECT_EQ(std::distance(begin(folder), end(folder)), static_cast<std::ptrdiff_t>(files.size()));
  }
}

TEST(VtkSeries, PutsVerticesOnTheSurfaces) {
  const Drawn<Yard> yard;
  for (const std::size_t frame : {0U, 5U, 10U}) {
    const Vtp bodies = yard.part("bodies", frame);
    const auto surfaceOf = [&](const DynamicalSystem& body) {
      return Surface(bodies, "id", body.id().value);
    };

    const Surface ball = surfaceOf(*yard.run.ball);
    const Vector ballState = yard.q(*yard.run.ball, frame);
    EXPECT_EQ(ball.vertices().size(), 2U + 7U * 16U);
    for (const std::size_t k : ball.vertices())
      EXPECT_NEAR(local(ballState, ball.all[k]).norm(), 0.3, kRounding);

    const Surface capsule = surfaceOf(*yard.run.capsule);
    const Vector capsuleState = yard.q(*yard.run.capsule, frame);
    EXPECT_EQ(capsule.vertices().size(), 2U + 8U * 16U);
    for (const std::size_t k : capsule.vertices()) {
      const Vector3 x = local(capsuleState, capsule.all[k]);
      EXPECT_NEAR((x - Vector3(0.0, 0.0, std::clamp(x[2], -0.25, 0.25))).norm(), 0.1, kRounding);
    }

    const Surface box = surfaceOf(*yard.run.box);
    const Vector boxState = yard.q(*yard.run.box, frame);
    EXPECT_EQ(box.vertices().size(), 8U);
    EXPECT_EQ(box.polygons.size(), 6U);
    for (const std::size_t k : box.vertices())
      EXPECT_LT((local(boxState, box.all[k]).cwiseAbs() - Vector3(0.1, 0.2, 0.3)).norm(), 2.0 * kRounding);
  }
}

/// Surfaces are closed, look outwards, and enclose what the shapes do as circles get more segments.
TEST(VtkSeries, EnclosesTheVolumes) {
  for (const auto& [segments, share] : {std::pair(16, 0.93), std::pair(64, 0.995)}) {
    const Drawn<Yard> yard({.segments = segments});
    const Vtp bodies = yard.part("bodies", 10);
    const double ball = 4.0 / 3.0 * pi * 0.027, capsule = 4.0 / 3.0 * pi * 1e-3 + pi * 0.01 * 0.5;
    for (const auto& [body, volume] : {std::pair(yard.run.ball, ball), std::pair(yard.run.capsule, capsule),
                                       std::pair(yard.run.box, 0.048)}) {
      const Surface surface(bodies, "id", body->id().value);
      EXPECT_TRUE(surface.closed());
      EXPECT_GT(surface.volume(), share * volume);
      EXPECT_LT(surface.volume(), (1.0 + 1e-5) * volume);
    }
    EXPECT_NEAR(Surface(bodies, "id", yard.run.box->id().value).volume(), 0.048, 1e-6);
  }
}

TEST(VtkSeries, GivesBodiesTheirVelocity) {
  const Drawn<Yard> yard;
  const Vtp bodies = yard.part("bodies", 7);
  const std::vector<double> ids = bodies.numbers("CellData", "id");
  const std::vector<double> velocities = bodies.numbers("CellData", "velocity");
  ASSERT_EQ(ids.size(), bodies.count("Verts") + bodies.count("Polys"));
  ASSERT_EQ(velocities.size(), 3 * ids.size());
  for (const NewtonEulerDS* body :
       {yard.run.ball, yard.run.capsule, yard.run.box, yard.run.upper, yard.run.lower}) {
    const Vector v = yard.v(*body, 7);
    std::size_t cells = 0;
    for (std::size_t k = 0; k < ids.size(); ++k) {
      if (ids[k] != static_cast<double>(body->id().value)) continue;
      ++cells;
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(velocities[3 * k + i], static_cast<double>(static_cast<float>(v[static_cast<Index>(i)])));
    }
    EXPECT_GT(cells, 0U) << body->name();
  }
}

/// Where no velocities were recorded, bodies are drawn without them.
TEST(VtkSeries, TakesFilesWithoutVelocitiesAndContacts) {
  const TemporaryFolder folder;
  Yard yard;
  yard.record(folder / "run.h5",
              {.velocities = false, .links = false, .contacts = io::RecordedContacts::none});
  io::writeVtk(io::TrajectoryFile(folder / "run.h5"), folder / "run.pvd");
  const Vtp bodies(folder / "run/bodies_000003.vtp");
  EXPECT_FALSE(bodies.has("CellData", "velocity"));
  EXPECT_EQ(bodies.count("Verts"), 2U);
  EXPECT_FALSE(Vtp(folder / "run/joints_000003.vtp").has("CellData", "multiplier"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/contacts_000003.vtp"));
}

TEST(VtkSeries, HasTheContacts) {
  const Drawn<Yard> yard;
  std::size_t all = 0;
  for (std::size_t frame = 0; frame < 11; ++frame) {
    const std::vector<io::RecordedContact> contacts = yard.trajectory->contacts(frame);
    const Vtp drawn = yard.part("contacts", frame);
    ASSERT_EQ(drawn.count("Points"), contacts.size());
    ASSERT_EQ(drawn.count("Verts"), contacts.size());
    const auto numbers = [&](const char* name) { return drawn.numbers("PointData", name); };
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        const auto single = [](double x) { return static_cast<double>(static_cast<float>(x)); };
        EXPECT_EQ(drawn.numbers("Points", "points")[3 * k + i], single(contacts[k].point[i]));
        EXPECT_EQ(numbers("normal")[3 * k + i], single(contacts[k].normal[i]));
        EXPECT_EQ(numbers("force")[3 * k + i], single(contacts[k].force[i]));
      }
      EXPECT_NEAR(numbers("gap")[k], contacts[k].gap, 1e-7);
      EXPECT_EQ(numbers("id")[k], static_cast<double>(contacts[k].id));
      EXPECT_EQ(numbers("first")[k], static_cast<double>(contacts[k].first));
      EXPECT_EQ(numbers("second")[k], static_cast<double>(contacts[k].second));
      EXPECT_EQ(drawn.cell("Verts", k), std::vector{k});
    }
    all += contacts.size();
  }
  EXPECT_GT(all, 5U);
}

/// A line runs from centre to centre over the joint, where both its points are.
TEST(VtkSeries, DrawsJoints) {
  const Drawn<Yard> yard;
  for (const std::size_t frame : {0U, 10U}) {
    const Vtp joints = yard.part("joints", frame);
    ASSERT_EQ(joints.count("Lines"), 2U);
    const std::vector<double> x = joints.numbers("Points", "points");
    const auto point = [&](std::size_t line, std::size_t k) {
      const std::size_t at = 3 * joints.cell("Lines", line).at(k);
      return Vector3(x[at], x[at + 1], x[at + 2]);
    };
    const Vector upper = yard.q(*yard.run.upper, frame), lower = yard.q(*yard.run.lower, frame);
    EXPECT_EQ(joints.cell("Lines", 0).size(), 3U);
    EXPECT_LT((point(0, 0) - upper.head<3>()).norm(), kRounding);
    EXPECT_LT((point(0, 1) - turned(upper, {0.0, 0.0, 0.5})).norm(), kRounding);
    EXPECT_LT((point(0, 2) - Vector3(0.0, 2.0, 3.0)).norm(), kRounding);
    EXPECT_EQ(joints.cell("Lines", 1).size(), 4U);
    EXPECT_LT((point(1, 0) - lower.head<3>()).norm(), kRounding);
    EXPECT_LT((point(1, 1) - turned(lower, {0.0, 0.0, 0.5})).norm(), kRounding);
    EXPECT_LT((point(1, 2) - turned(upper, {0.0, 0.0, -0.5})).norm(), kRounding);
    EXPECT_LT((point(1, 3) - upper.head<3>()).norm(), kRounding);

    EXPECT_EQ(joints.numbers("CellData", "id"),
              (std::vector{static_cast<double>(yard.run.hook->id().value),
                           static_cast<double>(yard.run.hinge->id().value)}));
    // The ball joint has three rows, the pivot five.
    std::vector<double> expected = yard.trajectory->rows("links/lambda", frame, 1);
    ASSERT_EQ(expected.size(), 8U);
    expected.insert(expected.begin() + 3, 2, 0.0);
    const std::vector<double> multipliers = joints.numbers("CellData", "multiplier");
    ASSERT_EQ(multipliers.size(), 10U);
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_NEAR(multipliers[k], expected[k], 1e-7 * (1.0 + std::abs(expected[k])));
  }
}

TEST(VtkSeries, DrawsWhatDoesNotMove) {
  const Drawn<Yard> yard;
  const Vtp fixed = yard.part("fixed", 10);
  // The ground reaches beyond the bodies, whose centres are at most 1 m from the origin along x and 2 m along y.
  const Surface ground(fixed, "number", 1);
  ASSERT_EQ(ground.polygons.size(), 1U);
  Vector3 least = Vector3::Constant(1e9), most = -least;
  for (const std::size_t k : ground.polygons[0]) {
    EXPECT_EQ(ground.all[k][2], 0.0);
    least = least.cwiseMin(ground.all[k]);
    most = most.cwiseMax(ground.all[k]);
  }
  EXPECT_LT(least[0], -1.3);
  EXPECT_GT(most[0], 1.3);
  EXPECT_GT(most[1], 2.0);
  EXPECT_LT((most - least).norm(), 20.0);
  EXPECT_GT(ground.area(), 0.0) << "it looks down";

  const Surface wall(fixed, "number", 2);
  EXPECT_TRUE(wall.closed());
  EXPECT_NEAR(wall.volume(), 8.0 * 0.05, 1e-5);
  const double half = 0.5 * Yard::wallTurn;
  const Vector pose{{3.0, 0.0, 1.0, std::cos(half), 0.0, 0.0, std::sin(half)}};
  for (const std::size_t k : wall.vertices())
    EXPECT_LT((local(pose, wall.all[k]).cwiseAbs() - Vector3(0.05, 1.0, 1.0)).norm(), 2.0 * kRounding);
}

TEST(VtkSeries, DrawsThePlane) {
  const Drawn<Table> table;
  for (const std::size_t frame : {0U, 10U}) {
    const Vtp bodies = table.part("bodies", frame);
    const auto surfaceOf = [&](const DynamicalSystem& body) {
      return Surface(bodies, "id", body.id().value);
    };
    const auto inBody = [&](const DynamicalSystem& body, const Vector3& x) -> Vector3 {
      const Vector q = table.q(body, frame);
      return Eigen::AngleAxisd(-q[2], Vector3::UnitZ()) * Vector3(x[0] - q[0], x[1] - q[1], x[2]);
    };

    const Surface disk = surfaceOf(*table.run.disk);
    ASSERT_EQ(disk.polygons.size(), 1U);
    EXPECT_EQ(disk.polygons[0].size(), 64U);
    for (const std::size_t k : disk.polygons[0])
      EXPECT_NEAR(inBody(*table.run.disk, disk.all[k]).norm(), 0.5, kRounding);
    EXPECT_NEAR(disk.area(), 32.0 * 0.25 * std::sin(2.0 * pi / 64.0), 1e-5);

    const Surface triangle = surfaceOf(*table.run.triangle);
    ASSERT_EQ(triangle.polygons.size(), 1U);
    const std::vector<Vector3> corners{{-0.2, -0.1, 0.0}, {0.2, -0.1, 0.0}, {0.0, 0.2, 0.0}};
    ASSERT_EQ(triangle.polygons[0].size(), 3U);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LT((inBody(*table.run.triangle, triangle.all[triangle.polygons[0][k]]) - corners[k]).norm(),
                2.0 * kRounding);

    // A rectangle and two half disks.
    const Surface card = surfaceOf(*table.run.card);
    ASSERT_EQ(card.polygons.size(), 1U);
    for (const std::size_t k : card.polygons[0]) {
      const Vector3 x = inBody(*table.run.card, card.all[k]);
      EXPECT_NEAR((x - Vector3(std::clamp(x[0], -0.3, 0.3), 0.0, 0.0)).norm(), 0.05, kRounding);
    }
    const double exact = 0.6 * 0.1 + pi * 0.0025;
    EXPECT_LT(card.area(), exact + 1e-6);
    EXPECT_GT(card.area(), 0.999 * exact);
  }
  // The ground is filled down from y = 0.
  const Surface ground(table.part("fixed", 0), "number", 1);
  double least = 0.0, most = -1.0;
  for (const std::size_t k : ground.polygons.at(0)) {
    EXPECT_EQ(ground.all[k][2], 0.0);
    least = std::min(least, ground.all[k][1]);
    most = std::max(most, ground.all[k][1]);
  }
  EXPECT_EQ(most, 0.0);
  EXPECT_LT(least, -0.1);
  EXPECT_GT(ground.area(), 0.0);
}

/// Bodies are drawn from the frame in which they come to that in which they go.
TEST(VtkSeries, FollowsBodiesThatComeAndGo) {
  const TemporaryFolder folder;
  Yard yard;
  std::uint64_t late = 0;
  const std::uint64_t box = yard.box->id().value;
  yard.simulation->run(io::TrajectoryWriter(folder / "run.h5"), [&](const Simulation& s) {
    if (s.step() == 3) {
      NewtonEulerDS& body = yard.add({5.0, 0.0, 1.0}, Vector3::Zero(), Vector3::Zero());
      yard.contacts.add(body, Sphere{0.1});
      late = body.id().value;
    }
    if (s.step() == 6) yard.model.remove(*yard.box);
  });
  io::writeVtk(io::TrajectoryFile(folder / "run.h5"), folder / "run.pvd");
  const auto cells = [&](const char* name, std::uint64_t id) {
    const std::vector<double> ids = Vtp(folder / name).numbers("CellData", "id");
    return std::count(ids.begin(), ids.end(), static_cast<double>(id));
  };
  EXPECT_EQ(cells("run/bodies_000002.vtp", late), 0);
  EXPECT_EQ(cells("run/bodies_000009.vtp", late), 128);
  EXPECT_EQ(cells("run/bodies_000002.vtp", box), 6);
  EXPECT_EQ(cells("run/bodies_000009.vtp", box), 0);
}

}  // namespace
}  // namespace nsds::test::series_test
