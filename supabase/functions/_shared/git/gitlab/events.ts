// GitLab: "Webhook events" (push, tag and merge request events; those of a group's or the system's hooks for projects
// that are renamed, moved or deleted).
import { z } from 'zod'
import { commitHash, idText, listOf, nameText, pathText, printed, shownText } from '../shapes.ts'
import type { EventRepository, GitEvent } from '../webhooks/event.ts'
import { refEvent } from '../webhooks/refs.ts'

const place = pathText.regex(printed)
const projectSchema = z.object({ id: idText, path_with_namespace: place })

const pushSchema = z.object({
  object_kind: z.enum(['push', 'tag_push']),
  ref: nameText,
  before: commitHash,
  after: commitHash,
  project: projectSchema,
  commits: listOf(
    z.object({ author: z.object({ name: shownText(200), email: shownText(320) }) }),
    5000,
  ).nullish(),
})

const mergeRequestSchema = z.object({
  object_kind: z.literal('merge_request'),
  user: z.object({ username: nameText }).nullish(),
  project: projectSchema,
  object_attributes: z.object({
    iid: z.int().positive(),
    title: shownText(500),
    action: z.string().max(60).optional(),
    /** Of an update: there when commits were pushed. */
    oldrev: z.string().max(64).optional(),
    source_branch: nameText,
    target_branch: nameText,
    source_project_id: idText.nullish(),
    last_commit: z.object({ id: commitHash }).nullish(),
    merge_commit_sha: commitHash.nullish(),
  }),
})

const projectEventSchema = z.object({
  event_name: z.enum(['project_rename', 'project_transfer', 'project_destroy']),
  project_id: idText,
  path_with_namespace: place,
})

const projectEvents = {
  project_rename: 'repository_renamed',
  project_transfer: 'repository_moved',
  project_destroy: 'repository_deleted',
} as const

const actions: Record<string, 'opened' | 'merged' | 'closed'> = {
  open: 'opened',
  reopen: 'opened',
  merge: 'merged',
  close: 'closed',
}

/** The events of a delivery; the body says better than the header what it is. */
export function gitlabEvents(_name: string, body: unknown): GitEvent[] | null {
  const push = pushSchema.safeParse(body).data
  if (push) {
    const { ref, before, after, commits } = push
    const authors = (commits ?? []).map(({ author }) => author)
    return [refEvent(repositoryOf(push.project), { ref, before, after, forced: null, authors })]
  }
  const moved = projectEventSchema.safeParse(body).data
  if (moved) {
    const { event_name, project_id: id, path_with_namespace } = moved
    return [{ type: projectEvents[event_name], repository: repositoryOf({ id, path_with_namespace }) }]
  }
  return mergeRequest(body)
}

function mergeRequest(body: unknown): GitEvent[] | null {
  const { data } = mergeRequestSchema.safeParse(body)
  if (!data) return null
  const { object_attributes: found, user } = data
  const isPushed = found.action === 'update' && found.oldrev !== undefined
  const action = isPushed ? 'synchronized' : actions[found.action ?? '']
  if (!action) return null
  return [
    {
      type: 'pull_request',
      action,
      repository: repositoryOf(data.project),
      number: found.iid,
      title: found.title,
      source: {
        branch: found.source_branch,
        commit: found.last_commit?.id ?? null,
        externalId: found.source_project_id ?? null,
      },
      target: { branch: found.target_branch },
      author: user?.username ?? '',
      mergeCommit: action === 'merged' ? (found.merge_commit_sha ?? null) : null,
    },
  ]
}

function repositoryOf({ id, path_with_namespace }: z.output<typeof projectSchema>): EventRepository {
  const names = path_with_namespace.split('/')
  return {
    externalId: id,
    externalOrgSlug: names.slice(0, -1).join('/'),
    externalSlug: names.at(-1) ?? '',
  }
}
