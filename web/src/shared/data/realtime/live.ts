import type { QueryClient } from '@tanstack/react-query'

type OpenLine = (client: QueryClient) => () => void

const retryMs = 30_000
const patienceMs = 2_000

/** Loads what listens once the page has had time to paint. */
async function whenIdle(): Promise<OpenLine> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, 200)
  })
  return (await import('./line.ts')).openLine
}

/** Keeps a cache up to date by notices while somebody is signed in; returns the way to stop. */
export function startLive(client: QueryClient, load: () => Promise<OpenLine> = whenIdle): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    load()
      .then((openLine) => {
        if (!stopped) stop = openLine(client)
      })
      // The file of a newer release, or no network: views poll meanwhile.
      .catch(() => {
        if (!stopped) retry = setTimeout(open, retryMs)
      })
  }

  open()
  return () => {
    stopped = true
    clearTimeout(retry)
    stop?.()
  }
}
