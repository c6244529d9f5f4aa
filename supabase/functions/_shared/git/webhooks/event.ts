// What webhooks of all kinds of hosts tell, in one vocabulary.
import type { GitPerson } from '../model.ts'

/** The repository that an event is about. Its id stays when it is renamed or moved. */
export interface EventRepository {
  externalId: string
  externalOrgSlug: string
  externalSlug: string
}

export type GitEvent =
  | {
      type: 'push'
      repository: EventRepository
      branch: string
      /** Null for a new branch. */
      before: string | null
      after: string
      /** Null where the host does not say. */
      forced: boolean | null
      /** Of the commits that the event brings, each address once. */
      authors: GitPerson[]
    }
  | { type: 'branch_deleted'; repository: EventRepository; branch: string; before: string | null }
  | { type: 'tag_created'; repository: EventRepository; tag: string; commit: string }
  | { type: 'tag_deleted'; repository: EventRepository; tag: string }
  | {
      type: 'pull_request'
      action: 'opened' | 'synchronized' | 'merged' | 'closed'
      repository: EventRepository
      number: number
      title: string
      /** What is to be merged; its repository is another one for forks. */
      source: { branch: string; commit: string | null; externalId: string | null }
      target: { branch: string }
      /** As the host names them. */
      author: string
      /** The commit that the merge made, where the host says it; of `merged`. */
      mergeCommit: string | null
    }
  | { type: 'repository_renamed'; repository: EventRepository }
  | { type: 'repository_moved'; repository: EventRepository }
  | { type: 'repository_deleted'; repository: EventRepository }
  | { type: 'ping' }
  /** Of another kind, or not of the shape that the host documents. */
  | { type: 'ignored'; what: string }

/** One delivery; hosts may tell of several branches in it. */
export interface WebhookDelivery {
  /** Names the delivery: one that comes again has the same. */
  id: string
  events: GitEvent[]
}
