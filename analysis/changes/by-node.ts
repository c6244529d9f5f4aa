import { LEVELS } from './levels.ts'
import type { BranchChanges, Level, NodeChange } from './types.ts'

/** A node with what has changed of it, the most serious first. */
export interface NodeChanges {
  uri: string
  changes: [NodeChange, ...NodeChange[]]
}

/** Changes by the node that they are shown with, the most serious nodes first. */
export function changesByNode({
  changes,
  modelChanges,
}: Pick<BranchChanges, 'changes' | 'modelChanges'>): NodeChanges[] {
  const byUri = Map.groupBy([...changes, ...modelChanges], ({ uri }) => uri)
  return [...byUri]
    .flatMap(([uri, own]) => {
      const [first, ...rest] = own.toSorted(bySeriousness)
      return first ? [{ uri, changes: [first, ...rest] satisfies NodeChanges['changes'] }] : []
    })
    .sort((a, b) => bySeriousness(a.changes[0], b.changes[0]))
}

function bySeriousness(a: { semver: Level }, b: { semver: Level }): number {
  return LEVELS.indexOf(b.semver) - LEVELS.indexOf(a.semver)
}
