// Idle logout: all tabs note activity in one place, one of them watches the clock. What counts is the
// wall clock: a laptop that slept past the time-out is signed out when it wakes, before anything else counts as activity.
import { whenLeader } from './tab-lock.ts'

const lastKey = 'waymark-last-activity'
const leaderLock = 'waymark-idle-leader'
const lookEveryMs = 1_000
/** Activity is noted at most this often. */
const noteEveryMs = 1_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/** Forgets when somebody was last active: whoever signs in next starts afresh. */
export function forgetActivity(): void {
  window.localStorage.removeItem(lastKey)
}

/**
 * Watches for `timeoutMs` without activity in any tab of the origin and calls `onIdle` once, in the tab that notices.
 * Returns the way to stop.
 */
export function watchIdle(timeoutMs: number, onIdle: () => void): () => void {
  let over = false
  let notedAt = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const idleFor = () => Date.now() - Number(window.localStorage.getItem(lastKey) ?? Date.now())
  const isOver = (): boolean => {
    if (!over && idleFor() >= timeoutMs) {
      over = true
      onIdle()
    }
    return over
  }
  const note = () => {
    // Whoever comes back too late does not count as active.
    if (Date.now() - notedAt < noteEveryMs || isOver()) return
    notedAt = Date.now()
    window.localStorage.setItem(lastKey, String(notedAt))
  }
  const look = () => void isOver()

  if (window.localStorage.getItem(lastKey) === null) note()
  look()
  const resign = whenLeader(leaderLock, () => {
    if (!over) timer = setInterval(look, lookEveryMs)
    look()
  })
  for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true })
  document.addEventListener('visibilitychange', look)
  return () => {
    over = true
    clearInterval(timer)
    resign()
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
    document.removeEventListener('visibilitychange', look)
  }
}
