// GitLab: branches, trees, files, commits (docs.gitlab.com, "Branches API", "Repositories API", "Repository files API",
// "Commits API").
import { z } from 'zod'
import type { Api } from '../api.ts'
import { base64, entryType, moved } from '../commits.ts'
import { blobBytes, type Cursor } from '../host.ts'
import type { Bytes, CommitRequest, GitBranch, GitPerson, GitTree, Page, RepositoryRef } from '../model.ts'
import { carriedBy, cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { commitHash, listOf, nameText, pathText, shownText } from '../shapes.ts'
import { projectPath } from './repositories.ts'

const branchSchema = z.object({ name: nameText, commit: z.object({ id: commitHash }) })

const treeSchema = listOf(
  z.object({ path: pathText, mode: z.string().max(6), type: z.enum(['blob', 'tree', 'commit']) }),
)

/** "List all repository branches". */
export async function branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>> {
  const query = { per_page: pageSize, page: numberOf(cursor) }
  const path = `${projectPath(ref)}/repository/branches`
  const { body, headers } = await api.call(path, listOf(branchSchema), { query })
  return {
    items: body.map(({ name, commit }) => ({ name, commit: commit.id })),
    next: cursorOf(nextParameter(headers, 'page')),
  }
}

/** "Retrieve a repository branch". */
export async function branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch> {
  const path = `${projectPath(ref)}${at`/repository/branches/${name}`}`
  const { body } = await api.call(path, branchSchema)
  return { name: body.name, commit: body.commit.id }
}

/** "List repository tree", recursively, in pages by key. */
export async function tree(api: Api, ref: RepositoryRef, commit: string, cursor?: Cursor): Promise<GitTree> {
  const query = {
    ref: commit,
    recursive: true,
    per_page: pageSize,
    pagination: 'keyset',
    page_token: carriedBy(cursor),
  }
  const { body, headers } = await api.call(`${projectPath(ref)}/repository/tree`, treeSchema, { query })
  const items = body.map(({ path, mode, type }) => ({ path, type: entryType(mode, type), size: null }))
  return { items, next: cursorOf(nextParameter(headers, 'page_token')), truncated: false }
}

/** "Retrieve a raw file from a repository". */
export function blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes> {
  const address = `${projectPath(ref)}${at`/repository/files/${path}/raw`}`
  return api.bytes(address, { query: { ref: commit }, mostBytes: blobBytes })
}

/** "Create a commit with multiple files and actions". */
export async function commit(
  api: Api,
  ref: RepositoryRef,
  { branch: name, parent, message, changes }: CommitRequest,
): Promise<{ commit: string }> {
  // The call takes no parent: between this look and the commit somebody may still come first, and keeps their files.
  if ((await branch(api, ref, name)).commit !== parent) throw moved(name)
  const actions = changes.map((change) =>
    change.action === 'delete'
      ? { action: 'delete', file_path: change.path }
      : {
          action: change.action,
          file_path: change.path,
          content: base64(change.content),
          encoding: 'base64',
        },
  )
  const json = { branch: name, commit_message: message, actions }
  const { body } = await api.call(`${projectPath(ref)}/repository/commits`, z.object({ id: commitHash }), {
    method: 'POST',
    json,
  })
  return { commit: body.id }
}

/** "List all repository commits" of the default branch. */
export async function commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  const schema = listOf(z.object({ author_name: shownText(200), author_email: shownText(320) }))
  const path = `${projectPath(ref)}/repository/commits`
  const { body } = await api.call(path, schema, { query: { per_page: pageSize } })
  return body.map(({ author_name, author_email }) => ({ name: author_name, email: author_email }))
}
