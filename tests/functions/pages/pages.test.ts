// What search engines, chats and agents read of a workspace's documentation.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { contrastOf, readableRatio } from '../../../supabase/functions/_shared/domain/theme.ts'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aDomain, hostOf } from '../support/domains.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, type Project } from '../support/projects.ts'

const stack = sharedStack()

interface Page {
  head: string
  text: string
  data: string
}

let workspace: Workspace
let open: Project
let closed: Project
let operation: string

const at = (path: string, headers: Record<string, string> = {}) =>
  fetchHost(stack, workspace.slug, path, { headers })
const pageAt = (slug: string, path: string) => {
  const query = new URLSearchParams({ host: `${slug}.${stack.baseHost}`, path })
  return fetchHost(stack, '', `/functions/v1/pages/page?${query}`)
}
const page = (path: string) => pageAt(workspace.slug, path)
const indexed = (allowed: boolean) =>
  sql(stack, 'update public.workspaces set allow_search_indexing = $2 where slug = $1', [
    workspace.slug,
    allowed,
  ])

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  const visible = { visibility: 'public', slug: 'open-pets', name: 'Open <pets> & "friends"' }
  open = await aDocumentedProject(stack, workspace, visible)
  closed = await aDocumentedProject(stack, workspace, {
    visibility: 'internal',
    slug: 'closed',
    name: 'Closed',
  })
  const nodes = await sql<{ slug: string }>(
    stack,
    `select n.slug from public.branch_nodes n join public.projects p on p.id = n.project_id
     where p.slug = $1 and n.name = 'List pets' and p.workspace_id = (select id from public.workspaces where slug = $2)`,
    [open.slug, workspace.slug],
  )
  operation = nodes[0]?.slug ?? ''
})

describe('the words of a page', () => {
  it('has title, description, address and text, all of it harmless', async () => {
    const answer = await page(`/docs/${open.slug}/branches/main/${operation}`)
    expect(answer.status).toBe(200)
    const { head, text, data } = answer.json<Page>()
    expect(head).toContain('<title>List pets · Open &lt;pets&gt; &amp; &quot;friends&quot; · ')
    expect(head).toContain(`/docs/${open.slug}/branches/main/${operation}" />`)
    expect(head).not.toContain('<pets>')
    expect(text).toMatch(/<b class="get">get<\/b><code>.*\/<wbr>pets<\/code>/)
    // Of an author's HTML the words.
    expect(text).toContain('All pets &amp; friends')
    // Nobody’s browser asks for a picture of somebody else’s before the app has judged it.
    expect(text).not.toContain('<img')
    expect(data).not.toContain('<')
    expect(JSON.parse(data).page.node.slug).toBe(operation)
  })

  it("unfurls with the product's card, else with the logo of the workspace", async () => {
    const path = `/docs/${open.slug}/branches/main/${operation}`
    const origin = `http://${workspace.slug}.${stack.baseHost}`
    const { head } = (await page(path)).json<Page>()
    expect(head).toContain(`<meta property="og:image" content="${origin}/social.png" />`)
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image" />')
    expect(head).toContain('<meta name="twitter:title" content="List pets · Open')
    const logo = 'https://pictures.test/logo.png?a=1&b=2'
    const set = (value: string | null) =>
      sql(stack, 'update public.workspaces set logo_url = $2 where slug = $1', [workspace.slug, value])
    await set(logo)
    const withLogo = (await page(path)).json<Page>().head
    await set(null)
    expect(withLogo).toContain(`<meta property="og:image" content="${logo.replace('&', '&amp;')}" />`)
    expect(withLogo).toContain('<meta name="twitter:card" content="summary" />')
  })

  it('wears the colours and the icon of its workspace, as far as they can be read', async () => {
    const [path, plain] = [`/docs/${open.slug}/branches/main/${operation}`, '#ffe066']
    const set = (theme: object, favicon: string | null) =>
      sql(stack, 'update public.workspaces set theme = $2, favicon_url = $3 where slug = $1', [
        workspace.slug,
        JSON.stringify(theme),
        favicon,
      ])
    const undressed = (await page(path)).json<Page>().head
    expect(undressed).not.toMatch(/<style>|theme-color/)
    expect(undressed).toContain('<link rel="icon" href="/favicon.svg" />')
    const goesWithout = (hides: boolean) =>
      sql(stack, 'update public.workspaces set hide_powered_by = $2 where slug = $1', [workspace.slug, hides])
    await goesWithout(true)
    expect((await page(path)).json<Page>().head).toContain('<link rel="icon" href="data:," />')
    await goesWithout(false)
    await set(
      { 'color-primary': plain, 'color-sidebar-bg': '#102030', 'color-sidebar-border': '#304050' },
      'https://pictures.test/icon.png?a=1&b=2',
    )
    const { head } = (await page(path)).json<Page>()
    await set({}, null)
    expect(head).toContain('<meta name="theme-color" content="#102030" />')
    expect(head).toContain('<link rel="icon" href="https://pictures.test/icon.png?a=1&amp;b=2" />')
    const [, onLight = '', onDark = ''] =
      /<style>#first-text#first-text\{--accent:light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\);--bar:#102030;--bar-line:#304050\}<\/style>/.exec(
        head,
      ) ?? []
    // Yellow cannot be read on white.
    expect([contrastOf(plain, '#ffffff') < readableRatio, onDark]).toEqual([true, plain])
    expect(contrastOf(onLight, '#ffffff')).toBeGreaterThanOrEqual(readableRatio)
  })

  it('keeps every digit of a number', async () => {
    const { data, text } = (await page(`/docs/${open.slug}/branches/main/${operation}`)).json<Page>()
    expect(data).toContain('9223372036854775807')
    expect(text).toContain('9223372036854775807')
  })

  it('opens with the first page where the address names none', async () => {
    const { data } = (await page(`/docs/${open.slug}`)).json<Page>()
    const { first_slug, node } = JSON.parse(data).page
    expect(node.slug).toBe(first_slug)
  })

  it('is whose host it is, and no more, for what only members read as for addresses of nothing', async () => {
    const nothing = await page('/docs/nothing')
    expect(nothing.status).toBe(200)
    const { head, text, data } = nothing.json<Page>()
    expect(head).toContain('content="noindex"')
    expect(text).toBe('')
    expect(JSON.parse(data)).toEqual({
      workspace: expect.objectContaining({ slug: workspace.slug, home_content: null }),
    })
    for (const path of [`/docs/${closed.slug}`, `/docs/${closed.slug}/branches/main/${operation}`])
      expect((await page(path)).json()).toEqual(nothing.json())
    const elsewhere = await aWorkspace(stack)
    const there = await pageAt(elsewhere.slug, `/docs/${open.slug}`)
    expect(JSON.parse(there.json<Page>().data)).toEqual({
      workspace: expect.objectContaining({ slug: elsewhere.slug }),
    })
  })

  it('names the workspace whose session the page opens', async () => {
    for (const path of [`/docs/${open.slug}`, `/docs/${closed.slug}`])
      expect((await page(path)).json<Page>().head).toContain(
        `<meta name="waymark-workspace" content="${workspace.id}" />`,
      )
  })

  it('is not there for other addresses, nor at the host of no workspace', async () => {
    for (const path of ['/docs/%E0%A4%A/x', '/admin']) expect((await page(path)).status).toBe(404)
    expect((await pageAt('nobody-has-this', `/docs/${open.slug}`)).status).toBe(404)
  })

  it('shows no internal operation', async () => {
    const [secret] = await sql<{ slug: string }>(
      stack,
      "select slug from public.branch_nodes where name = 'Reorganise the kennels' limit 1",
    )
    const answer = await page(`/docs/${open.slug}/branches/main/${secret?.slug}`)
    expect(answer.text).not.toContain('kennels')
  })
})

describe('an address of before', () => {
  const rename = (from: string, to: string) =>
    sql(
      stack,
      'update public.projects set slug = $3 where slug = $2 and workspace_id = (select id from public.workspaces where slug = $1)',
      [workspace.slug, from, to],
    )

  it('leads to the project as it is called now, and tells who may not read it nothing', async () => {
    const below = `/branches/main/${operation}`
    const led = async (path: string) => (await page(path)).json<Page & { to: string | null }>()
    await rename(open.slug, 'renamed')
    await rename(closed.slug, 'closed-now')
    try {
      expect((await led(`/docs/renamed${below}`)).to).toBeNull()
      const old = await led(`/docs/${open.slug}${below}`)
      expect(old.to).toBe(`/docs/renamed${below}`)
      expect(old.head).toContain(`/docs/renamed${below}" />`)
      expect((await led(`/docs/${open.slug}`)).to).toBe('/docs/renamed')
      expect(await led(`/docs/${closed.slug}`)).toEqual(await led('/docs/nothing'))

      const twin = await at(`/docs/${open.slug}${below}.md`)
      expect([twin.status, twin.headers.location]).toEqual([301, `/docs/renamed${below}.md`])
      expect((await at(`/docs/${closed.slug}${below}.md`)).status).toBe(404)
      const asMember = await at(`/docs/${closed.slug}${below}.md`, {
        authorization: `Bearer ${workspace.owner.token}`,
      })
      expect([asMember.status, asMember.headers.location]).toEqual([301, `/docs/closed-now${below}.md`])
      // Another project may have the slug tomorrow, and not everybody reads this one.
      expect(asMember.headers['cache-control']).toBe('no-store')
    } finally {
      await rename('renamed', open.slug)
      await rename('closed-now', closed.slug)
    }
  })
})

describe('what others load into a page', () => {
  it('is named as the settings say, in the right form and as the plan holds it', async () => {
    const set = (values: unknown[]) =>
      sql(
        stack,
        'update public.workspaces set google_tag_manager = $2, localizejs = $3, show_userway = $4 where slug = $1',
        [workspace.slug, ...values],
      )
    const told = async () => {
      const { tags, data } = (await page(`/docs/${open.slug}`)).json<Page & { tags: string[] }>()
      const { google_tag_manager, localizejs } = JSON.parse(data).page.workspace
      return { tags, google_tag_manager, localizejs }
    }
    const product = (id: number) =>
      sql(
        stack,
        'update public.billing_accounts set billing_product_id = $2 where workspace_id = (select id from public.workspaces where slug = $1)',
        [workspace.slug, id],
      )
    await set(['GTM-A1B2C3D', 'abcdef0123456', true])
    const all = {
      tags: ['localize', 'userway'],
      google_tag_manager: 'GTM-A1B2C3D',
      localizejs: 'abcdef0123456',
    }
    expect(await told()).toEqual(all)
    await product(1)
    expect(await told()).toEqual({ tags: ['userway'], google_tag_manager: null, localizejs: null })
    await product(5)
    await set(['UA-1', 'a-b', false])
    expect(await told()).toEqual({ tags: [], google_tag_manager: null, localizejs: null })
    await set([null, null, false])
  })
})

describe('what is internal within a public page', () => {
  const hidden = { 'x-internal': true }
  const sekret = { type: 'string', description: 'Sekret words', ...hidden }
  const description = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': {
        get: {
          summary: 'List lamps',
          parameters: [{ name: 'sekretparam', in: 'query', ...hidden }],
          responses: {
            200: {
              description: 'Lamps',
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Lamp' },
                  example: { colour: 'red', sekretprop: 'Sekret value' },
                },
              },
            },
            418: { description: 'Sekret answer', ...hidden },
          },
        },
      },
    },
    components: {
      schemas: {
        Lamp: {
          required: ['sekretprop'],
          properties: {
            colour: { type: 'string' },
            sekretprop: sekret,
            sekretmodel: { $ref: '#/components/schemas/Sekret' },
            list: { type: 'array', items: sekret },
          },
          allOf: [sekret],
        },
        Sekret: { properties: { sekretwithin: { type: 'string' } }, ...hidden },
      },
    },
  })

  let lamps: Project
  let pages: { slug: string; name: string; branch_id: string }[]
  beforeAll(async () => {
    lamps = await aDocumentedProject(
      stack,
      workspace,
      { visibility: 'public', slug: 'lamps', name: 'Lamps' },
      description,
    )
    pages = await sql(
      stack,
      `select n.slug, n.name, n.branch_id from public.branch_nodes n
       join public.projects p on p.id = n.project_id join public.workspaces w on w.id = p.workspace_id
       where w.slug = $1 and p.slug = $2 and n.name in ('List lamps', 'Lamp')`,
      [workspace.slug, lamps.slug],
    )
  })

  it('is in none of what visitors get, and whole for members', async () => {
    expect(pages).toHaveLength(2)
    const { token } = workspace.owner
    for (const { slug, name, branch_id } of pages) {
      const path = `/docs/${lamps.slug}/branches/main/${slug}`
      const rpc = (headers: Record<string, string>) =>
        fetchHost(stack, '', '/rest/v1/rpc/branch_node', {
          method: 'POST',
          headers: { apikey: stack.anonKey, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ p_branch_id: Number(branch_id), p_slug: slug }),
        })
      const got = [await page(path), await at(`${path}.md`), await rpc({})]
      expect(got.map(({ status }) => status)).toEqual([200, 200, 200])
      for (const { text } of got) {
        expect(text).toContain(name)
        expect(text).not.toMatch(/sekret/i)
      }
      const bearer = { authorization: `Bearer ${token}` }
      expect((await rpc(bearer)).text).toMatch(/sekret/i)
    }
  })

  it('finds no page for visitors', async () => {
    const found = async (word: string, token?: string) => {
      const caller = token === undefined ? {} : { token }
      const answer = await call(stack, `/workspaces/${workspace.id}/nodes?search=${word}`, caller)
      return answer.json<{ title: string }[]>().map(({ title }) => title)
    }
    expect(await found('colour')).toEqual(expect.arrayContaining(['Lamp', 'List lamps']))
    expect(await found('sekretprop')).toEqual([])
    expect(await found('sekretprop', workspace.owner.token)).toEqual(
      expect.arrayContaining(['Lamp', 'List lamps']),
    )
  })
})

describe('robots', () => {
  it('list a workspace only where it says so', async () => {
    await indexed(false)
    expect((await at('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await at('/sitemap.xml')).status).toBe(404)
    const unlisted = (await page(`/docs/${open.slug}/branches/main/${operation}`)).json<Page>()
    expect(unlisted.head).toContain('<meta name="robots" content="noindex" />')
    await indexed(true)
    expect((await at('/robots.txt')).text).toContain(
      `Sitemap: http://${workspace.slug}.${stack.baseHost}/sitemap.xml`,
    )
    const listed = (await page(`/docs/${open.slug}/branches/main/${operation}`)).json<Page>()
    expect(listed.head).not.toContain('noindex')
  })

  it('may read what a page is painted from, and nothing else of the workspace', async () => {
    await indexed(true)
    const lines = (await at('/robots.txt')).text.split('\n')
    const allowed = lines.flatMap((line) =>
      line.startsWith('Allow: ') ? [line.slice('Allow: '.length)] : [],
    )
    // RFC 9309: the longest rule that matches counts, and `*` is anything.
    const isAllowed = (path: string) =>
      allowed.some((rule) => new RegExp(`^${rule.replaceAll('.', '\\.').replaceAll('*', '.*')}`).test(path))
    const template = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8')
    const own = [...template.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(own.length).toBeGreaterThan(2)
    const needed = [
      ...own.filter((path) => !path.startsWith('/src/')),
      '/assets/index-x.js',
      '/social.png',
      '/rest/v1/rpc/docs_page',
      '/graphql/v1',
      '/api/v1/projects/cHJqOjE/branches/main/images/logo.png',
      `/api/v1/workspaces/d2s6MQ/pictures/${'0'.repeat(64)}`,
    ]
    for (const path of needed) expect(isAllowed(path), path).toBe(true)
    for (const path of ['/', '/admin/settings', '/explore', '/api/v1/workspaces/d2s6MQ', '/auth'])
      expect(isAllowed(path), path).toBe(false)
    expect(lines).toContain('Disallow: /')
  })

  it('read a workspace at its own domain, whichever host they came to, while it is served there', async () => {
    await indexed(true)
    const path = `/docs/${open.slug}/branches/main/${operation}`
    const domain = await aDomain(stack, workspace)
    const host = hostOf(stack, domain)
    const origin = `http://${host}`
    const asked = async (name: string) => {
      const query = new URLSearchParams({ host: name, path })
      const answer = await fetchHost(stack, '', `/functions/v1/pages/page?${query}`)
      return /<link rel="canonical" href="([^"]*)"/.exec(answer.json<Page>().head)?.[1]
    }
    expect(await asked(host)).toBe(origin + path)
    expect(await asked(`${workspace.slug}.${stack.baseHost}`)).toBe(origin + path)
    const robots = await fetchHost(stack, host, '/robots.txt')
    expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
    const map = (await fetchHost(stack, host, '/sitemap.xml')).text
    expect(map).toContain(`<loc>${origin}/sitemaps/`)
    const [part = ''] = /\/sitemaps\/\d+\.xml/.exec(map) ?? []
    expect((await fetchHost(stack, host, part)).text).toContain(`<loc>${origin}${path}</loc>`)
    expect((await fetchHost(stack, host, '/llms.txt')).text).toContain(`${origin}${path}.md`)
    expect((await fetchHost(stack, host, `${path}.md`)).text).toContain('List pets')
    // Uploads are nowhere where the app is.
    expect((await fetchHost(stack, host, '/storage/v1/bucket')).status).toBe(404)
    const elsewhere = await fetchHost(stack, `other.${host}`, '/sitemap.xml')
    expect(elsewhere.status).toBe(404)
    await call(stack, `/workspaces/${workspace.id}/custom-domain`, {
      method: 'DELETE',
      token: workspace.owner.token,
    })
    // One client may ask for it sixty times in ten minutes.
    const statusOfMap = async () => (await fetchHost(stack, host, '/sitemap.xml')).status
    await expect.poll(statusOfMap, { interval: 500 }).toBe(404)
    expect(await asked(`${workspace.slug}.${stack.baseHost}`)).toContain(workspace.slug)
  })

  it('stay away from the base host', async () => {
    expect((await fetchHost(stack, '', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  })

  it('find every public page in the parts of the sitemap, and no other', async () => {
    await indexed(true)
    const [part] = /\/sitemaps\/\d+\.xml/.exec((await at('/sitemap.xml')).text) ?? []
    const answer = await at(part ?? '')
    expect(answer.headers['content-type']).toContain('application/xml')
    expect(answer.text).toContain(`/docs/${open.slug}/branches/main/${operation}</loc>`)
    expect(answer.text).not.toContain('kennels')
    expect(answer.text).not.toContain(`/docs/${closed.slug}/`)
  })
})

describe('agents', () => {
  it('find the public pages in llms.txt, each as Markdown', async () => {
    const list = (await at('/llms.txt')).text
    expect(list).toContain(`/docs/${open.slug}/branches/main/${operation}.md)`)
    expect(list).not.toContain(closed.slug)
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      stack,
      `select n.id from public.branch_nodes n join public.workspaces w on w.id = n.workspace_id
       join public.projects p on p.id = n.project_id where n.slug = $1 and w.slug = $2 and p.slug = $3`,
      [operation, workspace.slug, open.slug],
    )
    const part = async (from: string) => (await at(`/llms.txt?from=${from}`)).text
    expect(await part(id)).toContain(`/${operation}.md)`)
    expect(await part(String(BigInt(id) + 1n))).not.toContain(`/${operation}.md)`)
    expect((await at('/llms.txt?from=x')).status).toBe(404)
    const twin = await at(`/docs/${open.slug}/branches/main/${operation}.md`)
    expect(twin.headers['content-type']).toContain('text/markdown')
    expect(String(twin.headers.vary).match(/Authorization/gi)).toHaveLength(1)
    expect(twin.text).toContain('# List pets\n\n`GET /pets`\n')
    expect(twin.text).toContain('- `number`: integer. (maximum `9223372036854775807`)')
  })

  it('are told when what they keep still holds', async () => {
    const path = `/docs/${open.slug}/branches/main/${operation}.md`
    const first = await at(path)
    expect(first.headers['cache-control']).toBe('public, no-cache')
    expect(first.headers.vary).toMatch(/Authorization.*X-Waymark-Share/)
    const again = (tag: string) => at(path, { 'if-none-match': tag })
    expect(await again(String(first.headers.etag))).toMatchObject({ status: 304, text: '' })
    const rename = (name: string) =>
      sql(stack, 'update public.branch_nodes set name = $2 where slug = $1', [operation, name])
    await rename('List all pets')
    expect((await again(String(first.headers.etag))).status).toBe(200)
    await rename('List pets')
    const mine = await at(path, { authorization: `Bearer ${workspace.owner.token}` })
    expect(mine.headers['cache-control']).toBe('private, no-cache')
    const node = await at(`/api/v1/projects/${open.id}/nodes/${operation}`)
    const kept = { 'if-none-match': String(node.headers.etag) }
    expect((await at(`/api/v1/projects/${open.id}/nodes/${operation}`, kept)).status).toBe(304)
    expect((await at(`/api/v1/projects/${open.id}/nodes/none`)).headers.etag).toBeUndefined()
  })

  it('find on the page of an API what it offers', async () => {
    const [service] = await sql<{ slug: string }>(
      stack,
      `select n.slug from public.branch_nodes n join public.projects p on p.id = n.project_id
       where p.slug = $1 and n.type = 'http_service' and p.workspace_id = (select id from public.workspaces where slug = $2)`,
      [open.slug, workspace.slug],
    )
    const text = (await at(`/docs/${open.slug}/branches/main/${service?.slug}.md`)).text
    expect(text).toMatch(
      /^## .+\n\n(- .*\n)*- `GET` \[List pets\]\(\/docs\/open-pets\/branches\/main\/\S+\.md\)/m,
    )
    expect(text).not.toContain('kennels')
  })

  it('read names and summaries in llms.txt as text', async () => {
    const evil = '\\](https://evil.example) ![x](y) <b>'
    const row =
      'update public.branch_nodes set name = $2, summary = $2 where slug = $1 and is_internal = false returning name'
    await sql(stack, row, [operation, evil])
    const list = (await at('/llms.txt')).text
    await sql(stack, row, [operation, 'List pets'])
    const line = list.split('\n').find((one) => one.includes('evil')) ?? ''
    const escaped = '\\\\\\]\\(https://evil.example\\) \\!\\[x\\]\\(y\\) \\<b\\>'
    expect(line).toMatch(/^- \[/)
    expect(line.slice(3).startsWith(`${escaped}](`)).toBe(true)
    expect(line.endsWith(`: ${escaped}`)).toBe(true)
  })

  it('read exactly what their token may', async () => {
    const path = `/docs/${closed.slug}/branches/main/${operation}.md`
    const guest = await aMember(stack, workspace, 'guest')
    const made = await call(stack, `/workspaces/${workspace.id}/machine-principals`, {
      token: workspace.owner.token,
      json: { name: 'Agent' },
    })
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    expect(refusalIn(await at(path))).toMatchObject({ status: 404, detail: 'Page not found' })
    expect((await at(path, bearer(guest.token))).status).toBe(404)
    expect((await at(path, bearer(workspace.owner.token))).text).toContain('# List pets')
    expect((await at(path, bearer(made.json<{ access_token: string }>().access_token))).text).toContain(
      '# List pets',
    )
    expect((await at(path, bearer('wmk_nothing'))).status).toBe(401)
  })
})

describe('the redirects of a workspace', () => {
  const set = (redirects: string | null) =>
    call(stack, `/workspaces/${workspace.id}`, {
      method: 'PATCH',
      token: workspace.owner.token,
      json: { redirects },
    })
  const led = async (path: string, slug = workspace.slug) => {
    const query = new URLSearchParams({ host: `${slug}.${stack.baseHost}`, path })
    const answer = await fetchHost(stack, '', `/functions/v1/pages/redirect?${query}`)
    const { to, status } = answer.json<{ to: string | null; status: number }>()
    return to && `${status} ${to}`
  }

  it('lead visitors of its host, by rules that may be', async () => {
    expect((await set(`/pets/* /docs/${open.slug}/* 302\n/start /docs/${open.slug}`)).status).toBe(200)
    expect(await led('/pets/branches')).toBe(`302 /docs/${open.slug}/branches`)
    expect(await led('/start/')).toBe(`301 /docs/${open.slug}`)
    const other = await aWorkspace(stack)
    expect(await led('/start', other.slug)).toBe(null)
    expect(await led('/start', 'nobody')).toBe(null)
    for (const [redirects, line] of [
      ['/x //evil.example', 1],
      ['# fine\n/x https://evil.example', 2],
      ['/api/v1/projects /x', 1],
    ] as const) {
      const refused = await set(redirects)
      expect([redirects, refused.status]).toEqual([redirects, 400])
      expect(refused.json<{ detail: string }>().detail).toContain(`Line ${line}: `)
    }
    expect((await set('/x /y\n/y /x')).json<{ detail: string }>().detail).toContain('Line 1: ')
    expect((await set(null)).status).toBe(200)
  })
})
