// Azure DevOps' API for projects, repositories, content, service hooks and feedback, and what its hooks tell
// (learn.microsoft.com/rest/api/azure/devops; "Service hooks events"). Services and Server differ in their accounts.
import { randomUUID } from 'node:crypto'
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

export const version = 'api-version!'
export const repos = '/:account/:project/_apis/git/repositories/:repo'

/** The repository that a path is about, by its id or name. */
export const azureRepository: Finding = ({ state, params: { account, project, repo } }) => {
  if (repo === undefined) return null
  const org = `${account}/${project}`
  const byId = state.byId(repo)
  return byId?.org === org ? byId : state.find(org, repo)
}

export const parts = (slug: string) => slug.split('/') as [account: string, project: string]

function repositoryBody(repo: Repository, origin: string) {
  const [account, project] = parts(repo.org)
  const web = `${origin}/${account}/${encodeURIComponent(project)}/_git/${repo.slug}`
  return {
    id: repo.id,
    name: repo.slug,
    url: `${origin}/${account}/_apis/git/repositories/${repo.id}`,
    project: { id: `project-${project}`, name: project, state: 'wellFormed', visibility: 'private' },
    ...(repo.bare.defaultBranch ? { defaultBranch: `refs/heads/${repo.bare.defaultBranch}` } : {}),
    remoteUrl: web.replace('//', `//${account}@`),
    sshUrl: `git@ssh.${new URL(origin).hostname}:v3/${account}/${project}/${repo.slug}`,
    webUrl: web,
    isDisabled: false,
  }
}

export const listed = (values: unknown[]) => ({ count: values.length, value: values })

/** Pages by a token in a header. */
function continued<T>({ query }: RestRequest, all: T[], shown: (one: T) => unknown): RestAnswer {
  const start = Number(query.get('continuationToken') ?? 0)
  const end = start + Number(query.get('$top') ?? 100)
  const body = listed(all.slice(start, end).map(shown))
  return { body, ...(end < all.length ? { headers: { 'x-ms-continuationtoken': String(end) } } : {}) }
}

const accountsOf = (state: GitState) => [...new Set(state.organizations.map(({ slug }) => parts(slug)[0]))]

const projectBody = ({ slug }: { slug: string }) => ({
  id: `project-${parts(slug)[1]}`,
  name: parts(slug)[1],
  state: 'wellFormed',
  visibility: 'private',
})

const push = z.strictObject({
  refUpdates: z.tuple([
    z.strictObject({ name: z.string().startsWith('refs/heads/'), oldObjectId: z.string().length(40) }),
  ]),
  commits: z.tuple([
    z.strictObject({
      comment: z.string(),
      changes: z
        .array(
          z.strictObject({
            changeType: z.enum(['add', 'edit', 'delete']),
            item: z.strictObject({ path: z.string().startsWith('/') }),
            newContent: z
              .strictObject({ content: z.string(), contentType: z.enum(['rawtext', 'base64encoded']) })
              .optional(),
          }),
        )
        .min(1),
    }),
  ]),
})

/** Accounts of Services; a Server's collections. */
export const azureAccounts: Record<'services' | 'server', Route> = {
  services: route({
    method: 'GET',
    path: '/_apis/accounts',
    query: [version, 'memberId!'],
    run: ({ state }) => ({
      body: listed(accountsOf(state).map((accountName) => ({ accountId: randomUUID(), accountName }))),
    }),
  }),
  server: route({
    method: 'GET',
    path: '/_apis/projectCollections',
    query: [version, '$top', '$skip'],
    run: ({ state }) => ({ body: listed(accountsOf(state).map((name) => ({ id: randomUUID(), name }))) }),
  }),
}

export const azureRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/:owner/_apis/projects',
    query: [version, '$top', '$skip', 'continuationToken', 'stateFilter'],
    run(call) {
      const found = call.state.organizations.filter(({ slug }) => parts(slug)[0] === call.params.owner)
      return found.length > 0 ? continued(call, found, projectBody) : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/:owner/_apis/projects/:name',
    query: [version],
    run({ state, params: { owner, name } }) {
      const found = state.organizations.find(({ slug }) => slug === `${owner}/${name}`)
      return found ? { body: projectBody(found) } : notFound
    },
  }),
  route({
    method: 'GET',
    path: '/:account/:project/_apis/git/repositories',
    query: [version, 'includeHidden', 'includeLinks'],
    run({ state, params: { account, project }, origin }) {
      const found = state.repositories.filter(({ org }) => org === `${account}/${project}`)
      return { body: listed(found.map((repo) => repositoryBody(repo, origin))) }
    },
  }),
  route({
    method: 'POST',
    path: '/:account/:project/_apis/git/repositories',
    query: [version],
    json: z.strictObject({ name: z.string(), project: z.strictObject({ id: z.string() }) }),
    run({ state, origin, params: { account, project }, json }) {
      if (json.project.id !== `project-${project}`) return fault(400, 'The project id does not belong here.')
      const org = `${account}/${project}`
      if (state.find(org, json.name))
        return fault(409, 'TF400948: A Git repository with the name already exists.')
      return { status: 201, body: repositoryBody(state.addRepository(org, json.name), origin) }
    },
  }),
  route({
    method: 'GET',
    path: repos,
    query: [version],
    run: ({ repo, origin }) => ({ body: repositoryBody(repo, origin) }),
  }),
  route({
    method: 'GET',
    path: `${repos}/refs`,
    query: [version, 'filter', 'filterContains', '$top', 'continuationToken'],
    run(call) {
      const filter = `refs/${call.query.get('filter') ?? ''}`
      const refs = [...call.repo.bare.refs()].filter(([name]) => name.startsWith(filter))
      return continued(call, refs, ([name, objectId]) => ({ name, objectId }))
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/items`,
    query: [
      version,
      'path',
      'scopePath',
      'recursionLevel',
      '$format',
      'versionDescriptor.versionType!',
      'versionDescriptor.version!',
    ],
    run({ repo, query, headers }) {
      const commit = query.get('versionDescriptor.version') ?? ''
      if (query.get('versionDescriptor.versionType') !== 'commit' || !repo.bare.has(commit)) return notFound
      const path = query.get('path')
      if (path !== null) {
        if (headers.accept !== 'application/octet-stream') return fault(400, 'Only bytes here.')
        const body = repo.bare.blob(commit, path.replace(/^\//, ''))
        return body ? { body } : notFound
      }
      if (query.get('recursionLevel') !== 'full') return fault(400, 'Only all levels here.')
      const root = { objectId: commit, gitObjectType: 'tree', path: '/', isFolder: true }
      const items = repo.bare.tree(commit).map(({ sha, type, path }) => ({
        objectId: sha,
        gitObjectType: type,
        path: `/${path}`,
        ...(type === 'tree' ? { isFolder: true } : {}),
      }))
      return { body: listed([root, ...items]) }
    },
  }),
  route({ method: 'POST', path: `${repos}/pushes`, query: [version], json: push, run: pushed }),
  route({
    method: 'GET',
    path: `${repos}/commits`,
    query: [version, 'searchCriteria.$top', 'searchCriteria.$skip'],
    run: ({ repo }) => ({
      body: listed(
        repo.bare.log('main').map(({ hash, name, email, message }) => ({
          commitId: hash,
          author: { name, email },
          comment: message,
        })),
      ),
    }),
  }),
]

/** "Pushes - Create": onto the commit that it names, zeros for a new branch. */
function pushed({
  repo,
  state,
  json,
}: Omit<Parameters<Route['run']>[0], 'json'> & { json: z.output<typeof push> }): RestAnswer {
  const [{ name, oldObjectId }] = json.refUpdates
  const branch = name.slice('refs/heads/'.length)
  const head = repo.bare.head(branch) ?? '0'.repeat(40)
  if (head !== oldObjectId)
    return fault(409, 'TF401028: The reference has already been updated by another client.')
  const known = new Set(repo.bare.head(branch) ? repo.bare.tree(head).map(({ path }) => path) : [])
  const files: Record<string, Buffer | null> = {}
  const [{ comment, changes }] = json.commits
  for (const { changeType, item, newContent } of changes) {
    const path = item.path.slice(1)
    if (known.has(path) === (changeType === 'add'))
      return fault(400, `TF401035: ${changeType} does not fit ${path}.`)
    if ((changeType === 'delete') === (newContent !== undefined)) return fault(400, 'Content does not fit.')
    const encoding = newContent?.contentType === 'base64encoded' ? 'base64' : 'utf8'
    files[path] = newContent ? Buffer.from(newContent.content, encoding) : null
  }
  const commitId = state.commit(repo, branch, files, { message: comment })
  return {
    status: 201,
    body: { pushId: 1, commits: [{ commitId }], refUpdates: [{ name, newObjectId: commitId }] },
  }
}
