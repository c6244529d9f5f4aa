// Each way to make a project that needs no Git host, as somebody meets it who fills the workspace.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { at, demoAccount, expectAccessible, picture, signIn } from './support.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      summary: List pets
      responses:
        "200":
          description: OK
          content: { application/json: { schema: { $ref: ../models/Pet.yaml } } }
`
const archive = Buffer.from(
  zipSync({
    'pets-main/reference/pets.yaml': strToU8(pets),
    'pets-main/models/Pet.yaml': strToU8(
      'title: Pet\ntype: object\nproperties: { name: { type: string } }\n',
    ),
    'pets-main/docs/intro.md': strToU8('# Welcome to pets\n\n![The logo](../assets/logo.png)\n'),
    'pets-main/assets/logo.png': pixel,
    'pets-main/toc.json': strToU8(
      JSON.stringify({ items: [{ type: 'item', title: 'Welcome to pets', uri: '/docs/intro.md' }] }),
    ),
    'pets-main/node_modules/x/index.json': strToU8('{}'),
  }),
)

test('projects are made empty, out of an archive, and as style guides, by keyboard too', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('owner'), '/add/projects')
  const kinds = page.getByRole('navigation', { name: 'Kind of project' })
  const create = page.getByRole('button', { name: 'Create project' })
  await expect(kinds.getByRole('link', { name: /^Blank web project/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await picture(page, 'add-blank')
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Made by keyboard')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('/studio/made-by-keyboard', 'demo'))
  await expect(page.getByText('API Project successfully created 🚀')).toBeVisible()

  await page.goto(at('/add/projects', 'demo'))
  await page.getByLabel('Name', { exact: true }).fill('Made by keyboard')
  await page.getByLabel('Slug', { exact: true }).fill('another-one')
  await create.click()
  await expect(
    page.getByText(
      'There is another project in this workspace with the same name. Please choose another one.',
    ),
  ).toBeVisible()

  await kinds.getByRole('link', { name: /^Import OpenAPI file/ }).click()
  await page
    .getByLabel('Description file')
    .and(page.locator('input'))
    .setInputFiles({ name: 'zipped-pets.zip', mimeType: 'application/zip', buffer: archive })
  await expect(page.getByText('5 files, and 1 file of other kinds that are left out')).toBeVisible()
  await picture(page, 'add-archive')
  await expectAccessible(page)
  await create.click()
  await expect(page).toHaveURL(at('/studio/zipped-pets', 'demo'))
  await page.getByRole('link', { name: 'Documentation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to pets' })).toBeVisible()
  const logo = page.getByRole('article').getByRole('img', { name: 'The logo' })
  await expect(logo).toHaveJSProperty('naturalWidth', 1)

  await page.goto(at('/add/projects?flavor=style_guide&kind=spectral', 'demo'))
  const ruleset = page.getByLabel('Spectral file').and(page.locator('input'))
  await ruleset.setInputFiles({ name: 'a.yaml', mimeType: 'text/yaml', buffer: Buffer.from(pets) })
  await expect(page.getByText('Invalid Spectral Ruleset Provided')).toBeVisible()
  await ruleset.setInputFiles({
    name: 'house-rules.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from('extends: ["spectral:oas"]\nrules:\n  info-contact: error\n'),
  })
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('house-rules')
  await picture(page, 'add-spectral')
  await expectAccessible(page)
  await create.click()
  await expect(page).toHaveURL(at('/studio/house-rules', 'demo'))

  await page.goto(at('/add/projects?kind=cli', 'demo'))
  await page.getByLabel('Name', { exact: true }).fill('Pushed')
  await create.click()
  await expect(page).toHaveURL(at('/docs/pushed', 'demo'))
  await expect(page.getByText('Waiting for data...')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('/add/projects?kind=import', 'demo'))
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  await expect(create).toBeVisible()
  await picture(page, 'add-import-390')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** Drops something of this machine onto a part of the page, as a file manager does. */
async function drop(page: Page, path: string, target: Locator) {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data })
  await devtools.detach()
}

const collection = {
  info: {
    name: 'Posted pets',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  item: [{ name: 'List pets', request: { method: 'GET', url: 'https://pets.example.com/pets' } }],
}

test('projects are made of a collection, a folder, one that is dropped and an address, and as empty libraries and guides', async ({
  page,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'foldered-pets-'))
  const server = createServer((_req, res) =>
    res
      .setHeader('content-type', 'application/yaml')
      .end(pets.replace('$ref: ../models/Pet.yaml', 'type: object')),
  ).listen(0, '127.0.0.1')
  try {
    for (const [path, text] of [
      ['reference/pets.yaml', pets],
      ['models/Pet.yaml', 'title: Pet\ntype: object\n'],
      ['docs/intro.md', '# Out of a folder\n'],
    ] as const) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await signIn(page, 'demo', demoAccount('owner'), '/add/projects?kind=postman')
    const name = page.getByLabel('Name', { exact: true })
    const create = page.getByRole('button', { name: 'Create project' })
    const made = async (slug: string) => {
      await create.click()
      await expect(page).toHaveURL((url) => url.pathname === `/studio/${slug}`)
    }

    await page
      .getByLabel('Collection file')
      .and(page.locator('input'))
      .setInputFiles({
        name: 'posted.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(collection)),
      })
    // What the file is called is offered as soon as it is read: who typed at that very moment would add to it.
    await expect(name).toHaveValue('Posted pets')
    await made('posted-pets')
    await page.goto(at('/docs/posted-pets', 'demo'))
    await expect(page.getByRole('navigation').getByText('List pets').first()).toBeVisible()

    await page.goto(at('/add/projects?kind=import', 'demo'))
    await page.getByLabel('Folder of files').setInputFiles(folder)
    await expect(page.getByText(/^3 files/)).toBeVisible()
    await name.fill('Foldered pets')
    await made('foldered-pets')
    await page.goto(at('/docs/foldered-pets', 'demo'))
    await expect(page.getByText('Out of a folder').first()).toBeVisible()

    await page.goto(at('/add/projects?kind=import', 'demo'))
    await drop(page, folder, page.getByRole('group', { name: 'Description file' }))
    await expect(page.getByText(/^3 files/)).toBeVisible()
    await name.fill('Dropped pets')
    await made('dropped-pets')
    await page.goto(at('/docs/dropped-pets', 'demo'))
    await expect(page.getByText('Out of a folder').first()).toBeVisible()

    await page.goto(at('/add/projects?kind=import', 'demo'))
    const { port } = server.address() as AddressInfo
    await page.getByLabel('Or import from a URL').fill(`http://127.0.0.1:${port}/pets.yaml`)
    await page.getByRole('button', { name: 'Fetch' }).click()
    await expect(page.getByText(/^OpenAPI 3/)).toBeVisible()
    await name.fill('Fetched pets')
    await made('fetched-pets')
    await page.goto(at('/docs/fetched-pets', 'demo'))
    await expect(page.getByText('List pets').first()).toBeVisible()

    for (const [flavour, kind, slug] of [
      ['style_guide', 'style-guide', 'our-guide'],
      ['design_library', 'blank', 'our-library'],
    ] as const) {
      await page.goto(at(`/add/projects?flavor=${flavour}&kind=${kind}`, 'demo'))
      await name.fill(slug.replace('-', ' '))
      await made(slug)
    }
    // What is no text is uploaded first.
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
    await expect(page.getByRole('treeitem', { name: /logo\.png/ })).toBeVisible()
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
