// Bitbucket Cloud: "Event payloads".
import { z } from 'zod'
import { commitHash, idText, listOf, nameText, referencesOf, shownText } from '../shapes.ts'
import type { EventRepository, GitEvent } from '../webhooks/event.ts'
import { refEvent } from '../webhooks/refs.ts'
import { personIn } from './content.ts'

const repositorySchema = z.object({ uuid: idText, full_name: nameText })

const refSchema = z.object({
  type: z.string().max(40),
  name: nameText,
  target: z.object({ hash: commitHash }),
})

const pushSchema = z.object({
  repository: repositorySchema,
  push: z.object({
    changes: referencesOf(
      z.object({
        old: refSchema.nullish(),
        new: refSchema.nullish(),
        forced: z.boolean().nullish(),
        commits: listOf(z.object({ author: z.object({ raw: shownText(600) }) })).nullish(),
      }),
    ),
  }),
})

const side = z.object({
  branch: z.object({ name: nameText }),
  // The payload's hashes are short.
  repository: z.object({ uuid: idText }).nullish(),
})

const pullRequestSchema = z.object({
  repository: repositorySchema,
  pullrequest: z.object({
    id: z.int().positive(),
    title: shownText(500),
    author: z.object({ nickname: nameText.optional(), display_name: shownText(200) }).nullish(),
    source: side.extend({ commit: z.object({ hash: z.string().max(64) }).nullish() }),
    destination: side,
    merge_commit: z.object({ hash: z.string().max(64) }).nullish(),
  }),
})

const repositoryEvents: Record<string, 'repository_renamed' | 'repository_moved' | 'repository_deleted'> = {
  'repo:updated': 'repository_renamed',
  'repo:transfer': 'repository_moved',
  'repo:deleted': 'repository_deleted',
}

const actions: Record<string, 'opened' | 'synchronized' | 'merged' | 'closed'> = {
  'pullrequest:created': 'opened',
  // Of changed titles too: nothing in it says whether commits came.
  'pullrequest:updated': 'synchronized',
  'pullrequest:fulfilled': 'merged',
  'pullrequest:rejected': 'closed',
}

/** The events of a delivery: a push tells of all references that it moved. */
export function bitbucketCloudEvents(name: string, body: unknown): GitEvent[] | null {
  if (name === 'repo:push') return pushed(body)
  const type = repositoryEvents[name]
  if (type) {
    const { data } = z.object({ repository: repositorySchema }).safeParse(body)
    return data ? [{ type, repository: repositoryOf(data.repository) }] : null
  }
  const action = actions[name]
  return action ? pullRequest(action, body) : null
}

function pushed(body: unknown): GitEvent[] | null {
  const { data } = pushSchema.safeParse(body)
  if (!data) return null
  return data.push.changes.flatMap(({ old, new: now, forced, commits }) => {
    const named = now ?? old
    if (!named) return []
    const folder = { branch: 'heads', tag: 'tags' }[named.type] ?? named.type
    return refEvent(repositoryOf(data.repository), {
      ref: `refs/${folder}/${named.name}`,
      before: old?.target.hash ?? null,
      after: now?.target.hash ?? null,
      forced: forced ?? null,
      authors: (commits ?? []).flatMap(({ author }) => personIn(author.raw) ?? []),
    })
  })
}

function pullRequest(
  action: 'opened' | 'synchronized' | 'merged' | 'closed',
  body: unknown,
): GitEvent[] | null {
  const { data } = pullRequestSchema.safeParse(body)
  if (!data) return null
  const { id, title, author, source, destination, merge_commit } = data.pullrequest
  return [
    {
      type: 'pull_request',
      action,
      repository: repositoryOf(data.repository),
      number: id,
      title,
      source: {
        branch: source.branch.name,
        commit: wholeHash(source.commit?.hash),
        externalId: source.repository?.uuid ?? null,
      },
      target: { branch: destination.branch.name },
      author: author?.nickname ?? author?.display_name ?? '',
      mergeCommit: action === 'merged' ? wholeHash(merge_commit?.hash) : null,
    },
  ]
}

/** The hash where it is whole. */
function wholeHash(hash: string | undefined): string | null {
  return commitHash.safeParse(hash).data ?? null
}

function repositoryOf({ uuid, full_name }: z.output<typeof repositorySchema>): EventRepository {
  const [org = '', slug = ''] = full_name.split('/')
  return { externalId: uuid, externalOrgSlug: org, externalSlug: slug }
}
