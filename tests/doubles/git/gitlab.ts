// GitLab's API for groups, projects, content, hooks and feedback, and what its webhooks tell (docs.gitlab.com, "REST
// API", "Webhook events").
import { createHmac, randomUUID } from 'node:crypto'
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
  urlSchema,
} from './routes.ts'
import { type GitState, type Hook, type Pull, type Repository, removed, type Telling } from './state.ts'

const paging = ['per_page', 'page']
const api = ['api']

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

const hookBody = ({ id, url, events }: Hook) => ({
  id: Number(id),
  url,
  push_events: events.includes('Push Hook'),
  token_present: true,
  signing_token_present: true,
})

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
  route({
    method: 'GET',
    path: '/projects/:project/hooks',
    scopes: api,
    query: paging,
    run: ({ repo }) => ({ body: repo.hooks.map(hookBody) }),
  }),
  route({
    method: 'POST',
    path: '/projects/:project/hooks',
    scopes: api,
    json: z.strictObject({
      url: urlSchema,
      token: z.string(),
      signing_token: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
        .optional(),
      push_events: z.boolean(),
      tag_push_events: z.boolean(),
      merge_requests_events: z.boolean(),
      enable_ssl_verification: z.boolean(),
    }),
    run({ repo, state, json }) {
      const events = [
        ...(json.push_events ? ['Push Hook'] : []),
        ...(json.tag_push_events ? ['Tag Push Hook'] : []),
        ...(json.merge_requests_events ? ['Merge Request Hook'] : []),
      ]
      const hook = { id: String(state.number()), url: json.url, secret: json.token, events }
      repo.hooks.push(hook)
      return { status: 201, body: hookBody(hook) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/:project/hooks/:id',
    scopes: api,
    run: ({ repo, params }) => removed(repo, params.id ?? ''),
  }),
  route({
    method: 'POST',
    path: '/projects/:project/statuses/:sha',
    scopes: api,
    json: z.strictObject({
      state: z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
      name: z.string(),
      description: z.string().max(255),
      target_url: urlSchema,
    }),
    run({ repo, params: { sha: commit = '' }, json: { name: context, target_url: url, ...status } }) {
      if (!repo.bare.has(commit)) return fault(404, '404 Commit Not Found')
      repo.statuses.push({ commit, context, url, ...status })
      return { status: 201, body: { id: 1, sha: commit, status: status.state } }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:project/merge_requests/:number/notes',
    scopes: api,
    query: [...paging, 'sort', 'order_by'],
    run(call) {
      const pull = pullOf(call)
      if (!pull) return notFound
      const { items, ...answer } = linked(call, pull.comments)
      return { ...answer, body: items.map(noteBody) }
    },
  }),
  route({
    method: 'POST',
    path: '/projects/:project/merge_requests/:number/notes',
    scopes: api,
    json: z.strictObject({ body: z.string().min(1) }),
    run({ repo, state, person, params, json }) {
      const pull = pullOf({ repo, params })
      if (!pull) return notFound
      const note = { id: state.number(), author: String(person.id), text: json.body, version: 0 }
      pull.comments.push(note)
      return { status: 201, body: noteBody(note) }
    },
  }),
  route({
    method: 'PUT',
    path: '/projects/:project/merge_requests/:number/notes/:id',
    scopes: api,
    json: z.strictObject({ body: z.string().min(1) }),
    run({ repo, person, params, json }) {
      const note = pullOf({ repo, params })?.comments.find(({ id }) => String(id) === params.id)
      if (!note) return notFound
      if (note.author !== String(person.id)) return fault(403, '403 Forbidden')
      note.text = json.body
      return { body: noteBody(note) }
    },
  }),
]

function pullOf({ repo, params }: { repo: Repository; params: Record<string, string> }): Pull | undefined {
  return repo.pulls.find(({ number }) => String(number) === params.number)
}

function noteBody({ id, author, text }: Pull['comments'][number]) {
  return { id, body: text, author: { id: Number(author), username: 'octo' }, system: false }
}

const projectIn = (repo: Repository) => ({
  id: repo.id,
  name: repo.name,
  path_with_namespace: `${repo.org}/${repo.slug}`,
})

const zero = '0'.repeat(40)
const pullActions = { opened: 'open', synchronized: 'update', merged: 'merge', closed: 'close' }

export const gitlabTelling: Telling = {
  refs: (repo, changes) =>
    changes.map(({ ref, before, after, commits }) => {
      const isTag = ref.startsWith('refs/tags/')
      return {
        event: isTag ? 'Tag Push Hook' : 'Push Hook',
        body: {
          object_kind: isTag ? 'tag_push' : 'push',
          event_name: isTag ? 'tag_push' : 'push',
          ref,
          before: before ?? zero,
          after: after ?? zero,
          checkout_sha: after,
          project_id: repo.id,
          project: projectIn(repo),
          commits: commits.map(({ hash, name, email, message }) => ({
            id: hash,
            message,
            author: { name, email },
          })),
        },
      }
    }),
  pull: (repo, pull, action) => [
    {
      event: 'Merge Request Hook',
      body: {
        object_kind: 'merge_request',
        event_type: 'merge_request',
        user: { username: 'octo' },
        project: projectIn(repo),
        object_attributes: {
          iid: pull.number,
          title: pull.title,
          action: pullActions[action],
          ...(action === 'synchronized' ? { oldrev: zero } : {}),
          source_branch: pull.source,
          target_branch: pull.target,
          source_project_id: repo.id,
          target_project_id: repo.id,
          last_commit: { id: repo.bare.head(pull.source) },
          merge_commit_sha: pull.mergeCommit,
        },
      },
    },
  ],
  // A project's hooks do not hear of it.
  renamed: () => [],
  headers(hook, { event }, raw) {
    const id = randomUUID()
    const time = String(Math.floor(Date.now() / 1000))
    const named = { 'x-gitlab-event': event, 'x-gitlab-event-uuid': randomUUID(), 'idempotency-key': id }
    // Versions that do not sign yet send the secret itself.
    if (!hook.secret.startsWith('whsec_')) return { ...named, 'x-gitlab-token': hook.secret }
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${time}.${raw}`).digest('base64')
    return {
      ...named,
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
      'x-gitlab-token': hook.secret,
    }
  },
}
