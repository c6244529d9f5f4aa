// What the quick fix of one rule makes of the files of a branch: one violation after the other, by the edits of the Studio.
import { pointerSegments } from '../../analysis/json.ts'
import { Description } from '../description.ts'
import { formatOf, planRename, References, subjectAt } from '../references/index.ts'
import { applyChanges, sourceOf } from '../text/changes.ts'
import type { Change, Edit, Path } from '../types.ts'
import type { Fix } from '../validity/finding.ts'
import { fixesOf, type RuleFinding } from './rule-fixes.ts'

/** A place that the rule found, as a JSON pointer. */
export interface FoundAt {
  readonly file: string
  readonly pointer: string
}

export interface MendedFiles {
  /** The files that changed, as they are then. */
  readonly texts: ReadonlyMap<string, string>
  readonly mended: number
  /** Places for which nobody but the author knows a fix, that stand in too large a file, or that no time was left for. */
  readonly left: number
}

const MOST_OF_FILE = 200
const MOST_CHARACTERS = 2_000_000

/** Mends what a rule found; all other bytes stay. What has another name has it in each reference, too. */
export function mendFiles(
  texts: ReadonlyMap<string, string>,
  found: readonly FoundAt[],
  rule: Pick<RuleFinding, 'code' | 'asks'>,
  mayGoOn: () => boolean,
): MendedFiles {
  const mender = new Mender(texts)
  let mended = 0
  for (const [file, places] of Map.groupBy(found, (one) => one.file)) {
    const root = mender.rootOf(file)
    if (root === undefined) continue
    const done = new Set<string>()
    const asked = places
      .slice(0, MOST_OF_FILE)
      .map(({ pointer }) => ({ ...rule, path: pathIn(root, pointer) }))
    // What is further in goes first, and the last of a list: so that no place is called otherwise when its turn comes.
    for (const one of asked.toSorted((a, b) => inwardsFirst(a.path, b.path))) {
      if (!mayGoOn()) break
      const key = JSON.stringify(fixesOf(one, root)[0] ?? null)
      // Two places that one and the same edit mends.
      const isMended = done.has(key) || mender.mend(file, one)
      if (isMended && key !== 'null') done.add(key)
      if (isMended) mended += 1
    }
  }
  return { texts: mender.changed(), mended, left: found.length - mended }
}

class Mender {
  private readonly before: ReadonlyMap<string, string>
  private readonly references: References
  private readonly descriptions = new Map<string, Description>()

  constructor(texts: ReadonlyMap<string, string>) {
    this.before = texts
    this.references = new References([...texts].map(([path, text]) => ({ path, text })))
  }

  /** What a file says now; undefined for one that cannot be read, or is too large. */
  rootOf(file: string): unknown {
    const read = this.described(file)?.read([])
    return read && !('refused' in read) ? read.value : undefined
  }

  /** Whether a place was mended. */
  mend(file: string, found: RuleFinding): boolean {
    const root = this.rootOf(file)
    const fix = root === undefined ? undefined : fixesOf(found, root)[0]
    return fix !== undefined && this.apply(file, fix)
  }

  changed(): Map<string, string> {
    const all = [...this.before].map(([path, text]) => [path, this.references.text(path), text] as const)
    return new Map(all.flatMap(([path, now, text]) => (now === text ? [] : [[path, now] as const])))
  }

  private apply(file: string, { edits }: Fix): boolean {
    const text = this.references.text(file)
    for (const edit of edits) {
      if (this.make(file, edit)) continue
      // Half of a fix is none.
      this.references.set(file, text)
      this.descriptions.delete(file)
      return false
    }
    return edits.length > 0
  }

  private make(file: string, edit: Edit): boolean {
    if (edit.type === 'rename') {
      const subject = subjectAt(this.references, file, edit.path, -1)
      const isNamed = subject !== null && 'target' in subject && isSame(subject.target.path, edit.path)
      if (isNamed) {
        const plan = planRename(this.references, subject, edit.key)
        if ('refused' in plan) return false
        for (const { path, changes } of plan.files) this.change(path, changes)
        return true
      }
    }
    const edited = this.described(file)?.edit(edit)
    if (!edited || 'refused' in edited) return false
    this.change(file, edited.changes)
    return true
  }

  private change(file: string, changes: readonly Change[]): void {
    const text = applyChanges(this.references.text(file), changes)
    this.references.set(file, text)
    this.descriptions.get(file)?.changed(changes, sourceOf(text))
  }

  private described(file: string): Description | undefined {
    const known = this.descriptions.get(file)
    const format = formatOf(file)
    const text = this.references.text(file)
    if (known || (format !== 'json' && format !== 'yaml') || text.length > MOST_CHARACTERS) return known
    const description = new Description(sourceOf(text), format)
    this.descriptions.set(file, description)
    return description
  }
}

/** The way that a pointer says, with numbers for items of lists. */
function pathIn(root: unknown, pointer: string): Path {
  let value = root
  return pointerSegments(pointer).map((segment) => {
    const isItem = Array.isArray(value)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, segment) : undefined
    return isItem ? Number(segment) : segment
  })
}

function inwardsFirst(one: Path, other: Path): number {
  if (one.length !== other.length) return other.length - one.length
  const at = one.findIndex((key, index) => key !== other[index])
  const [a, b] = [one[at], other[at]]
  if (a === undefined || b === undefined) return 0
  if (typeof a === 'number' && typeof b === 'number') return b - a
  // Places of the same list come one after the other, whatever was found between them.
  return String(a) < String(b) ? -1 : 1
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((key, index) => String(key) === String(other[index]))
}
