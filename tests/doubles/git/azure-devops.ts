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
  urlSchema,
} from './routes.ts'
import type { GitState, Pull, Repository, Telling } from './state.ts'

const version = 'api-version!'
const repos = '/:account/:project/_apis/git/repositories/:repo'

/** The repository that a path is about, by its id or name. */
export const azureRepository: Finding = ({ state, params: { account, project, repo } }) => {
  if (repo === undefined) return null
  const org = `${account}/${project}`
  const byId = state.byId(repo)
  return byId?.org === org ? byId : state.find(org, repo)
}

const parts = (slug: string) => slug.split('/') as [account: string, project: string]

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

const listed = (values: unknown[]) => ({ count: values.length, value: values })

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

const eventTypes = [
  'git.push',
  'git.pullrequest.created',
  'git.pullrequest.updated',
  'git.pullrequest.merged',
  'git.repo.renamed',
  'git.repo.deleted',
]

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
  route({
    method: 'GET',
    path: '/:owner/_apis/hooks/subscriptions',
    query: [version, 'publisherId', 'eventType', 'consumerId', 'consumerActionId'],
    run({ state, params: { owner } }) {
      const hooks = hooksOf(state, owner)
      return {
        body: listed(
          hooks.map(({ repo, hook }) => ({
            id: hook.id,
            eventType: hook.events[0],
            consumerInputs: { url: hook.url, basicAuthPassword: '********' },
            publisherInputs: { repository: repo.id },
          })),
        ),
      }
    },
  }),
  route({
    method: 'POST',
    path: '/:owner/_apis/hooks/subscriptions',
    query: [version],
    json: z.strictObject({
      publisherId: z.literal('tfs'),
      eventType: z.enum(eventTypes),
      resourceVersion: z.literal('1.0'),
      consumerId: z.literal('webHooks'),
      consumerActionId: z.literal('httpRequest'),
      publisherInputs: z.strictObject({
        projectId: z.string().startsWith('project-'),
        repository: z.string(),
      }),
      consumerInputs: z.strictObject({
        url: urlSchema,
        basicAuthUsername: z.string().min(1),
        basicAuthPassword: z.string().min(1),
      }),
    }),
    run({ state, json: { eventType, publisherInputs, consumerInputs } }) {
      const repo = state.byId(publisherInputs.repository)
      if (!repo || `project-${parts(repo.org)[1]}` !== publisherInputs.projectId)
        return fault(400, 'No such repository.')
      const { url, basicAuthUsername, basicAuthPassword } = consumerInputs
      const secret = `${basicAuthUsername}:${basicAuthPassword}`
      const hook = { id: randomUUID(), url, secret, events: [eventType] }
      repo.hooks.push(hook)
      return { body: { id: hook.id, eventType, publisherInputs, consumerInputs: { url } } }
    },
  }),
  route({
    method: 'DELETE',
    path: '/:owner/_apis/hooks/subscriptions/:id',
    query: [version],
    run({ state, params: { owner, id } }) {
      const found = hooksOf(state, owner).find(({ hook }) => hook.id === id)
      if (!found) return notFound
      found.repo.hooks.splice(found.repo.hooks.indexOf(found.hook), 1)
      return { status: 204 }
    },
  }),
  route({
    method: 'POST',
    path: `${repos}/commits/:commit/statuses`,
    query: [version],
    json: z.strictObject({
      state: z.enum(['notSet', 'pending', 'succeeded', 'failed', 'error', 'notApplicable']),
      description: z.string(),
      targetUrl: urlSchema,
      context: z.strictObject({ name: z.string(), genre: z.string() }),
    }),
    run({ repo, params: { commit = '' }, json: { targetUrl: url, context, ...status } }) {
      if (!repo.bare.has(commit)) return notFound
      repo.statuses.push({ commit, context: context.name, url, ...status })
      return { status: 201, body: { id: 1, ...status } }
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/pullRequests/:number/threads`,
    query: [version],
    run(call) {
      const pull = pullOf(call)
      return pull ? { body: listed(pull.comments.map(threadBody)) } : notFound
    },
  }),
  route({
    method: 'POST',
    path: `${repos}/pullRequests/:number/threads`,
    query: [version],
    json: z.strictObject({
      status: z.enum(['active', 'closed', 'fixed', 'pending']),
      comments: z.tuple([
        z.strictObject({
          parentCommentId: z.literal(0),
          content: z.string().min(1),
          commentType: z.literal('text'),
        }),
      ]),
    }),
    run({ repo, state, params, person, json }) {
      const pull = pullOf({ repo, params })
      if (!pull) return notFound
      const comment = {
        id: state.number(),
        author: azureIdentity(person.id),
        text: json.comments[0].content,
        version: 0,
      }
      pull.comments.push(comment)
      return { body: threadBody(comment) }
    },
  }),
  route({
    method: 'PATCH',
    path: `${repos}/pullRequests/:number/threads/:thread/comments/1`,
    query: [version],
    json: z.strictObject({ content: z.string().min(1) }),
    run({ repo, params, person, json }) {
      const comment = pullOf({ repo, params })?.comments.find(({ id }) => String(id) === params.thread)
      if (!comment) return notFound
      if (comment.author !== azureIdentity(person.id)) return fault(403, 'TF401027: You need permission.')
      comment.text = json.content
      return { body: { id: 1, content: comment.text } }
    },
  }),
]

/** The identity of a person, as profile, connection and comments name it. */
export function azureIdentity(id: string | number): string {
  return `a1b2c3d4-0000-0000-0000-${id}`
}

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

function hooksOf(state: GitState, account: string | undefined) {
  return state.repositories
    .filter(({ org }) => parts(org)[0] === account)
    .flatMap((repo) => repo.hooks.map((hook) => ({ repo, hook })))
}

function pullOf({ repo, params }: { repo: Repository; params: Record<string, string> }): Pull | undefined {
  return repo.pulls.find(({ number }) => String(number) === params.number)
}

function threadBody({ id, author, text }: Pull['comments'][number]) {
  return { id, isDeleted: false, comments: [{ id: 1, content: text, author: { id: author } }] }
}

const zero = '0'.repeat(40)

/** What hooks are told by a host at an address. */
export function azureTelling(origin: () => string): Telling {
  const repositoryIn = (repo: Repository) => {
    const [account, project] = parts(repo.org)
    return {
      id: repo.id,
      name: repo.slug,
      url: `${origin()}/${account}/_apis/git/repositories/${repo.id}`,
      project: { id: `project-${project}`, name: project },
    }
  }
  const told = (eventType: string, resource: object) => ({
    event: eventType,
    body: { id: randomUUID(), eventType, publisherId: 'tfs', resourceVersion: '1.0', resource },
  })
  const pullEvents = {
    opened: ['git.pullrequest.created'],
    synchronized: ['git.pullrequest.updated'],
    merged: ['git.pullrequest.updated', 'git.pullrequest.merged'],
    closed: ['git.pullrequest.updated'],
  }
  const statuses = { open: 'active', merged: 'completed', closed: 'abandoned' }
  return {
    refs: (repo, changes) => [
      told('git.push', {
        repository: repositoryIn(repo),
        refUpdates: changes.map(({ ref, before, after }) => ({
          name: ref,
          oldObjectId: before ?? zero,
          newObjectId: after ?? zero,
        })),
        commits: changes
          .flatMap(({ commits }) => commits)
          .map(({ hash, name, email, message }) => ({
            commitId: hash,
            author: { name, email },
            comment: message,
          })),
      }),
    ],
    pull: (repo, pull, action) =>
      pullEvents[action].map((event) =>
        told(event, {
          repository: repositoryIn(repo),
          pullRequestId: pull.number,
          status: statuses[pull.state],
          title: pull.title,
          createdBy: { uniqueName: 'octo@example.com', displayName: 'Octo Cat' },
          sourceRefName: `refs/heads/${pull.source}`,
          targetRefName: `refs/heads/${pull.target}`,
          lastMergeSourceCommit: { commitId: repo.bare.head(pull.source) },
          ...(pull.mergeCommit ? { lastMergeCommit: { commitId: pull.mergeCommit } } : {}),
        }),
      ),
    renamed: (repo, before) =>
      repo.org === before.org
        ? [
            told('git.repo.renamed', {
              oldName: before.slug,
              newName: repo.slug,
              repository: repositoryIn(repo),
            }),
          ]
        : [],
    headers: ({ secret }) => ({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
  }
}
