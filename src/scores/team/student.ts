/** Student's distribution, for groups of few. */

/** The 90th percentile of the standard normal distribution. */
const Z = 1.2815515655446004;

/**
 * The 90th percentile of Student's distribution, right to 0.003.
 *
 * @see Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
 */
export function studentQuantile(freedom: number): number {
  // one degree is Cauchy's distribution, which the series is too coarse for
  if (freedom === 1) return Math.tan(0.4 * Math.PI);
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), Z);
}
