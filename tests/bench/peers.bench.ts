// Reading one operation beside other readers of API descriptions: the same Chromium, the same files, one run. Each opens
// the operation by its link with an empty cache, as a visitor does; plain, and with Chromium's "Fast 4G". "Painted" are the
// words of the operation: ours are there before its app runs, which has a row of its own.
import type { RunningStack } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, median, type Row, Unavailable } from './bench.ts'
import { type Operation, type Reader, readers } from './peers/readers.ts'
import { serveReader } from './peers/server.ts'
import { type Missed, PATIENCE_MS, type Reading, visit } from './peers/visit.ts'
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

export default async function bench(context: BenchContext): Promise<Row[]> {
  const stack = await context.stack()
  const rows: Row[] = []
  for (const file of files) {
    const path = file.name === GITHUB ? await context.fixture(GITHUB) : sharedFixture(file.name)
    if (path === undefined) context.skip(`peers, ${file.title}`, 'the shared fixtures are not here')
    else for (const slow of [false, true]) rows.push(...(await compared(context, stack, file, path, slow)))
  }
  return rows
}

async function compared(
  context: BenchContext,
  stack: RunningStack,
  { title, operation, least }: File,
  path: string,
  slow: boolean,
): Promise<Row[]> {
  const address = await publish(stack, path, operation)
  const where = slow ? `${title}, Fast 4G` : title
  const how = { sentence: operation.sentence, slow }
  const ours = await visits(() => visit(address, { ...how, running: '#root h1' }))
  const rows = rowsOf(`${where}: ${OURS}`, ours)
  // Who did not show it within the patience took that long at least.
  let best = PATIENCE_MS
  for (const reader of readers) {
    const folder = folderOf(context, reader)
    if (folder === undefined) continue
    const theirs = await withReader(reader, folder, path, (url) =>
      visits(() => visit(`${url}#${reader.fragment(operation)}`, how)),
    )
    rows.push(...rowsOf(`${where}: ${reader.name}`, theirs))
    if (!('why' in theirs)) best = Math.min(best, theirs.ms)
  }
  const mine = 'why' in ours ? Number.NaN : ours.ms
  return [...rows, atLeast(`${where}: the best of the others, of ours`, best / mine, '×', least, COMMAND)]
}

function folderOf({ skip }: BenchContext, { name, package: wanted }: Reader): string | undefined {
  try {
    return npmPackage(wanted)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    skip(`peers, ${name}`, error.message)
    return undefined
  }
}

function rowsOf(who: string, visited: Reading | Missed): Row[] {
  const row = (what: string, value: number, unit: string) =>
    atMost(`${who}, ${what}`, value, unit, undefined, COMMAND)
  if ('why' in visited)
    return [
      row(visited.why === 'ended' ? 'its page broke off after' : 'not shown after', visited.seconds, 's'),
    ]
  const { ms, runningMs, scriptKiB, allKiB, heapMb, blockedMs } = visited
  return [
    row('operation painted', ms, 'ms'),
    ...(runningMs === undefined ? [] : [row('its app runs', runningMs, 'ms')]),
    row('JavaScript', scriptKiB, 'KiB'),
    row('transferred', allKiB, 'KiB'),
    row('heap', heapMb, 'MB'),
    row('long tasks', blockedMs, 'ms'),
  ]
}

/** The middle of some visits; who does not show it once is not asked again. */
async function visits(once: () => Promise<Reading | Missed>): Promise<Reading | Missed> {
  const all: Reading[] = []
  while (all.length < VISITS) {
    const one = await once()
    if ('why' in one) return one
    all.push(one)
  }
  const middle = (of: (one: Reading) => number) => median(all.map(of))
  const running = all.flatMap(({ runningMs }) => runningMs ?? [])
  return {
    ms: middle((one) => one.ms),
    runningMs: running.length === VISITS ? median(running) : undefined,
    allKiB: middle((one) => one.allKiB),
    scriptKiB: middle((one) => one.scriptKiB),
    heapMb: middle((one) => one.heapMb),
    blockedMs: middle((one) => one.blockedMs),
  }
}

async function withReader<T>(
  reader: Reader,
  folder: string,
  path: string,
  run: (url: string) => Promise<T>,
): Promise<T> {
  const server = await serveReader(reader, folder, path)
  try {
    return await run(server.url)
  } finally {
    await server.close()
  }
}
