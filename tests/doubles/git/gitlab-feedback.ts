// GitLab's API for hooks and feedback, and what its hooks tell.

import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { api, paging } from './gitlab.ts'
import { fault, linked, notFound, type Route, route, urlSchema } from './routes.ts'
import { type Hook, type Pull, pullOf, type Repository, removed, type Telling, zero } from './state.ts'

const hookBody = ({ id, url, events, sendsSecret }: Hook) => ({
  id: Number(id),
  url,
  push_events: events.includes('Push Hook'),
  token_present: sendsSecret === true,
  signing_token_present: sendsSecret !== true,
})

/** Routes of hooks, statuses and comments. */
export const gitlabFeedbackRoutes: Route[] = [
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
      signing_token: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
      push_events: z.boolean(),
      tag_push_events: z.boolean(),
      merge_requests_events: z.boolean(),
      enable_ssl_verification: z.boolean(),
    }),
    async run({ repo, state, json }) {
      const { beforeHook } = state
      state.beforeHook = undefined
      await beforeHook?.()
      const events = [
        ...(json.push_events ? ['Push Hook'] : []),
        ...(json.tag_push_events ? ['Tag Push Hook'] : []),
        ...(json.merge_requests_events ? ['Merge Request Hook'] : []),
      ]
      const hook: Hook = { id: String(state.number()), url: json.url, secret: json.signing_token, events }
      // Versions before 19 leave out the field that they do not know.
      if (state.signsNothing) Object.assign(hook, { secret: '', sendsSecret: true })
      repo.hooks.push(hook)
      return { status: 201, body: hookBody(hook) }
    },
  }),
  route({
    method: 'PUT',
    path: '/projects/:project/hooks/:id',
    scopes: api,
    json: z.strictObject({ url: urlSchema, token: z.string() }),
    run({ repo, params, json }) {
      const hook = repo.hooks.find(({ id }) => id === params.id)
      if (!hook) return notFound
      Object.assign(hook, { url: json.url, secret: json.token, sendsSecret: true })
      return { body: hookBody(hook) }
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

function noteBody({ id, author, text }: Pull['comments'][number]) {
  return { id, body: text, author: { id: Number(author), username: 'octo' }, system: false }
}

const projectIn = (repo: Repository) => ({
  id: repo.id,
  name: repo.name,
  path_with_namespace: `${repo.org}/${repo.slug}`,
})

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
    if (hook.sendsSecret) return { ...named, 'x-gitlab-token': hook.secret }
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${time}.${raw}`).digest('base64')
    return {
      ...named,
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    }
  },
}
