// Work that only one tab of this browser does at a time.

/**
 * Runs `work` when no other tab of the origin is at it; tells it whether it had to wait for one. Without Web Locks
 * (insecure origins) it runs at once.
 */
export async function exclusively(name: string, work: (waited: boolean) => Promise<void>): Promise<void> {
  if (!navigator.locks) return work(false)
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false)
    return lock !== null
  })
  if (!atOnce) await navigator.locks.request(name, () => work(true))
}

/** Calls back when this tab is chosen among all of the origin; the next one is when it closes. Returns the way to stop. */
export function whenLeader(name: string, onChosen: () => void): () => void {
  if (!navigator.locks) {
    onChosen()
    return () => undefined
  }
  const waiting = new AbortController()
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      onChosen()
      return released
    })
    .catch(() => undefined)
  return () => {
    release()
    waiting.abort()
  }
}

/** Marks this tab, for as long as it lives or until released, as one that has something others may ask it for. */
export function markTab(name: string): () => void {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(name, { mode: 'shared' }, () => released).catch(() => undefined)
  return release
}

/** Whether any tab of the origin is marked so. */
export async function isAnyTabMarked(name: string): Promise<boolean> {
  const { held } = (await navigator.locks?.query?.()) ?? {}
  return held?.some((lock) => lock.name === name) ?? false
}
