// What a comparison found, node by node, as a proposal keeps it: what breaks first, and nothing cut off that anybody would look for.
import {
  type BranchChanges,
  changesByNode,
  type Level,
  type NodeChange,
  type NodeChanges,
} from '../../analysis/changes/index.ts'
import type { Compared } from '../analyze/compare.ts'

export interface KeptChange {
  semver: Level
  rule: string
  message: string
  before: string | null
  after: string | null
  pointer: string
  line: number
}

export interface ChangedNode {
  uri: string
  type: string
  name: string
  is_internal: boolean
  operation: 'added' | 'removed' | 'updated'
  semver: Level
  change_count: number
  changes: KeptChange[]
  path: string
}

/** More are not kept: nobody reads them, and the counts say that there are more. */
const MOST_NODES = 20_000
const MOST_CHANGES = 100
const SERIOUS: Level[] = ['major', 'minor', 'patch']

/** The nodes that differ, the most serious first; of each its changes in the same order. */
export function changedNodes(
  found: Pick<BranchChanges, 'changes' | 'modelChanges'>,
  before: Compared,
  after: Compared,
): ChangedNode[] {
  return changesByNode(found)
    .slice(0, MOST_NODES)
    .map((node) => nodeOf(node, before, after))
}

function nodeOf({ uri, changes }: NodeChanges, before: Compared, after: Compared): ChangedNode {
  const [is, was] = [after.names.get(uri), before.names.get(uri)]
  const [first] = changes
  return {
    uri,
    type: first.node,
    name: (is?.name ?? was?.name ?? '').slice(0, 1000),
    is_internal: [is, was].some((node) => node?.is_internal) || (!is && !was),
    operation: is && !was ? 'added' : was && !is ? 'removed' : 'updated',
    semver: first.semver,
    change_count: changes.length,
    changes: changes.slice(0, MOST_CHANGES).map(kept),
    path: first.place.file,
  }
}

function kept({ semver, rule, message, before, after, place }: NodeChange): KeptChange {
  return {
    semver,
    rule: rule.slice(0, 100),
    message: message.slice(0, 2000),
    before: before?.slice(0, 500) ?? null,
    after: after?.slice(0, 500) ?? null,
    pointer: place.pointer.slice(0, 2000),
    line: place.line,
  }
}

const TITLES: Record<Level, string> = { major: 'Breaking changes', minor: 'Added', patch: 'Changed' }
/** The longest changelog that a proposal has. */
const MOST_LETTERS = 10_000
const REST = 'And more.'

/** A changelog to begin with, in Markdown, of what every reader may know. */
export function draftedChangelog(nodes: readonly ChangedNode[]): string {
  const shown = nodes.filter(({ is_internal }) => !is_internal)
  const lines = SERIOUS.flatMap((level) => {
    const own = shown.flatMap(({ name, uri, changes }) =>
      changes.filter(({ semver }) => semver === level).map(({ message }) => lineOf(name || uri, message)),
    )
    return own.length === 0 ? [] : [`## ${TITLES[level]}`, '', ...new Set(own), '']
  })
  let length = 0
  const kept = lines.filter((line) => {
    length += line.length + 1
    return length < MOST_LETTERS - REST.length - 2
  })
  if (kept.length < lines.length) kept.push(REST)
  return kept.join('\n').trim()
}

function lineOf(subject: string, message: string): string {
  const name = subject.replace(/[\s`]+/g, ' ').trim()
  return `- \`${name}\`: ${message.replace(/\s+/g, ' ').replaceAll(/([\\*_<[\]])/g, '\\$1')}`
}
