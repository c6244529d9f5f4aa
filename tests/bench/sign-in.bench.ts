// Signing in without a password hash of ours (a directory proves the person), by twenty people at once; and refreshes,
// as many tabs of many people cause them. Everything is on this machine, the directory included. What "twenty at once"
// may mean: docs/decisions/0021.
import { setTimeout as delay } from 'node:timers/promises'
import { aBrowser } from '../functions/support/browser.ts'
import { call, cookieIn } from '../functions/support/call.ts'
import { anIntegration, trust } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { startDirectory } from '../support/slapd.ts'
import type { StackInfo } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, median, type Row } from './bench.ts'

const COMMAND = 'npm run bench sign-in'
const AT_ONCE = 20
const SIGN_INS = 300
const ROUNDS = 15
const PAUSE_MS = 1000
const REFRESH_SECONDS = 30

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  return [...(await signIns(stack)), ...(await refreshes(stack))]
}

async function signIns(stack: StackInfo): Promise<Row[]> {
  const directory = await startDirectory()
  try {
    const workspace = await aWorkspace(stack)
    await trust(stack, directory.url)
    await sql(
      stack,
      `insert into public.approved_domains (workspace_id, domain, role)
       select id, 'directory.example', 'viewer' from public.workspaces where slug = $1`,
      [workspace.slug],
    )
    const { id } = await anIntegration(stack, workspace, {
      kind: 'ldap',
      config_type: 'custom',
      config: {
        url: directory.url,
        bindDN: directory.bindDN,
        searchBase: directory.searchBase,
        searchFilter: '(uid={{username}})',
      },
      secrets: { bindCredentials: directory.bindCredentials },
    })
    const common = { workspace_id: workspace.id, workspace_integration_id: id }
    const signIn = (person: number) => {
      const username_or_email = `staff-${person}`
      const json = { ...common, username_or_email, password: `${username_or_email}-secret` }
      // Each from a machine of their own, as the throttle counts.
      const headers = { 'x-forwarded-for': `203.0.113.${person}` }
      return aBrowser(stack).call('/auth/login', { json, headers })
    }
    // The first time makes the account.
    await inTurns(AT_ONCE, async (person) => void (await signIn(person)))
    const alone: number[] = []
    for (let n = 0; n < AT_ONCE; n++) {
      const started = performance.now()
      await signIn(n)
      alone.push(performance.now() - started)
    }
    const timed = async (person: number, times: number[]) => {
      const started = performance.now()
      const answer = await signIn(person)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      times.push(performance.now() - started)
    }
    const paced: number[] = []
    await inStep((person) => timed(person, paced))
    const crowded: number[] = []
    await inTurns(SIGN_INS, (person) => timed(person, crowded))
    return [
      atMost('Sign-in by a directory, one at a time, median', median(alone), 'ms', 50, COMMAND),
      atMost(`${AT_ONCE} people sign in once a second each, p95`, p95(paced), 'ms', 50, COMMAND),
      atMost(`${AT_ONCE} sign-ins in flight without a pause, p95`, p95(crowded), 'ms', 50, COMMAND),
    ]
  } finally {
    await directory.close()
  }
}

async function refreshes(stack: StackInfo): Promise<Row[]> {
  const { owner } = await aWorkspace(stack)
  const login = { username_or_email: owner.email, password: knownPassword }
  const cookies = await Promise.all(
    Array.from(
      { length: AT_ONCE },
      async () => cookieIn(await call(stack, '/auth/login', { json: login })) ?? '',
    ),
  )
  const until = performance.now() + REFRESH_SECONDS * 1000
  let done = 0
  let failed = 0
  await Promise.all(
    cookies.map(async (first, person) => {
      let cookie = first
      while (performance.now() < until) {
        const answer = await call(stack, '/auth/access-token', {
          method: 'POST',
          cookie,
          headers: { 'x-forwarded-for': `198.51.100.${person}` },
        })
        if (answer.status === 200) done++
        else failed++
        cookie = cookieIn(answer) ?? cookie
      }
    }),
  )
  return [
    atLeast(`Refreshes for ${REFRESH_SECONDS} s`, done / REFRESH_SECONDS, 'refreshes/s', 200, COMMAND),
    atMost('Refreshes that failed', failed, 'refreshes', 0, COMMAND),
  ]
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/** AT_ONCE people who each begin once every PAUSE_MS, spread over it evenly. */
async function inStep(work: (person: number) => Promise<void>): Promise<void> {
  const everybody = Array.from({ length: AT_ONCE }, async (_, person) => {
    const first = performance.now() + (person * PAUSE_MS) / AT_ONCE
    for (let round = 0; round < ROUNDS; round++) {
      await delay(Math.max(0, first + round * PAUSE_MS - performance.now()))
      await work(person)
    }
  })
  await Promise.all(everybody)
}

/** So many runs of `work`, by AT_ONCE people at any time, each by their number. */
async function inTurns(count: number, work: (person: number) => Promise<void>): Promise<void> {
  let left = count
  const worker = async (_: unknown, person: number) => {
    while (left-- > 0) await work(person)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
