// What the worker does in its own time, waited for.
import type { Session } from './platform.ts'

const LONGEST_MS = 120_000
const PAUSE_MS = 100

/** Asks again and again until there is an answer; rejects with what did not come within two minutes. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + LONGEST_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not come within two minutes.`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Waits until all analyses that a filter of tasks names have succeeded; rejects with the reason of one that failed. */
export async function analysed(by: Session, filter: string): Promise<void> {
  await eventually('The content of a demo project', async () => {
    const tasks = await by.select<{ status: string; payload: { error?: { message: string } } }>(
      `task_logs?select=status,payload&${filter}`,
    )
    const failed = tasks.find(({ status }) => status === 'failed')
    if (failed)
      throw new Error(`A demo project could not be imported: ${failed.payload.error?.message ?? 'no reason'}`)
    return tasks.every(({ status }) => status === 'success') ? true : undefined
  })
}
