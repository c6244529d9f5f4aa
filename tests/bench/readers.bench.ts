// Readers of one node, 200 a second for half a minute, begun at an even pace whether or not those before were answered:
// visitors who open its address, those who turn to it within the app, and what reads its Markdown.
import { fetchHost, type HostRequest, type StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, percentile, type Row } from './bench.ts'
import { atPace } from './support/crowd.ts'
import { publish } from './support/published.ts'

const COMMAND = 'npm run bench readers'
const A_SECOND = 200
const SECONDS = 30
/** Where two checkouts are compared. */
const FEW_SECONDS = 3

interface Door {
  name: string
  path: string
  request: HostRequest
  /** Milliseconds that 95 of 100 are answered in at most; what bounds the others is said in docs/operations.md. */
  bound?: number
}

export default async function bench({
  stack: instance,
  fixture,
  sample,
  comparing,
}: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const operation = { method: 'get', path: '/repos/{owner}/{repo}/issues' }
  const { host, pathname } = new URL(await publish(stack, await fixture('github-13mb.json'), operation))
  const rows: Row[] = []
  for (const { name, path, request, bound } of await doors(stack, host, pathname)) {
    const times: number[] = []
    const failures = new Map<string, number>()
    const read = async (turn: number) => {
      const begun = performance.now()
      const what = await fetchHost(stack, host, path, { ...request, from: addressOf(turn) }).then(
        ({ status }) => (status < 300 ? undefined : String(status)),
        (error: Error) => error.message,
      )
      if (what === undefined) times.push(performance.now() - begun)
      else failures.set(what, (failures.get(what) ?? 0) + 1)
    }
    await read(0)
    times.length = 0
    await sample(() => atPace((comparing ? FEW_SECONDS : SECONDS) * A_SECOND, A_SECOND, read))
    for (const [what, count] of failures) console.log(`  ${name}: ${count} × ${what}`)
    const refused = [...failures.values()].reduce((sum, count) => sum + count, 0)
    rows.push(
      atMost(`${A_SECOND} readers a second, ${name}: p95`, percentile(times, 0.95), 'ms', bound, COMMAND),
      atMost(`${A_SECOND} readers a second, ${name}: not answered`, refused, '', bound && 0, COMMAND),
    )
  }
  return rows
}

/** Readers are counted by their addresses. */
const addressOf = (turn: number) => `127.0.${1 + (turn % 20)}.${1 + (turn % 249)}`

async function doors(stack: StackInfo, host: string, address: string): Promise<Door[]> {
  const [, , project = '', slug = ''] = address.split('/')
  const rpc = (of: object): HostRequest => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: stack.anonKey },
    body: JSON.stringify(of),
  })
  const page = { p_workspace_slug: host.split('.')[0], p_project_slug: project, p_slug: slug }
  const { branch_id } = (await fetchHost(stack, host, '/rest/v1/rpc/docs_page', rpc(page))).json<{
    branch_id: number
  }>()
  return [
    {
      name: 'the first HTML',
      path: address,
      request: { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } },
      bound: 100,
    },
    {
      name: 'the node by REST',
      path: '/rest/v1/rpc/branch_node',
      request: rpc({ p_branch_id: branch_id, p_slug: slug }),
    },
    { name: 'its Markdown', path: `${address}.md`, request: {} },
  ]
}
