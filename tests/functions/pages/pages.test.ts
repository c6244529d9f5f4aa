// What search engines, chats and agents read of a workspace's documentation.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
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
const page = (path: string) => {
  const query = new URLSearchParams({ host: `${workspace.slug}.${stack.baseHost}`, path })
  return fetchHost(stack, '', `/functions/v1/pages/page?${query}`)
}
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

  it('is not there for what only members read, nor for addresses of nothing', async () => {
    const elsewhere = await aWorkspace(stack)
    for (const path of [
      `/docs/${closed.slug}`,
      `/docs/${closed.slug}/branches/main/${operation}`,
      '/docs/nothing',
      '/docs/%E0%A4%A/x',
      '/admin',
    ]) {
      expect((await page(path)).status).toBe(404)
    }
    const query = new URLSearchParams({
      host: `${elsewhere.slug}.${stack.baseHost}`,
      path: `/docs/${open.slug}`,
    })
    expect((await fetchHost(stack, '', `/functions/v1/pages/page?${query}`)).status).toBe(404)
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
    await expect.poll(async () => (await fetchHost(stack, host, '/sitemap.xml')).status).toBe(404)
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
