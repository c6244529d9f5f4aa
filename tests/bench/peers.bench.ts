// Reading one operation beside other readers of API descriptions: the same Chromium, the same files, one run. Each opens
// the operation by its link with an empty cache, as a visitor does; plain, and with Chromium's "Fast 4G".
import { type Browser, chromium } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import type { RunningStack } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, median, type Row } from './bench.ts'
import { type Operation, type Reader, readers } from './peers/readers.ts'
import { serveReader } from './peers/server.ts'
import { PATIENCE_MS, type Visit, visit } from './peers/visit.ts'
import { sharedFixture } from './support/fixture.ts'
import { npmPackage } from './support/npm-package.ts'
import { publish } from './support/published.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench peers'
const VISITS = 3
const OURS = 'Waymark'
const GITHUB = 'github-13mb.json'

interface File {
  title: string
  name: string
  operation: Operation
  /** How many times as fast as the best of the others it has to be. */
  least?: number
}

const files: File[] = [
  {
    title: 'todo, 12 KB',
    name: 'todo-12kb.yaml',
    operation: {
      method: 'get',
      path: '/todos',
      id: 'get-todos',
      tag: undefined,
      sentence: 'Returns a list of todos',
    },
    least: 1,
  },
  {
    title: 'Box, 1.8 MB',
    name: 'box-1.8mb.json',
    operation: {
      method: 'get',
      path: '/folders/{folder_id}',
      id: 'get_folders_id',
      tag: 'Folders',
      sentence: 'Retrieves details for a folder, including the first 100 entries',
    },
  },
  {
    title: 'Stripe, 3.5 MB',
    name: 'stripe-3.5mb.json',
    operation: {
      method: 'get',
      path: '/v1/customers/{customer}',
      id: 'GetCustomersCustomer',
      tag: undefined,
      sentence: 'Retrieves the details of an existing customer. You need only supply',
    },
  },
  {
    title: 'GitHub, 13 MB',
    name: GITHUB,
    operation: {
      method: 'get',
      path: '/repos/{owner}/{repo}/issues',
      id: 'issues/list-for-repo',
      tag: 'issues',
      sentence: 'List issues in a repository. Only open issues will be listed.',
    },
    least: 5,
  },
]

export default async function bench({ stack: instance, fixture, skip }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const rows: Row[] = []
    for (const file of files) {
      const path = file.name === GITHUB ? await fixture(GITHUB) : sharedFixture(file.name)
      if (path === undefined) skip(`peers, ${file.title}`, 'the shared fixtures are not here')
      else for (const slow of [false, true]) rows.push(...(await compared(browser, stack, file, path, slow)))
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function compared(
  browser: Browser,
  stack: RunningStack,
  { title, operation, least }: File,
  path: string,
  slow: boolean,
): Promise<Row[]> {
  const ours = await publish(stack, path, operation)
  const where = slow ? `${title}, Fast 4G` : title
  const how = { sentence: operation.sentence, slow }
  const results = [{ name: OURS, of: await visits(() => visit(browser, ours, how)) }]
  for (const reader of readers)
    results.push({
      name: reader.name,
      of: await withReader(reader, path, (url) =>
        visits(() => visit(browser, `${url}#${reader.fragment(operation)}`, how)),
      ),
    })
  const [mine, ...others] = results.map(({ of }) => of.ms)
  const best = Math.min(...others)
  return [
    ...results.flatMap(({ name: who, of }) => rowsOf(`${where}: ${who}`, of)),
    atLeast(`${where}: the best of the others, of ours`, best / (mine ?? Number.NaN), '×', least, COMMAND),
  ]
}

function rowsOf(who: string, { ms, scriptKiB, allKiB, heapMb, blockedMs }: Visit): Row[] {
  if (!Number.isFinite(ms))
    return [atLeast(`${who}, operation not shown after`, PATIENCE_MS / 1000, 's', undefined, COMMAND)]
  const row = (what: string, value: number, unit: string) =>
    atMost(`${who}, ${what}`, value, unit, undefined, COMMAND)
  return [
    row('operation painted', ms, 'ms'),
    row('JavaScript', scriptKiB, 'KiB'),
    row('transferred', allKiB, 'KiB'),
    row('heap', heapMb, 'MB'),
    row('long tasks', blockedMs, 'ms'),
  ]
}

/** The middle of some visits; who does not show it once is not asked again. */
async function visits(once: () => Promise<Visit>): Promise<Visit> {
  const all: Visit[] = []
  while (all.length < VISITS) {
    const one = await once()
    if (!Number.isFinite(one.ms)) return one
    all.push(one)
  }
  const middle = (of: (one: Visit) => number) => median(all.map(of))
  return {
    ms: middle((one) => one.ms),
    allKiB: middle((one) => one.allKiB),
    scriptKiB: middle((one) => one.scriptKiB),
    heapMb: middle((one) => one.heapMb),
    blockedMs: middle((one) => one.blockedMs),
  }
}

async function withReader<T>(reader: Reader, path: string, run: (url: string) => Promise<T>): Promise<T> {
  const server = await serveReader(reader, npmPackage(reader.package), path)
  try {
    return await run(server.url)
  } finally {
    await server.close()
  }
}
