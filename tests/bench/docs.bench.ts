// Reading GitHub's description (1,223 operations) in Chromium: from a click to the painted operation, and a cold load.
import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { importProject } from './support/import.ts'
import { signedIn } from './support/signed-in.ts'
import { aWorkspace } from './support/workspace.ts'

const COMMAND = 'npm run bench docs'
const CLICKS = 25
const LOADS = 7

export default async function bench({ stack: instance, fixture }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const workspace = await aWorkspace(stack)
  const text = await readFile(await fixture('github-13mb.json'), 'utf8')
  const { projectSlug } = await importProject(stack, workspace, { name: 'github.json', text })
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const origin = `http://${workspace.slug}.${stack.baseHost}`
    const page = await signedIn(browser, origin, workspace)
    await page.goto(`${origin}/docs/${projectSlug}`)
    const { clicks, addresses } = await readOperations(page)
    const loads: number[] = []
    for (const address of addresses.slice(0, LOADS)) loads.push(await coldLoad(browser, page, address))
    return [
      atMost('From click to painted operation, median', median(clicks), 'ms', 300, COMMAND),
      atMost("Cold load of an operation's page, median", median(loads), 'ms', 1500, COMMAND),
    ]
  } finally {
    await browser.close()
  }
}

/** Opens one operation after the other, each for the first time; milliseconds from click to paint. */
async function readOperations(page: Page): Promise<{ clicks: number[]; addresses: string[] }> {
  await page.getByRole('treeitem', { name: 'issues', exact: true }).click()
  const operations = page.locator('[role=treeitem][aria-level="3"]')
  await operations.first().waitFor()
  const clicks: number[] = []
  const addresses: string[] = []
  for (let index = 0; index < Math.min(CLICKS, await operations.count()); index++) {
    clicks.push(await operations.nth(index).evaluate(clickToPaint))
    addresses.push(page.url())
  }
  return { clicks, addresses }
}

// Runs in the page: two frames after the new heading stands, it has been painted.
async function clickToPaint(item: Element): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const heading = () => document.querySelector('main h1')?.textContent
  const before = heading()
  const started = performance.now()
  ;(item as HTMLElement).click()
  while (heading() === before || !document.querySelector('main h1')) await frame()
  await frame()
  return performance.now() - started
}

/** A browser with an empty cache that is signed in opens an address; milliseconds from navigation to paint. */
async function coldLoad(browser: Browser, signed: Page, address: string): Promise<number> {
  const context = await browser.newContext({ storageState: await signed.context().storageState() })
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'commit' })
    return await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (!document.querySelector('main h1')) await frame()
      await frame()
      return performance.now()
    })
  } finally {
    await signed.context().addCookies(await context.cookies())
    await context.close()
  }
}
