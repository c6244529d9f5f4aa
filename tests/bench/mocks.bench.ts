// Mock servers on GitHub's description (1,223 operations): GETs that need no more than their path, one after the other,
// beside a plain call of a function by turns, so that both meet the same machine.
import { readFile } from 'node:fs/promises'
import { fetchHost, type RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, percentile, type Row, timed } from './bench.ts'
import { importProject } from './support/import.ts'
import { aWorkspace } from './support/workspace.ts'

const COMMAND = 'npm run bench mocks'
/** Operations that are asked for, each twice: an operation is prepared by its first request. */
const OPERATIONS = 200

export default async function bench({ stack: instance, fixture, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const text = await readFile(await fixture('github-13mb.json'), 'utf8')
  const workspace = await aWorkspace(stack)
  const { projectSlug } = await importProject(stack, workspace, { name: 'github.json', text })
  const token = { headers: { 'x-waymark-token': workspace.token } }
  const mocked = (path: string) =>
    fetchHost(stack, workspace.slug, `/mocks/${projectSlug}/main${path}`, token)
  const paths = plainPaths(text).slice(0, OPERATIONS)
  // Starts the function and its workers.
  await answered(await mocked('/emojis'))
  const first: number[] = []
  const again: number[] = []
  const plain: number[] = []
  for (const path of paths) {
    first.push(await sample(() => timed(async () => answered(await mocked(path)))))
    again.push(await sample(() => timed(async () => answered(await mocked(path)))))
    plain.push(await sample(() => timed(async () => answered(await plainCall(stack, workspace.slug)))))
  }
  const [p95, plainP95] = [percentile(again, 0.95), percentile(plain, 0.95)]
  return [
    atMost("A mocked answer of GitHub's, p95", p95, 'ms', undefined, COMMAND),
    atMost('The first one of an operation, p95', percentile(first, 0.95), 'ms', undefined, COMMAND),
    atMost('A plain call of a function that asks the database, p95', plainP95, 'ms', undefined, COMMAND),
    atMost('What mocking costs beside it', p95 / plainP95, '×', 3, COMMAND),
  ]
}

/** A call that does what every answer of the documentation does: one look into the database. */
function plainCall(stack: RunningStack, host: string) {
  return fetchHost(stack, host, '/robots.txt')
}

// Some names in paths are of a list: 422 is an answer, too.
function answered({ status, text }: { status: number; text: string }): void {
  if (status === 429 || status >= 500 || status === 404 || status === 402)
    throw new Error(`Answered ${status}: ${text.slice(0, 300)}`)
}

/** GETs that ask for nothing but their path, with names where parameters stand. */
function plainPaths(text: string): string[] {
  const { paths } = JSON.parse(text) as {
    paths: Record<
      string,
      { get?: { parameters?: { $ref?: string; in?: string; required?: boolean }[]; responses: object } }
    >
  }
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get && '200' in get.responses && !(get.parameters ?? []).some((one) => one.in === 'query' && one.required)
      ? [path.replace(/\{[^}]*\}/g, '1')]
      : [],
  )
}
