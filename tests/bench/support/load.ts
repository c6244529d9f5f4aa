// A load generator that costs next to nothing itself: it shares two cores with what it measures. Kept-alive
// connections, one request at a time on each, answers read by their Content-Length.
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  port: number
  /** Requests to send in turn, each a whole HTTP/1.1 message. */
  requests: string[]
  connections: number
  seconds: number
}

export interface LoadResult {
  perSecond: number
  /** Of the latency, ms. */
  median: number
  /** 99th percentile of the latency, ms. */
  p99: number
}

/** One HTTP/1.1 request as text. */
export function message(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Sends for `seconds` after a warm-up of one; rejects at the first answer that is no success. */
export async function load(o: LoadOptions): Promise<LoadResult> {
  await burst(o, 1)
  const times = await burst(o, o.seconds)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / o.seconds, median: at(0.5), p99: at(0.99) }
}

async function burst(o: LoadOptions, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(Array.from({ length: o.connections }, (_, index) => run(o, index, until, times)))
  return times
}

function run(o: LoadOptions, first: number, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(o.port, '127.0.0.1')
    socket.setNoDelay(true)
    let turn = first
    let started = 0
    const next = () => {
      started = performance.now()
      if (started >= until) return socket.destroy()
      socket.write(o.requests[turn++ % o.requests.length] ?? '')
    }
    socket.once('connect', next)
    socket.once('close', () => resolve())
    socket.once('error', reject)
    readAnswers(socket, (status, text) => {
      if (status >= 300) {
        reject(new Error(`${status} ${text.slice(0, 300)}`))
        return socket.destroy()
      }
      times.push(performance.now() - started)
      next()
    })
  })
}

function readAnswers(socket: Socket, onAnswer: (status: number, text: string) => void): void {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text = text === '' ? chunk : text + chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
    if (text.length < head + 4 + length) return
    const answer = text
    text = ''
    onAnswer(Number(answer.slice(9, 12)), answer.slice(head + 4))
  })
}
