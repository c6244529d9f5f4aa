// Whatever customers write, nothing of it runs in their readers' browsers: a corpus under the app's own policy.
import { expect, test } from '@playwright/test'
import { aWorkspace, sql } from '../functions/support/people.ts'
import { aProjectOf, replaceFiles } from './projects.ts'
import { at, stack } from './support.ts'

// Each would run where a text became markup: by an element, an attribute, an address or a script of its own.
const attack =
  '<img src=x onerror="window.hit=1"><svg onload="window.hit=1"></svg><script>window.hit=1</script>' +
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>"\'><b onmouseover=window.hit=1>zebra</b>'
const address = 'javascript:window.hit=1//zebra'

const description = (value: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: `Zebras ${attack}`,
      version: `1.0.0 ${attack}`,
      description: attack,
      termsOfService: address,
      contact: { name: attack, url: address, email: attack },
      license: { name: attack, url: address },
    },
    externalDocs: { url: address, description: attack },
    servers: [
      { url: `https://{host}.test/${attack}`, description: attack, variables: { host: { default: attack } } },
    ],
    tags: [{ name: `zebra ${attack}`, description: attack, externalDocs: { url: address } }],
    paths: {
      '/zebras/{id}': {
        get: {
          summary: `List zebras ${attack}`,
          description: `${attack}\n\n[link](${address}) ![image](${address})`,
          tags: [`zebra ${attack}`],
          operationId: attack,
          externalDocs: { url: address, description: attack },
          security: [{ 'key<img src=x onerror=window.hit=1>': [] }],
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: attack,
              schema: { type: 'string', default: attack },
            },
            {
              name: `q${attack}`,
              in: 'query',
              description: attack,
              schema: { type: 'string', enum: [attack, address, value], example: attack, pattern: attack },
              examples: { [attack]: { summary: attack, value: attack } },
            },
          ],
          responses: {
            '200': {
              description: attack,
              headers: { 'X-Zebra': { description: attack, schema: { type: 'string', const: attack } } },
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Zebra' },
                  examples: { [attack]: { summary: attack, description: attack, value: { name: attack } } },
                },
                'text/html': { example: attack },
              },
            },
          },
          'x-codeSamples': [{ lang: 'html', label: attack, source: attack }],
        },
      },
    },
    components: {
      securitySchemes: {
        'key<img src=x onerror=window.hit=1>': {
          type: 'apiKey',
          in: 'query',
          name: attack,
          description: attack,
        },
      },
      schemas: {
        Zebra: {
          title: `Zebra ${attack}`,
          description: attack,
          type: 'object',
          properties: {
            [attack]: { description: attack, enum: [attack, value], default: attack },
            name: { type: 'string' },
          },
          examples: [{ name: attack }],
        },
      },
    },
  })

const article = `---
title: 'Zebra guide <img src=x onerror="window.hit=1">'
tags: ['<svg onload=window.hit=1>']
---
# Zebra guide ${attack}

${attack}

[link](${address}) [data](data:text/html,<script>parent.hit=1</script>) <a href="${address}">raw</a>

![picture](x" onerror="window.hit=1)

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%
graph TD; A["<img src=x onerror=window.hit=1>"] --> B["zebra"]
click A href "${address}"
\`\`\`

\`\`\`math
\\href{${address}}{x} \\text{<img src=x onerror=window.hit=1>} \\htmlData{onclick=window.hit=1}{y}
\`\`\`

$$\\includegraphics{${address}}$$

\`\`\`html title="${'<img src=x onerror=window.hit=1>'}"
${attack}
\`\`\`

<!-- theme: "><script>window.hit=1</script> -->
> A callout
`

test('nothing that documentation says is run', async ({ page }) => {
  test.setTimeout(300_000)
  const workspace = await aWorkspace(stack())
  const { token } = workspace.owner
  const guide = 'docs/zebra <img src=x onerror=window.hit=1>.md'
  const files = (value: string): [string, string][] => [
    ['reference/zebra.json', description(value)],
    [guide, article],
  ]
  const project = await aProjectOf(
    token,
    workspace.id,
    { name: 'Zebras <img src=x onerror=window.hit=1>', slug: 'zebras', visibility: 'public' },
    files('one'),
  )
  // A second analysis has changes to tell of.
  await replaceFiles(token, project.id, files(`${attack} two`))

  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const expectNothingRun = async (where: string) => {
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
    const found = await page.evaluate(() => ({
      hit: 'hit' in window,
      // Whatever an address is in: it would run by a click.
      addresses: [...document.querySelectorAll('[href],[src],[action],[formaction]')]
        .flatMap((element) => [...element.attributes])
        .filter(({ value }) => /^\s*(?:javascript|vbscript|data:text)/i.test(value))
        .map(({ value }) => value),
      handlers: [...document.querySelectorAll('*')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on')),
      foreign: document.querySelectorAll('#root :is(script, iframe, object, embed, base)').length,
    }))
    expect([where, found, dialogs]).toEqual([
      where,
      { hit: false, addresses: [], handlers: [], foreign: 0 },
      [],
    ])
  }
  const nodes = await sql<{ slug: string; type: string; name: string }>(
    stack(),
    `select n.slug, n.type, n.name from public.branch_nodes n join public.projects p on p.id = n.project_id
     join public.workspaces w on w.id = p.workspace_id where w.slug = $1 order by n.uri`,
    [workspace.slug],
  )
  const types = nodes.map(({ type }) => type)
  for (const type of ['http_service', 'http_operation', 'model', 'article']) expect(types).toContain(type)
  const root = `/docs/${project.slug}/branches/main`
  for (const { slug, type } of nodes) {
    if (!['http_service', 'http_operation', 'model', 'article'].includes(type)) continue
    await page.goto(at(`${root}/${encodeURIComponent(slug)}`, workspace.slug))
    await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(/zebra/i)
    if (type === 'article')
      await expect(page.getByRole('main').locator('svg[id^="mermaid"], .katex, math').first()).toBeVisible()
    if (type === 'http_operation') {
      await page.getByRole('button', { name: 'Try it' }).click()
      await expect(page.getByRole('form', { name: 'Try it' })).toBeVisible()
    }
    for (const named of await page.getByRole('button', { expanded: false }).all())
      await named.click({ timeout: 2_000 }).catch(() => undefined)
    await expectNothingRun(type)
  }
  for (const view of ['~changelog', `~dependencies/${nodes.find(({ type }) => type === 'model')?.slug}`]) {
    await page.goto(at(`${root}/${view}`, workspace.slug))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText(/zebra/i).first()).toBeVisible()
    await expectNothingRun(view)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('zebra')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNothingRun('search')
})
