// Bitbucket Data Center's API for hooks and feedback, and what its hooks tell.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { admin, paged, paging, read, repos, write } from './bitbucket-data-center.ts'
import { sha256Signature } from './deliver.ts'
import { fault, notFound, type Route, route, urlSchema } from './routes.ts'
import { type Hook, type Pull, pullOf, type Repository, removed, type Telling, zero } from './state.ts'

const hookBody = ({ id, url, events }: Hook) => ({
  id: Number(id),
  name: 'Waymark',
  url,
  events,
  active: true,
})

const events = [
  'repo:refs_changed',
  'repo:modified',
  'repo:forked',
  'pr:opened',
  'pr:from_ref_updated',
  'pr:modified',
  'pr:merged',
  'pr:declined',
  'pr:deleted',
]

/** Routes of hooks, statuses and comments. */
export const bitbucketDataCenterFeedbackRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${repos}/webhooks`,
    scopes: admin,
    query: [...paging, 'event', 'statistics'],
    run: (call) => paged(call, call.repo.hooks, hookBody),
  }),
  route({
    method: 'POST',
    path: `${repos}/webhooks`,
    scopes: admin,
    json: z.strictObject({
      name: z.string(),
      url: urlSchema,
      active: z.boolean(),
      events: z.array(z.enum(events)).min(1),
      configuration: z.strictObject({ secret: z.string() }),
    }),
    run({ repo, state, json: { url, events, configuration } }) {
      const hook = { id: String(state.number()), url, events, secret: configuration.secret }
      repo.hooks.push(hook)
      return { status: 201, body: hookBody(hook) }
    },
  }),
  route({
    method: 'DELETE',
    path: `${repos}/webhooks/:id`,
    scopes: admin,
    run: ({ repo, params }) => removed(repo, params.id ?? ''),
  }),
  route({
    method: 'POST',
    path: `${repos}/commits/:commit/builds`,
    scopes: write,
    json: z.strictObject({
      key: z.string().max(255),
      state: z.enum(['SUCCESSFUL', 'FAILED', 'INPROGRESS', 'CANCELLED', 'UNKNOWN']),
      name: z.string(),
      description: z.string(),
      url: urlSchema,
    }),
    run({ repo, params: { commit = '' }, json: { key: context, name: _, ...status } }) {
      if (!repo.bare.has(commit)) return notFound
      repo.statuses.push({ commit, context, ...status })
      return { status: 204 }
    },
  }),
  route({
    method: 'GET',
    path: `${repos}/pull-requests/:number/activities`,
    scopes: read,
    query: paging,
    run(call) {
      const pull = pullOf(call)
      if (!pull) return notFound
      const activities = [
        ...pull.comments.map((comment) => ({
          action: 'COMMENTED',
          commentAction: 'ADDED',
          comment: commentBody(comment),
        })),
        { action: 'OPENED' },
      ]
      return paged(call, activities, (activity) => activity)
    },
  }),
  route({
    method: 'POST',
    path: `${repos}/pull-requests/:number/comments`,
    scopes: read,
    json: z.strictObject({ text: z.string().min(1) }),
    run({ repo, state, params, person, json }) {
      const pull = pullOf({ repo, params })
      if (!pull) return notFound
      const comment = { id: state.number(), author: String(person.id), text: json.text, version: 0 }
      pull.comments.unshift(comment)
      return { status: 201, body: commentBody(comment) }
    },
  }),
  route({
    method: 'PUT',
    path: `${repos}/pull-requests/:number/comments/:id`,
    scopes: read,
    json: z.strictObject({ text: z.string().min(1), version: z.int() }),
    run({ repo, params, person, json }) {
      const comment = pullOf({ repo, params })?.comments.find(({ id }) => String(id) === params.id)
      if (!comment) return notFound
      if (comment.author !== String(person.id)) return fault(403, 'You may only edit your own comments.')
      if (comment.version !== json.version) return fault(409, 'The comment has been updated since.')
      Object.assign(comment, { text: json.text, version: comment.version + 1 })
      return { body: commentBody(comment) }
    },
  }),
]

function commentBody({ id, author, text, version }: Pull['comments'][number]) {
  return { id, version, text, author: { id: Number(author), name: 'octo' } }
}

const repositoryIn = (repo: Repository, { org, slug } = repo) => ({
  id: repo.id,
  slug,
  name: slug,
  project: { key: org },
})

const pullEvents = {
  opened: 'pr:opened',
  synchronized: 'pr:from_ref_updated',
  merged: 'pr:merged',
  closed: 'pr:declined',
}

export const bitbucketDataCenterTelling: Telling = {
  refs(repo, changes) {
    const [newest] = changes[0]?.commits ?? []
    return [
      {
        event: 'repo:refs_changed',
        body: {
          eventKey: 'repo:refs_changed',
          actor: { name: 'octo' },
          repository: repositoryIn(repo),
          changes: changes.map(({ ref, before, after }) => ({
            ref: { id: ref, displayId: ref.replace(/^refs\/\w+\//, '') },
            refId: ref,
            fromHash: before ?? zero,
            toHash: after ?? zero,
            type: before === null ? 'ADD' : after === null ? 'DELETE' : 'UPDATE',
          })),
          ...(newest
            ? { toCommit: { id: newest.hash, author: { name: newest.name, emailAddress: newest.email } } }
            : {}),
        },
      },
    ]
  },
  pull: (repo, pull, action) => [
    {
      event: pullEvents[action],
      body: {
        eventKey: pullEvents[action],
        pullRequest: {
          id: pull.number,
          title: pull.title,
          author: { user: { name: 'octo', id: 42 } },
          fromRef: {
            displayId: pull.source,
            latestCommit: repo.bare.head(pull.source),
            repository: repositoryIn(repo),
          },
          toRef: {
            displayId: pull.target,
            latestCommit: repo.bare.head(pull.target),
            repository: repositoryIn(repo),
          },
          ...(pull.mergeCommit ? { properties: { mergeCommit: { id: pull.mergeCommit } } } : {}),
        },
      },
    },
  ],
  renamed: (repo, before) => [
    {
      event: 'repo:modified',
      body: {
        eventKey: 'repo:modified',
        old: repositoryIn(repo, { ...repo, ...before }),
        new: repositoryIn(repo),
      },
    },
  ],
  headers: (hook, { event }, raw) => ({
    'x-event-key': event,
    'x-request-id': randomUUID(),
    'x-hub-signature': sha256Signature(hook.secret, raw),
  }),
}
