// Folders that hold no file yet: a file's path is all that is kept of one, so they are of who made them.
import { useMemo, useState } from 'react'
import type { StudioFile } from '../model.ts'
import { foldersOf } from './tree-rows.ts'

/** The folders that somebody made here, as long as nothing is in them. */
export function useFolders(files: readonly StudioFile[]) {
  const [made, setMade] = useState<readonly string[]>([])
  const empty = useMemo(() => {
    if (made.length === 0) return made
    const held = foldersOf(files)
    return made.filter((path) => !held.has(path))
  }, [made, files])
  const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
  return {
    empty,
    make: (path: string) => setMade((now) => [...now.filter((other) => other !== path), path]),
    remove: (folder: string) => setMade((now) => now.filter((path) => !isBelow(path, folder))),
    move: (folder: string, to: string) =>
      setMade((now) => now.map((path) => (isBelow(path, folder) ? to + path.slice(folder.length) : path))),
  }
}
