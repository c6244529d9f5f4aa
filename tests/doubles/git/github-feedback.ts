// GitHub's API for hooks and feedback, and what its hooks tell.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sha256Signature } from './deliver.ts'
import { paging } from './github.ts'
import { fault, linked, notFound, type Route, route, urlSchema } from './routes.ts'
import { type Hook, type Pull, pullOf, type Repository, removed, type Telling, zero } from './state.ts'

const hookBody = (hook: Hook) => ({
  id: Number(hook.id),
  type: 'Repository',
  active: true,
  events: hook.events,
  config: { url: hook.url, content_type: 'json', secret: '********' },
})

const events = ['push', 'create', 'delete', 'pull_request', 'repository', 'ping']

/** Routes of hooks, statuses and comments. */
export const githubFeedbackRoutes: Route[] = [
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
      const pull = pullOf(call)
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
      const pull = pullOf({ repo, params })
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

function commentBody({ id, author, text }: Pull['comments'][number]) {
  return { id, body: text, user: { id: Number(author), login: 'octo' } }
}

const repositoryIn = (repo: Repository) => ({
  id: repo.id,
  name: repo.slug,
  full_name: `${repo.org}/${repo.slug}`,
  owner: { id: 1, login: repo.org, name: repo.org },
})

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
