import { normalizePath } from '../paths.ts'

/** Whether a pattern describes a path. */
export type Matcher = (path: string) => boolean

const MAX_ALTERNATIVES = 64

/**
 * A pattern for whole paths: `**` any folders, `*` anything but a slash, `?` one character, `{a,b}` one of them;
 * everything else is literal. Strangers write these, so they are no regular expression: matching takes the pattern's
 * length times the path's, and never more.
 */
export function globMatcher(glob: string): Matcher {
  const patterns = tokensOf(glob)
  return (path) => patterns.some((tokens) => endsOf(tokens, path).at(-1) === path.length)
}

/** The same, and a pattern that describes a folder describes all that is in it. */
export function folderMatcher(glob: string): Matcher {
  const patterns = tokensOf(glob)
  return (path) =>
    patterns.some((tokens) => endsOf(tokens, path).some((at) => at === path.length || path[at] === '/'))
}

function tokensOf(glob: string): string[][] {
  return alternatives(glob).map((pattern) => normalizePath(pattern).match(/\*\*\/|\*+|[^*]/g) ?? [])
}

/** A pattern without braces for each way to read it; beyond 64 of them braces are literal. */
function alternatives(glob: string): string[] {
  let found = [glob]
  for (;;) {
    const next = found.flatMap((pattern) => {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(pattern)
      if (!braces) return [pattern]
      const before = pattern.slice(0, braces.index)
      const after = pattern.slice(braces.index + braces[0].length)
      return (braces[1] ?? '').split(',').map((part) => before + part + after)
    })
    if (next.length > MAX_ALTERNATIVES || next.every((pattern, index) => pattern === found[index]))
      return found
    found = next
  }
}

function endsOf(tokens: string[], path: string): number[] {
  let reached = [0]
  for (const token of tokens) reached = positionsAfter(token, reached, path)
  return reached
}

/** Where in the path a token may end that begins at one of the positions; both in ascending order. */
function positionsAfter(token: string, from: number[], path: string): number[] {
  const [first] = from
  if (first === undefined) return []
  if (token === '**/') return afterFolders(from, first, path)
  if (token === '*') return withinFolder(from, path)
  if (token.startsWith('*')) return Array.from({ length: path.length - first + 1 }, (_, n) => first + n)
  const fits = (char: string | undefined) =>
    token === '?' ? char !== undefined && char !== '/' : char === token
  return from.filter((at) => fits(path[at])).map((at) => at + 1)
}

function afterFolders(from: number[], first: number, path: string): number[] {
  const begins = new Set(from)
  for (let at = first; at < path.length; at++) if (path[at] === '/') begins.add(at + 1)
  return [...begins].sort((a, b) => a - b)
}

function withinFolder(from: number[], path: string): number[] {
  const begins = new Set(from)
  const ends: number[] = []
  let inside = false
  for (let at = from[0] ?? 0; at <= path.length; at++) {
    inside ||= begins.has(at)
    if (inside) ends.push(at)
    if (path[at] === '/') inside = false
  }
  return ends
}
