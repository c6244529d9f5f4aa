// A thousand listeners of one private topic: how soon they hear what the database says, whether all do, and what a
// connection that waits costs the server. The listeners run in this process, on the same machine.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type Bench, type BenchContext, type Row } from './bench.ts'

const COMMAND = 'npm run bench realtime'
const LISTENERS = 1_000
const ROUNDS = 20
const TOPIC = 'bench'

const bench: Bench = async (context: BenchContext): Promise<Row[]> => {
  const stack = await context.stack()
  const before = residentKb(stack.pid)
  const listeners: WebSocket[] = []
  try {
    for (let at = 0; at < LISTENERS; at += 100) {
      listeners.push(...(await Promise.all(Array.from({ length: 100 }, () => listener(stack)))))
    }
    const perConnection = (residentKb(stack.pid) - before) / LISTENERS
    const delays = await measure(stack, listeners)
    const p95 = delays[Math.ceil(delays.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY
    return [
      atMost('Broadcast of the database to 1,000 listeners, p95', p95, 'ms', 250, COMMAND),
      atMost('Lost of those', ROUNDS * LISTENERS - delays.length, 'messages', 0, COMMAND),
      atMost('Memory of a listening connection', perConnection, 'KB', undefined, COMMAND),
    ]
  } finally {
    for (const ws of listeners) ws.terminate()
  }
}

export default bench

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

/** Milliseconds from the call of realtime.send to each arrival, sorted; a message that never comes is missing. */
async function measure({ dbUrl }: RunningStack, listeners: WebSocket[]): Promise<number[]> {
  const db = new pg.Client({ connectionString: dbUrl })
  await db.connect()
  const delays: number[] = []
  let [sentAt, missing] = [0, 0]
  let complete: () => void = () => undefined
  for (const ws of listeners) {
    ws.on('message', () => {
      delays.push(performance.now() - sentAt)
      if (--missing === 0) complete()
    })
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const arrived = new Promise<void>((resolve) => {
        complete = resolve
      })
      const late = new Promise<void>((resolve) => setTimeout(resolve, 10_000).unref())
      missing = listeners.length
      sentAt = performance.now()
      await db.query(`select realtime.send('{"n": 1}', 'news', $1)`, [TOPIC])
      await Promise.race([arrived, late])
    }
  } finally {
    await db.end()
  }
  return delays.sort((a, b) => a - b)
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
