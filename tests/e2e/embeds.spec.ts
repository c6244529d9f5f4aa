// Documentation on a page of another origin, under a strict policy: our element, and Stoplight's real one from npm.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace } from '../functions/support/people.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

// The first workspace of an instance.
const demo = encodeId('wk', 1)
const require = createRequire(import.meta.url)
const elements = '@stoplight/elements-dev-portal'
const files: Record<string, string> = {
  '/elements.js': require.resolve(`${elements}/web-components.min.js`),
  '/elements.css': require.resolve(`${elements}/styles.min.css`),
}
const pages = new Map<string, { html: string; policy: string }>()
let server: Server
let origin: string

test.beforeAll(async () => {
  server = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?', 1)
    const file = files[path]
    if (file) {
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
      return void res.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(readFileSync(file))
    }
    const page = pages.get(path)
    if (!page) return void res.writeHead(404).end()
    const headers = { 'content-type': 'text/html', 'content-security-policy': page.policy }
    res.writeHead(200, headers).end(page.html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const petStore = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths: { /pets: { get: { summary: List pets, responses: { "200": { description: The pets } } } } }
`

// A page whose own styles would ruin any other.
const hostile =
  'html { font-size: 40px } body { color: red; line-height: 3 } h1, a, div { color: lime; font-family: fantasy; letter-spacing: 9px }'

/** Shows a page at an address of the foreign origin; what its policy refused is told. */
async function show(page: Page, path: string, body: string, policy: string): Promise<string[]> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  const head = `<title>Theirs</title><link rel="stylesheet" href="/theirs.css">`
  pages.set(path, {
    policy,
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  })
  await page.route(`${origin}/theirs.css`, (route) =>
    route.fulfill({ contentType: 'text/css', body: hostile }),
  )
  await page.goto(origin + path)
  return refused
}

const strict = () => {
  const waymark = at('', 'demo')
  return `default-src 'none'; script-src ${waymark}; connect-src ${waymark}; style-src 'self'; img-src blob:; worker-src blob:`
}

test('our element reads on a page of another origin, by one script, under a strict policy', async ({
  page,
}) => {
  const cookies: string[] = []
  page.on('request', (request) => {
    if (request.headers().cookie) cookies.push(request.url())
  })
  const refused = await show(
    page,
    '/ours',
    `<h1>Theirs</h1><script type="module" src="${at('/embed.js', 'demo')}"></script>
     <waymark-docs project="waymark-api" theme="light"></waymark-docs>`,
    strict(),
  )
  const docs = page.locator('waymark-docs')
  const tree = docs.getByRole('tree')
  await expect(tree).toBeVisible()
  await expect(docs.getByRole('heading', { level: 1, name: /^Using Waymark.s API$/ })).toBeVisible()
  const told = await page.evaluateHandle(() => {
    const heard: unknown[] = []
    document.addEventListener('waymark-navigate', (event) => heard.push((event as CustomEvent).detail))
    return heard
  })
  await docs.getByPlaceholder('Filter').fill('List projects')
  await docs
    .getByRole('treeitem')
    .filter({ has: page.getByText('List projects', { exact: true }) })
    .click()
  await expect(docs.getByRole('heading', { level: 1, name: 'List projects' })).toBeVisible()
  const slug = expect.stringMatching(/^\w+-list-projects$/)
  await expect
    .poll(() => told.jsonValue())
    .toEqual([{ slug, title: 'List projects', type: 'http_operation', branch: 'main' }])
  await expect(page).toHaveURL(/\/ours#\/branches\/main\/\w+-list-projects$/)
  await expect(docs.getByRole('group', { name: /Request sample/ })).toContainText('curl')
  // Answers are compared beside the page, where browsers start no worker of another origin's.
  await docs.getByRole('button', { name: 'Try it' }).click()
  const form = docs.getByRole('form', { name: 'Try it' })
  await form.getByLabel(/^Address/).fill(at('/api/v1', 'demo'))
  await form.getByLabel(/^Token/).fill('nobody')
  await form.getByLabel(/^id/).first().fill(demo)
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(form.getByText(/Matches the description/)).toHaveText(
    '✓ Matches the description (401, application/problem+json).',
  )
  // Neither page reaches into the other.
  const theirs = page.getByRole('heading', { name: 'Theirs' })
  await expect(theirs).toHaveCSS('color', 'rgb(0, 255, 0)')
  const title = docs.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('font-size', '28px')
  await expect(title).not.toHaveCSS('color', 'rgb(0, 255, 0)')
  await expect(title).toHaveCSS('letter-spacing', '-0.56px')
  expect(await page.evaluate(() => '__WAYMARK__' in window)).toBe(false)

  // The address leads back, and attributes may change under its readers.
  await page.reload()
  await expect(title).toHaveText('List projects')
  await docs.evaluate((element) => element.setAttribute('theme', 'dark'))
  await expect(title).toHaveCSS('color', /rgb\((2\d\d), /)
  await docs.evaluate((element) => {
    element.setAttribute('router', 'memory')
    element.setAttribute('layout', 'single')
    element.setAttribute('hide-try-it', '')
  })
  await expect(tree).toHaveCount(0)
  expect(refused).toEqual([])
  expect(cookies).toEqual([])
})

test('our element says what is not public, and shows it by the token of a share link', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const { token } = workspace.owner
  const form = { name: 'Pet store', visibility: 'private', file: { name: 'pets.yaml', content: petStore } }
  const made = await call(stack(), `/workspaces/${workspace.id}/projects`, { token, form })
  const { project } = made.json<{ project: { id: string } }>()
  const path = `/projects/${project.id}`
  await expect
    .poll(async () => (await call(stack(), `${path}/table-of-contents`, { token })).text)
    .toContain('List pets')
  const share = await call(stack(), `${path}/branches/main/share`, { method: 'PUT', token, json: {} })
  await show(
    page,
    '/private',
    `<script type="module" src="${at('/embed.js')}"></script>
     <waymark-docs workspace="${workspace.slug}" project="pet-store" layout="stacked"></waymark-docs>`,
    // Looking at what is accessible writes a style into the page.
    "script-src *; connect-src *; style-src 'self' 'unsafe-inline'",
  )
  await expect(page.getByText('There is no such documentation, or it is not public.')).toBeVisible()
  await page.evaluate((token) => {
    const docs = document.createElement('waymark-docs')
    for (const [name, value] of Object.entries({
      project: 'pet-store',
      router: 'memory',
      'share-token': token,
    }))
      docs.setAttribute(name, value)
    const before = document.querySelector('waymark-docs')
    docs.setAttribute('workspace', before?.getAttribute('workspace') ?? '')
    before?.replaceWith(docs)
  }, share.json<{ token: string }>().token)
  await page.getByRole('treeitem', { name: 'List pets' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'List pets' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'ours')

  // Renamed, it is found by the name that the page says.
  const renamed = { name: 'Renamed store', slug: 'renamed-store', visibility: 'public' }
  expect((await call(stack(), path, { method: 'PATCH', token, json: renamed })).status).toBe(200)
  await page.reload()
  await page.getByRole('treeitem', { name: 'List pets' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'List pets' })).toBeVisible()
  await expect(page).toHaveURL(/\/private#\/branches\/main\/\w+-list-pets$/)
})

test('Stoplight’s own element reads an article, an operation and a model of ours, and its search finds', async ({
  page,
}) => {
  const answer = await call(stack(), `/workspaces/${demo}/projects`)
  const { items } = answer.json<{ items: { id: string; slug: string }[] }>()
  const project = items.find(({ slug }) => slug === 'waymark-api')?.id ?? ''
  const platform = at('', 'demo')
  await show(
    page,
    '/stoplight',
    `<script src="/elements.js"></script><link rel="stylesheet" href="/elements.css">
     <elements-stoplight-project projectId="${project}" platformUrl="${platform}" router="hash"></elements-stoplight-project>`,
    "default-src * 'unsafe-inline' 'unsafe-eval' data: blob:",
  )
  const heading = (name: string | RegExp) => expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await heading(/^Using Waymark.s API$/)
  await expect(page.getByText('Everything you do in Waymark').first()).toBeVisible()
  await page.getByTitle('Projects', { exact: true }).click()
  await page.getByTitle('List projects', { exact: true }).click()
  await heading('List projects')
  await expect(page.getByText('Identifier of the workspace.').first()).toBeVisible()
  await page.getByTitle('Schemas', { exact: true }).click()
  await page.getByTitle('ProjectList', { exact: true }).click()
  await heading('ProjectList')
  await expect(page.getByText('items').first()).toBeVisible()
  await picture(page, 'stoplight')
  // Its bundle has no search; its library asks so, and puts what is highlighted into its page as HTML.
  const hits = await page.evaluate(
    async ({ address, headers }) => (await fetch(address, { headers })).json(),
    {
      address: `${platform}/api/v1/workspaces/${demo}/nodes?project_ids[0]=${project}&search=list%20proj&branch=main`,
      headers: { 'Stoplight-Elements-Version': '3.0.16' },
    },
  )
  expect(hits[0]).toMatchObject({
    id: expect.any(String),
    title: 'List projects',
    highlighted: { name: '<em>List</em> <em>proj</em>ects' },
  })
})
