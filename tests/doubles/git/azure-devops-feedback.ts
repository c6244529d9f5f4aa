// Azure DevOps's API for hooks and feedback, and what its hooks tell.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { listed, parts, repos, version } from './azure-devops.ts'
import { fault, notFound, type Route, route, urlSchema } from './routes.ts'
import type { GitState, Pull, Repository, Telling } from './state.ts'
import { pullOf, zero } from './state.ts'

const eventTypes = [
  'git.push',
  'git.pullrequest.created',
  'git.pullrequest.updated',
  'git.pullrequest.merged',
  'git.repo.renamed',
  'git.repo.deleted',
]

/** Routes of hooks, statuses and comments. */
export const azureFeedbackRoutes: Route[] = [
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

function hooksOf(state: GitState, account: string | undefined) {
  return state.repositories
    .filter(({ org }) => parts(org)[0] === account)
    .flatMap((repo) => repo.hooks.map((hook) => ({ repo, hook })))
}

function threadBody({ id, author, text }: Pull['comments'][number]) {
  return { id, isDeleted: false, comments: [{ id: 1, content: text, author: { id: author } }] }
}

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
  const told = (eventType: string, resource: object, text?: string) => ({
    event: eventType,
    body: {
      ...{ id: randomUUID(), eventType, publisherId: 'tfs', resourceVersion: '1.0', resource },
      ...(text && { message: { text } }),
    },
  })
  const pullEvents = {
    opened: ['git.pullrequest.created'],
    synchronized: ['git.pullrequest.updated'],
    merged: ['git.pullrequest.updated', 'git.pullrequest.merged'],
    closed: ['git.pullrequest.updated'],
  }
  const statuses = { open: 'active', merged: 'completed', closed: 'abandoned' }
  const done = {
    opened: 'created',
    synchronized: 'updated the source branch of',
    merged: 'completed',
    closed: 'abandoned',
  }
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
        told(
          event,
          {
            repository: repositoryIn(repo),
            pullRequestId: pull.number,
            status: statuses[pull.state],
            title: pull.title,
            createdBy: { uniqueName: 'octo@example.com', displayName: 'Octo Cat' },
            sourceRefName: `refs/heads/${pull.source}`,
            targetRefName: `refs/heads/${pull.target}`,
            lastMergeSourceCommit: { commitId: repo.bare.head(pull.source) },
            ...(pull.mergeCommit ? { lastMergeCommit: { commitId: pull.mergeCommit } } : {}),
          },
          `Octo Cat ${done[action]} pull request ${pull.number} (${pull.title}) in ${repo.slug}`,
        ),
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
