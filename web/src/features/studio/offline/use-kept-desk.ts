import { useEffect, useState } from 'react'
import { browserCopies, type KeptDesk } from '../documents/copies.ts'
import type { StudioFile, StudioOpening } from '../model.ts'
import { knownMe, type Me } from './known.ts'

export interface Kept extends KeptDesk {
  me: Me
}

/** Larger working copies are put aside once a visit: each change of a file is another list. */
const mostFiles = 5_000
/** How long files are left to settle, ms. */
const settleMs = 2_000

const keyOf = (workspaceId: number, projectSlug: string, branchSlug: string | undefined) =>
  `${workspaceId}/${projectSlug}/${branchSlug ?? ''}`

/**
 * The desk as this browser last saw it, for whoever is signed in here; undefined while it is looked for, null where there
 * is none. Looked for only while `wanted`.
 */
export function useKeptDesk(
  wanted: boolean,
  workspaceId: number,
  projectSlug: string,
  branchSlug: string | undefined,
): Kept | null | undefined {
  const [found, setFound] = useState<{ key: string; kept: Kept | null }>()
  const key = keyOf(workspaceId, projectSlug, branchSlug)
  useEffect(() => {
    if (!wanted) return
    let isWanted = true
    const me = knownMe()
    const copies = me && browserCopies(me.id)
    void (copies?.desk(key) ?? Promise.resolve(null)).then((desk) => {
      copies?.close()
      if (isWanted) setFound({ key, kept: me && desk ? { ...desk, me } : null })
    })
    return () => {
      isWanted = false
    }
  }, [wanted, key])
  if (found?.key !== key) return undefined
  // Somebody else has signed in meanwhile, in another tab.
  return found.kept && knownMe()?.id === found.kept.me.id ? found.kept : null
}

/** Puts the desk aside for a day without a server, as it is now and after each change. */
export function useKeepDesk(
  me: Me | null,
  address: { workspaceId: number; projectSlug: string; branchSlug: string | undefined },
  opening: StudioOpening,
  files: readonly StudioFile[] | undefined,
): void {
  const key = keyOf(address.workspaceId, address.projectSlug, address.branchSlug)
  const id = me?.id ?? null
  const [settledLarge, setSettledLarge] = useState(false)
  useEffect(() => {
    if (id === null || !files || settledLarge) return
    const timer = setTimeout(() => {
      const copies = browserCopies(id)
      void copies.keepDesk(key, { opening, files, at: Date.now() }).then(() => copies.close())
      if (files.length > mostFiles) setSettledLarge(true)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [id, key, opening, files, settledLarge])
}
