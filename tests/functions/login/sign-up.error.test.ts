import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aWorkspace, giveCode, sql, unique } from '../support/people.ts'

const stack = sharedStack()

const signUp = (json: Record<string, unknown>) => call(stack, '/auth/signup/workspace', { json })

async function sessionsOf(email: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`,
    [email],
  )
  return row?.n ?? 0
}

describe('signing up is refused', () => {
  it('with a wrong code, and with an expired, used or unknown one, always in the same words', async () => {
    const slug = unique('code')
    const email = `${slug}@example.com`
    const invalid = { status: 400, type: 'VALIDATION_ERROR', detail: 'Invalid confirmation code' }
    const spent = { ...invalid, detail: 'Invalid confirmation code. Please ask for a new one.' }
    expect(refusalIn(await signUp({ email, code: '000000', slug }))).toEqual(spent)
    const code = await giveCode(stack, email)
    const wrong = await signUp({ email, code: '654321', slug })
    expect(refusalIn(wrong)).toEqual(invalid)
    expect(wrong.json<ProblemBody>().errors).toEqual([
      { field: 'code', message: 'Invalid confirmation code' },
    ])
    await sql(stack, `update private.codes set expires_at = now() where email = $1`, [email])
    expect(refusalIn(await signUp({ email, code, slug }))).toEqual(spent)
    await giveCode(stack, email, code)
    expect((await signUp({ email, code, slug })).status).toBe(201)
    expect(refusalIn(await signUp({ email, code, slug: unique('again') }))).toEqual(spent)
  })

  it('when the slug was taken meanwhile, and the code stays usable', async () => {
    const taken = await aWorkspace(stack)
    const email = `${unique('late')}@example.com`
    const code = await giveCode(stack, email)
    const refused = await signUp({ email, code, slug: taken.slug })
    const message = `${taken.slug} already exists. Please input a different URL.`
    expect(refusalIn(refused)).toEqual({ status: 409, type: 'CONFLICT', detail: message })
    expect(refused.json<ProblemBody>().errors).toEqual([{ field: 'slug', message }])
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect((await signUp({ email, code, slug: unique('free') })).status).toBe(201)
  })

  it('for a reserved slug and for one that is no sub-domain', async () => {
    const email = `${unique('slug')}@example.com`
    const code = await giveCode(stack, email)
    const reserved = await signUp({ email, code, slug: 'admin' })
    expect(refusalIn(reserved)).toMatchObject({
      status: 400,
      detail: 'This workspace name is reserved, or not allowed. Please choose a different one.',
    })
    for (const slug of ['-a', 'a', 'Upper', 'x'.repeat(21)]) {
      const answer = await signUp({ email, code, slug })
      expect([slug, answer.status, answer.json<ProblemBody>().errors?.[0]?.field]).toEqual([
        slug,
        400,
        'slug',
      ])
    }
  })

  it('to one of two who want the same slug at the same moment, and only to that one', async () => {
    const slug = unique('race')
    const emails = ['one', 'two'].map((name) => `${slug}-${name}@example.com`)
    const codes = await Promise.all(emails.map((email) => giveCode(stack, email)))
    const answers = await Promise.all(emails.map((email, n) => signUp({ email, code: codes[n], slug })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    const loser = answers.findIndex((answer) => answer.status === 409)
    expect(await sessionsOf(emails[loser] ?? '')).toBe(0)
    const again = await signUp({ email: emails[loser], code: codes[loser], slug: unique('race') })
    expect(again.status).toBe(201)
  })

  it('to the second of two tabs that use the same code', async () => {
    const email = `${unique('tabs')}@example.com`
    const code = await giveCode(stack, email)
    const answers = await Promise.all([1, 2].map(() => signUp({ email, code, slug: unique('tab') })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400])
    const [row] = await sql<{ n: number }>(
      stack,
      `select count(*)::int as n from public.workspace_members m join public.emails e on e.user_id = m.user_id where e.email = $1`,
      [email],
    )
    expect(row?.n).toBe(1)
    expect(await sessionsOf(email)).toBe(1)
  })

  it('with an address that is none', async () => {
    const check = await call(stack, '/workspaces/has-email', { json: { email: 'ada@' } })
    expect(refusalIn(check)).toEqual({
      status: 422,
      type: 'VALIDATION_ERROR',
      detail: 'Please enter a valid email address.',
    })
    expect((await call(stack, '/auth/signup/code', { json: { email: 'ada@' } })).status).toBe(400)
  })
})
