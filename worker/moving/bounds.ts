// How much of something there may be in a workspace, as the product's own calls hold it: an archive goes round none of them.
// Asked before anything of it is made. What stands within one row is bounded by the row's schema.
import type { ListName, Row } from './format.ts'
import { type Archive, ArchiveError } from './read-archive.ts'

interface Bound<Name extends ListName> {
  most: number
  what: string
  /** What a row is counted to, in words; null where it is not counted. */
  of: (row: Row<Name>) => string | null
}

type Bounds = { [Name in ListName]?: Bound<Name> }

const ofProject = ({ project }: { project: string }) => `the project ${project}`

const bounds: Bounds = {
  waivers: { most: 1_000, what: 'waivers', of: ofProject },
  overrides: { most: 2_000, what: 'overrides', of: ofProject },
  // A merge that is under way makes its release, however many there are.
  releases: { most: 2_000, what: 'releases', of: ofProject },
  // Two hundred may be open at a time; those that were opened again were not always counted.
  proposals: {
    most: 1_000,
    what: 'open proposals',
    of: (row) => (row.status === 'open' ? ofProject(row) : null),
  },
  threads: {
    most: 1_000,
    what: 'threads',
    of: (row) => `the branch ${row.branch} of ${ofProject(row)}`,
  },
}
const MOST_COMMENTS = 2_000
const MOST_REVIEWING_TEAMS = 20

/** Counts the rows of an archive as they pass: throws an ArchiveError where it has more of something than a workspace may. */
export function countBounds({ workspace }: Pick<Archive, 'workspace'>) {
  const teams = counter('reviewing teams', MOST_REVIEWING_TEAMS)
  for (const { group } of workspace.group_reviewers) teams(`the group ${group}`)
  const counters = new Map<ListName, (of: string | null) => void>()
  return <Name extends ListName>(name: Name, row: Row<Name>): void => {
    if (name === 'proposals') requireFewComments(row as Row<'proposals'>)
    const bound: Bound<Name> | undefined = bounds[name]
    if (!bound) return
    const count = counters.get(name) ?? counter(bound.what, bound.most)
    counters.set(name, count)
    count(bound.of(row))
  }
}

function requireFewComments(proposal: Row<'proposals'>): void {
  const comments = proposal.threads.reduce((sum, thread) => sum + thread.comments.length, 0)
  if (comments > MOST_COMMENTS) throw tooMany(`The proposal ${proposal.title}`, 'comments', MOST_COMMENTS)
}

function counter(what: string, most: number): (of: string | null) => void {
  const counts = new Map<string, number>()
  return (of) => {
    if (of === null) return
    const count = (counts.get(of) ?? 0) + 1
    if (count > most) throw tooMany(of, what, most)
    counts.set(of, count)
  }
}

function tooMany(of: string, what: string, most: number): ArchiveError {
  const subject = of[0]?.toUpperCase() + of.slice(1)
  return new ArchiveError(`${subject} has more ${what} in the archive than ${most.toLocaleString('en')}.`)
}
