// What a push to a Git host costs: from the webhook to the documentation that a reader gets, and a hundred webhooks in a
// second for fifty branches while worker and functions are killed. The host is a double with a real remote on this machine.
import { killHard } from '../support/processes.ts'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, median, percentile, type Row } from './bench.ts'
import type { Webhook } from './support/git-host.ts'
import { aGitHost, aGitProject, type GitHost, type GitProject } from './support/git-project.ts'
import { api, ask } from './support/import.ts'

const COMMAND = 'npm run bench git'
const FILES = 2_000
const PUSHES = 5
const BRANCHES = 50
const DELIVERIES = 100
const LOOK_MS = 25
const PATIENCE_MS = 300_000

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const host = await aGitHost(stack)
  try {
    const large = await aGitProject(stack, host, 'large', manyFiles())
    const pushes: number[] = []
    for (let n = 1; n <= PUSHES; n++) pushes.push(await sample(() => pushToDocs(stack, host, large, n)))
    const quiet = await burst(stack, host, 'quiet', async () => undefined)
    const killed = await burst(stack, host, 'killed', () => killTwo(stack))
    return [
      atMost(
        `Push of one file of ${FILES.toLocaleString('en-US')} to readable`,
        median(pushes),
        's',
        5,
        COMMAND,
      ),
      atMost(
        `${DELIVERIES} webhooks in a second, answers p95`,
        percentile(quiet.answers, 0.95),
        'ms',
        200,
        COMMAND,
      ),
      atMost('Branches that missed their newest commit', quiet.behind, 'branches', 0, COMMAND),
      atMost('The same after killing worker and functions', killed.behind, 'branches', 0, COMMAND),
    ]
  } finally {
    await host.double.close()
  }
}

function manyFiles(): Record<string, string> {
  const pages = Array.from({ length: FILES - 1 }, (_, n) => [
    `docs/page-${n}.md`,
    `# Page ${n}\n\nVersion 0.\n`,
  ])
  const description = JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths: {} })
  return Object.fromEntries([...pages, ['reference/api.json', description]])
}

/** Seconds from a commit, which the host tells of, to its text in the docs. */
async function pushToDocs(
  stack: RunningStack,
  host: GitHost,
  project: GitProject,
  version: number,
): Promise<number> {
  const started = performance.now()
  await host.double.commit(project.repository, 'main', {
    'docs/page-7.md': `# Page 7\n\nVersion ${version}.\n`,
  })
  await until(async () => (await pageOf(stack, host, project)).includes(`Version ${version}.`))
  return (performance.now() - started) / 1000
}

async function pageOf(stack: RunningStack, { workspace }: GitHost, project: GitProject): Promise<string> {
  const [node] = await ask<{ slug: string }>(
    stack,
    `select bn.slug from public.branch_nodes bn join public.branches b on b.id = bn.branch_id and b.is_default
     join public.project_repositories r on r.project_id = bn.project_id
     where r.external_id = $1 and bn.uri = '/docs/page-7.md'`,
    [project.repository],
  )
  return JSON.stringify(
    await api(stack, workspace, `/projects/${project.id}/nodes/${node?.slug}?branch=main`),
  )
}

/** A hundred deliveries for fifty branches within a second; those that nobody answers are sent again, as hosts do. */
async function burst(stack: RunningStack, host: GitHost, name: string, meanwhile: () => Promise<void>) {
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
  return { answers, behind: await behind() }
}

/** Sends one until it is taken; the milliseconds of the answer that took it. */
async function deliver({ url, headers, raw }: Webhook): Promise<number> {
  for (;;) {
    const started = performance.now()
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: raw,
    }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 202) return performance.now() - started
    await pause(500)
  }
}

async function killTwo(stack: RunningStack): Promise<void> {
  const { children } = stack.run()
  for (const [name, child] of Object.entries(children))
    if (child && /worker|api/.test(name)) killHard(child.pid)
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
