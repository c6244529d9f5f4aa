// Another theme for a workspace, in Chromium beside a large sidebar: from the choice of a preset to repainted screens, without a reload.
import { chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { themePresets } from '../../supabase/functions/_shared/domain/theme-presets.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { largeWorkspace, password, usualSize } from './support/large.ts'
import { signedIn } from './support/signed-in.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench theme'
const ROUNDS = 5

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const { slug, people } = await largeWorkspace(stack, usualSize)
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const origin = `http://${slug}.${stack.baseHost}`
    const page = await signedIn(browser, origin, { email: people.owner?.email ?? '', password })
    await page.goto(`${origin}/admin/settings`)
    await page.getByRole('button', { name: 'Edit theme' }).click()
    const times: number[] = []
    for (let round = -1; round < ROUNDS; round++)
      for (const name of Object.keys(themePresets)) {
        const taken = await sample(() => repainted(page, name))
        if (round >= 0) times.push(taken)
      }
    return [atMost('Another theme, to repainted screens, median', median(times), 'ms', 100, COMMAND)]
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the choice of a preset to the painted sidebar in its colours. */
async function repainted(page: Page, name: string): Promise<number> {
  await page.getByRole('combobox', { name: 'Preset' }).click()
  return page.getByRole('option', { name, exact: true }).evaluate(clickToPaint)
}

// Runs in the page: a frame after the colours of the sidebar have become others, they have been painted.
async function clickToPaint(option: Element): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const sidebar = document.querySelector('nav[aria-label=Workspace]')
  const links = sidebar ? [sidebar, ...sidebar.querySelectorAll('a')] : []
  const colours = () =>
    [document.body, ...links]
      .map((one) => `${getComputedStyle(one).color} ${getComputedStyle(one).backgroundColor}`)
      .join()
  const before = colours()
  const started = performance.now()
  ;(option as HTMLElement).click()
  while (colours() === before) await frame()
  await frame()
  return performance.now() - started
}
