// How screens get at open documents.
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
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

/** Something of how the session of a document is, and no render for anything else of it; undefined where it is not open. */
export function useSession<Part>(id: string | null, select: (state: SessionState) => Part): Part | undefined {
  const { store } = useDocuments()
  return useSyncExternalStore(store.subscribe, () => {
    const state = id === null ? undefined : store.session(id)?.state
    return state && select(state)
  })
}

/** Somebody else in this working copy, and the file that they look at. */
export type PersonHere = Pick<Person, 'client' | 'userId' | 'name' | 'colour' | 'documentId'>

/** Everybody else in this working copy: the same list while they only move within their files. */
export function usePeople(): readonly PersonHere[] {
  const { presence } = useDocuments().store
  const kept = useRef<readonly PersonHere[]>([])
  return useSyncExternalStore(presence.subscribe, () => {
    const { people } = presence
    const isSame =
      people.length === kept.current.length &&
      people.every((person, index) => isAlike(person, kept.current[index]))
    if (!isSame) kept.current = people
    return kept.current
  })
}

function isAlike(one: PersonHere, other: PersonHere | undefined): boolean {
  return (
    one.client === other?.client &&
    one.userId === other.userId &&
    one.name === other.name &&
    one.documentId === other.documentId
  )
}
