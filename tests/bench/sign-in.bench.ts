// Signing in without a password hash of ours (a directory proves the person), by twenty people at once, beside one alone
// on the same machine in the same run. What "twenty at once" may mean: docs/decisions/0021.
import { setTimeout as delay } from 'node:timers/promises'
import { aBrowser } from '../functions/support/browser.ts'
import { anIntegration, trust } from '../functions/support/integrations.ts'
import { aWorkspace, sql } from '../functions/support/people.ts'
import { type Directory, startDirectory } from '../support/slapd.ts'
import type { StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, median, percentile, type Row, timed } from './bench.ts'
import { inTurns } from './support/crowd.ts'

export const needs = ['slapd', 'openssl'] as const

const COMMAND = 'npm run bench sign-in'
const AT_ONCE = 20
const SIGN_INS = 100
const SECONDS = 5
const SAMPLES = 3
const PAUSE_MS = 1000

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const directory = await startDirectory()
  try {
    const signIn = await signInBy(stack, directory)
    const took = (person: number) => timed(() => signIn(person))
    // The first time makes the account.
    await inTurns(AT_ONCE, AT_ONCE, async (person) => void (await signIn(person)))
    const alone: number[] = []
    const paced: number[] = []
    const crowded: number[] = []
    for (let n = 0; n < SAMPLES; n++) {
      await sample(async () => {
        for (let person = 0; person < AT_ONCE; person++) alone.push(await took(person))
      })
      await sample(() => inStep(async (person) => void paced.push(await took(person))))
      await sample(() => inTurns(SIGN_INS, AT_ONCE, async (person) => void crowded.push(await took(person))))
    }
    const one = median(alone)
    const [inStepP95, crowdedP95] = [percentile(paced, 0.95), percentile(crowded, 0.95)]
    return [
      atMost('Sign-in by a directory, one at a time, median', one, 'ms', undefined, COMMAND),
      atMost(`${AT_ONCE} people sign in once a second each, p95`, inStepP95, 'ms', undefined, COMMAND),
      atMost('That beside one alone', inStepP95 / one, '×', 3, COMMAND),
      atMost(`${AT_ONCE} sign-ins in flight without a pause, p95`, crowdedP95, 'ms', undefined, COMMAND),
      atMost('That beside one alone, of twenty in a queue', crowdedP95 / one, '×', AT_ONCE, COMMAND),
    ]
  } finally {
    await directory.close()
  }
}

/** A workspace with the directory; what signs one of its people in, each from a machine of their own. */
async function signInBy(stack: StackInfo, directory: Directory): Promise<(person: number) => Promise<void>> {
  const workspace = await aWorkspace(stack)
  await believe(stack, directory.url)
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
  const common = { workspace: workspace.slug, workspace_id: workspace.id, workspace_integration_id: id }
  return async (person) => {
    const username_or_email = `staff-${person}`
    const json = { ...common, username_or_email, password: `${username_or_email}-secret` }
    // As the throttle counts.
    const headers = { 'x-forwarded-for': `203.0.113.${person}` }
    const answer = await aBrowser(stack).call('/auth/login', { json, headers })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  }
}

/** Lets the directory's word count; a checkout to compare with may be older than the list of trusted providers. */
async function believe(stack: StackInfo, url: string): Promise<void> {
  const [row] = await sql<{ there: boolean }>(
    stack,
    `select to_regclass('private.trusted_providers') is not null as there`,
  )
  if (row?.there) return trust(stack, 'ldap', url)
  const add = 'update private.deployment set trusted_hosts = array_append(trusted_hosts, $1)'
  await sql(stack, add, [new URL(url).host])
}

/** AT_ONCE people who each begin once every PAUSE_MS, spread over it evenly. */
async function inStep(work: (person: number) => Promise<void>): Promise<void> {
  const everybody = Array.from({ length: AT_ONCE }, async (_, person) => {
    const first = performance.now() + (person * PAUSE_MS) / AT_ONCE
    for (let round = 0; round < SECONDS; round++) {
      await delay(Math.max(0, first + round * PAUSE_MS - performance.now()))
      await work(person)
    }
  })
  await Promise.all(everybody)
}
