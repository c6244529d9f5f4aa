import { z } from 'zod'
import {
  type Finding,
  fault,
  notFound,
  type RestAnswer,
  type RestRequest,
  type Route,
  route,
} from './routes.ts'
import type { GitState, Repository } from './state.ts'

export const paging = ['limit', 'start']
export const repos = '/projects/:project/repos/:repo'
export const read = ['PUBLIC_REPOS', 'REPO_READ', 'REPO_WRITE', 'REPO_ADMIN', 'PROJECT_ADMIN']
export const write = ['REPO_WRITE', 'REPO_ADMIN', 'PROJECT_ADMIN']
export const admin = ['REPO_ADMIN', 'PROJECT_ADMIN']

export const bitbucketDataCenterRepository: Finding = ({ state, params: { project, repo } }) =>
  repo === undefined || project === undefined ? null : state.find(project, repo)

/** "Paged APIs": by the number of the first entry. */
export function paged<T>({ query }: RestRequest, all: T[], shown: (one: T) => unknown): RestAnswer {
  const [limit, start] = [Number(query.get('limit') ?? 25), Number(query.get('start') ?? 0)]
  const values = all.slice(start, start + limit).map(shown)
  const isLastPage = start + limit >= all.length
  return {
    body: {
      size: values.length,
      limit,
      start,
      isLastPage,
      values,
      nextPageStart: isLastPage ? null : start + limit,
    },
  }
}

const projectBody = ({ id, slug, name }: GitState['organizations'][number]) => ({
  id,
  key: slug,
  name,
  public: false,
})

function repositoryBody(repo: Repository, origin: string) {
  const host = new URL(origin)
  return {
    id: repo.id,
    slug: repo.slug,
    name: repo.name,
    scmId: 'git',
    public: repo.isPublic,
    project: { key: repo.org, id: 1 },
    links: {
      clone: [
        { href: `${host.origin}/scm/${repo.org.toLowerCase()}/${repo.slug}.git`, name: 'http' },
        { href: `ssh://git@${host.hostname}:7999/${repo.org.toLowerCase()}/${repo.slug}.git`, name: 'ssh' },
      ],
      self: [{ href: `${host.origin}/projects/${repo.org}/repos/${repo.slug}/browse` }],
    },
  }
}

export const bitbucketDataCenterRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/projects',
    query: [...paging, 'name', 'permission'],
    run: (call) => paged(call, call.state.organizations, projectBody),
  }),
  route({
    method: 'GET',
    path: '/projects/:key',
    run({ state, params }) {
      const found = state.organizations.find(({ slug }) => slug === params.key)
      return found ? { body: projectBody(found) } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:key/repos',
    scopes: read,
    query: paging,
    run: (call) =>
      paged(
        call,
        call.state.repositories.filter(({ org }) => org === call.params.key),
        (repo) => repositoryBody(repo, call.origin),
      ),
  }),
  route({
    method: 'GET',
    path: '/repos',
    scopes: read,
    query: [...paging, 'name', 'projectname', 'projectkey', 'permission', 'visibility'],
    run(call) {
      const name = (call.query.get('name') ?? '').toLowerCase()
      const key = call.query.get('projectkey')
      const found = call.state.repositories.filter(
        (repo) => repo.name.toLowerCase().includes(name) && (!key || repo.org === key),
      )
      return paged(call, found, (repo) => repositoryBody(repo, call.origin))
    },
  }),
  route({
    method: 'POST',
    path: '/projects/:key/repos',
    scopes: ['PROJECT_ADMIN'],
    json: z.strictObject({
      name: z.string().max(128),
      scmId: z.literal('git'),
      public: z.boolean().optional(),
      defaultBranch: z.string().optional(),
    }),
    run({ state, person, origin, params: { key = '' }, json }) {
      if (key !== `~${person.username}` && !state.organizations.some(({ slug }) => slug === key))
        return notFound
      const slug = json.name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
      if (state.find(key, slug)) return fault(409, 'This repository URL is already taken.')
      const repo = state.addRepository(key, slug, { isPublic: json.public ?? false, name: json.name })
      return { status: 201, body: repositoryBody(repo, origin) }
    },
  }),
  route({
    method: 'GET',
    path: repos,
    scopes: read,
    run: ({ repo, origin }) => ({ body: repositoryBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: `${repos}/branches/default`,
    scopes: read,
    run({ repo }) {
      const name = repo.bare.defaultBranch
      return name ? { body: branchBody({ name, commit: repo.bare.head(name) ?? '' }) } : { status: 204 }
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/branches`,
    scopes: read,
    query: [...paging, 'filterText', 'orderBy', 'details', 'base'],
    run: (call) => paged(call, call.repo.bare.branches(), branchBody),
  }),
  route({
    method: 'GET',
    path: `${repos}/commits`,
    scopes: read,
    query: [...paging, 'until', 'since', 'path'],
    run(call) {
      const until = call.query.get('until')
      const ref = until?.replace(/^refs\/heads\//, '') ?? 'main'
      const head = call.repo.bare.head(ref) ?? (call.repo.bare.has(ref) ? ref : undefined)
      if (!head) return fault(404, `Commit '${until}' does not exist in this repository.`)
      return paged(call, call.repo.bare.log(head), ({ hash, name, email, message }) => ({
        id: hash,
        displayId: hash.slice(0, 11),
        author: { name, emailAddress: email },
        message,
      }))
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/files`,
    scopes: read,
    query: [...paging, 'at'],
    run(call) {
      const at = call.query.get('at') ?? ''
      if (!call.repo.bare.has(at)) return fault(404, 'No such commit.')
      const files = call.repo.bare.tree(at).filter(({ type }) => type === 'blob')
      return paged(call, files, ({ path }) => path)
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/raw/*`,
    scopes: read,
    query: ['at', 'markup'],
    run({ repo, query, params: { rest = '' } }) {
      const body = repo.bare.blob(query.get('at') ?? 'HEAD', rest)
      return body ? { body } : notFound
    },
  }),
  route({ method: 'PUT', path: `${repos}/browse/*`, scopes: write, run: edited }),
]

/** "Edit file": a new one without a commit to have read it at, one that is there with the newest. */
async function edited({
  repo,
  state,
  form,
  params: { rest = '' },
}: Parameters<Route['run']>[0]): Promise<RestAnswer> {
  const known = ['content', 'message', 'branch', 'sourceCommitId', 'sourceBranch']
  for (const name of form.keys()) if (!known.includes(name)) return fault(400, `${name} is no field.`)
  const content = form.get('content')
  const branch = String(form.get('branch') ?? '')
  if (content === null || branch === '') return fault(400, 'content and branch are required.')
  const head = repo.bare.head(branch)
  const isThere = head !== undefined && repo.bare.blob(head, rest) !== null
  const source = form.get('sourceCommitId')
  if (isThere && source === null) return fault(409, 'The file already exists.')
  if (!isThere && source !== null) return fault(409, 'The file does not exist.')
  if (isThere && source !== head) return fault(409, 'The file has been changed since.')
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(await content.arrayBuffer())
  const id = state.commit(repo, branch, { [rest]: bytes }, { message: String(form.get('message') ?? '') })
  return { body: { id, displayId: id.slice(0, 11) } }
}

function branchBody({ name, commit }: { name: string; commit: string }) {
  return {
    id: `refs/heads/${name}`,
    displayId: name,
    type: 'BRANCH',
    latestCommit: commit,
    isDefault: name === 'main',
  }
}
