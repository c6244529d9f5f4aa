// A real remote: `git http-backend` behind a small CGI, with bare repositories in a folder of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEPT_MS } from '../../stack/http/kept.ts'
import { serveCgi } from './git-cgi.ts'

export type Mode = '100644' | '100755' | '120000' | '160000'
export type FileContent = string | Buffer | { mode: Mode; content: string }

export interface Repository {
  /** For cloning, without credentials. */
  url: string
  dir: string
  /** Makes a commit of these files alone on a branch, on top of the one before; its hash. */
  commit(files: Record<string, FileContent>, options?: { branch?: string; force?: boolean }): string
  /** Runs Git in the repository. */
  git(args: string[], input?: string | Buffer): string
}

export interface GitRemote {
  url: string
  /** Every request: its method, address and Authorization. */
  requests: { method: string; url: string; authorization: string | undefined }[]
  /** Makes an empty repository. */
  repository(name: string): Repository
  /** The Authorization that is asked for from now on; null asks for none. */
  demand(authorization: string | null): void
  /** Answers requests in Git's place, as long as it says true. */
  intercept(answer: (req: IncomingMessage, res: ServerResponse) => boolean): void
  close(): Promise<void>
}

/** Starts it on a free loopback port. */
export async function startGitRemote(): Promise<GitRemote> {
  const root = mkdtempSync(join(tmpdir(), 'waymark-test-remote-'))
  let demanded: string | null = null
  let intercepted: Parameters<GitRemote['intercept']>[0] = () => false
  const requests: GitRemote['requests'] = []
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    const { authorization } = req.headers
    requests.push({ method: req.method ?? '', url: req.url ?? '', authorization })
    if (intercepted(req, res)) return
    if (demanded !== null && authorization !== demanded)
      return void res.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    const [path = '', query = ''] = (req.url ?? '').split('?')
    serveCgi({ GIT_PROJECT_ROOT: root, PATH_INFO: path, QUERY_STRING: query }, req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    repository: (name) => makeRepository(join(root, `${name}.git`), `${url}/${name}.git`),
    demand(authorization) {
      demanded = authorization
    },
    intercept(answer) {
      intercepted = answer
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function makeRepository(dir: string, url: string): Repository {
  mkdirSync(dir, { recursive: true })
  const git = (args: string[], input?: string | Buffer) =>
    execFileSync('git', args, {
      cwd: dir,
      encoding: 'utf8',
      input: input ?? '',
      maxBuffer: 256 * 2 ** 20,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_NOSYSTEM: '1', ...identity },
    }).trim()
  git(['init', '--quiet', '--bare', '--initial-branch=main', '.'])
  git(['config', 'uploadpack.allowFilter', 'true'])
  git(['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  return {
    url,
    dir,
    git,
    commit(files, { branch = 'main', force = false } = {}) {
      git(['fast-import', '--quiet', '--force'], importStream(git, files, branch, force))
      return git(['rev-parse', `refs/heads/${branch}`])
    },
  }
}

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

function importStream(
  git: Repository['git'],
  files: Record<string, FileContent>,
  branch: string,
  force: boolean,
): Buffer {
  const data = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
  const before = force ? '' : git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`])
  const parts = [
    Buffer.from(`commit refs/heads/${branch}\ncommitter Ada <ada@example.com> 1700000000 +0000\n`),
    data(Buffer.from('A change')),
    Buffer.from(before === '' ? '' : `from ${before}\n`),
    Buffer.from('deleteall\n'),
  ]
  for (const [path, file] of Object.entries(files)) {
    const { mode, content } =
      typeof file === 'string' || Buffer.isBuffer(file) ? { mode: '100644', content: file } : file
    if (mode === '160000') parts.push(Buffer.from(`M 160000 ${content} ${path}\n`))
    else parts.push(Buffer.from(`M ${mode} inline ${path}\n`), data(Buffer.from(content)))
  }
  return Buffer.concat(parts)
}
