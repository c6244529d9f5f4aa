// Bitbucket Cloud: build statuses and comments of pull requests (developer.atlassian.com/cloud/bitbucket, REST 2.0
// "Commit statuses", "Pullrequests").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Cursor } from '../host.ts'
import type { CommitStatus, Page, PullRequestComment, RepositoryRef } from '../model.ts'
import { carriedBy, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { anything, idText, shownText } from '../shapes.ts'
import { nextOf, pageOf, repositoryPath } from './repositories.ts'

const commentSchema = z.object({
  id: idText,
  content: z.object({ raw: shownText(70_000) }),
  user: z.object({ uuid: idText }).nullish(),
  deleted: z.boolean().optional(),
})

const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', error: 'FAILED' } as const

/** "Create a build status for a commit"; the key is the name of the status. */
export async function setCommitStatus(
  api: Api,
  ref: RepositoryRef,
  commit: string,
  { state, context, description, url }: CommitStatus,
): Promise<void> {
  const path = `${repositoryPath(ref)}${at`/commit/${commit}/statuses/build`}`
  const json = { key: context, state: states[state], name: context, description, url }
  await api.call(path, anything, { method: 'POST', json })
}

function commentsPath(ref: RepositoryRef, number: number): string {
  return `${repositoryPath(ref)}${at`/pullrequests/${number}/comments`}`
}

/** "List comments on a pull request". */
export async function comments(
  api: Api,
  ref: RepositoryRef,
  number: number,
  cursor?: Cursor,
): Promise<Page<PullRequestComment>> {
  const query = { pagelen: pageSize, page: carriedBy(cursor) }
  const { body } = await api.call(commentsPath(ref, number), pageOf(commentSchema), { query })
  const items = body.values
    .filter(({ deleted }) => !deleted)
    .map(({ id, content, user }) => ({ id, author: user?.uuid ?? '', text: content.raw }))
  return { items, next: nextOf(body.next) }
}

/** "Create a comment on a pull request". */
export async function createComment(api: Api, ref: RepositoryRef, number: number, text: string) {
  const json = { content: { raw: text } }
  const { body } = await api.call(commentsPath(ref, number), commentSchema, { method: 'POST', json })
  return { id: body.id }
}

/** "Update a comment on a pull request". */
export async function updateComment(
  api: Api,
  ref: RepositoryRef,
  number: number,
  { id }: PullRequestComment,
  text: string,
) {
  const path = `${commentsPath(ref, number)}${at`/${id}`}`
  const json = { content: { raw: text } }
  const { body } = await api.call(path, commentSchema, { method: 'PUT', json })
  return { id: body.id }
}
