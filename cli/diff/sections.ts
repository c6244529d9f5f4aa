import type { Change, ChangeGroup, ChangeReport } from '../../analysis/changes/types.ts'

/** Names of the two descriptions, as the reader knows them. */
export interface Names {
  before: string
  after: string
}

/** A change together with the others of the same rule at the same place: a shared schema has many users. */
export interface ChangeWithOthers {
  change: Change
  others: number
}

export interface Section {
  title: string
  changes: ChangeWithOthers[]
}

const TITLES: Record<ChangeGroup, string> = { breaking: 'Breaking', added: 'Added', fixed: 'Other' }

/** The changes by group: what breaks first, and there the worst first. Empty groups are left out. */
export function sectionsOf({ changes }: ChangeReport): Section[] {
  return (['breaking', 'added', 'fixed'] as const).flatMap((group) => {
    const listed = together(changes.filter((change) => change.group === group))
    const worst = (level: Change['level']) => listed.filter(({ change }) => change.level === level)
    const ordered = [...worst('major'), ...worst('minor'), ...worst('patch')]
    return ordered.length > 0 ? [{ title: TITLES[group], changes: ordered }] : []
  })
}

function together(changes: Change[]): ChangeWithOthers[] {
  const found = new Map<string, ChangeWithOthers>()
  for (const change of changes) {
    const { rule, level, side, place, before, after } = change
    const key = JSON.stringify([rule, level, side, place.file, place.pointer, before, after])
    const known = found.get(key)
    if (known) known.others += 1
    else found.set(key, { change, others: 0 })
  }
  return [...found.values()]
}

/** `POST /pets`; empty for what concerns the whole description. */
export function operationOf({ operation }: Change): string {
  return operation ? `${operation.method} ${operation.path}` : ''
}

/** `, and the same in 3 more places`; empty without any. */
export function othersOf({ others }: ChangeWithOthers): string {
  if (others === 0) return ''
  return others === 1 ? ' (and the same once more)' : ` (and the same ${others} times more)`
}

/** One line that counts: `2 major, 1 minor and 5 patch changes`. */
export function summaryOf({ changes, counts, truncated }: ChangeReport): string {
  if (changes.length === 0) return truncated ? 'Too much to compare.' : 'Nothing changed.'
  const { major, minor, patch } = counts
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`
  const more = truncated ? ' There are more, which are not listed.' : ''
  return `${count}: ${major} major, ${minor} minor, ${patch} patch.${more}`
}
