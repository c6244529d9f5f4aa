// Limits count in windows of the clock, which begin whether a test is done or not.
import type { World } from './people.ts'

/** Longer than the short windows that are told apart from what is left of the long one, in seconds. */
const LEAST_LEFT = 12

/**
 * Runs what counts hits within one window of so many seconds that has more than ten left at its end; a run that another
 * window began in, or that had fewer left, says nothing, and is done again.
 */
export async function inOneWindow(world: World, seconds: number, run: () => Promise<void>): Promise<void> {
  const window = async (ahead: number) => {
    const { rows } = await world.db.query<{ number: number }>(
      'select floor((extract(epoch from clock_timestamp()) + $2) / $1)::int as number',
      [seconds, ahead],
    )
    return rows[0]?.number
  }
  for (;;) {
    const began = await window(0)
    const result = await run().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if ((await window(LEAST_LEFT)) !== began) continue
    if (result) throw result.error
    return
  }
}
