import { useEffect, useSyncExternalStore } from 'react'
import type { DocumentSession } from '../documents/session.ts'
import type { DocumentStore } from '../documents/store.ts'
import { fromBase64 } from '../documents/wire.ts'
import { useLine } from './use-line.ts'

/** Keeps what is open up to date: a line for each document, and one for who is where. */
export function Lines({ store, branchId }: { store: DocumentStore; branchId: number }) {
  const sessions = useSyncExternalStore(store.subscribe, () => store.sessions)
  const { presence } = store
  useLine(`studio:${branchId}`, {
    onOpen: (send) => presence.lineIs((update) => send('awareness', { update })),
    onShut: () => presence.lineIs(null),
    onTold: (event, { update }) => event === 'awareness' && presence.hear(update),
  })
  useEffect(() => {
    const { retryNow, flush } = store
    const onHide = () => document.visibilityState === 'hidden' && flush()
    const onLeave = (event: BeforeUnloadEvent) => {
      flush()
      if (store.hasUnsent) event.preventDefault()
    }
    window.addEventListener('online', retryNow)
    window.addEventListener('offline', retryNow)
    window.addEventListener('pagehide', flush)
    window.addEventListener('beforeunload', onLeave)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', retryNow)
      window.removeEventListener('offline', retryNow)
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('beforeunload', onLeave)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [store])
  return sessions.map((session) => <DocumentLine key={session.id} session={session} />)
}

function DocumentLine({ session }: { session: DocumentSession }) {
  useLine(`document:${session.id}`, {
    onOpen: () => session.lineIs(true),
    onShut: () => session.lineIs(false),
    onTold: (event, told) => {
      if (event === 'reset') void session.wasReset()
      else if (event === 'update') hear(session, told)
    },
  })
  return null
}

function hear(
  session: DocumentSession,
  { epoch, seq, key, author_id, update }: Record<string, unknown>,
): void {
  if (typeof epoch !== 'number' || typeof seq !== 'number' || typeof key !== 'string') return
  const author = typeof author_id === 'number' ? author_id : null
  session.hear({ epoch, seq, key, author, update: typeof update === 'string' ? fromBase64(update) : null })
}
