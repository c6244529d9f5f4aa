// What a push to a Git host costs: from the commit to the docs that are open in a browser, and a hundred webhooks in a
// second for fifty branches while worker and functions are killed. The host is a double with a real remote on this machine.
import { chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { killHard } from '../support/processes.ts'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import type { Webhook } from './support/git-host.ts'
import { aGitHost, aGitProject, type GitHost, type GitProject } from './support/git-project.ts'
import { ask } from './support/import.ts'
import { signedIn } from './support/signed-in.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench git'
const FILES = 2_000
const PUSHES = 5
const BRANCHES = 50
const DELIVERIES = 100
const CHANGED = 'docs/page-7.md'
const LOOK_MS = 100
const PATIENCE_MS = 300_000
// Stands ready once the functions have been in use for a minute.
const SPARE = 'function api (spare)'

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const host = await aGitHost(stack)
  try {
    const large = await aGitProject(stack, host, 'large', manyFiles())
    const pushes = await inBrowser(stack, host, async (page) => {
      const seconds: number[] = []
      for (let n = 1; n <= PUSHES; n++) seconds.push(await sample(() => pushToDocs(host, large, page, n)))
      return seconds
    })
    const quiet = await burst(stack, host, 'quiet', async () => undefined)
    await until(async () => SPARE in stack.run().children)
    const killed = await burst(stack, host, 'killed', () => killTwo(stack))
    const files = FILES.toLocaleString('en-US')
    return [
      atMost(
        `Push of one file of ${files} to the docs open in a browser, median`,
        median(pushes),
        's',
        5,
        COMMAND,
      ),
      atMost('The same, slowest', Math.max(...pushes), 's', 5, COMMAND),
      ...rowsOf(`${DELIVERIES} webhooks in a second for ${BRANCHES} branches`, quiet),
      ...rowsOf('The same with kill -9 of worker and functions in the middle', killed),
    ]
  } finally {
    await host.double.close()
  }
}

const pageText = (n: number, version: number) => `# Page ${n}\n\nVersion ${version}.\n`

function manyFiles(): Record<string, string> {
  const pages = Array.from({ length: FILES - 1 }, (_, n) => [`docs/page-${n}.md`, pageText(n, 0)])
  const description = JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths: {} })
  return Object.fromEntries([...pages, ['reference/api.json', description]])
}

function rowsOf(name: string, { answers, lost, behind }: Burst): Row[] {
  return [
    atMost(`${name}: slowest answer`, Math.max(...answers), 'ms', 200, COMMAND),
    atMost(`${name}: lost`, lost, 'webhooks', 0, COMMAND),
    atMost(`${name}: without their newest commit`, behind, 'branches', 0, COMMAND),
  ]
}

async function inBrowser<T>(
  stack: RunningStack,
  { workspace }: GitHost,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const origin = `http://${workspace.slug}.${stack.baseHost}`
    const page = await signedIn(browser, origin, workspace)
    await page.goto(`${origin}/docs/large/branches/main/~${encodeURIComponent(`/${CHANGED}`)}`)
    await page.getByText('Version 0.').waitFor()
    return await work(page)
  } finally {
    await browser.close()
  }
}

/** Seconds from a commit, which the host tells of, to its text on a page that is open. */
async function pushToDocs(host: GitHost, project: GitProject, page: Page, version: number): Promise<number> {
  const started = performance.now()
  await host.double.commit(project.repository, 'main', { [CHANGED]: pageText(7, version) })
  await page.getByText(`Version ${version}.`).waitFor({ timeout: PATIENCE_MS })
  return (performance.now() - started) / 1000
}

interface Burst {
  /** Milliseconds of each answer. */
  answers: number[]
  /** Webhooks that nobody wrote down. */
  lost: number
  behind: number
}

/** A hundred deliveries for fifty branches within a second, each sent once: hosts do not send again what was refused. */
async function burst(
  stack: RunningStack,
  host: GitHost,
  name: string,
  meanwhile: () => Promise<void>,
): Promise<Burst> {
  const project = await aGitProject(stack, host, name, { 'docs/a.md': '# A\n' })
  const commits = Array.from({ length: DELIVERIES }, (_, n) => ({
    branch: `branch-${n % BRANCHES}`,
    files: { 'docs/a.md': `# A ${n}\n` },
  }))
  const webhooks = await host.double.writeDown(project.repository, commits)
  const answers: number[] = []
  const sending = webhooks.map(async (webhook, n) => {
    await pause((n * 1000) / DELIVERIES)
    answers.push(await deliver(webhook))
  })
  await Promise.all([...sending, pause(500).then(meanwhile)])
  const heads = await host.double.heads(project.repository)
  const behind = async () => {
    const rows = await ask<{ slug: string; commit_hash: string }>(
      stack,
      `select b.slug, b.commit_hash from public.branches b
       join public.project_repositories r on r.project_id = b.project_id where r.external_id = $1`,
      [project.repository],
    )
    const at = new Map(rows.map(({ slug, commit_hash }) => [slug, commit_hash]))
    return heads.filter(([branch, commit]) => at.get(branch) !== commit).length
  }
  await until(async () => (await behind()) === 0).catch(() => undefined)
  const [heard] = await ask<{ heard: number }>(
    stack,
    `select count(*)::int as heard from public.webhook_deliveries d
     join public.project_repositories r on r.project_id = d.project_id where r.external_id = $1 and d.event = 'push'`,
    [project.repository],
  )
  return { answers, lost: DELIVERIES - (heard?.heard ?? 0), behind: await behind() }
}

/** Sends one; the milliseconds of its answer, without end where it is not taken. */
async function deliver({ url, headers, raw }: Webhook): Promise<number> {
  const started = performance.now()
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: raw,
  })
  return status === 202 ? performance.now() - started : Number.POSITIVE_INFINITY
}

async function killTwo(stack: RunningStack): Promise<void> {
  const { children } = stack.run()
  for (const [name, child] of Object.entries(children))
    if (child && /^(worker|function api)$/.test(name)) killHard(child.pid)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It took longer than five minutes.')
    await pause(LOOK_MS)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
