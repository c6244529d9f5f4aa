// Bitbucket Cloud's API for hooks and feedback, and what its hooks tell.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { commitBody, paged, paging, uuidOf } from './bitbucket-cloud.ts'
import { sha256Signature } from './deliver.ts'
import { fault, notFound, type Route, route, urlSchema } from './routes.ts'
import { type Hook, type Pull, pullOf, type Repository, removed, type Telling } from './state.ts'

const hookBody = ({ id, url, events }: Hook) => ({
  type: 'webhook_subscription',
  uuid: id,
  url,
  events,
  active: true,
  secret_set: true,
})

const events = [
  'repo:push',
  'repo:updated',
  'repo:transfer',
  'repo:deleted',
  'pullrequest:created',
  'pullrequest:updated',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
]

/** Routes of hooks, statuses and comments. */
export const bitbucketCloudFeedbackRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/hooks',
    scopes: ['webhook'],
    query: paging,
    run: (call) => paged(call, call.repo.hooks, hookBody),
  }),
  route({
    method: 'POST',
    path: '/repositories/:workspace/:repo/hooks',
    scopes: ['webhook'],
    json: z.strictObject({
      description: z.string(),
      url: urlSchema,
      secret: z.string(),
      active: z.boolean(),
      events: z.array(z.enum(events)).min(1),
    }),
    run({ repo, json: { url, secret, events } }) {
      const hook = { id: `{${randomUUID()}}`, url, secret, events }
      repo.hooks.push(hook)
      return { status: 201, body: hookBody(hook) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/repositories/:workspace/:repo/hooks/:id',
    scopes: ['webhook'],
    run: ({ repo, params }) => removed(repo, params.id ?? ''),
  }),
  route({
    method: 'POST',
    path: '/repositories/:workspace/:repo/commit/:commit/statuses/build',
    scopes: ['repository:write', 'repository:admin'],
    json: z.strictObject({
      key: z.string().max(40),
      state: z.enum(['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED']),
      name: z.string(),
      description: z.string(),
      url: urlSchema,
    }),
    run({ repo, params: { commit = '' }, json: { key: context, name: _, ...status } }) {
      if (!repo.bare.has(commit)) return notFound
      repo.statuses.push({ commit, context, ...status })
      return { status: 201, body: { type: 'build', key: context, ...status } }
    },
  }),
  route({
    method: 'GET',
    path: '/repositories/:workspace/:repo/pullrequests/:number/comments',
    scopes: ['pullrequest:write'],
    query: [...paging, 'q', 'sort'],
    run(call) {
      const pull = pullOf(call)
      return pull ? paged(call, pull.comments, commentBody) : notFound
    },
  }),
  route({
    method: 'POST',
    path: '/repositories/:workspace/:repo/pullrequests/:number/comments',
    scopes: ['pullrequest:write'],
    json: z.strictObject({ content: z.strictObject({ raw: z.string().min(1) }) }),
    run({ repo, state, params, person, json }) {
      const pull = pullOf({ repo, params })
      if (!pull) return notFound
      const comment = { id: state.number(), author: `{${person.id}}`, text: json.content.raw, version: 0 }
      pull.comments.push(comment)
      return { status: 201, body: commentBody(comment) }
    },
  }),
  route({
    method: 'PUT',
    path: '/repositories/:workspace/:repo/pullrequests/:number/comments/:id',
    scopes: ['pullrequest:write'],
    json: z.strictObject({ content: z.strictObject({ raw: z.string().min(1) }) }),
    run({ repo, params, person, json }) {
      const comment = pullOf({ repo, params })?.comments.find(({ id }) => String(id) === params.id)
      if (!comment) return notFound
      if (comment.author !== `{${person.id}}`) return fault(403, 'Access denied.')
      comment.text = json.content.raw
      return { body: commentBody(comment) }
    },
  }),
]

function commentBody({ id, author, text }: Pull['comments'][number]) {
  return { type: 'pullrequest_comment', id, content: { raw: text }, user: { uuid: author }, deleted: false }
}

const repositoryIn = (repo: Repository) => ({
  type: 'repository',
  uuid: uuidOf(repo),
  name: repo.name,
  full_name: `${repo.org}/${repo.slug}`,
})

function refIn(ref: string, hash: string | null) {
  const [, folder, name] = /^refs\/(\w+)\/(.+)$/.exec(ref) ?? []
  const type = folder === 'tags' ? 'tag' : 'branch'
  return hash === null ? null : { type, name, target: { type: 'commit', hash } }
}

const pullEvents = {
  opened: 'pullrequest:created',
  synchronized: 'pullrequest:updated',
  merged: 'pullrequest:fulfilled',
  closed: 'pullrequest:rejected',
}

export const bitbucketCloudTelling: Telling = {
  refs: (repo, changes) => [
    {
      event: 'repo:push',
      body: {
        actor: { nickname: 'octo' },
        repository: repositoryIn(repo),
        push: {
          changes: changes.map(({ ref, before, after, forced, commits }) => ({
            old: refIn(ref, before),
            new: refIn(ref, after),
            created: before === null,
            closed: after === null,
            forced,
            commits: commits.slice(0, 5).map(commitBody),
          })),
        },
      },
    },
  ],
  pull: (repo, pull, action) => [
    {
      event: pullEvents[action],
      body: {
        actor: { nickname: 'octo' },
        repository: repositoryIn(repo),
        pullrequest: {
          id: pull.number,
          title: pull.title,
          state: pull.state,
          author: { nickname: 'octo', display_name: 'Octo Cat' },
          source: {
            branch: { name: pull.source },
            commit: { hash: repo.bare.head(pull.source)?.slice(0, 12) },
            repository: repositoryIn(repo),
          },
          destination: { branch: { name: pull.target }, repository: repositoryIn(repo) },
          merge_commit: pull.mergeCommit && { hash: pull.mergeCommit.slice(0, 12) },
        },
      },
    },
  ],
  renamed: (repo, before) => [
    {
      event: repo.org === before.org ? 'repo:updated' : 'repo:transfer',
      body: { actor: { nickname: 'octo' }, repository: repositoryIn(repo) },
    },
  ],
  headers: (hook, { event }, raw) => ({
    'x-event-key': event,
    'x-hook-uuid': hook.id.slice(1, -1),
    'x-request-uuid': randomUUID(),
    'x-attempt-number': '1',
    'x-hub-signature': sha256Signature(hook.secret, raw),
  }),
}
