// Azure DevOps: commit statuses and threads of pull requests (learn.microsoft.com/rest/api/azure/devops/git, "Statuses",
// "Pull Request Threads", "Pull Request Thread Comments").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { CommitStatus, Page, PullRequestComment, RepositoryRef } from '../model.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, shownText } from '../shapes.ts'
import { asked, repositoryPath } from './place.ts'

const states = { pending: 'pending', success: 'succeeded', failure: 'failed', error: 'error' } as const

const threadSchema = z.object({
  id: idText,
  isDeleted: z.boolean().nullish(),
  comments: listOf(
    z.object({ id: idText, content: shownText(150_000), author: z.object({ id: idText }).nullish() }),
    10_000,
  ),
})

/** "Statuses - Create". */
export async function setCommitStatus(
  api: Api,
  ref: RepositoryRef,
  commit: string,
  { state, context, description, url }: CommitStatus,
): Promise<void> {
  const json = {
    state: states[state],
    description,
    targetUrl: url,
    context: { name: context, genre: 'waymark' },
  }
  const path = `${repositoryPath(ref)}${at`/commits/${commit}/statuses`}`
  await api.call(path, anything, { ...asked(api.settings), method: 'POST', json })
}

function threadsPath(ref: RepositoryRef, number: number): string {
  return `${repositoryPath(ref)}${at`/pullRequests/${number}/threads`}`
}

/** "Pull Request Threads - List": of each thread what it begins with; all in one answer. */
export async function comments(
  api: Api,
  ref: RepositoryRef,
  number: number,
): Promise<Page<PullRequestComment>> {
  const schema = z.object({ value: listOf(threadSchema, 10_000) })
  const { body } = await api.call(threadsPath(ref, number), schema, asked(api.settings))
  const items = body.value.flatMap(({ id, isDeleted, comments: [first] }) =>
    isDeleted || !first
      ? []
      : [{ id: `${id}/${first.id}`, author: first.author?.id ?? '', text: first.content }],
  )
  return { items, next: null }
}

/** "Pull Request Threads - Create": closed, for it waits for nobody's answer. */
export async function createComment(api: Api, ref: RepositoryRef, number: number, text: string) {
  const json = { status: 'closed', comments: [{ parentCommentId: 0, content: text, commentType: 'text' }] }
  const request = { ...asked(api.settings), method: 'POST' as const, json }
  const { body } = await api.call(threadsPath(ref, number), threadSchema, request)
  return { id: `${body.id}/${body.comments[0]?.id ?? '1'}` }
}

/** "Pull Request Thread Comments - Update". */
export async function updateComment(
  api: Api,
  ref: RepositoryRef,
  number: number,
  { id }: PullRequestComment,
  text: string,
) {
  const [thread = '', comment = ''] = id.split('/')
  const path = `${threadsPath(ref, number)}${at`/${thread}/comments/${comment}`}`
  const request = { ...asked(api.settings), method: 'PATCH' as const, json: { content: text } }
  await api.call(path, anything, request)
  return { id }
}
