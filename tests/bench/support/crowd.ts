/** So many runs of `work`, by `people` at any time, each by their number. */
export async function inTurns(
  count: number,
  people: number,
  work: (person: number) => Promise<void>,
): Promise<void> {
  let left = count
  const worker = async (_: unknown, person: number) => {
    while (left-- > 0) await work(person)
  }
  await Promise.all(Array.from({ length: people }, worker))
}

/** So many runs of `work`, begun at an even pace whether or not those before have ended. */
export async function atPace(
  count: number,
  perSecond: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let turn = 0; turn < count; turn++) {
    const due = begun + (turn * 1_000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    all.push(work(turn))
  }
  await Promise.all(all)
}
