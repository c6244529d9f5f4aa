// What to do when the signed-in person's access changed: a new token, and everything on screen asked for again.
import type { QueryClient } from '@tanstack/react-query'
import { renewToken } from '../session.ts'

/** Checks follow each other at least this far apart: access often changes in several steps. */
export const betweenMs = 1_000

/**
 * The way to check access, for one cache. The first call acts at once, calls that come while it is at work are one more.
 * A refused renewal ends the session, which the app shows by itself (signed out, not a member, locked).
 */
export function createAccessCheck(client: QueryClient): { check: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  let stopped = false

  async function run(): Promise<void> {
    const since = Date.now()
    timer = setTimeout(next, betweenMs)
    const token = await renewToken(since).catch(() => null)
    if (token && !stopped) await client.invalidateQueries()
  }

  function next(): void {
    timer = undefined
    if (!again || stopped) return
    again = false
    void run()
  }

  return {
    check() {
      if (timer) again = true
      else void run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
