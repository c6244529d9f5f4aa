// What is counted by windows that end by the clock: a quarter of an hour, a minute.

/**
 * Does what is counted in one window of so many seconds, and again, from the beginning, where that window ended meanwhile:
 * `work` must begin with somebody who was not counted before.
 */
export async function inOneWindow<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const windowNow = () => Math.floor(Date.now() / 1000 / seconds)
  for (;;) {
    const begun = windowNow()
    const result = await work()
    if (windowNow() === begun) return result
  }
}
