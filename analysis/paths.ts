// Paths inside a branch: forward slashes, no leading one.

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

function partsOf(path: string): { parts: string[]; escapes: boolean } {
  const parts: string[] = []
  let escapes = false
  for (const part of path.split('/')) {
    if (part === '..') escapes = parts.pop() === undefined || escapes
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return { parts, escapes }
}
