// Signing in without a password hash of ours (a directory proves the person), twenty at a time; and refreshes, as many
// tabs of many people cause them. Everything is on this machine, the directory included.
import { aBrowser } from '../functions/support/browser.ts'
import { call, cookieIn } from '../functions/support/call.ts'
import { anIntegration, trust } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { startDirectory } from '../support/slapd.ts'
import type { StackInfo } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, type Row } from './bench.ts'

const COMMAND = 'npm run bench sign-in'
const AT_ONCE = 20
const SIGN_INS = 600
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
    const json = {
      workspace_id: workspace.id,
      workspace_integration_id: id,
      username_or_email: 'ada',
      password: 'ada-secret',
    }
    const times: number[] = []
    await inTurns(SIGN_INS, async () => {
      const started = performance.now()
      const answer = await aBrowser(stack).call('/auth/login', { json })
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      times.push(performance.now() - started)
    })
    times.sort((a, b) => a - b)
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
    return [atMost(`Sign-in by a directory, ${AT_ONCE} at a time, p95`, p95, 'ms', 50, COMMAND)]
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
    cookies.map(async (first) => {
      let cookie = first
      while (performance.now() < until) {
        const answer = await call(stack, '/auth/access-token', { method: 'POST', cookie })
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

/** So many runs of `work`, AT_ONCE at any time. */
async function inTurns(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
