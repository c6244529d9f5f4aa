// GitHub: commit statuses and comments of pull requests (docs.github.com, REST "Commit statuses", "Issue comments").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Cursor } from '../host.ts'
import type { CommitStatus, Page, PullRequestComment, RepositoryRef } from '../model.ts'
import { cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, shownText } from '../shapes.ts'
import { repositoryPath } from './content.ts'

const commentSchema = z.object({
  id: idText,
  body: shownText(70_000),
  user: z.object({ id: idText }).nullish(),
})

/** "Create a commit status". */
export async function setCommitStatus(
  api: Api,
  ref: RepositoryRef,
  commit: string,
  { state, context, description, url }: CommitStatus,
): Promise<void> {
  const json = { state, context, description, target_url: url }
  await api.call(`${repositoryPath(ref)}${at`/statuses/${commit}`}`, anything, { method: 'POST', json })
}

/** "List issue comments": a pull request is an issue. */
export async function comments(
  api: Api,
  ref: RepositoryRef,
  number: number,
  cursor?: Cursor,
): Promise<Page<PullRequestComment>> {
  const query = { per_page: pageSize, page: numberOf(cursor) }
  const path = `${repositoryPath(ref)}${at`/issues/${number}/comments`}`
  const { body, headers } = await api.call(path, listOf(commentSchema), { query })
  const items = body.map(({ id, body, user }) => ({ id, author: user?.id ?? '', text: body }))
  return { items, next: cursorOf(nextParameter(headers, 'page')) }
}

/** "Create an issue comment". */
export async function createComment(api: Api, ref: RepositoryRef, number: number, text: string) {
  const path = `${repositoryPath(ref)}${at`/issues/${number}/comments`}`
  const { body } = await api.call(path, commentSchema, { method: 'POST', json: { body: text } })
  return { id: body.id }
}

/** "Update an issue comment". */
export async function updateComment(
  api: Api,
  ref: RepositoryRef,
  _number: number,
  { id }: PullRequestComment,
  text: string,
) {
  const path = `${repositoryPath(ref)}${at`/issues/comments/${id}`}`
  const { body } = await api.call(path, commentSchema, { method: 'PATCH', json: { body: text } })
  return { id: body.id }
}
