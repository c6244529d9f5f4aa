// A host's Git remote: `git http-backend` as a CGI (git-http-backend(1)) behind the host's own authentication. What a
// push has changed is told to the hooks.
import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import type { GitState, Repository } from './state.ts'

const services = /\/(info\/refs|git-upload-pack|git-receive-pack)$/

/** What of an address is the repository and what is Git's, or null where it is no call of Git. */
export function gitCallIn(url: URL): { repository: string; call: string } | null {
  const [suffix, call] = services.exec(url.pathname) ?? []
  if (suffix === undefined || call === undefined) return null
  return { repository: url.pathname.slice(0, -suffix.length).replace(/\.git$/, ''), call }
}

/** Whether a call would write. */
export function isPush(url: URL): boolean {
  return url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack'
}

/** Answers a call of Git for a repository. */
export function serveGit(
  state: GitState,
  repo: Repository,
  {
    req,
    res,
    url,
    call,
    user,
  }: { req: IncomingMessage; res: ServerResponse; url: URL; call: string; user: string },
): void {
  const before = isPush(url) ? repo.bare.refs() : null
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: dirname(repo.bare.dir),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(repo.bare.dir)}/${call}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: req.method ?? 'GET',
      CONTENT_TYPE: req.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(req.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(req.headers['git-protocol'] ?? ''),
      REMOTE_USER: user,
      REMOTE_ADDR: '127.0.0.1',
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
    // Before the answer ends: who has pushed finds the hooks told.
    if (before) state.changed(repo, before)
    if (!isBegun) res.writeHead(500)
    res.end()
  })
}

function begin(res: ServerResponse, head: string): void {
  const headers = head.split('\r\n').map((line) => line.split(/:\s*/, 2) as [string, string])
  const status = Number(headers.find(([name]) => name.toLowerCase() === 'status')?.[1]?.slice(0, 3) ?? 200)
  res.writeHead(status, Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'status')))
}
