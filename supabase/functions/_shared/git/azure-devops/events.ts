// Azure DevOps: "Service hooks events".
import { z } from 'zod'
import { commitHash, idText, listOf, nameText, referencesOf, shownText, urlText } from '../shapes.ts'
import type { EventRepository, GitEvent } from '../webhooks/event.ts'
import { refEvent } from '../webhooks/refs.ts'

const repositorySchema = z.object({
  id: idText,
  name: nameText,
  project: z.object({ name: nameText }),
  url: urlText.nullish(),
})

const pushSchema = z.object({
  resource: z.object({
    repository: repositorySchema,
    refUpdates: referencesOf(z.object({ name: nameText, oldObjectId: commitHash, newObjectId: commitHash })),
    commits: listOf(
      z.object({ author: z.object({ name: shownText(200), email: shownText(320) }) }),
    ).nullish(),
  }),
})

const pullRequestSchema = z.object({
  message: z.object({ text: shownText(1000) }).nullish(),
  resource: z.object({
    repository: repositorySchema,
    pullRequestId: z.int().positive(),
    status: z.string().max(40),
    title: shownText(500),
    createdBy: z.object({ uniqueName: shownText(320), displayName: shownText(200) }).nullish(),
    sourceRefName: nameText,
    targetRefName: nameText,
    lastMergeSourceCommit: z.object({ commitId: commitHash }).nullish(),
    lastMergeCommit: z.object({ commitId: commitHash }).nullish(),
    forkSource: z.object({ repository: z.object({ id: idText }) }).nullish(),
  }),
})

const repositoryEventSchema = z.object({
  resource: z.object({ repository: repositorySchema.optional(), repositoryId: idText.optional() }),
})

const repositoryEvents: Record<string, 'repository_renamed' | 'repository_deleted'> = {
  'git.repo.renamed': 'repository_renamed',
  'git.repo.deleted': 'repository_deleted',
}

/** The events of a delivery: the body names its kind. */
export function azureEvents(body: unknown): GitEvent[] | null {
  const name = z.object({ eventType: z.string().max(100) }).safeParse(body).data?.eventType ?? ''
  if (name === 'git.push') return pushed(body)
  if (name.startsWith('git.pullrequest.')) return pullRequest(name, body)
  const type = repositoryEvents[name]
  if (!type) return null
  const repository = repositoryEventSchema.safeParse(body).data?.resource.repository
  return repository ? [{ type, repository: repositoryOf(repository) }] : null
}

/** A push that moves more references is a repository that moves, not somebody's work. */
const mostOfPeople = 100

function pushed(body: unknown): GitEvent[] | null {
  const { data } = pushSchema.safeParse(body)
  if (!data) return null
  const { repository, refUpdates, commits } = data.resource
  const authors = refUpdates.length > mostOfPeople ? [] : (commits ?? []).map(({ author }) => author)
  return refUpdates.map(({ name, oldObjectId, newObjectId }) =>
    refEvent(repositoryOf(repository), {
      ref: name,
      before: oldObjectId,
      after: newObjectId,
      forced: null,
      authors,
    }),
  )
}

function pullRequest(name: string, body: unknown): GitEvent[] | null {
  const { data } = pullRequestSchema.safeParse(body)
  if (!data) return null
  const found = data.resource
  const action = actionOf(name, found, data.message?.text)
  if (!action) return null
  return [
    {
      type: 'pull_request',
      action,
      repository: repositoryOf(found.repository),
      number: found.pullRequestId,
      title: found.title,
      source: {
        branch: found.sourceRefName.replace(/^refs\/heads\//, ''),
        commit: found.lastMergeSourceCommit?.commitId ?? null,
        externalId: found.forkSource?.repository.id ?? found.repository.id,
      },
      target: { branch: found.targetRefName.replace(/^refs\/heads\//, '') },
      author: found.createdBy?.uniqueName || found.createdBy?.displayName || '',
      mergeCommit: action === 'merged' ? (found.lastMergeCommit?.commitId ?? null) : null,
    },
  ]
}

/**
 * An update tells of a close by its status; `merged` of each attempt to merge. Of a push, of votes, reviewers and the like it
 * tells alike but for its sentence: "Ada updated the source branch of pull request 1 (Orders) in orders". Whoever is told none
 * takes it for a push, which begins no more than an analysis.
 */
function actionOf(
  name: string,
  { status, pullRequestId }: { status: string; pullRequestId: number },
  sentence: string | undefined,
) {
  if (name === 'git.pullrequest.created') return 'opened'
  if (status === 'completed') return 'merged'
  if (status === 'abandoned') return 'closed'
  if (name !== 'git.pullrequest.updated') return null
  const [, said] =
    new RegExp(
      `(updated the source branch of|reactivated|published)(?: the)? pull request(?: ${pullRequestId})?\\b`,
    ).exec(sentence ?? 'updated the source branch of pull request') ?? []
  if (said === undefined) return null
  return said === 'updated the source branch of' ? 'synchronized' : 'opened'
}

/** The account is in the address of the API alone: `…/{account}/_apis/…`, `{account}.visualstudio.com/…`. */
function repositoryOf({ id, name, project, url }: z.output<typeof repositorySchema>): EventRepository {
  const account = url && URL.canParse(url) ? accountIn(new URL(url)) : ''
  const slug = account === '' ? project.name : `${account}/${project.name}`
  return { externalId: id, externalOrgSlug: slug, externalSlug: name }
}

function accountIn({ hostname, pathname }: URL): string {
  const [, old] = /^([\w-]+)\.visualstudio\.com$/.exec(hostname) ?? []
  const [before = ''] = pathname.split('/_apis/')
  const names = before.replaceAll('%20', ' ').split('/').filter(Boolean)
  // Servers stand below a folder of this name.
  return old ?? names.find((one) => one !== 'tfs') ?? ''
}
