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
