// A frictional contact problem of one time step as data, in global form, with why it has a solution.
//
//   M v = q + H r + G' lambda,   u = H' v + b,   G v = d,   K*_mu contains u + mu |u_T| e_N  _|_  r in K_mu
//
// (nsds/numerics/global_friction_contact.h). n velocities, nc contacts with a block (normal, tangents) of
// `dimension` rows each, m bilateral rows. SI units; q and r are impulses.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <string>
#include <vector>

namespace nsds::bench {

using Sparse = Eigen::SparseMatrix<double>;

constexpr int ground = -1;

struct Contact {
  int first = ground;     // a body, a node, or the ground
  int second = 0;         // moves away from the first along the normal
  Eigen::Vector3d point;  // in the plane z = 0 where the dimension is 2
  Eigen::Matrix3d frame;  // columns: normal, tangent 1, tangent 2 (the z axis where the dimension is 2)
};

// Why there is a solution; README.md has the theorem.
enum class Existence {
  unknown,
  strict,      // v: G v = d and H' v + b in the interior of K*
  polyhedral,  // v: G v = d and H' v + b in K*, where every cone is polyhedral: plane, or without friction
  planted      // v, r, lambda: a solution
};

struct Certificate {
  Existence kind = Existence::unknown;
  Eigen::VectorXd v;       // (n)
  Eigen::VectorXd r;       // (dimension nc) where planted
  Eigen::VectorXd lambda;  // (m) where planted
};

struct Instance {
  std::string name;
  int dimension = 3;
  int body_size = 6;   // velocities a body or node
  bool rigid = true;   // bodies: M has blocks of body_size on its diagonal and no other; else nodes of a mesh
  Sparse M, H, G;      // (n x n) symmetric positive definite, (n x dimension nc), (m x n)
  Eigen::VectorXd q;   // (n)
  Eigen::VectorXd b;   // (dimension nc)
  Eigen::VectorXd d;   // (m)
  Eigen::VectorXd mu;  // (nc)
  Certificate certificate;
  std::vector<Contact> geometry;         // (nc)
  std::vector<Eigen::Vector3d> centres;  // of bodies, or nodes

  int size() const { return static_cast<int>(q.size()); }
  int contacts() const { return static_cast<int>(mu.size()); }
  int constraints() const { return static_cast<int>(d.size()); }
};

}  // namespace nsds::bench
