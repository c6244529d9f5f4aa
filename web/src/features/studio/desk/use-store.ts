import { useEffect, useState } from 'react'
import { browserCopies, noCopies } from '../documents/copies.ts'
import { browserKeep, memoryKeep } from '../documents/keep.ts'
import { namesOf } from '../documents/names.ts'
import { BranchPresence } from '../documents/presence.ts'
import { DocumentStore } from '../documents/store.ts'
import { documentsOf } from '../documents/supabase-server.ts'

interface Given {
  projectId: number
  branchSlug: string
  /** Null for who reads by a link. */
  me: { id: number } | null
  readOnly: boolean
  /** What is being typed is seen; otherwise what was published. */
  isLive: boolean
}

/** The documents of a working copy, for as long as it is on screen. */
export function useStore({ projectId, branchSlug, me, readOnly, isLive }: Given): DocumentStore | null {
  const [store, setStore] = useState<DocumentStore | null>(null)
  const id = me?.id ?? null
  useEffect(() => {
    const copies = id === null ? noCopies : browserCopies(id)
    const server = documentsOf(projectId, branchSlug, copies)
    const made = new DocumentStore({
      server: isLive ? server : { ...server, after: async () => [] },
      keep: id === null ? memoryKeep() : browserKeep(id),
      presence: new BranchPresence({ userId: id, namesOf }),
      readOnly,
    })
    setStore(made)
    return () => {
      made.close()
      copies.close()
      setStore(null)
    }
  }, [projectId, branchSlug, id, readOnly, isLive])
  return store
}
