// Server state: react-query with the specified defaults.
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'

const hourMs = 3_600_000
const hiddenTooLongMs = 300_000

/** Up to three retries, never for what the server refuses (4xx). */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) return false
  return failures < 3
}

/** The client's cache; stale after an hour, not refetched on focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: hourMs, refetchOnWindowFocus: false, retry: shouldRetry },
      mutations: { retry: false },
    },
  })
}

/** Runs active queries again when the tab comes back after five minutes; returns the way to stop. */
export function refreshAfterAbsence(client: QueryClient, doc: Document = document): () => void {
  let hiddenAt = 0
  const onChange = () => {
    if (doc.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    if (hiddenAt && Date.now() - hiddenAt >= hiddenTooLongMs) void client.refetchQueries({ type: 'active' })
  }
  doc.addEventListener('visibilitychange', onChange)
  return () => doc.removeEventListener('visibilitychange', onChange)
}
