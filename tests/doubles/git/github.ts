import { z } from 'zod'
import type { RestRequest } from './routes.ts'
import { type Finding, fault, linked, notFound, type Route, route } from './routes.ts'
import type { GitState, Repository } from './state.ts'

export const paging = ['per_page', 'page']

/** The repository that a path is about; one that was renamed is led to by its number, as "Redirects" says. */
export const githubRepository: Finding = ({ state, params, path, origin }) => {
  if (params.repoId !== undefined) return state.byId(params.repoId)
  if (params.repo === undefined) return null
  const found = state.find(params.org ?? '', params.repo)
  const was = found ? undefined : state.formerly(params.org ?? '', params.repo)
  if (!was) return found
  const rest = path
    .split('/')
    .slice(4)
    .map((part) => `/${part}`)
  return { status: 301, headers: { location: `${origin}/repositories/${was.id}${rest.join('')}` } }
}

function repositoryBody(repo: Repository, origin: string) {
  const web = `${new URL(origin).origin}/${repo.org}/${repo.slug}`
  return {
    id: repo.id,
    name: repo.slug,
    full_name: `${repo.org}/${repo.slug}`,
    owner: { id: 1, login: repo.org },
    description: null,
    private: !repo.isPublic,
    visibility: repo.isPublic ? 'public' : 'private',
    default_branch: repo.bare.defaultBranch ?? 'main',
    clone_url: `${web}.git`,
    ssh_url: `git@${new URL(origin).hostname}:${repo.org}/${repo.slug}.git`,
    html_url: web,
    stargazers_count: 3,
  }
}

type Place = Pick<RestRequest, 'origin'> & { state: GitState }

const newRepository = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  auto_init: z.boolean().optional(),
  private: z.boolean().optional(),
  visibility: z.enum(['public', 'private', 'internal']).optional(),
})

function created(
  { state, origin }: Place,
  org: string,
  { name, auto_init, private: isPrivate }: z.output<typeof newRepository>,
) {
  if (state.find(org, name)) return fault(422, 'name already exists on this account')
  const files = auto_init ? { 'README.md': `# ${name}` } : undefined
  const repo = state.addRepository(org, name, { ...(files ? { files } : {}), isPublic: !isPrivate })
  return { status: 201, body: repositoryBody(repo, origin) }
}

const own = ({ state }: Place, login: string) => state.repositories.filter(({ org }) => org === login)

export const githubRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/user/orgs',
    scopes: ['read:org'],
    query: paging,
    run(call) {
      const { items, ...answer } = linked(call, call.state.organizations)
      return { ...answer, body: items.map(({ id, slug }) => ({ id, login: slug, description: null })) }
    },
  }),
  route({
    method: 'GET',
    path: '/orgs/:org',
    run({ state, params }) {
      const found = state.organizations.find(({ slug }) => slug === params.org)
      return found
        ? { body: { id: found.id, login: found.slug, name: found.name, plan: { name: 'enterprise' } } }
        : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/orgs/:org/repos',
    query: [...paging, 'type', 'sort', 'direction'],
    run(call) {
      if (!call.state.organizations.some(({ slug }) => slug === call.params.org)) return notFound
      const { items, ...answer } = linked(call, own(call, call.params.org ?? ''))
      return { ...answer, body: items.map((repo) => repositoryBody(repo, call.origin)) }
    },
  }),
  route({
    method: 'GET',
    path: '/user/repos',
    query: [...paging, 'affiliation', 'sort', 'visibility'],
    run(call) {
      const { items, ...answer } = linked(call, own(call, call.person.username))
      return { ...answer, body: items.map((repo) => repositoryBody(repo, call.origin)) }
    },
  }),
  route({
    method: 'GET',
    path: '/search/repositories',
    query: [...paging, 'q!', 'sort'],
    run(call) {
      const words = (call.query.get('q') ?? '').split(' ')
      const owner = words.find((word) => /^(org|user):/.test(word))?.split(':')[1]
      const texts = words.filter((word) => !word.includes(':')).map((word) => word.toLowerCase())
      const found = call.state.repositories.filter(
        ({ org, slug }) => org === owner && texts.every((text) => slug.toLowerCase().includes(text)),
      )
      const { items, ...answer } = linked(call, found)
      const body = { total_count: found.length, incomplete_results: false }
      return { ...answer, body: { ...body, items: items.map((repo) => repositoryBody(repo, call.origin)) } }
    },
  }),
  route({
    method: 'POST',
    path: '/orgs/:org/repos',
    scopes: ['repo'],
    json: newRepository,
    run: (call) => created(call, call.params.org ?? '', call.json),
  }),
  route({
    method: 'POST',
    path: '/user/repos',
    scopes: ['repo'],
    json: newRepository.omit({ visibility: true }),
    run: (call) => created(call, call.person.username, call.json),
  }),
  route({
    method: 'GET',
    path: '/repositories/:repoId',
    scopes: ['repo'],
    run: ({ repo, origin }) => ({ body: repositoryBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo',
    scopes: ['repo'],
    run: ({ repo, origin }) => ({ body: repositoryBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/branches',
    scopes: ['repo'],
    query: [...paging, 'protected'],
    run: (call) => {
      const { repo } = call
      const { items, ...answer } = linked(call, repo.bare.branches())
      return {
        ...answer,
        body: items.map(({ name, commit }) => ({ name, commit: { sha: commit }, protected: false })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/git/ref/heads/*',
    scopes: ['repo'],
    run: ({ repo, params }) => {
      const sha = repo.bare.head(params.rest ?? '')
      return sha ? { body: { ref: `refs/heads/${params.rest}`, object: { type: 'commit', sha } } } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/git/trees/:sha',
    scopes: ['repo'],
    query: ['recursive'],
    run: ({ repo, params }) => {
      const sha = params.sha ?? ''
      if (!repo.bare.has(sha)) return notFound
      const tree = repo.bare
        .tree(sha)
        .map(({ size, ...entry }) => (entry.type === 'blob' ? { ...entry, size } : entry))
      return { body: { sha, truncated: false, tree } }
    },
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/contents/*',
    scopes: ['repo'],
    query: ['ref'],
    run: (call) => {
      const { repo } = call
      const { headers, query, params } = call
      if (headers.accept !== 'application/vnd.github.raw+json') return fault(415, 'Only raw here.')
      const body = repo.bare.blob(query.get('ref') ?? 'HEAD', params.rest ?? '')
      return body ? { body } : notFound
    },
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/git/blobs',
    scopes: ['repo'],
    json: z.strictObject({ content: z.string(), encoding: z.enum(['utf-8', 'base64']) }),
    run: ({ repo, json }) => ({
      status: 201,
      body: {
        sha: repo.bare.store(Buffer.from(json.content, json.encoding === 'base64' ? 'base64' : 'utf8')),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/git/trees',
    scopes: ['repo'],
    json: z.strictObject({
      base_tree: z.string(),
      tree: z.array(
        z.strictObject({
          path: z.string(),
          mode: z.literal('100644'),
          type: z.literal('blob'),
          sha: z.string().nullable(),
        }),
      ),
    }),
    run: ({ repo, json: { base_tree, tree } }) => {
      const known = new Set(repo.bare.tree(base_tree).map(({ path }) => path))
      if (tree.some(({ sha, path }) => sha === null && !known.has(path)))
        return fault(422, 'GitRPC::BadObjectState')
      const sha = repo.bare.treeWith(base_tree, Object.fromEntries(tree.map(({ path, sha }) => [path, sha])))
      return { status: 201, body: { sha } }
    },
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/git/commits',
    scopes: ['repo'],
    json: z.strictObject({ message: z.string(), tree: z.string(), parents: z.array(z.string()) }),
    run: ({ repo, json: { message, tree, parents } }) => ({
      status: 201,
      body: { sha: repo.bare.commitTree(tree, parents, message) },
    }),
  }),
  route({
    method: 'PATCH',
    path: '/repos/:org/:repo/git/refs/heads/*',
    scopes: ['repo'],
    json: z.strictObject({ sha: z.string(), force: z.boolean().optional() }),
    run: ({ repo, params, state, json: { sha, force } }) => {
      const head = repo.bare.head(params.rest ?? '')
      if (!head) return fault(422, 'Reference does not exist')
      if (!force && !repo.bare.isAncestor(head, sha)) return fault(422, 'Update is not a fast forward')
      const before = repo.bare.refs()
      repo.bare.update(`refs/heads/${params.rest}`, sha)
      state.changed(repo, before)
      return { body: { ref: `refs/heads/${params.rest}`, object: { sha } } }
    },
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/commits',
    scopes: ['repo'],
    query: [...paging, 'sha'],
    run: ({ repo }) => ({
      body: repo.bare.log('main').map(({ hash, name, email, message }) => ({
        sha: hash,
        commit: { message, author: { name, email, date: '2026-01-01T00:00:00Z' } },
      })),
    }),
  }),
]
