// Two that are measured side by side take their samples by turns: neither runs while the other is measured, and who
// goes first alternates, so that a machine that slows down or speeds up treats both alike.

export interface Side {
  /** Waits for the other side to come to its next sample as well, then runs; resolves when both are done. */
  sample<T>(work: () => Promise<T>): Promise<T>
  /** This side takes no more samples: the other goes on alone. */
  leave(): void
}

interface Arrival {
  run(): Promise<void>
  settle(): void
}

/** The two sides of a comparison. */
export function takeTurns(): [Side, Side] {
  const waiting: (Arrival | undefined)[] = [undefined, undefined]
  const left = [false, false]
  let firstNext = 0

  const tryRound = async () => {
    if (![0, 1].every((side) => waiting[side] || left[side])) return
    const order = firstNext === 0 ? [0, 1] : [1, 0]
    firstNext = 1 - firstNext
    const arrivals = order.flatMap((side) => waiting[side] ?? [])
    waiting.fill(undefined)
    for (const arrival of arrivals) await arrival.run()
    for (const arrival of arrivals) arrival.settle()
  }

  const side = (index: number): Side => ({
    sample<T>(work: () => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        let settle = () => {}
        waiting[index] = {
          run: () =>
            work().then(
              (value) => {
                settle = () => resolve(value)
              },
              (error: unknown) => {
                settle = () => reject(error)
              },
            ),
          settle: () => settle(),
        }
        void tryRound()
      })
    },
    leave() {
      left[index] = true
      void tryRound()
    },
  })
  return [side(0), side(1)]
}
