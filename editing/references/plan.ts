import { applyChanges } from '../text/changes.ts'
import type { Change, Path, Refused } from '../types.ts'
import type { Site } from './file-index.ts'
import { References, type Resolved, type Target } from './resolve.ts'

/** What is to be changed in one file. */
export interface FilePlan {
  readonly path: string
  /** In the order of the text. */
  readonly changes: readonly Change[]
}

/** Changes of several files that belong together; made only when all of them are. */
export interface Plan {
  readonly files: readonly FilePlan[]
  /** Files that get another path. */
  readonly moves: readonly { readonly from: string; readonly to: string }[]
  /** What somebody should know before they say yes, in whole sentences. */
  readonly notes: readonly string[]
}

/** Collects changes by file. */
export class Changes {
  private readonly files = new Map<string, Change[]>()

  add(path: string, change: Change | null): void {
    if (!change) return
    const changes = this.files.get(path)
    if (changes) changes.push(change)
    else this.files.set(path, [change])
  }

  plan(moves: Plan['moves'] = [], notes: readonly string[] = []): Plan {
    const files = [...this.files].map(([path, changes]) => ({
      path,
      changes: changes.sort((a, b) => a.from - b.from),
    }))
    return { files, moves, notes }
  }
}

/**
 * The plan, if after it every reference leads to the same thing as before, which may have another name now; else what
 * would lead elsewhere. `renamed` says what a place is called afterwards.
 */
export function verified(
  before: References,
  plan: Plan,
  renamed: (target: Target) => Target,
): Plan | Refused {
  const after = afterPlan(before, plan)
  const moved = new Map(plan.moves.map(({ from, to }) => [from, to]))
  for (const path of before.paths) {
    const [was, is] = [before.resolved(path), after.resolved(moved.get(path) ?? path)]
    const wrong = firstWrong(was, is, renamed)
    if (wrong) return { refused: 'not_safe', reason: sentence(wrong, path) }
  }
  return plan
}

/** The files as they are when a plan was followed. */
export function afterPlan(before: References, { files, moves }: Plan): References {
  const texts = new Map(before.paths.map((path) => [path, before.text(path)]))
  for (const { path, changes } of files) texts.set(path, applyChanges(before.text(path), changes))
  const moved = new Map(moves.map(({ from, to }) => [from, to]))
  return new References([...texts].map(([path, text]) => ({ path: moved.get(path) ?? path, text })))
}

function firstWrong(
  was: ReadonlyMap<Site, Resolved>,
  is: ReadonlyMap<Site, Resolved>,
  renamed: (target: Target) => Target,
): Site | undefined {
  const now = [...is]
  let index = 0
  for (const [site, resolved] of was) {
    const [, found] = now[index] ?? []
    index += 1
    if (!found || found.to !== resolved.to) return site
    if (resolved.to !== 'place' || found.to !== 'place') continue
    if (!isSameTarget(renamed(resolved.target), found.target)) return site
  }
  return undefined
}

function isSameTarget(a: Target, b: Target): boolean {
  return a.file === b.file && isSamePath(a.path, b.path)
}

export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b)
}

/** Whether a path is another one, or leads into it. Numbers and their texts are the same. */
export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => String(key) === String(path[index]))
}

function sentence({ value }: Site, file: string): string {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value
  return `“${shown}” in ${file} would lead elsewhere afterwards. Nothing was changed.`
}
