// Bitbucket Data Center: branches, trees, files, commits (developer.atlassian.com/server/bitbucket, REST "Repository").
import { z } from 'zod'
import type { Api } from '../api.ts'
import { moved } from '../commits.ts'
import { blobBytes, type Cursor } from '../host.ts'
import type { Bytes, CommitRequest, GitBranch, GitPerson, GitTree, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { numberOf, pageSize } from '../pages.ts'
import { filePath } from '../path.ts'
import { commitHash, nameText, pathText, shownText } from '../shapes.ts'
import { nextOf, pageOf, repositoryPath } from './repositories.ts'

const branchSchema = z.object({ displayId: nameText, latestCommit: commitHash })

/** "Find branches". */
export async function branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>> {
  const query = { limit: pageSize, start: numberOf(cursor), orderBy: 'ALPHABETICAL' }
  const { body } = await api.call(`${repositoryPath(ref)}/branches`, pageOf(branchSchema), { query })
  const items = body.values.map(({ displayId, latestCommit }) => ({ name: displayId, commit: latestCommit }))
  return { items, next: nextOf(body) }
}

/** "Get commits" until a branch: the first of them. */
export async function branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch> {
  const query = { until: `refs/heads/${name}`, limit: 1 }
  const schema = pageOf(z.object({ id: commitHash }))
  const { body } = await api.call(`${repositoryPath(ref)}/commits`, schema, { query })
  const [head] = body.values
  if (!head) throw new GitRefusal('not_found', 'There is no such branch.')
  return { name, commit: head.id }
}

/** "Get files in directory": all below, by their paths alone. */
export async function tree(api: Api, ref: RepositoryRef, commit: string, cursor?: Cursor): Promise<GitTree> {
  const query = { at: commit, limit: 1000, start: numberOf(cursor) }
  const { body } = await api.call(`${repositoryPath(ref)}/files`, pageOf(pathText), { query })
  const items = body.values.map((path) => ({ path, type: 'file' as const, size: null }))
  return { items, next: nextOf(body), truncated: false }
}

/** "Get raw content of a file". */
export function blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes> {
  const address = `${repositoryPath(ref)}/raw/${filePath(path)}`
  return api.bytes(address, { query: { at: commit }, mostBytes: blobBytes })
}

/** "Edit file": a commit of one file; more of them, and deletions, go by Git. */
export async function commit(
  api: Api,
  ref: RepositoryRef,
  { branch: name, parent, message, changes }: CommitRequest,
): Promise<{ commit: string }> {
  const [change] = changes
  if (!change || changes.length > 1 || change.action === 'delete')
    throw new GitRefusal('not_supported', 'Bitbucket Data Center commits one written file at a time.')
  if ((await branch(api, ref, name)).commit !== parent) throw moved(name)
  const form = new FormData()
  form.set('content', new Blob([change.content]))
  form.set('message', message)
  form.set('branch', name)
  // Of a file that is there the commit it was read at: the server refuses what has changed since.
  if (change.action === 'update') form.set('sourceCommitId', parent)
  const path = `${repositoryPath(ref)}/browse/${filePath(change.path)}`
  const { body } = await api.call(path, z.object({ id: commitHash }), { method: 'PUT', form })
  return { commit: body.id }
}

/** "Get commits" of the default branch. */
export async function commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  const author = z.object({ name: shownText(200), displayName: shownText(200), emailAddress: shownText(320) })
  const schema = pageOf(z.object({ author }))
  const { body } = await api.call(`${repositoryPath(ref)}/commits`, schema, { query: { limit: pageSize } })
  return body.values.map(({ author }) => ({
    name: author.displayName || author.name,
    email: author.emailAddress,
  }))
}
