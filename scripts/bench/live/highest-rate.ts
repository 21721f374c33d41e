/** Searches for the highest rate at which bodies are still scored in time. */

const LONGEST_LAG_SECONDS = 3;
const FIRST_BODIES_A_SECOND = 50;
const TRY_SECONDS = 20;
const MORE = 1.5;
const HALVINGS = 4;

/**
 * Raises the rate until bodies are late, then closes in on the highest that is in time.
 *
 * @param lagAt - Sends so many bodies at so many a second, and returns the seconds after which 99 % were scored.
 * @returns Bodies a second; 0 when even the first rate is too high.
 */
export async function highestRate(lagAt: (rate: number, bodies: number) => Promise<number>): Promise<number> {
  const isInTime = async (rate: number) => (await lagAt(rate, rate * TRY_SECONDS)) < LONGEST_LAG_SECONDS;
  let inTime = 0;
  let late = FIRST_BODIES_A_SECOND;
  while (await isInTime(late)) {
    inTime = late;
    late *= MORE;
  }
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const between = (inTime + late) / 2;
    if (await isInTime(between)) inTime = between;
    else late = between;
  }
  return inTime;
}
