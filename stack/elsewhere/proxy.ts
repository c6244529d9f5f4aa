// The surfaces of a Supabase project elsewhere, behind our own gateway: requests stream there and back, WebSockets are
// joined. Unlike gateway/forward.ts the other side is a host of somebody's, by http or https.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endToEnd } from '../gateway/forward.ts'
import { sendProblem } from '../gateway/problem.ts'
import type { Service } from '../service.ts'
import type { Project } from './project.ts'

const PATIENCE_MS = 150_000

/** A service at `${project.url}${prefix}`. */
export function serviceElsewhere(project: Project, prefix: string): Service {
  const base = new URL(project.url)
  const secure = base.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  return {
    async handle(req, res, path) {
      const upstream = ask(base, agent, req, `${prefix}${path}`, project)
      const abort = () => upstream.destroy()
      res.once('close', abort)
      const timer = setTimeout(abort, PATIENCE_MS)
      try {
        const answered = new Promise<IncomingMessage>((resolve, reject) => {
          upstream.once('response', resolve)
          upstream.once('error', reject)
        })
        // The answer may come before the body was read (a refusal): then the rest of the body is dropped.
        pipeline(req, upstream).catch(() => undefined)
        const answer = await answered
        clearTimeout(timer)
        // Who may call from where is said by our own gateway.
        const headers = Object.entries(endToEnd(answer.headers)).filter(
          ([name]) => !name.startsWith('access-control-'),
        )
        res.writeHead(answer.statusCode ?? 502, answer.statusMessage, Object.fromEntries(headers))
        await pipeline(answer, res)
      } catch {
        if (!res.destroyed) sendProblem(res, 502, 'Bad gateway', 'Supabase did not answer.')
      } finally {
        clearTimeout(timer)
        res.off('close', abort)
      }
    },
    async check() {
      const headers = { apikey: project.anonKey }
      const answer = await fetch(`${project.url}${prefix}/`, { method: 'HEAD', headers })
      if (answer.status >= 500) throw new Error(`Supabase answers ${answer.status}`)
    },
    close: async () => agent.destroy(),
  }
}

/** Joins a WebSocket of ours with one of the project; the path stays as it is. */
export function upgradeElsewhere(
  project: Project,
): (req: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const base = new URL(project.url)
  return (req, socket, head) => {
    const upstream = ask(base, undefined, req, req.url ?? '/', project, true)
    const end = () => {
      upstream.destroy()
      socket.destroy()
    }
    socket.once('error', end)
    socket.once('close', () => upstream.destroy())
    upstream.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'))
    upstream.once('response', (answer) => {
      socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n\r\n`)
      answer.resume()
    })
    upstream.once('upgrade', (answer, other, rest) => {
      const lines = answer.rawHeaders.flatMap((name, index, raw) =>
        index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : [],
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      if (rest.length > 0) socket.write(rest)
      if (head.length > 0) other.write(head)
      other.once('error', end)
      other.once('close', () => socket.destroy())
      socket.once('close', () => other.destroy())
      socket.pipe(other).pipe(socket)
    })
    upstream.end()
  }
}

function ask(
  base: URL,
  agent: HttpAgent | HttpsAgent | undefined,
  req: IncomingMessage,
  path: string,
  { anonKey }: Project,
  upgrade = false,
) {
  const request = base.protocol === 'https:' ? requestHttps : requestHttp
  const kept = upgrade ? { ...req.headers } : endToEnd(req.headers)
  return request({
    ...(agent ? { agent } : {}),
    protocol: base.protocol,
    hostname: base.hostname,
    ...(base.port ? { port: base.port } : {}),
    method: req.method,
    path: `${base.pathname.replace(/\/$/, '')}${path}`,
    // Our gateway takes a key out of the query; theirs wants to see one.
    headers: { apikey: anonKey, ...kept, host: base.host },
  })
}
