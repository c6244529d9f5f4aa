// What is refused before a host is asked: names that are none, and more than one commit should hold.
import type { Api } from './api.ts'
import type { GitHost } from './host.ts'
import type { CommitRequest, RepositoryRef } from './model.ts'
import { GitRefusal } from './outcome.ts'
import { requireInside } from './path.ts'
import { isCommitHash } from './shapes.ts'

const mostChanges = 100
const mostCommitBytes = 10 * 1024 * 1024

type Commented = 'comments' | 'createComment' | 'updateComment' | 'commitAuthors'

/** A host whose methods are asked with sound names only. */
export function checked(host: GitHost): Omit<GitHost, Commented> {
  return {
    user: host.user,
    organizations: host.organizations,
    organization: host.organization,
    repositories: (api, { search, ...request }) =>
      host.repositories(api, { ...request, search: searchOf(search) }),
    repository: host.repository,
    createRepository: host.createRepository,
    branches: host.branches,
    branch: async (api, ref, name) => host.branch(api, ref, requireBranch(name)),
    tree: async (api, ref, commit, cursor) => host.tree(api, ref, requireCommit(commit), cursor),
    blob: async (api, ref, commit, path) => {
      requireInside(path)
      return host.blob(api, ref, requireCommit(commit), path)
    },
    commit: (api, ref, request) => checkedCommit(host, api, ref, request),
    createWebhook: host.createWebhook,
    webhooks: host.webhooks,
    deleteWebhook: host.deleteWebhook,
    setCommitStatus: async (api, ref, commit, status) =>
      host.setCommitStatus(api, ref, requireCommit(commit), {
        ...status,
        context: status.context.slice(0, 40),
        description: status.description.slice(0, 140),
      }),
  }
}

async function checkedCommit(host: GitHost, api: Api, ref: RepositoryRef, request: CommitRequest) {
  requireBranch(request.branch)
  requireCommit(request.parent)
  for (const { path } of request.changes) requireInside(path)
  const paths = new Set(request.changes.map(({ path }) => path))
  const bytes = request.changes.reduce(
    (sum, change) => sum + (change.action === 'delete' ? 0 : change.content.length),
    0,
  )
  if (paths.size !== request.changes.length || paths.size === 0)
    throw new GitRefusal('invalid', 'A commit changes each of its files once.')
  if (paths.size > mostChanges || bytes > mostCommitBytes)
    throw new GitRefusal('invalid', `A commit may change up to ${mostChanges} files, 10 MB together.`)
  return host.commit(api, ref, { ...request, message: request.message.slice(0, 10_000) || 'Update' })
}

/** What is searched for: the hosts' query languages get no quotes, brackets or operators of them. */
function searchOf(search: string | undefined): string | undefined {
  const plain = (search ?? '')
    .replace(/[^\p{L}\p{N}._ -]/gu, ' ')
    .trim()
    .slice(0, 100)
  return plain === '' ? undefined : plain
}

function requireCommit(hash: string): string {
  if (!isCommitHash(hash)) throw new GitRefusal('invalid', 'This is no commit.')
  return hash
}

/** As `git check-ref-format --branch` has it. */
function requireBranch(name: string): string {
  const bad =
    name.length === 0 ||
    name.length > 250 ||
    /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$|\.lock(\/|$)|(^|\/)\.|^@$/u.test(name)
  if (bad) throw new GitRefusal('invalid', 'This is no name of a branch.')
  return name
}
