// Paths inside a branch: forward slashes, no leading one.
import { hasUnseen } from './characters.ts'

/** Joins and cleans a relative path: 'a/./b/../c' → 'a/c'. Climbing above the root stops there. */
export function normalizePath(path: string): string {
  return partsOf(path).parts.join('/')
}

/** The path that a relative (or, from the root, absolute) one names in a file; null when it leads out of the branch. */
export function pathFrom(file: string, relative: string): string | null {
  const folder = relative.startsWith('/') ? '' : file.slice(0, file.lastIndexOf('/') + 1)
  const { parts, escapes } = partsOf(folder + relative)
  return escapes ? null : parts.join('/')
}

/** A path as a link writes it, its escapes resolved; broken ones stay. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// Parts that are empty, climb, or are longer than file systems take.
const oddParts = /(^|\/)\.{0,2}(\/|$)|[^/]{256}|\\|^[A-Za-z]:/u
// Git's own folder, as some file systems spell it, too: they drop dots and blanks at the end, and what follows a colon.
const gitFolder = /(^|\/)(\.git|git~[0-9]+)[\s.]*(:[^/]*)?(\/|$)/iu
const joiners = /[\u200c\u200d]/g

/** Whether a file of a branch may be called so: what the database's private.is_project_path says. */
export function isProjectPath(path: string): boolean {
  const length = [...path].length
  return (
    length > 0 &&
    length <= 1000 &&
    !hasUnseen(path) &&
    !oddParts.test(path) &&
    !gitFolder.test(path.replace(joiners, ''))
  )
}

function partsOf(path: string): { parts: string[]; escapes: boolean } {
  const parts: string[] = []
  let escapes = false
  for (const part of path.split('/')) {
    if (part === '..') escapes = parts.pop() === undefined || escapes
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return { parts, escapes }
}
