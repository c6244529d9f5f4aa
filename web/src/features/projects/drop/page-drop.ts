// Files that are dropped anywhere on the page, on their way to the form that takes them.
import { createContext, useContext, useEffect } from 'react'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import type { FileKind } from '../files/kind-of-files.ts'

export interface PageDropState {
  /** Changes with each drop. */
  drops: number
  /** The files for a kind, once. */
  take: (kind: FileKind) => Promise<PickedFile[]> | null
  /** Whether nothing is taken for now. */
  hold: (busy: boolean) => void
}

const Context = createContext<PageDropState | null>(null)

export const PageDropContext = Context.Provider

/** Hands the form of a kind what is dropped on the page; while it is busy the page takes nothing. */
export function useDropped(
  kind: FileKind,
  onFiles: (files: Promise<PickedFile[]>) => void,
  busy: boolean,
): void {
  const page = useContext(Context)
  // After each rendering: whatever the form knows by then, a drop is taken once.
  useEffect(() => {
    const files = busy ? null : page?.take(kind)
    if (files) onFiles(files)
  })
  const hold = page?.hold
  useEffect(() => {
    hold?.(busy)
    return () => hold?.(false)
  }, [hold, busy])
}
