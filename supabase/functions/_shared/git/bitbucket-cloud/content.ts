// Bitbucket Cloud: branches, trees, files, commits (developer.atlassian.com/cloud/bitbucket, REST 2.0 "Refs", "Source",
// "Commits").
import { z } from 'zod'
import type { Api } from '../api.ts'
import { moved } from '../commits.ts'
import { blobBytes, type Cursor } from '../host.ts'
import type {
  Bytes,
  CommitRequest,
  GitBranch,
  GitPerson,
  GitTree,
  Page,
  RepositoryRef,
  TreeEntry,
} from '../model.ts'
import { carriedBy, pageSize } from '../pages.ts'
import { at, filePath, namesPath } from '../path.ts'
import { anything, commitHash, nameText, pathText, shownText } from '../shapes.ts'
import { nextOf, pageOf, repositoryPath } from './repositories.ts'

const branchSchema = z.object({ name: nameText, target: z.object({ hash: commitHash }) })

const entrySchema = z.object({
  path: pathText,
  type: z.enum(['commit_file', 'commit_directory']),
  size: z.int().nonnegative().nullish(),
  attributes: z.array(z.string().max(40)).max(20).nullish(),
})

/** "List open branches". */
export async function branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>> {
  const query = { pagelen: pageSize, page: carriedBy(cursor) }
  const { body } = await api.call(`${repositoryPath(ref)}/refs/branches`, pageOf(branchSchema), { query })
  return { items: body.values.map(branchOf), next: nextOf(body.next) }
}

/** "Get a branch". */
export async function branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch> {
  const path = `${repositoryPath(ref)}/refs/branches/${namesPath(name)}`
  return branchOf((await api.call(path, branchSchema)).body)
}

function branchOf({ name, target }: z.output<typeof branchSchema>): GitBranch {
  return { name, commit: target.hash }
}

/** "Get file or directory contents" of the root, as deep as it goes. */
export async function tree(api: Api, ref: RepositoryRef, commit: string, cursor?: Cursor): Promise<GitTree> {
  const query = { max_depth: 50, pagelen: pageSize, page: carriedBy(cursor) }
  const path = `${repositoryPath(ref)}${at`/src/${commit}/`}`
  const { body } = await api.call(path, pageOf(entrySchema), { query })
  const items = body.values.map(({ path, type, size, attributes }) => ({
    path,
    type: kindOf(type === 'commit_directory' ? ['folder'] : (attributes ?? [])),
    size: size ?? null,
  }))
  return { items, next: nextOf(body.next), truncated: false }
}

function kindOf(attributes: string[]): TreeEntry['type'] {
  if (attributes.includes('folder')) return 'folder'
  if (attributes.includes('link')) return 'symlink'
  return attributes.includes('subrepository') ? 'submodule' : 'file'
}

/** "Get file or directory contents" of a file. */
export function blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes> {
  const address = `${repositoryPath(ref)}${at`/src/${commit}/`}${filePath(path)}`
  return api.bytes(address, { mostBytes: blobBytes })
}

/** "Create a commit by uploading a file": a field a file, `files` names those that go. */
export async function commit(
  api: Api,
  ref: RepositoryRef,
  { branch: name, parent, message, changes }: CommitRequest,
): Promise<{ commit: string }> {
  if ((await branch(api, ref, name)).commit !== parent) throw moved(name)
  const form = new FormData()
  form.set('message', message)
  form.set('branch', name)
  form.set('parents', parent)
  for (const change of changes) {
    if (change.action === 'delete') form.append('files', `/${change.path}`)
    // A slash before it keeps a file from being read as one of the other fields.
    else form.append(`/${change.path}`, new Blob([change.content]), change.path.split('/').at(-1))
  }
  const { headers } = await api.call(`${repositoryPath(ref)}/src`, anything, { method: 'POST', form })
  // The answer has no body: the commit is named by its address.
  const made = commitHash.safeParse(headers.get('location')?.split('/').at(-1))
  return made.success ? { commit: made.data } : { commit: (await branch(api, ref, name)).commit }
}

/** "List commits". */
export async function commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  const schema = pageOf(z.object({ author: z.object({ raw: shownText(600) }) }))
  const { body } = await api.call(`${repositoryPath(ref)}/commits`, schema, { query: { pagelen: pageSize } })
  return body.values.flatMap(({ author }) => personIn(author.raw) ?? [])
}

/** Who `Ada Lovelace <ada@example.com>` is. */
export function personIn(raw: string): GitPerson | null {
  const [, name = '', email] = /^(.*)<([^<>]*)>\s*$/.exec(raw) ?? []
  return email === undefined ? null : { name: name.trim().slice(0, 200), email: email.trim().slice(0, 320) }
}
