// GitHub: branches, trees, files, commits (docs.github.com, REST "Branches", "Git database", "Repository contents").
import { z } from 'zod'
import type { Api } from '../api.ts'
import { base64, entryType, moved } from '../commits.ts'
import { blobBytes, type Cursor } from '../host.ts'
import type { Bytes, CommitRequest, GitBranch, GitPerson, GitTree, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at, filePath, namesPath } from '../path.ts'
import { anything, commitHash, listOf, nameText, pathText, shownText } from '../shapes.ts'

const objectSchema = z.object({ sha: commitHash })

const branchSchema = z.object({ name: nameText, commit: objectSchema })

const treeSchema = z.object({
  truncated: z.boolean().default(false),
  tree: listOf(
    z.object({
      path: pathText,
      mode: z.string().max(6),
      type: z.enum(['blob', 'tree', 'commit']),
      size: z.int().nonnegative().nullish(),
    }),
    200_000,
  ),
})

/** The path of a repository in the API. */
export function repositoryPath({ externalOrgSlug, externalSlug }: RepositoryRef): string {
  return at`/repos/${externalOrgSlug}/${externalSlug}`
}

/** "List branches". */
export async function branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>> {
  const query = { per_page: pageSize, page: numberOf(cursor) }
  const { body, headers } = await api.call(`${repositoryPath(ref)}/branches`, listOf(branchSchema), { query })
  return {
    items: body.map(({ name, commit }) => ({ name, commit: commit.sha })),
    next: cursorOf(nextParameter(headers, 'page')),
  }
}

/** "Get a reference". */
export async function branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch> {
  const path = `${repositoryPath(ref)}/git/ref/heads/${namesPath(name)}`
  const { body } = await api.call(path, z.object({ object: objectSchema }))
  return { name, commit: body.object.sha }
}

/** "Get a tree", recursively: in one answer. */
export async function tree(api: Api, ref: RepositoryRef, commit: string): Promise<GitTree> {
  const path = `${repositoryPath(ref)}${at`/git/trees/${commit}`}`
  const { body } = await api.call(path, treeSchema, { query: { recursive: 1 } })
  const items = body.tree.map(({ path, mode, type, size }) => ({
    path,
    type: entryType(mode, type),
    size: size ?? null,
  }))
  return { items, next: null, truncated: body.truncated }
}

/** "Get repository content", raw. */
export function blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes> {
  return api.bytes(`${repositoryPath(ref)}/contents/${filePath(path)}`, {
    accept: 'application/vnd.github.raw+json',
    query: { ref: commit },
    mostBytes: blobBytes,
  })
}

/** "Create a blob", "Create a tree", "Create a commit", "Update a reference" (never forced). */
export async function commit(
  api: Api,
  ref: RepositoryRef,
  { branch: name, parent, message, changes }: CommitRequest,
): Promise<{ commit: string }> {
  const base = `${repositoryPath(ref)}/git`
  const made = async (path: string, json: unknown) =>
    (await api.call(`${base}${path}`, objectSchema, { method: 'POST', json })).body.sha
  const head = await branch(api, ref, name)
  if (head.commit !== parent) throw moved(name)
  const entries: object[] = []
  for (const change of changes) {
    // Without an object an entry is taken out of the tree.
    const sha =
      change.action === 'delete'
        ? null
        : await made('/blobs', { content: base64(change.content), encoding: 'base64' })
    entries.push({ path: change.path, mode: '100644', type: 'blob', sha })
  }
  const root = await made('/trees', { base_tree: parent, tree: entries })
  const commit = await made('/commits', { message, tree: root, parents: [parent] })
  try {
    await api.call(`${base}/refs/heads/${namesPath(name)}`, anything, {
      method: 'PATCH',
      json: { sha: commit, force: false },
    })
  } catch (error) {
    // "Update is not a fast forward" comes as 422.
    if (error instanceof GitRefusal && error.failure.reason === 'invalid') throw moved(name)
    throw error
  }
  return { commit }
}

/** "List commits" of the default branch. */
export async function commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  const person = z.object({ name: shownText(200), email: z.string().max(320) })
  const schema = listOf(z.object({ commit: z.object({ author: person.nullish() }) }))
  const { body } = await api.call(`${repositoryPath(ref)}/commits`, schema, { query: { per_page: pageSize } })
  return body.flatMap(({ commit: { author } }) => (author ? [author] : []))
}
