// What a Git host reported, in the words of the database (supabase/schemas/git/webhooks.sql).
import type { Json } from '../../_shared/domain/database.gen.ts'
import { reachable } from '../../_shared/git/committers.ts'
import type { EventRepository, GitEvent } from '../../_shared/git/webhooks/event.ts'

type DatabaseEvent = Record<string, Json>

/** The event as the database applies it; null for what is about no repository. */
export function databaseEventOf(event: GitEvent): DatabaseEvent | null {
  if (event.type === 'ping' || event.type === 'ignored') return null
  return { ...placeOf(event.repository), ...detailsOf(event) }
}

function placeOf({ externalId, externalOrgSlug, externalSlug }: EventRepository): DatabaseEvent {
  return {
    repository_id: externalId,
    repository: `${externalOrgSlug}/${externalSlug}`,
    external_slug: externalSlug,
    external_org_slug: externalOrgSlug,
  }
}

function detailsOf(event: Exclude<GitEvent, { type: 'ping' | 'ignored' }>): DatabaseEvent {
  switch (event.type) {
    case 'push':
      return { type: 'push', branch: event.branch, after: event.after, committers: addressesIn(event) }
    case 'branch_deleted':
      return { type: 'branch_deleted', branch: event.branch }
    case 'pull_request':
      return ofPullRequest(event)
    case 'repository_renamed':
    case 'repository_moved':
      return { type: 'repository_changed' }
    default:
      return { type: event.type }
  }
}

// Who brought commits is invited where the project wants that.
function addressesIn({ authors }: Extract<GitEvent, { type: 'push' }>): string[] {
  return reachable(authors).map(({ email }) => email)
}

function ofPullRequest(event: Extract<GitEvent, { type: 'pull_request' }>): DatabaseEvent {
  const { action, number, title, source, target, repository } = event
  const pull_request = { number, title, target: target.branch }
  if (action === 'merged') return { type: 'pull_request_merged', branch: target.branch, pull_request }
  // What comes from a fork is not in the repository that the project follows; of one that was deleted its host says nothing.
  const isFork = source.externalId !== repository.externalId
  if (isFork) return { type: 'pull_request_of_fork' }
  if (action === 'closed') return { type: 'pull_request_closed', branch: source.branch, pull_request }
  const type = action === 'synchronized' ? 'pull_request_synchronised' : 'pull_request_opened'
  return { type, branch: source.branch, after: source.commit, pull_request }
}
