// GitLab: commit statuses and notes of merge requests (docs.gitlab.com, "Commits API", "Notes API").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Cursor } from '../host.ts'
import type { CommitStatus, Page, PullRequestComment, RepositoryRef } from '../model.ts'
import { cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, shownText } from '../shapes.ts'
import { projectPath } from './repositories.ts'

const noteSchema = z.object({ id: idText, body: shownText(70_000), author: z.object({ id: idText }) })

const states = { pending: 'pending', success: 'success', failure: 'failed', error: 'failed' } as const

/** "Set commit pipeline status". */
export async function setCommitStatus(
  api: Api,
  ref: RepositoryRef,
  commit: string,
  { state, context, description, url }: CommitStatus,
): Promise<void> {
  const json = { state: states[state], name: context, description, target_url: url }
  await api.call(`${projectPath(ref)}${at`/statuses/${commit}`}`, anything, { method: 'POST', json })
}

/** "List all merge request notes". */
export async function comments(
  api: Api,
  ref: RepositoryRef,
  number: number,
  cursor?: Cursor,
): Promise<Page<PullRequestComment>> {
  const query = { per_page: pageSize, page: numberOf(cursor), sort: 'asc' }
  const path = `${projectPath(ref)}${at`/merge_requests/${number}/notes`}`
  const { body, headers } = await api.call(path, listOf(noteSchema), { query })
  const items = body.map(({ id, body, author }) => ({ id, author: author.id, text: body }))
  return { items, next: cursorOf(nextParameter(headers, 'page')) }
}

/** "Create a merge request note". */
export async function createComment(api: Api, ref: RepositoryRef, number: number, text: string) {
  const path = `${projectPath(ref)}${at`/merge_requests/${number}/notes`}`
  const { body } = await api.call(path, noteSchema, { method: 'POST', json: { body: text } })
  return { id: body.id }
}

/** "Update a merge request note". */
export async function updateComment(
  api: Api,
  ref: RepositoryRef,
  number: number,
  { id }: PullRequestComment,
  text: string,
) {
  const path = `${projectPath(ref)}${at`/merge_requests/${number}/notes/${id}`}`
  const { body } = await api.call(path, noteSchema, { method: 'PUT', json: { body: text } })
  return { id: body.id }
}
