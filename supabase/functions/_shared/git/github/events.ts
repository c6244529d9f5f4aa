// GitHub: "Webhook events and payloads".
import { z } from 'zod'
import { commitHash, idText, listOf, nameText, shownText } from '../shapes.ts'
import type { EventRepository, GitEvent } from '../webhooks/event.ts'
import { refEvent } from '../webhooks/refs.ts'

const repositorySchema = z.object({
  id: idText,
  name: nameText,
  owner: z.object({ login: nameText.optional(), name: nameText.optional() }),
})

const person = z.object({ name: shownText(200), email: shownText(320) })

const pushSchema = z.object({
  ref: nameText,
  before: commitHash,
  after: commitHash,
  forced: z.boolean().nullish(),
  commits: listOf(z.object({ author: person }), 5000).nullish(),
  repository: repositorySchema,
})

const side = z.object({
  ref: nameText,
  sha: commitHash,
  repo: z.object({ id: idText }).nullish(),
})

const pullRequestSchema = z.object({
  action: z.string().max(60),
  number: z.int().positive(),
  pull_request: z.object({
    title: shownText(500),
    merged: z.boolean().nullish(),
    merge_commit_sha: commitHash.nullish(),
    user: z.object({ login: nameText }).nullish(),
    head: side,
    base: side,
  }),
  repository: repositorySchema,
})

const repositoryEventSchema = z.object({ action: z.string().max(60), repository: repositorySchema })

const actions: Record<string, 'opened' | 'synchronized'> = {
  opened: 'opened',
  reopened: 'opened',
  ready_for_review: 'opened',
  synchronize: 'synchronized',
}

const repositoryActions: Record<string, 'repository_renamed' | 'repository_moved' | 'repository_deleted'> = {
  renamed: 'repository_renamed',
  transferred: 'repository_moved',
  deleted: 'repository_deleted',
}

/** The events of a delivery. Branches and tags that come or go are told as pushes too: `create`, `delete` say no more. */
export function githubEvents(name: string, body: unknown): GitEvent[] | null {
  if (name === 'ping') return [{ type: 'ping' }]
  if (name === 'push') return pushed(body)
  if (name === 'pull_request') return pullRequest(body)
  if (name === 'repository') return repositoryChanged(body)
  return null
}

function pushed(body: unknown): GitEvent[] | null {
  const { data } = pushSchema.safeParse(body)
  if (!data) return null
  const { ref, before, after, forced, commits } = data
  const authors = (commits ?? []).map(({ author }) => author)
  return [refEvent(repositoryOf(data.repository), { ref, before, after, forced: forced ?? null, authors })]
}

function pullRequest(body: unknown): GitEvent[] | null {
  const { data } = pullRequestSchema.safeParse(body)
  if (!data) return null
  const { action: said, number, pull_request: found } = data
  const action = said === 'closed' ? (found.merged ? 'merged' : 'closed') : actions[said]
  if (!action) return null
  const { head, base, title, user } = found
  return [
    {
      type: 'pull_request',
      action,
      repository: repositoryOf(data.repository),
      number,
      title,
      source: { branch: head.ref, commit: head.sha, externalId: head.repo?.id ?? null },
      target: { branch: base.ref },
      author: user?.login ?? '',
      mergeCommit: action === 'merged' ? (found.merge_commit_sha ?? null) : null,
    },
  ]
}

function repositoryChanged(body: unknown): GitEvent[] | null {
  const { data } = repositoryEventSchema.safeParse(body)
  const type = data && repositoryActions[data.action]
  return type ? [{ type, repository: repositoryOf(data.repository) }] : null
}

function repositoryOf({ id, name, owner }: z.output<typeof repositorySchema>): EventRepository {
  return { externalId: id, externalOrgSlug: owner.login ?? owner.name ?? '', externalSlug: name }
}
