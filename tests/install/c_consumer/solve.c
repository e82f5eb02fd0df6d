/* Solves the LCP with M = [2 -1; -1 2] and q = (-1, -1), whose solution is z = (1, 1) as M z = (1, 1) = -q,
 * and prints the report; then converts it, which the library of general problems does. */
#include <math.h>
#include <nsds/numerics/conversion.h>
#include <nsds/numerics/lcp.h>
#include <stdio.h>

int main(void) {
  const double values[] = {2.0, -1.0, -1.0, 2.0}; /* (2 x 2), column-major */
  const double q[] = {-1.0, -1.0};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  nsds_lcp problem;
  nsds_report report;
  double z[2] = {0.0, 0.0};
  double w[2] = {0.0, 0.0};
  nsds_conversion* program = NULL;
  int i;

  nsds_lcp_init(&problem);
  problem.size = 2;
  problem.M = &M;
  problem.q = q;
  nsds_report_init(&report);

  if (nsds_lcp_solve(&problem, z, w, NULL, NULL, &report) != NSDS_OK) {
    fprintf(stderr, "failed: %s: %s\n", nsds_status_name(report.status), report.message);
    return 1;
  }
  printf("%s after %ld iterations by %s, residual %g: %s\n", nsds_status_name(report.status),
         (long)report.iterations, report.solver, report.residual.value, report.message);
  for (i = 0; i < 2; ++i) {
    printf("z[%d] = %.17g, w[%d] = %.17g\n", i, z[i], i, w[i]);
    if (fabs(z[i] - 1.0) > 1e-8 || fabs(w[i]) > 1e-8) return 1;
  }

  if (nsds_lcp_to_qp_symmetric(&problem, &program, NULL, 0) != NSDS_OK) return 1;
  nsds_conversion_free(program);
  return 0;
}
