// `node stack/gateway/serve-pages.ts`: the server of pages alone, behind a proxy that routes the rest (deploy/Caddyfile):
// the app's files, what is read of documentation in the first HTML, and redirects, by the host that was asked for.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { KEPT_MS } from '../http/kept.ts'
import { printLog } from '../log.ts'
import { builtApp } from './app.ts'

const env = process.env
const dir = setting('WAYMARK_DIST', 'web/dist')
const [address = '', port = ''] = setting('WAYMARK_PAGES_LISTEN', '127.0.0.1:3100').split(/:(?=\d+$)/)
if (!existsSync(join(dir, 'index.html'))) end(`There is no build of the app in ${dir}.`)

const app = builtApp(dir, setting('WAYMARK_BASE_HOST'), {
  functionsUrl: `${setting('SUPABASE_URL').replace(/\/$/, '')}/functions/v1`,
  log: printLog,
  sharedSeconds: Number(setting('WAYMARK_SHARED_CACHE_SECONDS', '0')),
  roadmapUrl: roadmapUrl(),
  isOneWorkspace: env.WAYMARK_MODE === 'single_tenant',
})
const server = createServer(
  { maxHeaderSize: 32 * 1024, headersTimeout: 15_000, keepAliveTimeout: KEPT_MS },
  app,
)
server.once('error', ({ message }) => end(message))
server.listen(Number(port), address)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())

function roadmapUrl(): string | undefined {
  const url = env.WAYMARK_ROADMAP_URL
  if (url && !URL.canParse(url)) end('WAYMARK_ROADMAP_URL is no URL.')
  return url || undefined
}

function setting(name: string, otherwise?: string): string {
  return env[name] || (otherwise ?? end(`${name} is not set.`))
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
