// Azure DevOps: branches, trees, files, commits (learn.microsoft.com/rest/api/azure/devops/git, "Refs", "Items",
// "Pushes", "Commits").
import { z } from 'zod'
import type { Api } from '../api.ts'
import { base64 } from '../commits.ts'
import { blobBytes, type Cursor } from '../host.ts'
import type { Bytes, CommitRequest, GitBranch, GitPerson, GitTree, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { carriedBy, cursorOf, pageSize } from '../pages.ts'
import { commitHash, listOf, nameText, pathText, shownText } from '../shapes.ts'
import { asked, repositoryPath } from './place.ts'

const refsSchema = z.object({ value: listOf(z.object({ name: nameText, objectId: commitHash })) })

const itemsSchema = z.object({
  value: listOf(
    z.object({
      path: pathText,
      gitObjectType: z.string().max(20).optional(),
      isFolder: z.boolean().optional(),
    }),
    200_000,
  ),
})

const changeTypes = { create: 'add', update: 'edit', delete: 'delete' } as const

/** "Refs - List" of the branches. */
export async function branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>> {
  const query = { filter: 'heads/', $top: pageSize, continuationToken: carriedBy(cursor) }
  const { body, headers } = await api.call(
    `${repositoryPath(ref)}/refs`,
    refsSchema,
    asked(api.settings, query),
  )
  return { items: body.value.map(branchOf), next: cursorOf(headers.get('x-ms-continuationtoken')) }
}

/** "Refs - List" of those that begin with a name: the one that is it. */
export async function branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch> {
  const query = { filter: `heads/${name}` }
  const { body } = await api.call(`${repositoryPath(ref)}/refs`, refsSchema, asked(api.settings, query))
  const found = body.value.map(branchOf).find((branch) => branch.name === name)
  if (!found) throw new GitRefusal('not_found', 'There is no such branch.')
  return found
}

function branchOf({ name, objectId }: { name: string; objectId: string }): GitBranch {
  return { name: name.replace(/^refs\/heads\//, ''), commit: objectId }
}

function atCommit(commit: string) {
  return { 'versionDescriptor.versionType': 'commit', 'versionDescriptor.version': commit }
}

/** "Items - List", all levels: in one answer. */
export async function tree(api: Api, ref: RepositoryRef, commit: string): Promise<GitTree> {
  const query = { scopePath: '/', recursionLevel: 'full', ...atCommit(commit) }
  const { body } = await api.call(`${repositoryPath(ref)}/items`, itemsSchema, asked(api.settings, query))
  const items = body.value
    .filter(({ path }) => path !== '/')
    .map(({ path, isFolder, gitObjectType }) => ({
      path: path.replace(/^\//, ''),
      type: isFolder
        ? ('folder' as const)
        : gitObjectType === 'commit'
          ? ('submodule' as const)
          : ('file' as const),
      size: null,
    }))
  return { items, next: null, truncated: false }
}

/** "Items - Get", as it is. */
export function blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes> {
  const query = { path: `/${path}`, $format: 'octetStream', ...atCommit(commit) }
  return api.bytes(`${repositoryPath(ref)}/items`, {
    ...asked(api.settings, query),
    accept: 'application/octet-stream',
    mostBytes: blobBytes,
  })
}

/** "Pushes - Create": names the commit that the branch stands at. */
export async function commit(
  api: Api,
  ref: RepositoryRef,
  { branch: name, parent, message, changes }: CommitRequest,
): Promise<{ commit: string }> {
  const json = {
    refUpdates: [{ name: `refs/heads/${name}`, oldObjectId: parent }],
    commits: [
      {
        comment: message,
        changes: changes.map((change) => ({
          changeType: changeTypes[change.action],
          item: { path: `/${change.path}` },
          ...(change.action === 'delete'
            ? {}
            : { newContent: { content: base64(change.content), contentType: 'base64encoded' } }),
        })),
      },
    ],
  }
  const schema = z.object({ commits: listOf(z.object({ commitId: commitHash }), 10) })
  const { body } = await api.call(`${repositoryPath(ref)}/pushes`, schema, {
    ...asked(api.settings),
    method: 'POST',
    json,
  })
  const [made] = body.commits
  if (!made) throw new GitRefusal('malformed', 'The provider does not say which commit it made.')
  return { commit: made.commitId }
}

/** "Commits - Get Commits" of the default branch. */
export async function commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  const person = z.object({ name: shownText(200), email: shownText(320) })
  const schema = z.object({ value: listOf(z.object({ author: person })) })
  const query = { 'searchCriteria.$top': pageSize }
  const { body } = await api.call(`${repositoryPath(ref)}/commits`, schema, asked(api.settings, query))
  return body.value.map(({ author }) => author)
}
