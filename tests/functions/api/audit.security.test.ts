// The trail for programs over HTTP: lines and a link onward, an audit token that reads its workspace's trail and nothing
// else, and who failed to sign in.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

let workspace: Workspace
let other: Workspace
const path = (of = workspace) => `/workspaces/${of.id}/audit`

interface Event {
  id: string
  type: string
  metadata: Record<string, unknown>
  origin: { user_agent?: string; method?: string }
}

const follow = async (token: string, at = path()) => {
  const answer = await call(stack, at, { token })
  const events = answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
  const next = /<\/api\/v1([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? ''
  return { ...answer, status: answer.status, headers: answer.headers, events, next }
}

async function anAuditToken(of: Workspace, name: string): Promise<{ id: string; access_token: string }> {
  const made = await call(stack, `/workspaces/${of.id}/audit-tokens`, {
    method: 'POST',
    token: of.owner.token,
    json: { name },
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.json()
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  other = await aWorkspace(stack)
  await aProject(stack, workspace, { name: 'Followed' })
})

describe('the trail', () => {
  it('comes as lines, a page after another, each event once, and says when there is nothing new', async () => {
    const { access_token: token } = await anAuditToken(workspace, 'Pages')
    const whole = await follow(token)
    expect(whole.headers['content-type']).toContain('application/x-ndjson')
    expect(whole.events.map(({ type }) => type)).toContain('project.created')
    const seen: string[] = []
    let at = `${path()}?limit=1`
    for (const _ of whole.events) {
      const page = await follow(token, at)
      seen.push(...page.events.map(({ id }) => id))
      at = page.next
    }
    expect(seen).toEqual(whole.events.map(({ id }) => id))
    const end = await follow(token, whole.next)
    const later = await follow(token, end.next)
    expect(end.status).toBe(200)
    expect(later.events).toEqual([])
    expect(later.next).toBe(end.next)
  })

  it('says by which program, and how its session was opened', async () => {
    await call(stack, `/workspaces/${workspace.id}/groups`, {
      method: 'POST',
      token: workspace.owner.token,
      json: { name: 'By a program' },
      headers: { 'user-agent': 'Audited/1.0' },
    })
    const made = async () =>
      (await follow(workspace.owner.token)).events.findLast(({ type }) => type === 'group.created')
    // What others are writing this moment is told first.
    await expect
      .poll(made)
      .toMatchObject({ origin: { user_agent: 'Audited/1.0', method: expect.any(String) } })
  })
})

describe('an audit token', () => {
  it('reads no other workspace, also not by a cursor of that one', async () => {
    const { access_token: token } = await anAuditToken(workspace, 'Foreign')
    const theirs = await follow(other.owner.token, path(other))
    expect((await follow(token, path(other))).status).toBe(404)
    const crossed = await follow(token, `${path()}?after=${theirs.events[0]?.id}`)
    const own = new Set((await follow(workspace.owner.token)).events.map(({ id }) => id))
    expect(crossed.events.filter(({ id }) => !own.has(id))).toEqual([])
  })

  it('opens nothing else, makes no other, and ends when it is revoked', async () => {
    const { id, access_token: token } = await anAuditToken(workspace, 'Ends')
    for (const [method, at] of [
      ['GET', `/workspaces/${workspace.id}/activity`],
      ['GET', `/workspaces/${workspace.id}/members`],
      ['GET', `/workspaces/${workspace.id}/audit-tokens`],
      ['DELETE', `/audit-tokens/${id}`],
    ] as const)
      expect((await call(stack, at, { method, token })).status, `${method} ${at}`).toBeGreaterThanOrEqual(401)
    const gone = await call(stack, `/audit-tokens/${id}`, { method: 'DELETE', token: workspace.owner.token })
    expect(gone.status).toBe(204)
    expect((await follow(token)).status).toBe(401)
  })

  it.each(['wmaudit_', `wmaudit_${'A'.repeat(43)}`, "wmaudit_'; select 1"])('%s is none', async (token) => {
    expect((await call(stack, path(), { token })).status).toBe(401)
  })
})

it('a wrong password at a workspace is told to it, without what was typed', async () => {
  const answer = await call(stack, '/auth/login', {
    method: 'POST',
    json: {
      username_or_email: workspace.owner.email,
      password: 'wrong-as-typed',
      workspace_id: workspace.id,
    },
    headers: { 'user-agent': 'Guess/1.0' },
  })
  expect(answer.status).toBe(401)
  const { text, events } = await follow(workspace.owner.token)
  expect(events.filter(({ type }) => type === 'workspace.sign_in.failed')).toMatchObject([
    { metadata: { reason: 'wrong_password', browser: 'Guess/1.0', user_id: expect.any(String) } },
  ])
  expect(text).not.toContain('wrong-as-typed')
})
