// A thousand listeners of one private topic: how soon they hear what the database says, whether all do, and what a
// connection that waits costs the server. Beside it a bare WebSocket server that sends the same text to as many. The
// listeners run in this process, on the same machine.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, percentile, type Row } from './bench.ts'
import { startEcho } from './support/echo.ts'

const COMMAND = 'npm run bench realtime'
const LISTENERS = 1_000
const ROUNDS = 20
const TOPIC = 'bench'

export default async function bench(context: BenchContext): Promise<Row[]> {
  const stack = await context.stack()
  const before = residentKb(stack.run().supervisor.pid)
  const listeners: WebSocket[] = []
  try {
    for (let at = 0; at < LISTENERS; at += 100) {
      listeners.push(...(await Promise.all(Array.from({ length: 100 }, () => listener(stack)))))
    }
    const perConnection = (residentKb(stack.run().supervisor.pid) - before) / LISTENERS
    const heard = await product(stack, listeners)
    const bare = await echo()
    const [delays, bareDelays]: number[][] = [[], []]
    try {
      for (let round = -1; round < ROUNDS; round++) {
        const [ours, theirs] = [await context.sample(heard.round), await context.sample(bare.round)]
        if (round < 0) continue
        delays?.push(...ours)
        bareDelays?.push(...theirs)
      }
    } finally {
      await heard.close()
      await bare.close()
    }
    const [p95, bareP95] = [percentile(delays ?? [], 0.95), percentile(bareDelays ?? [], 0.95)]
    return [
      atMost('Broadcast of the database to 1,000 listeners, p95', p95, 'ms', undefined, COMMAND),
      atMost('The same text by a bare WebSocket server', bareP95, 'ms', undefined, COMMAND),
      atMost('Realtime beside that', p95 / bareP95, '×', 6, COMMAND),
      atMost('Lost of those', ROUNDS * LISTENERS - (delays?.length ?? 0), 'messages', 0, COMMAND),
      atMost('Memory of a listening connection', perConnection, 'KB', undefined, COMMAND),
    ]
  } finally {
    for (const ws of listeners) ws.terminate()
  }
}

function listener({ apiUrl, serviceRoleKey }: RunningStack): Promise<WebSocket> {
  const ws = new WebSocket(
    `${apiUrl.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${serviceRoleKey}`,
  )
  const payload = { config: { private: true } }
  ws.once('open', () => ws.send(JSON.stringify(['1', '1', `realtime:${TOPIC}`, 'phx_join', payload])))
  return new Promise((resolve, reject) => {
    ws.once('error', reject)
    ws.once('message', (data) => {
      if (String(data).includes('"ok"')) resolve(ws)
      else reject(new Error(String(data)))
    })
  })
}

interface Rounds {
  /** Sends once; milliseconds until each listener heard it. One that never comes is missing. */
  round(): Promise<number[]>
  close(): Promise<void>
}

async function product({ dbUrl }: RunningStack, listeners: WebSocket[]): Promise<Rounds> {
  const db = new pg.Client({ connectionString: dbUrl })
  await db.connect()
  const send = () => db.query(`select realtime.send('{"n": 1}', 'news', $1)`, [TOPIC])
  return { round: () => heardBy(listeners, send), close: () => db.end() }
}

async function echo(): Promise<Rounds> {
  const server = await startEcho()
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const ws = new WebSocket(server.url)
      await once(ws, 'open')
      return ws
    }),
  )
  return {
    round: () => heardBy(listeners, async () => server.broadcast()),
    async close() {
      for (const ws of listeners) ws.terminate()
      await server.close()
    },
  }
}

async function heardBy(listeners: WebSocket[], send: () => Promise<unknown>): Promise<number[]> {
  const delays: number[] = []
  const complete = Promise.withResolvers<void>()
  const late = setTimeout(complete.resolve, 10_000)
  const started = performance.now()
  const onMessage = () => {
    delays.push(performance.now() - started)
    if (delays.length === listeners.length) complete.resolve()
  }
  for (const ws of listeners) ws.on('message', onMessage)
  await send()
  await complete.promise
  clearTimeout(late)
  for (const ws of listeners) ws.off('message', onMessage)
  return delays
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
