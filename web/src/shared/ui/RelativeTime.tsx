import { useSyncExternalStore } from 'react'
import { relativeTime } from './relative-time.ts'

const tickMs = 10_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** The time by the page's clock: the same for all labels of a tick. */
function currentTime(): number {
  if (Math.abs(Date.now() - now) >= tickMs) now = Date.now()
  return now
}

/** One clock for all labels of a page: a thousand rows must not be a thousand timers. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const fullDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something was, with the full date as its title; renders anew only when its words change. */
export function RelativeTime({ at, never = 'Never' }: { at: string | null; never?: string }) {
  const time = at === null ? Number.NaN : Date.parse(at)
  const label = useSyncExternalStore(subscribe, () =>
    Number.isNaN(time) ? never : relativeTime(time, currentTime()),
  )
  if (Number.isNaN(time)) return <>{label}</>
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={fullDate.format(time)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {label}
    </time>
  )
}
