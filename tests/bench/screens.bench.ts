// The administration of a company of 2,000 members, 500 teams, 200 groups and 10,000 projects in Chromium: from an address
// to the first rows, with a warm cache, as somebody sees it who opens the screen again; beside a company of twenty.
import { type Browser, chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import type { RunningStack } from '../support/stack.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { type LargeWorkspace, largeWorkspace, password, usualSize } from './support/large.ts'
import { signedIn } from './support/signed-in.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench screens'
const LOADS = 7

const screens = [
  { name: 'Members', path: '/admin/members' },
  { name: 'Teams', path: '/admin/teams' },
  { name: 'Projects', path: '/admin/projects' },
]
const fewPeople = { ...usualSize, members: 20, teams: 10, groups: 5, projects: 60 }

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const large = await largeWorkspace(stack, usualSize)
  const small = await largeWorkspace(stack, fewPeople)
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const [many, few] = [await asOwner(browser, stack, large), await asOwner(browser, stack, small)]
    const rows: Row[] = []
    for (const { name, path } of screens) {
      const times: { many: number[]; few: number[] } = { many: [], few: [] }
      for (let load = -1; load < LOADS; load++) {
        const taken = [await sample(() => firstRows(many, path)), await sample(() => firstRows(few, path))]
        if (load < 0) continue
        times.many.push(taken[0] ?? Number.NaN)
        times.few.push(taken[1] ?? Number.NaN)
      }
      const [a, b] = [median(times.many), median(times.few)]
      rows.push(
        atMost(`${name} of a large workspace, to the first rows, median`, a, 'ms', undefined, COMMAND),
        atMost(`${name} of a small workspace, to the first rows, median`, b, 'ms', undefined, COMMAND),
        atMost(`${name}, what the size costs`, a / b, '×', 2.5, COMMAND),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

function asOwner(browser: Browser, stack: RunningStack, { slug, people }: LargeWorkspace): Promise<Page> {
  const email = people.owner?.email ?? ''
  return signedIn(browser, `http://${slug}.${stack.baseHost}`, { email, password })
}

/** Milliseconds from the click on the screen's tab to its painted rows; the page knows its code, not its data. */
async function firstRows(page: Page, path: string): Promise<number> {
  const origin = new URL(page.url()).origin
  // Somewhere else first, with an empty memory: only what the browser keeps on its disk is there.
  await page.goto(`${origin}/admin/billing`)
  const tab = page.getByRole('navigation', { name: 'Administration' }).locator(`a[href="${path}"]`)
  await tab.waitFor()
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  return tab.evaluate(clickToRows)
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
