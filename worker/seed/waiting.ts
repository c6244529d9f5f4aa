// What the worker does in its own time, waited for.
import type { Session } from './platform.ts'

// How long what hangs is waited for, not how fast it has to be: on a busy machine the first analyses take minutes, and
// whoever starts the product for the first time should not have to start it twice.
const LONGEST_MS = 15 * 60_000
const PAUSE_MS = 100

/** Asks again and again until there is an answer; rejects with what did not come within a quarter of an hour. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + LONGEST_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not come within a quarter of an hour.`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/**
 * Waits until the newest analysis of each branch that a filter of tasks names has succeeded; rejects with the reason of one that
 * failed. An earlier one may have been cut off by whatever ended an earlier run.
 */
export async function analysed(by: Session, filter: string): Promise<void> {
  interface Task {
    branch_id: number | null
    status: string
    payload: { error?: { message: string } }
  }
  await eventually('The content of a demo project', async () => {
    const tasks = await by.select<Task>(
      `task_logs?select=branch_id,status,payload&order=created_at.desc&${filter}`,
    )
    const newest = new Map(tasks.toReversed().map((task) => [task.branch_id, task]))
    for (const { status, payload } of newest.values())
      if (status === 'failed')
        throw new Error(`A demo project could not be imported: ${payload.error?.message ?? 'no reason'}`)
    return tasks.every(({ status }) => status === 'success' || status === 'failed') ? true : undefined
  })
}
