// The administration of a company of 2,000 members, 500 teams, 200 groups and 10,000 projects in Chromium: from an address
// to the first rows, with a warm cache, as somebody sees it who opens the screen again.
import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import playwright from '../../playwright.config.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { makeLarge, password, usualSize } from './support/large.ts'
import { signedIn } from './support/signed-in.ts'

const COMMAND = 'npm run bench screens'
const LOADS = 7

const screens = [
  { name: 'Members', path: '/admin/members', limit: 600 },
  { name: 'Teams', path: '/admin/teams', limit: undefined },
  { name: 'Projects', path: '/admin/projects', limit: undefined },
]

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  const large = await makeLarge(db, { ...usualSize, slug: 'screens' }).finally(() => db.end())
  const email = large.people.owner?.email ?? ''
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const page = await signedIn(browser, `http://${large.slug}.${stack.baseHost}`, { email, password })
    const rows: Row[] = []
    for (const { name, path, limit } of screens) {
      const times = await firstRows(page, path)
      rows.push(
        atMost(
          `${name} of a large workspace, to the first rows, median`,
          median(times),
          'ms',
          limit,
          COMMAND,
        ),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the click on the screen's tab to its painted rows; the page knows its code, not its data. */
async function firstRows(page: Page, path: string): Promise<number[]> {
  const origin = new URL(page.url()).origin
  const times: number[] = []
  for (let load = -1; load < LOADS; load++) {
    // Somewhere else first, with an empty memory: only what the browser keeps on its disk is there.
    await page.goto(`${origin}/admin/billing`)
    const tab = page.getByRole('navigation', { name: 'Administration' }).locator(`a[href="${path}"]`)
    await tab.waitFor()
    await page.waitForLoadState('networkidle')
    const taken = await tab.evaluate(clickToRows)
    if (load >= 0) times.push(taken)
  }
  return times
}

// Runs in the page: two frames after the first row with text stands, it has been painted.
async function clickToRows(tab: Element): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const row = () => document.querySelector('[role=grid] [role=row][data-id]')?.textContent
  const started = performance.now()
  ;(tab as HTMLElement).click()
  while (!row()) await frame()
  await frame()
  return performance.now() - started
}
