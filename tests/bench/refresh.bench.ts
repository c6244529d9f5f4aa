// Refreshes, as many tabs of many people cause them, beside the same number of calls that the function refuses at once:
// between the two lies what a refresh does.
import { call, cookieIn } from '../functions/support/call.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import type { StackInfo } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, median, type Row, timed } from './bench.ts'
import { inTurns } from './support/crowd.ts'

const COMMAND = 'npm run bench refresh'
const PEOPLE = 20
const REFRESHES = 400
const SAMPLES = 5

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const { owner } = await aWorkspace(stack)
  const login = { username_or_email: owner.email, password: knownPassword }
  const cookies: string[] = []
  for (let person = 0; person < PEOPLE; person++)
    cookies.push(cookieIn(await call(stack, '/auth/login', { json: login })) ?? '')

  let failed = 0
  const refresh = async (person: number) => {
    const answer = await ask(stack, person, cookies[person])
    if (answer.status !== 200) failed++
    cookies[person] = cookieIn(answer) ?? cookies[person] ?? ''
  }
  const refused = async (person: number) => void (await ask(stack, person))
  const rates: { refresh: number[]; refused: number[] } = { refresh: [], refused: [] }
  const perSecond = async (work: (person: number) => Promise<void>) =>
    (REFRESHES / (await timed(() => inTurns(REFRESHES, PEOPLE, work)))) * 1000
  for (let n = -1; n < SAMPLES; n++) {
    const [a, b] = [await sample(() => perSecond(refresh)), await sample(() => perSecond(refused))]
    if (n < 0) continue
    rates.refresh.push(a)
    rates.refused.push(b)
  }
  const [done, bare] = [median(rates.refresh), median(rates.refused)]
  return [
    atLeast('Refreshes', done, 'refreshes/s', undefined, COMMAND),
    atLeast('The same call without a session', bare, 'calls/s', undefined, COMMAND),
    atLeast('Share of that', done / bare, '×', 0.15, COMMAND),
    atMost('Refreshes that failed', failed, 'refreshes', 0, COMMAND),
  ]
}

function ask(stack: StackInfo, person: number, cookie?: string) {
  return call(stack, '/auth/access-token', {
    method: 'POST',
    ...(cookie ? { cookie } : {}),
    headers: { 'x-forwarded-for': `198.51.100.${person}` },
  })
}
