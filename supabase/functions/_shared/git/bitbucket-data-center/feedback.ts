// Bitbucket Data Center: builds of commits and comments of pull requests (developer.atlassian.com/server/bitbucket, REST
// "Builds and Deployments", "Pull Requests").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Cursor } from '../host.ts'
import type { CommitStatus, Page, PullRequestComment, RepositoryRef } from '../model.ts'
import { numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { anything, idText, shownText } from '../shapes.ts'
import { nextOf, pageOf, repositoryPath } from './repositories.ts'

const commentSchema = z.object({
  id: idText,
  version: z.int().nonnegative(),
  text: shownText(70_000),
  author: z.object({ id: idText }),
})

const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', error: 'FAILED' } as const

/** "Store a build status". */
export async function setCommitStatus(
  api: Api,
  ref: RepositoryRef,
  commit: string,
  { state, context, description, url }: CommitStatus,
): Promise<void> {
  const path = `${repositoryPath(ref)}${at`/commits/${commit}/builds`}`
  const json = { key: context, state: states[state], name: context, description, url }
  await api.call(path, anything, { method: 'POST', json })
}

function pullRequestPath(ref: RepositoryRef, number: number): string {
  return `${repositoryPath(ref)}${at`/pull-requests/${number}`}`
}

/** "Get pull request activity": the comments among it; a list of comments wants a file. */
export async function comments(
  api: Api,
  ref: RepositoryRef,
  number: number,
  cursor?: Cursor,
): Promise<Page<PullRequestComment>> {
  const schema = pageOf(z.object({ action: z.string().max(60), comment: commentSchema.nullish() }))
  const query = { limit: pageSize, start: numberOf(cursor) }
  const { body } = await api.call(`${pullRequestPath(ref, number)}/activities`, schema, { query })
  const items = body.values.flatMap(({ action, comment }) =>
    action === 'COMMENTED' && comment
      ? [{ id: comment.id, author: comment.author.id, text: comment.text, version: comment.version }]
      : [],
  )
  return { items, next: nextOf(body) }
}

/** "Add pull request comment". */
export async function createComment(api: Api, ref: RepositoryRef, number: number, text: string) {
  const path = `${pullRequestPath(ref, number)}/comments`
  const { body } = await api.call(path, commentSchema, { method: 'POST', json: { text } })
  return { id: body.id }
}

/** "Update pull request comment": names the version that it replaces. */
export async function updateComment(
  api: Api,
  ref: RepositoryRef,
  number: number,
  { id, version }: PullRequestComment,
  text: string,
) {
  const path = `${pullRequestPath(ref, number)}${at`/comments/${id}`}`
  const { body } = await api.call(path, commentSchema, { method: 'PUT', json: { text, version } })
  return { id: body.id }
}
