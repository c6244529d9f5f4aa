// `npm run pictures [-- http://demo.waymark.localhost:3000]`: the pictures of the README, taken anew from a running demo.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from './programs.mjs'

const IMAGES = join(import.meta.dirname, '../docs/images')
const QUALITY = 0.8

const base = process.argv[2] ?? 'http://demo.waymark.localhost:3000'

interface Picture {
  name: string
  path: string
  /** What is to be seen before it is taken. */
  shows: (page: Page) => Promise<unknown>
  asVisitor?: true
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).first().waitFor()

async function search(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('how do I share a draft')
  await page.getByRole('option').first().waitFor()
}

async function operation(page: Page) {
  await page.getByRole('tree').getByText('Announce a return').first().click()
  await page.getByRole('heading', { level: 1, name: 'Announce a return' }).waitFor()
}

async function form(page: Page) {
  await page
    .getByRole('treeitem', { name: /Announce a return/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Announce a return' }).first().waitFor()
}

async function changes(page: Page) {
  await page
    .getByRole('tab', { name: /^Changes/ })
    .or(page.getByRole('link', { name: /^Changes/ }))
    .first()
    .click()
  await page.getByText('breaking').first().waitFor()
}

async function explored(page: Page) {
  await page.getByRole('searchbox', { name: 'Search' }).fill('order')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Create an order/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Create an order' }).getByText('/orders').first().waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'docs-operation', path: '/docs/orders-api', shows: operation },
  { name: 'studio', path: '/studio/orders-api:parcel-shops', shows: form },
  { name: 'proposal', path: '/proposals/orders-api/branches/parcel-shops', shows: changes },
  { name: 'problems', path: '/docs/bookshop-api/branches/main/~problems', shows: heading('Problems') },
  { name: 'changelog', path: '/docs/orders-api/branches/main/~changelog', shows: heading('Changelog') },
  { name: 'search', path: '/', shows: search },
  { name: 'explorer', path: '/explore', shows: explored },
  { name: 'public', path: '/docs/waymark-api', shows: heading(/./), asVisitor: true },
]

const browser = await chromium.launch({
  executablePath: findBrowser() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const viewport = { width: 1440, height: 900 }
  const visitor = await (await browser.newContext({ viewport })).newPage()
  const owner = await (await browser.newContext({ viewport })).newPage()
  await signIn(owner)
  for (const { name, path, shows, asVisitor } of pictures) {
    const page = asVisitor ? visitor : owner
    await page.goto(base + path)
    await shows(page)
    await page.waitForLoadState('networkidle')
    const picture = await asWebp(page, await page.screenshot({ animations: 'disabled' }))
    writeFileSync(join(IMAGES, `${name}.webp`), picture)
    console.log(`${name}.webp  ${Math.round(picture.length / 1024)} KB`)
  }
} finally {
  await browser.close()
}

async function signIn(page: Page) {
  await page.goto(`${base}/auth/email/login`)
  await page.getByLabel('Email or username').fill('owner@demo.waymark.localhost')
  await page.getByLabel('Password', { exact: true }).fill('waymark-owner')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
}

/** A third of the PNG; the browser that took it writes it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage()
  const url = await blank.evaluate(
    async ([content, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${content}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [png.toString('base64'), QUALITY] as const,
  )
  await blank.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
