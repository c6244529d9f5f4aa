// Services that a server elsewhere answers, behind our gateway: one of upstream's in place of ours, or all of a Supabase
// project, on a host of somebody's by http or https.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { forward, type RemoteServer } from '../http/forward.ts'
import type { Service } from '../http/service.ts'

// As long as the gateway lets a slow upload take.
const PATIENCE_MS = 600_000

/** The service, its requests answered by the server at `address`; itself where there is none. */
export function servedAt<S extends Service>(service: S, address: string | undefined): S {
  return address === undefined ? service : { ...service, handle: handleAt(remoteServer(address), '') }
}

/** A service of a project: what is at `${address}${prefix}`, where every request brings a key. */
export function serviceAt(address: string, prefix: string, anonKey: string): Service {
  return {
    handle: handleAt(remoteServer(address, anonKey), prefix),
    async check() {
      const headers = { apikey: anonKey }
      const answer = await fetch(`${address}${prefix}/`, { method: 'HEAD', headers })
      if (answer.status >= 500) throw new Error(`Supabase answers ${answer.status}`)
    },
    close: async () => undefined,
  }
}

function handleAt(to: RemoteServer, prefix: string): Service['handle'] {
  return (req, res, path) => forward(req, res, { to, path: below(to, prefix + path), timeoutMs: PATIENCE_MS })
}

function remoteServer(address: string, anonKey?: string): RemoteServer {
  const url = new URL(address)
  // Our gateway takes a key out of the query; a project wants to see one, and its own name as the host.
  return { url, headers: anonKey === undefined ? {} : { apikey: anonKey, host: url.host } }
}

function below({ url }: RemoteServer, path: string): string {
  return url.pathname.replace(/\/$/, '') + path
}

/** Joins a WebSocket of ours with one of the project; the path stays as it is. */
export function upgradeAt(
  address: string,
  anonKey: string,
): (req: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const to = remoteServer(address, anonKey)
  const request = to.url.protocol === 'https:' ? requestHttps : requestHttp
  return (req, socket, head) => {
    const headers = { apikey: anonKey, ...req.headers, host: to.url.host }
    const upstream = request(to.url, { method: req.method, path: below(to, req.url ?? '/'), headers })
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
