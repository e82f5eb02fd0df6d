#include "friction/contact/natural_maps.hpp"

#include "friction/contact/cone.hpp"
#include "friction/contact/lane_cone.hpp"

namespace nsds::numerics::friction {
namespace {

template <int D>
NSDS_LOOP void squares_of(const ContactVectors& contacts, std::size_t first, std::size_t count,
                          double* squares) {
  const std::size_t stride = contacts.stride;
  const double* mu = contacts.mu + first;
  const double* r = contacts.r + stride * first;
  const double* u = contacts.u + stride * first;
  std::size_t k = 0;
  for (; k + quad_size <= count; k += quad_size) {
    Lanes scaled_r[D], scaled_u[D];
    lanes_of_blocks<D>(r + stride * k, stride, quad_size, contacts.r_unit, scaled_r);
    lanes_of_blocks<D>(u + stride * k, stride, quad_size, contacts.u_unit, scaled_u);
    quad(squares + k).v = map_squares<D>(lanes_of(mu + k), scaled_r, scaled_u).v;
  }
  for (; k < count; ++k) {
    double scaled_r[D], scaled_u[D], map[D];
    for (std::size_t i = 0; i < D; ++i) {
      scaled_r[i] = contacts.r_unit * r[stride * k + i];
      scaled_u[i] = contacts.u_unit * u[stride * k + i];
    }
    squares[k] = natural_map<D>(mu[k], scaled_r, scaled_u, map);
  }
}

template <int D>
NSDS_WIDE void squares_wide(const ContactVectors& contacts, std::size_t first, std::size_t count,
                            double* squares) {
  squares_of<D>(contacts, first, count, squares);
}

}  // namespace

template <int D>
void natural_map_squares(const ContactVectors& contacts, std::size_t first, std::size_t count,
                         double* squares) {
  if (has_wide()) return squares_wide<D>(contacts, first, count, squares);
  squares_of<D>(contacts, first, count, squares);
}

void natural_map_squares(const RollingVectors& contacts, std::size_t first, std::size_t count,
                         double* squares) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = contacts.stride * (first + k);
    const ConeCoefficients& mu = contacts.mu[first + k];
    const double length = contacts.lengths[first + k];
    const double moment_unit = mu.rolling > 0.0 ? contacts.u_unit / length : 0.0;
    double r[rolling_rows], u[rolling_rows], map[rolling_rows];
    for (std::size_t i = 0; i < rolling_rows; ++i) {
      r[i] = contacts.r_unit * contacts.r[at + i] * (i < 3 ? 1.0 : length);
      u[i] = contacts.u[at + i] * (i < 3 ? contacts.u_unit : moment_unit);
    }
    const double sliding = mu.cylinder ? contacts.r_unit * mu.sliding : mu.sliding;
    squares[k] = rolling_natural_map({sliding, mu.rolling * length, mu.shift, mu.cylinder}, r, u, map);
  }
}

template void natural_map_squares<2>(const ContactVectors&, std::size_t, std::size_t, double*);
template void natural_map_squares<3>(const ContactVectors&, std::size_t, std::size_t, double*);

}  // namespace nsds::numerics::friction
