// From notices to queries that run again: soon after the first, then at most twice a second, and not while nobody looks.
import type { Query, QueryClient } from '@tanstack/react-query'
import { allLiveKeys, type LiveKey, liveKeysOf } from './keys.ts'
import type { Notice } from './notice.ts'

/** One change is often several notices; they are waited for this long. */
export const gatherMs = 30
/** Under a stream of notices a query runs again this often. */
export const windowMs = 500

export interface Refresher {
  /** A table changed: its queries on screen run again, others when they are next shown. */
  changed(notice: Notice): void
  /** Notices may have been missed: everything that they keep up to date runs again. */
  missed(): void
  stop(): void
}

/** Invalidates queries of a client's cache as notices come in. */
export function createRefresher(client: QueryClient, doc: Document = document): Refresher {
  const pending = new Map<LiveKey, Notice[]>()
  let all = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRun = Number.NEGATIVE_INFINITY

  function schedule(): void {
    if (timer !== undefined || doc.visibilityState === 'hidden') return
    timer = setTimeout(run, Math.max(gatherMs, lastRun + windowMs - Date.now()))
  }

  function run(): void {
    timer = undefined
    lastRun = Date.now()
    const due = [...pending]
    pending.clear()
    if (all) {
      all = false
      for (const queryKey of allLiveKeys()) void client.invalidateQueries({ queryKey })
      return
    }
    for (const [live, notices] of due)
      void client.invalidateQueries({ queryKey: live.key, predicate: meant(live, notices) })
  }

  const onVisible = () => {
    if (doc.visibilityState === 'visible' && (all || pending.size)) schedule()
  }
  doc.addEventListener('visibilitychange', onVisible)

  return {
    changed(notice) {
      for (const live of liveKeysOf(notice.table)) pending.set(live, joined(pending.get(live) ?? [], notice))
      if (pending.size) schedule()
    },
    missed() {
      all = true
      schedule()
    },
    stop() {
      clearTimeout(timer)
      doc.removeEventListener('visibilitychange', onVisible)
    },
  }
}

/** More than these are as good as all rows. */
const mostNotices = 50

function joined(notices: Notice[], next: Notice): Notice[] {
  return notices.length < mostNotices ? [...notices, next] : [{ ...next, ids: null }]
}

function meant(live: LiveKey, notices: Notice[]): (query: Query) => boolean {
  const test = live.meant
  if (!test) return () => true
  return ({ queryKey, state }) => notices.some((notice) => test(queryKey, state.data, notice))
}
