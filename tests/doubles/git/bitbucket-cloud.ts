import { z } from 'zod'
import type { Commit } from './repository.ts'
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

export const paging = ['pagelen', 'page']
const read = ['repository:write', 'repository:admin']

/** The repository that a path is about, by its slug or UUID. */
export const bitbucketCloudRepository: Finding = ({ state, params: { workspace, repo } }) => {
  if (repo === undefined || workspace === undefined) return null
  const uuid = /^\{(.+)\}$/.exec(repo)?.[1]
  return uuid ? state.byId(uuid) : state.find(workspace, repo)
}

/** A page as the API answers it: the next one by its whole address. */
function page<T>({ query, path, origin }: RestRequest, values: T[]): { items: T[]; rest: object } {
  const size = Math.min(Number(query.get('pagelen') ?? 10), 100)
  const number = Number(query.get('page') ?? 1)
  const next = new URLSearchParams(query)
  next.set('page', String(number + 1))
  const more = number * size < values.length
  return {
    items: values.slice((number - 1) * size, number * size),
    rest: {
      pagelen: size,
      page: number,
      size: values.length,
      ...(more ? { next: `${origin}${path}?${next}` } : {}),
    },
  }
}

export function paged<T>(call: RestRequest, values: T[], shown: (one: T) => unknown): RestAnswer {
  if (Number(call.query.get('pagelen') ?? 10) > 100) return fault(400, 'Invalid pagelen')
  const { items, rest } = page(call, values)
  return { body: { ...rest, values: items.map(shown) } }
}

export const uuidOf = ({ id }: { id: string | number }) => `{${id}}`

function repositoryBody(repo: Repository, origin: string) {
  const web = `${new URL(origin).origin}/${repo.org}/${repo.slug}`
  const ssh = `git@${new URL(origin).hostname}:${repo.org}/${repo.slug}.git`
  const named = web.replace('//', '//octo@')
  return {
    type: 'repository',
    uuid: uuidOf(repo),
    name: repo.name,
    full_name: `${repo.org}/${repo.slug}`,
    description: '',
    is_private: !repo.isPublic,
    mainbranch: repo.bare.defaultBranch ? { type: 'branch', name: repo.bare.defaultBranch } : null,
    links: {
      html: { href: web },
      clone: [
        { name: 'https', href: `${named}.git` },
        { name: 'ssh', href: ssh },
      ],
    },
  }
}

const workspaceBody = ({ id, slug, name }: GitState['organizations'][number]) => ({
  type: 'workspace',
  uuid: `{${id}}`,
  slug,
  name,
})

export const bitbucketCloudRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/workspaces',
    scopes: ['account'],
    query: [...paging, 'role', 'q', 'sort'],
    run: (call) => paged(call, call.state.organizations, workspaceBody),
  }),
  route({
    method: 'GET',
    path: '/workspaces/:workspace',
    run({ state, params }) {
      const found = state.organizations.find(({ slug }) => slug === params.workspace)
      return found ? { body: workspaceBody(found) } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace',
    scopes: read,
    query: [...paging, 'role', 'q', 'sort'],
    run(call) {
      const q = call.query.get('q')
      const [, text] = /^name ~ "([^"]*)"$/.exec(q ?? '') ?? []
      if (q !== null && text === undefined) return fault(400, 'Invalid query')
      const needle = (text ?? '').toLowerCase()
      const found = call.state.repositories.filter(
        ({ org, name }) => org === call.params.workspace && name.toLowerCase().includes(needle),
      )
      return paged(call, found, (repo) => repositoryBody(repo, call.origin))
    },
  }),
  route({
    method: 'POST',
    path: '/repositories/:org/:slug',
    scopes: ['repository:write', 'repository:admin'],
    json: z.strictObject({ scm: z.literal('git'), name: z.string(), is_private: z.boolean() }),
    run({ state, origin, params: { org = '', slug = '' }, json }) {
      if (!state.organizations.some((one) => one.slug === org)) return notFound
      if (!/^[a-z0-9._-]{1,62}$/.test(slug)) return fault(400, 'Invalid slug')
      if (state.find(org, slug)) return fault(400, 'Repository with this Slug and Owner already exists.')
      const repo = state.addRepository(org, slug, { isPublic: !json.is_private, name: json.name })
      return { body: repositoryBody(repo, origin) }
    },
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo',
    scopes: read,
    run: ({ repo, origin }) => ({ body: repositoryBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/refs/branches',
    scopes: read,
    query: [...paging, 'q', 'sort'],
    run: (call) => paged(call, call.repo.bare.branches(), branchBody),
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/refs/branches/*',
    scopes: read,
    run({ repo, params: { rest = '' } }) {
      const commit = repo.bare.head(rest)
      return commit ? { body: branchBody({ name: rest, commit }) } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/src/:commit/*',
    scopes: read,
    query: [...paging, 'max_depth', 'q', 'sort', 'format'],
    run(call) {
      const { repo, params, query } = call
      const { commit = '', rest = '' } = params
      if (!repo.bare.has(commit)) return notFound
      const file = rest === '' ? null : repo.bare.blob(commit, rest)
      if (file) return { body: file }
      if (rest !== '') return notFound
      if (!query.has('max_depth')) return fault(400, 'Only as deep as it goes here.')
      return paged(call, repo.bare.tree(commit), ({ path, type, size, mode }) => ({
        path,
        type: type === 'tree' ? 'commit_directory' : 'commit_file',
        ...(type === 'tree' ? {} : { size, attributes: mode === '120000' ? ['link'] : [] }),
      }))
    },
  }),
  route({
    method: 'POST',
    path: '/repositories/:workspace/:repo/src',
    scopes: ['repository:write'],
    run: uploaded,
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/commits',
    scopes: read,
    query: [...paging, 'include', 'exclude'],
    run: (call) => paged(call, call.repo.bare.log('main'), commitBody),
  }),
]

/** "Create a commit by uploading a file": fields that begin with a slash are files. */
async function uploaded({
  repo,
  state,
  form,
  origin,
  path,
}: Parameters<Route['run']>[0]): Promise<RestAnswer> {
  const known = ['message', 'branch', 'author', 'parents', 'files']
  for (const name of form.keys())
    if (!name.startsWith('/') && !known.includes(name)) return fault(400, `${name} is no field.`)
  const branch = String(form.get('branch') ?? 'main')
  const head = repo.bare.head(branch)
  const parents = form.get('parents')
  if (head !== undefined && parents !== null && parents !== head) return fault(409, 'The branch has moved.')
  const files: Record<string, Buffer | null> = {}
  for (const gone of form.getAll('files')) if (!form.has(String(gone))) files[String(gone).slice(1)] = null
  for (const [name, value] of form)
    if (name.startsWith('/') && typeof value !== 'string')
      files[name.slice(1)] = Buffer.from(await value.arrayBuffer())
  const commit = state.commit(repo, branch, files, { message: String(form.get('message') ?? '') })
  return { status: 201, headers: { location: `${origin}${path.replace(/\/src$/, '')}/commit/${commit}` } }
}

function branchBody({ name, commit }: { name: string; commit: string }) {
  return { type: 'branch', name, target: { type: 'commit', hash: commit } }
}

/** A commit as lists and pushes show it. */
export function commitBody({ hash, name, email, message }: Commit) {
  return { type: 'commit', hash, message, author: { type: 'author', raw: `${name} <${email}>` } }
}
