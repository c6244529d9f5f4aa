// The first HTML of documentation, out of a build of three files and a server in the place of functions.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtApp } from '../../stack/gateway/app.ts'

const dir = mkdtempSync(join(tmpdir(), 'waymark-first-html-'))
let pages: Server
let app: Server
let answer: { status: number; body: string } | 'nothing' = { status: 404, body: '{}' }
const asked: string[] = []
const leads: Record<string, { to: string; status: number }> = {
  '/old': { to: '/docs/pets', status: 302 },
  '/a/x%20y': { to: '/docs/x%20y#z', status: 301 },
  '/evil': { to: '//evil.example', status: 301 },
  '/evil2': { to: '/\\evil.example', status: 301 },
  '/evil3': { to: 'https://evil.example', status: 301 },
  '/assets/old.js': { to: '/docs', status: 301 },
}

const listening = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

beforeAll(async () => {
  mkdirSync(join(dir, '.vite'))
  mkdirSync(join(dir, 'tags'))
  mkdirSync(join(dir, 'assets'))
  for (const name of ['lint.worker-Ab_1-c.js', 'other.worker-Ab1.js'])
    writeFileSync(join(dir, 'assets', name), '// A worker.')
  writeFileSync(join(dir, 'tags/frame.html'), '<script src="./frame.js"></script>')
  writeFileSync(
    join(dir, 'index.html'),
    `<head><!--head--><title>Waymark</title><link rel="icon" href="/favicon.svg" /><!--/head-->
      <script type="module" crossorigin src="/assets/index.js"></script>
      <link rel="modulepreload" crossorigin href="/assets/react.js"></head>
      <body><!--text--><noscript>No.</noscript><!--/text--></body>`,
  )
  const manifest = {
    'index.html': { file: 'assets/index.js', imports: ['react'] },
    react: { file: 'assets/react.js' },
    'src/features/docs/routes.tsx': { file: 'assets/docs.js', imports: ['shared'] },
    shared: { file: 'assets/shared.js', imports: ['src/features/docs/routes.tsx'] },
    'src/features/auth/routes.tsx': { file: 'assets/auth.js' },
  }
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
  pages = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://functions')
    if (pathname === '/pages/redirect') {
      const lead = leads[searchParams.get('path') ?? '']
      return res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(lead ?? { to: null, status: 301 }))
    }
    asked.push(req.url ?? '')
    if (answer === 'nothing') return res.destroy()
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  const functionsUrl = `http://127.0.0.1:${await listening(pages)}`
  app = createServer(builtApp(dir, 'waymark.localhost', { functionsUrl, log: () => undefined, keptMs: 0 }))
  await listening(app)
})
afterAll(async () => {
  await Promise.all([pages, app].map((server) => new Promise((resolve) => server.close(resolve))))
  rmSync(dir, { recursive: true })
})

const functionsAt = () => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}${path}`, {
    headers: { accept: 'text/html', ...headers },
  })
const parts = (more: object = {}) => ({
  status: 200,
  body: JSON.stringify({
    head: '<title>Pets $& $1</title>',
    text: '<p>All $` pets</p>',
    data: '{"a":1}',
    ...more,
  }),
})

describe('a page of documentation', () => {
  it('holds what the function says of its address', async () => {
    answer = parts()
    const html = await (await open('/docs/pets/branches/main/x?y=1')).text()
    expect(html).toContain('<title>Pets $& $1</title>')
    expect(html).toContain('<body><p>All $` pets</p>')
    expect(html).toContain('<script type="application/json" id="page-data">{"a":1}</script></body>')
    expect(html).not.toContain('noscript')
    expect(html).not.toContain('<title>Waymark</title>')
    expect(asked.at(-1)).toMatch(
      /^\/pages\/page\?host=127\.0\.0\.1%3A\d+&path=%2Fdocs%2Fpets%2Fbranches%2Fmain%2Fx$/,
    )
  })

  it('lists its scripts behind its words, each behind those that it needs, and no others', async () => {
    answer = parts()
    const html = await (await open('/docs/pets')).text()
    expect(html).not.toMatch(/modulepreload|type="module"/)
    const [, list = ''] = /id="app-scripts">([^<]*)</.exec(html) ?? []
    expect(JSON.parse(list)).toEqual(['react', 'shared', 'docs', 'index'].map((name) => `/assets/${name}.js`))
    expect(html.indexOf('pets</p>')).toBeLessThan(html.indexOf('app-scripts'))
  })

  it('begins its scripts at once where it has no words', async () => {
    for (const words of [parts({ text: '' }), 'nothing'] as const) {
      answer = words
      const html = await (await open('/docs/pets')).text()
      expect(html).not.toContain('app-scripts')
      expect(html.match(/modulepreload[^>]*>/g)).toEqual(
        ['react', 'shared', 'docs'].map((name) => `modulepreload" crossorigin href="/assets/${name}.js">`),
      )
      expect(html).toContain('src="/assets/index.js"')
    }
  })

  it('is the app’s own where the function refuses, fails, ends or answers something else', async () => {
    for (const other of [
      { status: 404, body: '{}' },
      { status: 500, body: 'x' },
      'nothing',
      { status: 200, body: 'no json' },
    ] as const) {
      answer = other
      const page = await open('/docs/pets')
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<title>Workspace</title>')
    }
  })

  it('is kept by no search engine, nor known again, where it says nothing of its address', async () => {
    answer = 'nothing'
    const bare = await open('/docs/pets')
    expect(bare.headers.get('etag')).toBeNull()
    expect(await bare.text()).toContain('<meta name="robots" content="noindex"></head>')
    answer = parts()
    const page = await open('/docs/pets')
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(await page.text()).not.toContain('noindex')
  })

  it('is not sent again while it is the same', async () => {
    answer = parts()
    const first = await open('/docs/pets')
    const etag = first.headers.get('etag') ?? ''
    expect((await open('/docs/pets', { 'if-none-match': etag })).status).toBe(304)
    answer = parts({ text: '<p>Others</p>' })
    expect((await open('/docs/pets', { 'if-none-match': etag })).status).toBe(200)
  })

  it('keeps the headers of every page, and is compressed', async () => {
    answer = parts()
    const page = await open('/docs/pets', { 'accept-encoding': 'br' })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('any other page', () => {
  // `fetch` names the host by itself.
  const openAt = (host: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = app.address() as AddressInfo
      request({ host: '127.0.0.1', port, path, headers: { host, accept: 'text/html' } }, (answer) =>
        text(answer).then(resolve, reject),
      )
        .once('error', reject)
        .end()
    })

  it.each([
    '/',
    '/index.html',
    '/?a',
    '/index',
    '/index/',
    '//index.html',
    '/index.html/?a',
    '/%69ndex.html',
    '/auth/email/login',
    '/admin/members',
    '/studio/',
  ])('names the product on its own host alone: %s', async (path) => {
    expect(await openAt('waymark.localhost', path)).toContain('<title>Waymark</title>')
    expect(await openAt('WAYMARK.localhost.:3000', path)).toContain('<title>Waymark</title>')
    for (const host of ['acme.waymark.localhost', 'docs.acme.example:443', 'evilwaymark.localhost']) {
      const page = await openAt(host, path)
      expect(page).toContain('<title>Workspace</title><link rel="icon" href="data:," />')
      expect(page).toContain('src="/assets/index.js"')
      expect(page).not.toMatch(/Waymark|favicon/)
    }
  })

  it('names it nowhere where an installation is one workspace', async () => {
    const one = createServer(
      builtApp(dir, 'docs.acme.example', {
        functionsUrl: functionsAt(),
        log: () => undefined,
        isOneWorkspace: true,
      }),
    )
    const port = await listening(one)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect(await page.text()).not.toContain('Waymark')
    const headers = { 'if-none-match': page.headers.get('etag') ?? '' }
    expect((await fetch(`http://127.0.0.1:${port}/`, { headers })).status).toBe(304)
    await new Promise((resolve) => one.close(resolve))
  })
})

describe('a cache that many share', () => {
  const keeping = () => open('/docs/pets').then(({ headers }) => headers.get('cache-control'))

  it('asks each time, or answers by itself for as long as the operator says, and never with what no address has', async () => {
    answer = parts()
    expect(await keeping()).toBe('no-cache')
    const shared = createServer(
      builtApp(dir, 'waymark.localhost', {
        functionsUrl: functionsAt(),
        log: () => undefined,
        sharedSeconds: 60,
        keptMs: 0,
      }),
    )
    const port = await listening(shared)
    const kept = async () =>
      (await fetch(`http://127.0.0.1:${port}/docs/pets`, { headers: { accept: 'text/html' } })).headers.get(
        'cache-control',
      )
    expect(await kept()).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=60')
    answer = { status: 404, body: '{}' }
    expect(await kept()).toBe('no-cache')
    await new Promise((resolve) => shared.close(resolve))
  })
})

describe('a page that many read at once', () => {
  it('is made once, and for nobody of what one client was refused', async () => {
    const many = createServer(
      builtApp(dir, 'waymark.localhost', {
        functionsUrl: functionsAt(),
        log: () => undefined,
        keptMs: 60_000,
      }),
    )
    const port = await listening(many)
    const read = async (path: string, encoding = 'gzip') => {
      const headers = { accept: 'text/html', 'accept-encoding': encoding }
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
    }
    answer = parts()
    const before = asked.length
    const read20 = await Promise.all(
      Array.from({ length: 20 }, (_, n) => read('/docs/pets', n % 2 ? 'br' : 'gzip')),
    )
    expect(new Set(read20).size).toBe(1)
    expect(asked).toHaveLength(before + 1)
    await read('/docs/others')
    expect(asked).toHaveLength(before + 2)
    answer = parts({ text: '' })
    await read('/docs/long')
    answer = parts()
    expect(await read('/docs/long')).toContain('<p>All')
    answer = 'nothing'
    expect(await read('/docs/gone')).toContain('<title>Workspace</title>')
    answer = parts()
    expect(await read('/docs/gone')).toContain('<title>Pets')
    await new Promise((resolve) => many.close(resolve))
  })
})

describe('scripts of others', () => {
  const policyOf = async (path: string) => (await open(path)).headers.get('content-security-policy') ?? ''

  it('are let into the pages of a workspace that has set so, and into no other', async () => {
    answer = parts({ tags: ['localize', 'https://evil.example', 'constructor'] })
    expect(await policyOf('/docs/pets')).toContain("script-src 'self' https://global.localizecdn.com;")
    expect(await policyOf('/docs/pets')).not.toMatch(/evil|userway|undefined/)
    expect(await policyOf('/auth')).toContain("script-src 'self';")
    answer = 'nothing'
    expect(await policyOf('/docs/pets')).toContain("script-src 'self';")
  })

  it('of a workspace’s making run in a page of no origin', async () => {
    expect(await policyOf('/tags/frame.html')).toMatch(/^sandbox allow-scripts; /)
    expect(await policyOf('/tags/frame')).toContain("script-src 'self';")
  })
})

it('lets the worker that lints make programs of rules, and gives it no network', async () => {
  const policyOf = async (path: string) => (await open(path)).headers.get('content-security-policy') ?? ''
  expect(await policyOf('/assets/lint.worker-Ab_1-c.js')).toBe("default-src 'none'; script-src 'unsafe-eval'")
  expect(await policyOf('/assets/other.worker-Ab1.js')).not.toContain('unsafe-eval')
})

describe('all other pages', () => {
  it('ask no function', async () => {
    const before = asked.length
    for (const path of ['/', '/admin', '/docs', '/docs/']) expect((await open(path)).status).toBe(200)
    expect((await open('/docs/pets', { accept: 'image/png' })).status).toBe(200)
    expect(asked).toHaveLength(before)
  })
})

describe('the redirects of a host', () => {
  const led = async (path: string, headers: Record<string, string> = {}) => {
    const host = `127.0.0.1:${(app.address() as AddressInfo).port}`
    const answer = await fetch(`http://${host}${path}`, {
      headers: { accept: 'text/html', ...headers },
      redirect: 'manual',
    })
    return answer.status < 400 && answer.status >= 300
      ? `${answer.status} ${answer.headers.get('location')} ${answer.headers.get('cache-control')}`
      : answer.status
  }

  it.each<[string, string | number]>([
    ['/old', '302 /docs/pets no-cache'],
    ['/old?q=1', '302 /docs/pets?q=1 no-cache'],
    ['/a/x%20y?q=1', '301 /docs/x%20y?q=1#z no-cache'],
    ['/evil', 200],
    ['/evil2', 200],
    ['/evil3', 200],
    ['/assets/old.js', 404],
    ['/other', 200],
  ])('%s leads to %s', async (path, expected) => {
    expect(await led(path)).toBe(expected)
  })

  it('lead on from what a project was called before, never to another host', async () => {
    answer = parts({ to: '/docs/pets/x' })
    expect(await led('/docs/dogs/x?y=1')).toBe('301 /docs/pets/x?y=1 no-cache')
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 7, null]) {
      answer = parts({ to })
      expect(await led('/docs/dogs/x')).toBe(200)
    }
  })

  it('are for pages alone, and not for what pages load', async () => {
    expect(await led('/old', { 'sec-fetch-dest': 'image', accept: '*/*' })).toBe(200)
    expect(await led('/old', { accept: 'application/json' })).toBe(200)
    expect(await led('/old', { accept: '*/*' })).toMatch(/^302/)
  })
})
