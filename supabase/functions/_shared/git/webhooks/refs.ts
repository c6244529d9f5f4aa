// Events of branches and tags: all hosts tell of them by a reference with its commits before and after.
import type { GitPerson } from '../model.ts'
import { isZero } from '../shapes.ts'
import type { EventRepository, GitEvent } from './event.ts'

const mostAuthors = 100

export interface RefChange {
  /** `refs/heads/main`, `refs/tags/v1`. */
  ref: string
  before: string | null
  after: string | null
  forced: boolean | null
  authors: GitPerson[]
}

/** What a change of a reference is; those that are neither branch nor tag are ignored. */
export function refEvent(repository: EventRepository, { ref, authors, ...change }: RefChange): GitEvent {
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? []
  const before = change.before === null || isZero(change.before) ? null : change.before
  const after = change.after === null || isZero(change.after) ? null : change.after
  if (kind === 'heads')
    return after === null
      ? { type: 'branch_deleted', repository, branch: name, before }
      : {
          type: 'push',
          repository,
          branch: name,
          before,
          after,
          forced: change.forced,
          authors: once(authors),
        }
  if (kind === 'tags')
    return after === null
      ? { type: 'tag_deleted', repository, tag: name }
      : { type: 'tag_created', repository, tag: name, commit: after }
  return { type: 'ignored', what: 'reference' }
}

function once(people: GitPerson[]): GitPerson[] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()].slice(
    0,
    mostAuthors,
  )
}
