// The link at the foot of the daily digest: it ends the digest of one person in one workspace, without a session.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Person, sql, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
let reader: Person
let token: string

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  reader = await aMember(stack, workspace, 'maker')
  token = randomBytes(16).toString('hex')
  await sql(
    stack,
    `insert into private.unsubscribe_tokens (token_hash, workspace_id, user_id)
     select private.token_hash($1), w.id, e.user_id from public.workspaces w, public.emails e where w.slug = $2 and e.email = $3`,
    [token, workspace.slug, reader.email],
  )
})

/** Who gets the digest of the workspace. */
const readers = async () => {
  const rows = await sql<{ email: string }>(
    stack,
    `select e.email from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
     join public.emails e on e.user_id = m.user_id and e.is_primary where w.slug = $1 and m.receive_daily_summary order by 1`,
    [workspace.slug],
  )
  return rows.map(({ email }) => email)
}
const subscribeAll = () =>
  sql(
    stack,
    'update public.workspace_members set receive_daily_summary = true where workspace_id = (select id from public.workspaces where slug = $1)',
    [workspace.slug],
  )

describe('the link of a digest', () => {
  it.each([
    ['in the query, as mail programs send it', true],
    ['in the body, as our screen sends it', false],
  ])('ends it for its reader alone, as often as it is followed: %s', async (_where, inQuery) => {
    await subscribeAll()
    const path = `/auth/unsubscribe${inQuery ? `?token=${token}` : ''}`
    const json = inQuery ? {} : { token }
    for (let time = 0; time < 2; time++) {
      const answer = await call(stack, path, { json })
      expect([answer.status, answer.json()]).toEqual([
        200,
        { workspace: { name: workspace.slug }, email: reader.email, kind: 'daily_summary' },
      ])
      expect(await readers()).toEqual([workspace.owner.email])
    }
  })

  it.each([
    ['that nobody was sent', { token: 'nobody’s' }],
    ['that is no text', { token: 7 }],
    ['that is too long', { token: 'x'.repeat(201) }],
    ['that is missing', {}],
  ])('is refused with a token %s, and ends nothing', async (_what, json) => {
    await subscribeAll()
    expect(refusalIn(await call(stack, '/auth/unsubscribe', { json }))).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'This link is not valid.',
    })
    expect(await readers()).toEqual([workspace.owner.email, reader.email].sort())
  })
})
