// Addresses below an API, from names that others chose: each name is one segment, whatever is in it.
import { GitRefusal } from './outcome.ts'

/** A path; each value becomes one encoded segment. Throws `invalid` for what an address would read as a step. */
export function at(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return texts.reduce((path, text, index) => path + segment(String(values[index - 1])) + text)
}

/** The path of a file, its folders as segments. Throws `invalid`. */
export function filePath(path: string): string {
  return path.split('/').map(segment).join('/')
}

/** A path of names that the address spells with slashes (`account/project`). */
export const namesPath = filePath

function segment(name: string): string {
  // An address drops these, encoded or not: the call would go elsewhere.
  if (name === '' || name === '.' || name === '..' || name.length > 4096)
    throw new GitRefusal('invalid', 'This name is not valid.')
  return encodeURIComponent(name)
}

/** Refuses what is no path inside a repository: a commit must not write beside the tree or into Git's own folder. */
export function requireInside(path: string): void {
  const parts = path.split('/')
  const bad = parts.some((part) => /^(\.{0,2}|\.git)$/i.test(part) || /[\p{Cc}\\]/u.test(part))
  if (bad || path.length > 4096)
    throw new GitRefusal('invalid', `${path.slice(0, 200)} is no path of a file.`)
}
