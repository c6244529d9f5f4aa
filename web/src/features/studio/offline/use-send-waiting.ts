import { useEffect } from 'react'
import type { DocumentStore } from '../documents/store.ts'

/**
 * Opens every document of which something waits in this browser, so that it is sent, or said why not, without anybody
 * having to open it.
 */
export function useSendWaiting(
  store: DocumentStore | null,
  paths: ReadonlyMap<string, string>,
  isAnswered: boolean,
): void {
  const isReady = isAnswered && paths.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there are files; what waits later is open already.
  useEffect(() => {
    if (!store || !isReady) return
    let isOver = false
    const releases: (() => void)[] = []
    void store.keep.waiting().then((ids) => {
      for (const id of isOver ? [] : ids) {
        const path = paths.get(id)
        if (path !== undefined) releases.push(store.use(id, path))
      }
    })
    return () => {
      isOver = true
      for (const release of releases) release()
    }
  }, [store, isReady])
}
