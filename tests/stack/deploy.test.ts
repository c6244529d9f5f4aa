// deploy/: Debian's Caddy runs the Caddyfile on loopback with certificates of its own, before the server of pages; the other
// files are read.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LINT_WORKER_POLICY, TAG_FRAME_POLICY } from '../../stack/gateway/headers.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { temporaryDir } from '../support/stack.ts'

const ROOT = join(import.meta.dirname, '../..')
let caddy: Caddy
let supabase: Server
const askedFor: string[] = []

beforeAll(async () => {
  supabase = createServer((req, res) => {
    res.on('error', () => undefined)
    if (req.url?.startsWith('/functions/v1/api/domains/allowed?')) {
      askedFor.push(req.url)
      const known = ['?domain=demo.waymark.localhost', '?domain=docs.customer.example']
      res.writeHead(known.some((one) => req.url?.endsWith(one)) ? 204 : 404).end()
      return
    }
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://project')
    if (pathname.startsWith('/functions/v1/pages/page') || pathname.endsWith('/pages/redirect')) {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify(pathname.endsWith('/redirect') ? leadOf(searchParams) : pageOf(searchParams)))
      return
    }
    req.resume().on('end', () => {
      const { 'x-forwarded-for': client, 'x-forwarded-host': host } = req.headers
      res.end(JSON.stringify({ path: req.url, for: client, host }))
    })
  })
  supabase.on('upgrade', (_req, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  })
  supabase.listen(0, '127.0.0.1')
  await once(supabase, 'listening')
  const dist = temporaryDir()
  for (const folder of ['assets/embed', '.vite', 'tags']) mkdirSync(join(dist, folder), { recursive: true })
  writeFileSync(
    join(dist, 'index.html'),
    '<head><!--head--><title>Waymark</title><!--/head--></head><body><!--text--><!--/text--></body>',
  )
  writeFileSync(join(dist, '.vite/manifest.json'), '{}')
  writeFileSync(join(dist, 'tags/frame.html'), '<p>Tags</p>')
  writeFileSync(join(dist, 'embed.js'), '1')
  for (const file of ['a.js', 'embed/a.js']) writeFileSync(join(dist, 'assets', file), '1')
  caddy = await startCaddy({
    WAYMARK_BASE_HOST: 'waymark.localhost',
    WAYMARK_DIST: dist,
    SUPABASE_URL: `http://127.0.0.1:${(supabase.address() as AddressInfo).port}`,
    SUPABASE_ANON_KEY: 'the-anon-key',
    WAYMARK_ROADMAP_URL: 'https://roadmap.example/portal',
    WAYMARK_SALES_CONTACT: 'sales@waymark.example',
    WAYMARK_FLAGS: 'ssg_disabled, auto_invite_committers',
    WAYMARK_TRACE_SAMPLE_RATE: '0',
  })
  const status = () =>
    ask('/').then(
      (answer) => answer.status,
      () => caddy.said(),
    )
  await vi.waitUntil(async () => (await status()) === 200, { timeout: 30_000, interval: 100 })
})
afterAll(async () => {
  await caddy.stop()
  supabase.closeAllConnections()
  supabase.close()
})

/** What the function says of a page, and of a path: it is asked about the host that visitors asked for. */
const pageOf = (asked: URLSearchParams) => ({
  head: `<link rel="canonical" href="https://${asked.get('host')?.split(':')[0]}${asked.get('path')}">`,
  text: '<h1>Pets</h1>',
  data: '{}',
  tags: [],
})
const leadOf = (asked: URLSearchParams) =>
  asked.get('path') === '/old' && asked.get('host')?.startsWith('docs.customer.example:')
    ? { to: '/docs/new', status: 302 }
    : { to: null, status: 301 }

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  text: string
}

function ask(
  path: string,
  o: { host?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  const host = o.host ?? 'waymark.localhost'
  return new Promise((resolve, reject) => {
    const req = request({
      ...{ host: '127.0.0.1', port: caddy.https, path, servername: host, rejectUnauthorized: false },
      method: o.body ? 'POST' : 'GET',
      headers: { host: `${host}:${caddy.https}`, ...o.headers },
    })
    req.once('error', reject)
    req.once('upgrade', ({ statusCode: status, headers }, socket) => {
      socket.destroy()
      resolve({ status, headers, text: '' })
    })
    req.once('response', async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk)
      resolve({ status: res.statusCode, headers: res.headers, text: Buffer.concat(chunks).toString() })
    })
    req.end(o.body)
  })
}

describe('Caddy in front of a Supabase elsewhere', () => {
  it.each([
    ['/rest/v1/projects?select=id', '/rest/v1/projects?select=id'],
    ['/graphql/v1', '/graphql/v1'],
    ['/auth/v1/health', '/auth/v1/health'],
    ['/auth/v1/.well-known/jwks.json', '/auth/v1/.well-known/jwks.json'],
    ['/functions/v1/api/x', '/functions/v1/api/x'],
    ['/api/v1/auth/login', '/functions/v1/login/auth/login'],
    ['/api/v1/workspaces/has-email?email=a', '/functions/v1/login/workspaces/has-email?email=a'],
    ['/api/v1/workspaces/d2s6MQ/projects', '/functions/v1/api/workspaces/d2s6MQ/projects'],
    ['/api/v1/authors', '/functions/v1/api/authors'],
    ['/api/emails/confirm?code=1', '/functions/v1/login/emails/confirm?code=1'],
    ['/otel/v1/traces', '/functions/v1/api/otel/v1/traces'],
    ['/graphql', '/functions/v1/api/graphql'],
    ['/robots.txt', '/functions/v1/pages/robots.txt'],
    ['/sitemaps/1.xml', '/functions/v1/pages/sitemaps/1.xml'],
    ['/.well-known/oauth-protected-resource/api/v1/mcp', '/functions/v1/login/auth/oauth/protected-resource'],
    ['/.well-known/oauth-authorization-server', '/functions/v1/login/auth/oauth/authorization-server'],
    ['/docs/pets/main/intro.md', '/functions/v1/pages/markdown/docs/pets/main/intro.md'],
  ])('leads %s to %s, and names the client', async (path, target) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    const { text } = await ask(path, { headers })
    expect(JSON.parse(text)).toEqual({ path: target, for: '127.0.0.1', host: 'waymark.localhost' })
  })

  it('serves no Storage where the app is, no more of Auth than its keys, and no page below /api', async () => {
    const paths = ['/api/v2/anything', '/storage/v1/object/public/a/b']
    paths.push('/auth/v1/user', '/auth/v1/token?grant_type=password', '/auth/v1', '/AUTH/v1/user')
    paths.push('/rest/v1/../../auth/v1/user', '/rest/v1/%2e%2e/%2e%2e/auth/v1/user', '//auth/v1/user')
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  it('serves the app, its configuration and its headers, on the hosts of workspaces too', async () => {
    for (const host of ['waymark.localhost', 'demo.waymark.localhost']) {
      const page = await ask('/settings/anything', { host })
      expect(page.text).toContain(`<title>${host.startsWith('demo.') ? 'Workspace' : 'Waymark'}</title>`)
      expect(page.headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      })
    }
    const policy = (await ask('/')).headers['content-security-policy']
    expect(policy).toContain("; frame-src 'self' https://roadmap.example; ")
    const linter = (await ask('/assets/lint.worker-abc_12.js')).headers['content-security-policy']
    expect(linter).toBe(LINT_WORKER_POLICY)
    for (const path of ['/oauth/callback?code=1', '/oauth/try-it?code=1', '/oauth/integrations/a1?code=1'])
      expect((await ask(path)).headers['cross-origin-opener-policy']).toBe('unsafe-none')
    expect((await ask('/assets/a.js')).headers['cache-control']).toContain('immutable')
    const missing = await ask('/assets/missing.js')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, undefined])
    expect((await ask('/tags/frame.html')).headers['content-security-policy']).toBe(TAG_FRAME_POLICY)
    expect((await ask('/embed.js')).headers['access-control-allow-origin']).toBe('*')
    const config = await ask('/config.js')
    expect(config.headers['access-control-allow-origin']).toBe('*')
    expect((await ask('/assets/embed/a.js')).headers['access-control-allow-origin']).toBe('*')
    expect((await ask('/assets/a.js')).headers['access-control-allow-origin']).toBeUndefined()
    expect(config.headers['content-type']).toContain('text/javascript')
    expect(config.text).toContain('roadmapUrl: "https://roadmap.example/portal"')
    expect(config.text).toContain('salesContact: "sales@waymark.example"')
    expect(config.text).toContain('anonKey: "the-anon-key", baseHost: "waymark.localhost"')
    const page = { window: {}, location: { origin: 'https://waymark.localhost' } }
    runInNewContext(config.text, page)
    expect(JSON.parse(JSON.stringify(page.window))).toMatchObject({
      __WAYMARK__: { flags: ['ssg_disabled', 'auto_invite_committers'], traceSampleRate: 0 },
    })
  })

  it('has no certificate for a host before the product knows a workspace there', async () => {
    await expect(ask('/', { host: 'nobody.waymark.localhost' })).rejects.toThrow()
    expect(askedFor).toContain('/functions/v1/api/domains/allowed?domain=nobody.waymark.localhost')
    expect((await ask('/', { host: 'demo.waymark.localhost' })).status).toBe(200)
    // Nor for what is not below the base host at all.
    await expect(ask('/', { host: 'waymark.example' })).rejects.toThrow()
    expect(askedFor).toContain('/functions/v1/api/domains/allowed?domain=waymark.example')
  })

  it('serves a workspace at its own domain, and says so to the project', async () => {
    const host = 'docs.customer.example'
    const page = await ask('/settings/anything', { host })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Workspace</title>')])
    expect((await ask('/storage/v1/object/public/a/b', { host })).status).toBe(404)
    const asked = JSON.parse((await ask('/api/v1/auth/login', { host })).text)
    expect(asked).toMatchObject({ path: '/functions/v1/login/auth/login', host })
    expect((await ask('/config.js', { host })).text).toContain('supabaseUrl: location.origin')
    const plain = await fetch(`http://127.0.0.1:${caddy.http}/docs/x`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/docs/x'])
  })

  it('has what documentation says in the first HTML, which names itself by the host that was asked for', async () => {
    for (const host of ['docs.customer.example', 'demo.waymark.localhost']) {
      const { status, text, headers } = await ask('/docs/pets/branches/main/list', { host })
      expect([status, headers.etag]).toEqual([200, expect.stringContaining('W/')])
      expect(text).toContain(`<link rel="canonical" href="https://${host}/docs/pets/branches/main/list">`)
      expect(text).toContain('<body><h1>Pets</h1>')
      expect(text).not.toContain('<title>Waymark</title>')
    }
    const claimed = { host: 'demo.waymark.localhost', headers: { 'x-forwarded-host': 'evil.example' } }
    expect((await ask('/docs/pets', claimed)).text).toContain('https://demo.waymark.localhost/docs/pets')
  })

  it('leads by the redirects of the host that was asked for, and by no other’s', async () => {
    const led = await ask('/old?a=1', { host: 'docs.customer.example' })
    expect([led.status, led.headers.location]).toEqual([302, '/docs/new?a=1'])
    expect((await ask('/old', { host: 'demo.waymark.localhost' })).status).toBe(200)
  })

  it('passes WebSockets on', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    expect((await ask('/realtime/v1/websocket', { headers })).status).toBe(101)
  })

  it('cuts what is larger than an import may be', async () => {
    expect((await ask('/api/v1/x', { body: Buffer.alloc(1_000_000) })).status).toBe(200)
    const refused = await ask('/api/v1/x', { body: Buffer.alloc(52 * 1024 * 1024) }).catch(() => ({
      status: 0,
    }))
    expect(refused.status).not.toBe(200)
  })
})

// Of the image itself, or of tests.
const OF_THE_MACHINE = new Set(['WAYMARK_CADDY_OPTIONS', 'WAYMARK_ASK_PORT', 'WAYMARK_DIST'])

describe('the images', () => {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')

  it('copy what is there, from pinned bases, and run as nobody special', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
    const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, base]) => base)
    expect(bases.every((base) => /:\d+\.\d+\.\d+-/.test(base ?? ''))).toBe(true)
    expect([...dockerfile.matchAll(/^USER (\w+)$/gm)].map(([, user]) => user)).toEqual([
      'node',
      'node',
      'waymark',
    ])
    expect(dockerfile).not.toMatch(/KEY=|SECRET|PASSWORD/)
    // Copied with its folder, a file of settings would be in the image for everybody who has it.
    const left = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n')
    expect(left).toEqual(expect.arrayContaining(['**/.env', '**/node_modules', '.waymark*', '.git']))
  })

  /** A folder with what a stage copies of the clone, and the packages. */
  function folderOf(stage: string): string {
    const [, text = ''] = dockerfile.split(new RegExp(`^FROM .+ AS ${stage}$`, 'm'))
    const folder = temporaryDir()
    const lines = text.split(/^FROM /m)[0]?.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm) ?? []
    for (const [, list = '', to = ''] of lines)
      for (const source of list.split(' '))
        cpSync(join(ROOT, source), join(folder, to.endsWith('/') ? `${to}${source}` : to), {
          recursive: true,
          filter: (path) => !['node_modules', 'dist', '.temp'].includes(basename(path)),
        })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    return folder
  }

  /** Runs Node in a folder with no settings; what it ends with. */
  const run = (cwd: string, ...args: string[]) =>
    new Promise<{ code: unknown; said: string }>((resolve) => {
      const env = { PATH: process.env.PATH, HOME: cwd }
      execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, said: stdout + stderr }),
      )
    })

  it('hold all that the app is built from', async () => {
    const folder = folderOf('built')
    // The manifest comes with the stage before.
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(folder, file))
    const { code, said } = await run(folder, 'node_modules/vite/bin/vite.js', 'build')
    expect([code, said]).toEqual([0, expect.stringContaining('built in')])
    expect(existsSync(join(folder, 'web/dist/index.html'))).toBe(true)
  }, 120_000)

  it('hold all that the worker runs, as the files that its programs were made into', async () => {
    const [programs, folder] = [folderOf('programs'), folderOf('worker')]
    cpSync(join(ROOT, 'package.json'), join(programs, 'package.json'))
    expect(await run(programs, 'worker/programs/build.ts')).toMatchObject({ code: 0 })
    cpSync(join(programs, 'worker/dist'), join(folder, 'worker/dist'), { recursive: true })
    const { said } = await run(folder, '--trace-exit', 'worker/main.ts')
    expect(said).toContain('SUPABASE_DB_URL')
    expect(said).toMatch(/worker\/dist\/\w+\/run\.mjs/)
    expect(said).not.toContain('ERR_MODULE_NOT_FOUND')
  })

  it('hold all that the server of pages runs', async () => {
    const { code, said } = await run(folderOf('pages'), 'stack/gateway/serve-pages.ts')
    expect([code, said]).toEqual([1, expect.stringContaining('There is no build of the app in web/dist.')])
    expect(said).not.toContain('ERR_MODULE_NOT_FOUND')
  })

  it('are composed of stages that exist, with every secret from the environment', () => {
    const compose = load(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8')) as {
      services: Record<
        string,
        {
          build: { target: string; dockerfile: string; context: string }
          environment: Record<string, string>
        }
      >
    }
    expect(Object.keys(compose.services)).toEqual(['app', 'pages', 'worker'])
    for (const { build, environment } of Object.values(compose.services)) {
      expect(existsSync(join(ROOT, 'deploy', build.context, build.dockerfile))).toBe(true)
      expect(dockerfile).toContain(` AS ${build.target}\n`)
      expect(Object.values(environment).every((value) => value.includes('${'))).toBe(true)
    }
    // What is passed is read, and what the worker and the Caddyfile read is passed.
    const read = (file: string, name: RegExp) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(name)].map(([, found = '']) => found)
    const passed = (name: string) => Object.keys(compose.services[name]?.environment ?? {}).toSorted()
    const shared = 'supabase/functions/_shared'
    const registrations = read(`${shared}/git/index.ts`, /env: '(WAYMARK_[A-Z]+)'/g)
    const ofWorker = [
      ...read('worker/config.ts', /(?:env\.|env, ')([A-Z_]+)/g),
      // What Git hosts are called with; plain HTTP is for tests alone.
      ...read(`${shared}/secrets/box.ts`, /'(WAYMARK_[A-Z_]+)'/g),
      ...read(`${shared}/net/outgoing.ts`, /'(WAYMARK_PRIVATE[A-Z_]+)'/g),
      ...read(`${shared}/migration/index.ts`, /setting\('(WAYMARK_[A-Z]+_URL)'\)/g),
      ...read(`${shared}/billing/stripe.ts`, /setting\('(STRIPE_[A-Z_]+)'\)/g),
      ...registrations.flatMap((name) => [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]),
    ]
    expect(passed('worker')).toEqual([...new Set(ofWorker)].toSorted())
    const ofApp = read('deploy/Caddyfile', /\{\$(\w+)/g).filter((name) => !OF_THE_MACHINE.has(name))
    expect(passed('app')).toEqual([...new Set(ofApp)].toSorted())
    expect(passed('pages')).toEqual(
      read('stack/gateway/serve-pages.ts', /(?:env\.|setting\(')([A-Z_]+)/g)
        .filter((name) => !['WAYMARK_DIST', 'WAYMARK_PAGES_LISTEN'].includes(name))
        .toSorted(),
    )
    expect(compose.services.app?.environment).not.toHaveProperty('SUPABASE_SERVICE_ROLE_KEY')
  })
})
