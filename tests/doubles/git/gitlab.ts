import { z } from 'zod'
import {
  type Finding,
  fault,
  linked,
  notFound,
  type RestAnswer,
  type RestRequest,
  type Route,
  route,
} from './routes.ts'
import type { GitState, Repository } from './state.ts'

export const paging = ['per_page', 'page']
export const api = ['api']

/** The project that a path is about: by its number or its encoded path. */
export const gitlabRepository: Finding = ({ state, params: { project } }) => {
  if (project === undefined) return null
  const cut = project.lastIndexOf('/')
  return state.byId(project) ?? state.find(project.slice(0, cut), project.slice(cut + 1))
}

function projectBody(repo: Repository, origin: string) {
  const web = `${new URL(origin).origin}/${repo.org}/${repo.slug}`
  return {
    id: repo.id,
    name: repo.name,
    path: repo.slug,
    path_with_namespace: `${repo.org}/${repo.slug}`,
    namespace: { id: 1, full_path: repo.org, kind: 'group' },
    description: null,
    visibility: repo.isPublic ? 'public' : 'private',
    default_branch: repo.bare.defaultBranch,
    empty_repo: repo.bare.defaultBranch === null,
    http_url_to_repo: `${web}.git`,
    ssh_url_to_repo: `git@${new URL(origin).hostname}:${repo.org}/${repo.slug}.git`,
    web_url: web,
    star_count: 2,
  }
}

function projectsOf(call: RestRequest, repositories: Repository[]): RestAnswer {
  const search = call.query.get('search')?.toLowerCase() ?? ''
  const found = repositories.filter(({ slug, name }) => `${slug} ${name}`.toLowerCase().includes(search))
  const { items, ...answer } = linked(call, found)
  return { ...answer, body: items.map((repo) => projectBody(repo, call.origin)) }
}

const groupOf = (state: GitState, key: string | undefined) =>
  state.organizations.find(({ id, slug }) => slug === key || String(id) === key)

const groupBody = ({ id, slug, name }: GitState['organizations'][number]) => ({
  id,
  name,
  path: slug.split('/').at(-1),
  full_path: slug,
})

const listing = ['search', 'order_by', 'sort', 'owned', 'membership', 'simple']

const action = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['create', 'update']),
    file_path: z.string(),
    content: z.string(),
    encoding: z.enum(['text', 'base64']),
  }),
  z.strictObject({ action: z.literal('delete'), file_path: z.string() }),
])

export const gitlabRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/groups',
    scopes: api,
    query: [...paging, 'min_access_level', 'search'],
    run(call) {
      const { items, ...answer } = linked(call, call.state.organizations)
      return { ...answer, body: items.map(groupBody) }
    },
  }),
  route({
    method: 'GET',
    path: '/groups/:group',
    scopes: api,
    query: ['with_projects'],
    run({ state, params }) {
      const group = groupOf(state, params.group)
      return group ? { body: groupBody(group) } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/groups/:group/projects',
    scopes: api,
    query: [...paging, ...listing],
    run(call) {
      const group = groupOf(call.state, call.params.group)
      if (!group) return notFound
      return projectsOf(
        call,
        call.state.repositories.filter(({ org }) => org === group.slug),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/projects',
    scopes: api,
    query: [...paging, ...listing],
    run: (call) =>
      call.query.get('owned') === 'true'
        ? projectsOf(
            call,
            call.state.repositories.filter(({ org }) => org === call.person.username),
          )
        : fault(400, 'Not all of the host’s.'),
  }),
  route({
    method: 'POST',
    path: '/projects',
    scopes: api,
    json: z.strictObject({
      name: z.string(),
      path: z.string().regex(/^[\w.-]+$/),
      visibility: z.enum(['private', 'internal', 'public']),
      initialize_with_readme: z.boolean(),
      namespace_id: z.int().optional(),
    }),
    run({ state, person, origin, json }) {
      const group = json.namespace_id === undefined ? null : groupOf(state, String(json.namespace_id))
      if (group === undefined) return fault(404, '404 Namespace Not Found')
      const org = group?.slug ?? person.username
      if (state.find(org, json.path)) return fault(400, 'path: has already been taken')
      const files = json.initialize_with_readme ? { files: { 'README.md': `# ${json.name}` } } : {}
      const isPublic = json.visibility === 'public'
      const repo = state.addRepository(org, json.path, { ...files, isPublic, name: json.name })
      return { status: 201, body: projectBody(repo, origin) }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project',
    scopes: api,
    run: ({ repo, origin }) => ({ body: projectBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: '/projects/:project/repository/branches',
    scopes: api,
    query: [...paging, 'search'],
    run(call) {
      const { items, ...answer } = linked(call, call.repo.bare.branches())
      return {
        ...answer,
        body: items.map(({ name, commit }) => ({ name, commit: { id: commit }, default: name === 'main' })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project/repository/branches/:branch',
    scopes: api,
    run({ repo, params: { branch = '' } }) {
      const id = repo.bare.head(branch)
      return id ? { body: { name: branch, commit: { id } } } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project/repository/tree',
    scopes: api,
    query: ['ref!', 'recursive', 'per_page', 'pagination', 'page_token', 'path'],
    run({ repo, query, path, origin }) {
      const ref = query.get('ref') ?? ''
      if (query.get('pagination') !== 'keyset') return fault(400, 'Only by key here.')
      if (!repo.bare.has(ref)) return fault(404, '404 Tree Not Found')
      const all = repo.bare.tree(ref)
      const start = all.findIndex(({ path }) => path === query.get('page_token')) + 1
      const size = Number(query.get('per_page') ?? 20)
      const items = all.slice(start, start + size)
      const next = new URLSearchParams(query)
      next.set('page_token', items.at(-1)?.path ?? '')
      const more = start + size < all.length
      return {
        body: items.map(({ sha, type, path, mode }) => ({ id: sha, name: path, type, path, mode })),
        ...(more ? { headers: { link: `<${origin}${path}?${next}>; rel="next"` } } : {}),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project/repository/files/:file/raw',
    scopes: api,
    query: ['ref', 'lfs'],
    run({ repo, query, params: { file = '' } }) {
      const body = repo.bare.blob(query.get('ref') ?? 'HEAD', file)
      return body ? { body } : notFound
    },
  }),
  route({
    method: 'POST',
    path: '/projects/:project/repository/commits',
    scopes: api,
    json: z.strictObject({ branch: z.string(), commit_message: z.string(), actions: z.array(action).min(1) }),
    run({ repo, state, json }) {
      const head = repo.bare.head(json.branch)
      if (!head) return fault(400, 'You can only create or edit files when you are on a branch')
      const known = new Set(repo.bare.tree(head).map(({ path }) => path))
      for (const { action, file_path } of json.actions) {
        if (action === 'create' && known.has(file_path))
          return fault(400, 'A file with this name already exists')
        if (action !== 'create' && !known.has(file_path))
          return fault(400, 'A file with this name doesn’t exist')
      }
      const files = json.actions.map((one) => [
        one.file_path,
        one.action === 'delete'
          ? null
          : Buffer.from(one.content, one.encoding === 'base64' ? 'base64' : 'utf8'),
      ])
      const id = state.commit(repo, json.branch, Object.fromEntries(files), { message: json.commit_message })
      return { status: 201, body: { id, title: json.commit_message } }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project/repository/commits',
    scopes: api,
    query: [...paging, 'ref_name'],
    run: ({ repo }) => ({
      body: repo.bare
        .log('main')
        .map(({ hash, name, email }) => ({ id: hash, author_name: name, author_email: email })),
    }),
  }),
]
