// Whoever measures answers learns nothing of who has an account: the same distribution for both.
import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, sql, unique } from '../support/people.ts'

const stack = sharedStack()
const rounds = 12
/** A busy machine gets more tries: what is noise goes away with them, a difference stays. */
const tries = 4
/** How much longer one kind may take by the noise of a busy machine. */
const noise = 1.25

type Ask = (email: string, workspace: string) => ReturnType<typeof call>

const questions: [string, Ask][] = [
  [
    'a sign-in with a wrong password',
    (username_or_email) =>
      call(stack, '/auth/login', {
        json: { username_or_email, password: 'not the password' },
        headers: elsewhere(),
      }),
  ],
  [
    'a request for a new password',
    (email) => call(stack, '/auth/password/code', { json: { email }, headers: elsewhere() }),
  ],
  [
    'a code to sign up with',
    (email, workspace) =>
      call(stack, '/auth/signup/email/code', { json: { email, workspace }, headers: elsewhere() }),
  ],
  [
    'a request for the list of workspaces',
    (email) => call(stack, '/auth/find-workspaces', { json: { email }, headers: elsewhere() }),
  ],
]

/** Throttling is not what is measured here: every call comes from somewhere else, and the address is forgotten. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}` })
const forget = (email: string) => sql(stack, 'delete from private.throttle where key like $1', [`%${email}%`])

async function measure(ask: Ask, email: string, workspace: string) {
  const startedAt = performance.now()
  const { status } = await ask(email, workspace)
  return { status, ms: performance.now() - startedAt }
}

function quantile(samples: number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length * share)] ?? 0
}

/** How many times as long the slower kind takes; the fastest answers tell an observer most, and noise disturbs them least. */
function difference(known: number[], unknown: number[]): number {
  const ratios = [0, 0.25].map((share) => quantile(known, share) / quantile(unknown, share))
  return Math.max(...ratios.flatMap((ratio) => [ratio, 1 / ratio]))
}

describe('takes as long and says the same whether or not the account exists:', () => {
  it.each(questions)(
    '%s',
    async (_name, ask) => {
      const { slug, owner } = await aWorkspace(stack)
      const known: number[] = []
      const unknown: number[] = []
      const statuses = new Set<number>()
      const askBoth = async () => {
        await forget(owner.email)
        const mine = await measure(ask, owner.email, slug)
        const nobodys = await measure(ask, `${unique('nobody')}@example.com`, slug)
        statuses.add(mine.status).add(nobodys.status)
        return { mine: mine.ms, nobodys: nobodys.ms }
      }
      // Warms up what both need.
      await askBoth()
      for (let turn = 0; turn < tries && !(difference(known, unknown) < noise); turn++) {
        for (let round = 0; round < rounds; round++) {
          const { mine, nobodys } = await askBoth()
          known.push(mine)
          unknown.push(nobodys)
        }
      }
      expect([...statuses]).toHaveLength(1)
      expect(difference(known, unknown)).toBeLessThan(noise)
    },
    240_000,
  )
})
