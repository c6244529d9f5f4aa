// Bitbucket Data Center: "Event payload".
import { z } from 'zod'
import { commitHash, idText, nameText, referencesOf, shownText } from '../shapes.ts'
import type { EventRepository, GitEvent } from '../webhooks/event.ts'
import { refEvent } from '../webhooks/refs.ts'

const repositorySchema = z.object({ id: idText, slug: nameText, project: z.object({ key: nameText }) })

const pushSchema = z.object({
  repository: repositorySchema,
  changes: referencesOf(z.object({ refId: nameText, fromHash: commitHash, toHash: commitHash })),
  toCommit: z.object({ author: authorSchema() }).nullish(),
})

function authorSchema() {
  return z.object({ name: shownText(200), displayName: shownText(200), emailAddress: shownText(320) })
}

const side = z.object({
  displayId: nameText,
  latestCommit: commitHash.nullish(),
  repository: repositorySchema,
})

const pullRequestSchema = z.object({
  pullRequest: z.object({
    id: z.int().positive(),
    title: shownText(500),
    author: z.object({ user: z.object({ name: nameText }) }),
    fromRef: side,
    toRef: side,
    properties: z.object({ mergeCommit: z.object({ id: commitHash }).optional() }).nullish(),
  }),
})

const renamedSchema = z.object({ old: repositorySchema, new: repositorySchema })

const actions: Record<string, 'opened' | 'synchronized' | 'merged' | 'closed'> = {
  'pr:opened': 'opened',
  'pr:from_ref_updated': 'synchronized',
  'pr:merged': 'merged',
  'pr:declined': 'closed',
  'pr:deleted': 'closed',
}

/** The events of a delivery: a push tells of all references that it moved, of its commits by the newest alone. */
export function bitbucketDataCenterEvents(name: string, body: unknown): GitEvent[] | null {
  if (name === 'diagnostics:ping') return [{ type: 'ping' }]
  if (name === 'repo:refs_changed') return pushed(body)
  if (name === 'repo:modified') return modified(body)
  const action = actions[name]
  return action ? pullRequest(action, body) : null
}

function pushed(body: unknown): GitEvent[] | null {
  const { data } = pushSchema.safeParse(body)
  if (!data) return null
  const author = data.toCommit?.author
  const authors = author ? [{ name: author.displayName || author.name, email: author.emailAddress }] : []
  return data.changes.map(({ refId, fromHash, toHash }) =>
    refEvent(repositoryOf(data.repository), {
      ref: refId,
      before: fromHash,
      after: toHash,
      forced: null,
      authors,
    }),
  )
}

function modified(body: unknown): GitEvent[] | null {
  const { data } = renamedSchema.safeParse(body)
  if (!data) return null
  const isMoved = data.old.project.key !== data.new.project.key
  const isRenamed = data.old.slug !== data.new.slug
  if (!isMoved && !isRenamed) return null
  return [{ type: isMoved ? 'repository_moved' : 'repository_renamed', repository: repositoryOf(data.new) }]
}

function pullRequest(
  action: 'opened' | 'synchronized' | 'merged' | 'closed',
  body: unknown,
): GitEvent[] | null {
  const { data } = pullRequestSchema.safeParse(body)
  if (!data) return null
  const { id, title, author, fromRef, toRef, properties } = data.pullRequest
  return [
    {
      type: 'pull_request',
      action,
      repository: repositoryOf(toRef.repository),
      number: id,
      title,
      source: {
        branch: fromRef.displayId,
        commit: fromRef.latestCommit ?? null,
        externalId: fromRef.repository.id,
      },
      target: { branch: toRef.displayId },
      author: author.user.name,
      mergeCommit: action === 'merged' ? (properties?.mergeCommit?.id ?? null) : null,
    },
  ]
}

function repositoryOf({ id, slug, project }: z.output<typeof repositorySchema>): EventRepository {
  return { externalId: id, externalOrgSlug: project.key, externalSlug: slug }
}
