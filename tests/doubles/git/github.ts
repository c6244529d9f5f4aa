// GitHub's API for organisations, repositories, content, hooks and feedback, and what its webhooks tell
// (docs.github.com, REST API and "Webhook events and payloads").
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sha256Signature } from './deliver.ts'
import {
  type Finding,
  fault,
  linked,
  notFound,
  type RestRequest,
  type Route,
  route,
  urlSchema,
} from './routes.ts'
import { type GitState, type Hook, type Pull, type Repository, removed, type Telling } from './state.ts'

const paging = ['per_page', 'page']

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

const hookBody = (hook: Hook) => ({
  id: Number(hook.id),
  type: 'Repository',
  active: true,
  events: hook.events,
  config: { url: hook.url, content_type: 'json', secret: '********' },
})

const events = ['push', 'create', 'delete', 'pull_request', 'repository', 'ping']

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
  route({
    method: 'GET',
    path: '/repos/:org/:repo/hooks',
    scopes: ['admin:repo_hook', 'repo'],
    query: paging,
    run: ({ repo }) => ({ body: repo.hooks.map(hookBody) }),
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/hooks',
    scopes: ['admin:repo_hook', 'repo'],
    json: z.strictObject({
      name: z.literal('web'),
      active: z.boolean(),
      events: z.array(z.enum(events)),
      config: z.strictObject({
        url: urlSchema,
        secret: z.string(),
        content_type: z.literal('json'),
        insecure_ssl: z.enum(['0', '1']),
      }),
    }),
    run: ({ repo, state, json: { events, config } }) => {
      if (repo.hooks.some(({ url }) => url === config.url))
        return fault(422, 'Hook already exists on this repository')
      const hook = { id: String(state.number()), url: config.url, secret: config.secret, events }
      repo.hooks.push(hook)
      return { status: 201, body: hookBody(hook) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/:org/:repo/hooks/:id',
    scopes: ['admin:repo_hook', 'repo'],
    run: ({ repo, params }) => removed(repo, params.id ?? ''),
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/statuses/:sha',
    scopes: ['repo', 'repo:status'],
    json: z.strictObject({
      state: z.enum(['error', 'failure', 'pending', 'success']),
      context: z.string(),
      description: z.string().max(140),
      target_url: urlSchema,
    }),
    run: ({ repo, params, json: { target_url: url, ...status } }) => {
      const commit = params.sha ?? ''
      if (!repo.bare.has(commit)) return fault(422, `No commit found for SHA: ${commit}`)
      repo.statuses.push({ commit, url, ...status })
      return { status: 201, body: { id: 1, ...status } }
    },
  }),
  route({
    method: 'GET',
    path: '/repos/:org/:repo/issues/:number/comments',
    scopes: ['repo'],
    query: paging,
    run: (call) => {
      const { repo } = call
      const pull = pullOf(repo, call.params)
      if (!pull) return notFound
      const { items, ...answer } = linked(call, pull.comments)
      return { ...answer, body: items.map(commentBody) }
    },
  }),
  route({
    method: 'POST',
    path: '/repos/:org/:repo/issues/:number/comments',
    scopes: ['repo'],
    json: z.strictObject({ body: z.string().min(1).max(65_536) }),
    run: ({ repo, params, state, json, person }) => {
      const pull = pullOf(repo, params)
      if (!pull) return notFound
      const comment = { id: state.number(), author: String(person.id), text: json.body, version: 0 }
      pull.comments.push(comment)
      return { status: 201, body: commentBody(comment) }
    },
  }),
  route({
    method: 'PATCH',
    path: '/repos/:org/:repo/issues/comments/:id',
    scopes: ['repo'],
    json: z.strictObject({ body: z.string().min(1).max(65_536) }),
    run: ({ repo, params, json, person }) => {
      const comment = repo.pulls
        .flatMap(({ comments }) => comments)
        .find(({ id }) => String(id) === params.id)
      if (!comment) return notFound
      if (comment.author !== String(person.id)) return fault(403, 'Must have admin rights to Repository.')
      comment.text = json.body
      return { body: commentBody(comment) }
    },
  }),
]

function pullOf(repo: Repository, params: Record<string, string>): Pull | undefined {
  return repo.pulls.find(({ number }) => String(number) === params.number)
}

function commentBody({ id, author, text }: Pull['comments'][number]) {
  return { id, body: text, user: { id: Number(author), login: 'octo' } }
}

const repositoryIn = (repo: Repository) => ({
  id: repo.id,
  name: repo.slug,
  full_name: `${repo.org}/${repo.slug}`,
  owner: { id: 1, login: repo.org, name: repo.org },
})

const zero = '0'.repeat(40)
const pullActions = { opened: 'opened', synchronized: 'synchronize', merged: 'closed', closed: 'closed' }

export const githubTelling: Telling = {
  refs: (repo, changes) =>
    changes.map(({ ref, before, after, forced, commits }) => ({
      event: 'push',
      body: {
        ref,
        before: before ?? zero,
        after: after ?? zero,
        created: before === null,
        deleted: after === null,
        forced,
        commits: commits.map(({ hash, name, email, message }) => ({
          id: hash,
          message,
          author: { name, email },
        })),
        repository: repositoryIn(repo),
      },
    })),
  pull: (repo, pull, action) => [
    {
      event: 'pull_request',
      body: {
        action: pullActions[action],
        number: pull.number,
        pull_request: {
          title: pull.title,
          merged: pull.state === 'merged',
          merge_commit_sha: pull.mergeCommit,
          user: { login: 'octo' },
          head: { ref: pull.source, sha: repo.bare.head(pull.source), repo: { id: repo.id } },
          base: { ref: pull.target, sha: repo.bare.head(pull.target), repo: { id: repo.id } },
        },
        repository: repositoryIn(repo),
      },
    },
  ],
  renamed: (repo, before) => [
    {
      event: 'repository',
      body: { action: repo.org === before.org ? 'renamed' : 'transferred', repository: repositoryIn(repo) },
    },
  ],
  headers: (hook, { event }, raw) => ({
    'user-agent': 'GitHub-Hookshot/double',
    'x-github-event': event,
    'x-github-delivery': randomUUID(),
    'x-github-hook-id': hook.id,
    'x-hub-signature-256': sha256Signature(hook.secret, raw),
  }),
}
