// Reading GitHub's description (1,223 operations) in Chromium: from a click to the painted operation, and a cold load,
// beside the same operations in a description of their own. What a page costs must not depend on what else there is.
import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { importProject } from './support/import.ts'
import { onlyBelow } from './support/part.ts'
import { signedIn } from './support/signed-in.ts'
import { aWorkspace, type BenchWorkspace } from './support/workspace.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench docs'
const CLICKS = 25
const LOADS = 7

interface World {
  workspace: BenchWorkspace
  /** Slugs of the whole description's project and of the small one's. */
  whole: string
  small: string
}

const made = new WeakMap<RunningStack, Promise<World>>()

export default async function bench(context: BenchContext): Promise<Row[]> {
  const { stack: instance, fixture, sample } = context
  const stack = await instance()
  const known = made.get(stack) ?? make(stack, await fixture('github-13mb.json'))
  made.set(stack, known)
  const { workspace, whole, small } = await known
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const origin = `http://${workspace.slug}.${stack.baseHost}`
    const open = async (slug: string) => {
      const page = await signedIn(browser, origin, workspace)
      await page.goto(`${origin}/docs/${slug}`)
      await page.getByRole('treeitem', { name: 'issues', exact: true }).click()
      await page.locator(OPERATION).first().waitFor()
      return reader(page, sample)
    }
    const [large, alone] = [await open(whole), await open(small)]
    const count = Math.min(CLICKS, await large.count(), await alone.count())
    for (let index = 0; index < count; index++) {
      await large.read(index)
      await alone.read(index)
    }
    for (let index = 0; index < LOADS; index++) {
      await large.load(browser, index)
      await alone.load(browser, index)
    }
    const [click, clickAlone] = [median(large.clicks), median(alone.clicks)]
    const [load, loadAlone] = [median(large.loads), median(alone.loads)]
    return [
      atMost('From click to painted operation, median', click, 'ms', undefined, COMMAND),
      atMost('The same in a description of that tag alone', clickAlone, 'ms', undefined, COMMAND),
      atMost('What the other operations cost a click', click / clickAlone, '×', 1.5, COMMAND),
      atMost("Cold load of an operation's page, median", load, 'ms', undefined, COMMAND),
      atMost('The same in a description of that tag alone, cold', loadAlone, 'ms', undefined, COMMAND),
      atMost('What the other operations cost a cold load', load / loadAlone, '×', 2, COMMAND),
    ]
  } finally {
    await browser.close()
  }
}

async function make(stack: RunningStack, path: string): Promise<World> {
  const workspace = await aWorkspace(stack)
  const text = await readFile(path, 'utf8')
  const whole = await importProject(stack, workspace, { name: 'github.json', text })
  const part = { name: 'issues.json', text: onlyBelow(text, 'issues') }
  const small = await importProject(stack, workspace, part)
  return { workspace, whole: whole.projectSlug, small: small.projectSlug }
}

const OPERATION = '[role=treeitem][aria-level="3"]'

/** Reads operations on a page, each for the first time; keeps the milliseconds. */
function reader(page: Page, sample: BenchContext['sample']) {
  const operations = page.locator(OPERATION)
  const addresses: string[] = []
  const clicks: number[] = []
  const loads: number[] = []
  return {
    clicks,
    loads,
    count: () => operations.count(),
    async read(index: number) {
      clicks.push(await sample(() => operations.nth(index).evaluate(clickToPaint)))
      addresses.push(page.url())
    },
    async load(browser: Browser, index: number) {
      loads.push(await sample(() => coldLoad(browser, page, addresses[index] ?? page.url())))
    },
  }
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
