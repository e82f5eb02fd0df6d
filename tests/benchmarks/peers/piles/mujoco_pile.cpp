// A pile in MuJoCo: its default soft contacts, with elliptic cones.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>

#include "benchmarks/peers/piles/pile_engine.hpp"
#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {
namespace {

// Its arrays are as large as the contacts and rows it is told to expect, and those of rows grow with the
// square. Four contacts a cube and one a sphere press, with three rows each; others are near at the start.
std::string sizes(const PileSettings& settings) {
  const int pressing = (settings.kind == pile::Kind::cubes ? 4 : 1) * settings.n;
  std::ostringstream text;
  text << "<size nconmax='" << pressing + settings.n + 20 << "' njmax='" << 3 * pressing + 60 << "'/>";
  return text.str();
}

std::string describe(const PileSettings& settings, const char* solver) {
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco>" << sizes(settings) << "<option timestep='" << settings.h << "' gravity='0 0 "
       << -pile::gravity << "' cone='elliptic' solver='" << solver << "' tolerance='" << settings.tolerance
       << "'/><default><geom mass='" << pile::mass << "' friction='" << pile::friction
       << " 0.005 0.0001'/></default><worldbody><geom type='plane' size='100 100 1'/>";
  for (int i = 0; i < settings.n; ++i) {
    const auto at = pile::start(i, settings.n);
    text << "<body pos='" << at[0] << ' ' << at[1] << ' ' << at[2] << "'><freejoint/><geom type='"
         << (settings.kind == pile::Kind::cubes ? "box" : "sphere") << "' size='" << pile::radius << ' '
         << pile::radius << ' ' << pile::radius << "'/></body>";
  }
  text << "</worldbody></mujoco>";
  return text.str();
}

// Models are read from files, those of a virtual file system among them.
mjModel* load(const std::string& text) {
  const char* name = "pile.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), name, static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), name)], text.data(), text.size());
  std::array<char, 500> message{};
  mjModel* model = mj_loadXML(name, files.get(), message.data(), static_cast<int>(message.size()));
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error(message.data());
  return model;
}

class MujocoPile final : public PileEngine {
 public:
  MujocoPile(const PileSettings& settings, const char* solver)
      : model_(load(describe(settings, solver))), data_(mj_makeData(model_.get())) {
    if (data_ == nullptr) throw std::runtime_error("no room for the pile");
    mju_user_warning = [](const char*) {};  // they would go to a file
  }

  void step() override {
    mj_step(model_.get(), data_.get());
    if (data_->warning[mjWARN_CONTACTFULL].number > 0 || data_->warning[mjWARN_CNSTRFULL].number > 0)
      throw std::runtime_error("more contacts than there was room for");
  }

  void read_pose(int body, double* pose) const override { std::copy_n(data_->qpos + 7 * body, 7, pose); }

 private:
  struct Free {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, Free> model_;
  std::unique_ptr<mjData, Free> data_;
};

}  // namespace

std::unique_ptr<PileEngine> make_mujoco_pile(const PileSettings& settings, const char* solver) {
  return std::make_unique<MujocoPile>(settings, solver);
}

}  // namespace nsds::bench
