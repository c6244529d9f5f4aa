// How screens get at open documents.
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { OpenDocument, Person } from './open-document.ts'
import type { SessionState } from './session.ts'
import type { DocumentStore } from './store.ts'

/** The documents of the working copy on screen, and what their paths are now. */
export interface Documents {
  store: DocumentStore
  pathOf(id: string): string | undefined
}

export const DocumentsContext = createContext<Documents | null>(null)

export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext)
  if (!documents) throw new Error('Documents are open within the Studio only.')
  return documents
}

const never = () => () => undefined

/** Opens a document while mounted; undefined until it is there. */
export function useOpenDocument(id: string | null): OpenDocument | undefined {
  const { store, pathOf } = useDocuments()
  const path = id === null ? undefined : pathOf(id)
  const isKnown = path !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that moves stays open, it is not opened anew.
  useEffect(() => {
    if (id !== null && path !== undefined) return store.use(id, path)
  }, [store, id, isKnown])
  return useSyncExternalStore(store.subscribe, () =>
    id === null || path === undefined ? undefined : store.shown(id, path),
  )
}

/** How the session of a document is; undefined where it is not open. */
export function useSession(id: string | null): SessionState | undefined {
  const { store } = useDocuments()
  return useSyncExternalStore(store.subscribe, () => (id === null ? undefined : store.session(id)?.state))
}

/** Everybody else in this working copy. */
export function usePeople(): readonly Person[] {
  const { store } = useDocuments()
  return useSyncExternalStore(store.presence.subscribe, () => store.presence.people)
}

/** Who else is at a document. */
export function useDocumentPeople(document: OpenDocument | undefined): readonly Person[] {
  const people = useSyncExternalStore(
    document?.awareness.subscribe ?? never,
    () => document?.awareness.people() ?? none,
    () => none,
  )
  return people
}

const none: readonly Person[] = []
