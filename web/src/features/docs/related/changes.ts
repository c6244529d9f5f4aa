import type { MarkTone } from '../components/Mark.tsx'
import type { Change, Semver } from './queries.ts'

/** What a change asks of the next version number, the most serious first. */
export const levels: { level: Semver; tone: MarkTone; meaning: string }[] = [
  { level: 'major', tone: 'bad', meaning: 'Breaking: whoever used it must change something' },
  { level: 'minor', tone: 'good', meaning: 'New, or may break somebody' },
  { level: 'patch', tone: 'neutral', meaning: 'Breaks nobody' },
]

/** Changes of one node that follow one another. */
export interface NodeChanges {
  key: number
  name: string
  type: string
  uri: string
  slug: string | null
  operation: Change['operation']
  changes: Change[]
}

/** What one analysis found. */
export interface ChangesOfAnalysis {
  at: string
  commit: string | null
  nodes: NodeChanges[]
}

/** Changes by the analysis that found them, in their order: the newest analysis first, of each what breaks first. */
export function groupsOf(changes: readonly Change[]): ChangesOfAnalysis[] {
  const groups: ChangesOfAnalysis[] = []
  for (const change of changes) {
    let group = groups.at(-1)
    if (group?.at !== change.created_at) {
      group = { at: change.created_at, commit: change.commit_hash, nodes: [] }
      groups.push(group)
    }
    const last = group.nodes.at(-1)
    if (last?.uri === change.node_uri) last.changes.push(change)
    else group.nodes.push(startOf(change))
  }
  return groups
}

function startOf(change: Change): NodeChanges {
  const { id: key, node_name: name, node_type: type, node_uri: uri, slug, operation } = change
  return { key, name, type, uri, slug, operation, changes: [change] }
}
