// `git http-backend` behind the Common Gateway Interface (RFC 3875): a real remote for whoever serves one.
import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request of Git. `env`: GIT_PROJECT_ROOT, PATH_INFO, QUERY_STRING, REMOTE_USER. */
export function serveCgi(
  env: Record<string, string>,
  req: IncomingMessage,
  res: ServerResponse,
  beforeEnd: () => void = () => undefined,
): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: req.method ?? 'GET',
      CONTENT_TYPE: req.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(req.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(req.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  req.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  let head = Buffer.alloc(0)
  let isBegun = false
  child.stdout.on('data', (chunk: Buffer) => {
    if (isBegun) return void res.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    isBegun = true
    begin(res, head.subarray(0, end).toString())
    res.write(head.subarray(end + 4))
  })
  child.on('close', () => {
    beforeEnd()
    if (!isBegun) res.writeHead(500)
    res.end()
  })
}

function begin(res: ServerResponse, head: string): void {
  const headers = head.split('\r\n').map((line) => line.split(/:\s*/, 2) as [string, string])
  const status = Number(headers.find(([name]) => name.toLowerCase() === 'status')?.[1]?.slice(0, 3) ?? 200)
  res.writeHead(status, Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'status')))
}
