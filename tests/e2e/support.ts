// What every browser story needs: the instance's addresses, people of the demo, and a look at accessibility.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { codeIn, nextMail } from '../support/inbox.ts'
import type { StackInfo } from '../support/stack.ts'

/** The instance of this worker, of those that start-stack.ts runs. */
export function stack(): StackInfo {
  const { WAYMARK_E2E_STACKS: infos, TEST_PARALLEL_INDEX: worker } = process.env
  if (!infos)
    throw new Error('The browser tests run through playwright.config.ts, which starts the instances.')
  return JSON.parse(infos)[Number(worker)]
}

/** Where an instance looks for servers that are not its own: a story that needs one starts it there. */
export interface StoryPorts {
  dns: number
  platforms: number
}

/** The ports of this worker's instance. */
export function storyPorts(): StoryPorts {
  const { WAYMARK_E2E_PORTS: ports = '[]', TEST_PARALLEL_INDEX: worker } = process.env
  return JSON.parse(ports)[Number(worker)]
}

/** Address of a page on the base host, or on a workspace's host. */
export function at(path: string, workspace = ''): string {
  const { baseHost } = stack()
  return `http://${workspace ? `${workspace}.` : ''}${baseHost}${path}`
}

/** The demo's accounts (worker/seed.ts). */
export function demoAccount(role: 'owner' | 'maker' | 'viewer' | 'guest') {
  return { email: `${role}@demo.waymark.localhost`, password: `waymark-${role}` }
}

/** Confirms the address that a provider only claims, by the code of the mail; then one signs in again. */
export async function confirmAddress(page: Page, email: string, after?: string) {
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible()
  await page.getByLabel('Confirmation code').fill(codeIn(await nextMail(stack(), email, after)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Email successfully confirmed. Please login again.')).toBeVisible()
}

/** Signs in on a workspace's host with the form, as a person does; `returnTo` is what the address asks for. */
export async function signIn(
  page: Page,
  workspace: string,
  account: { email: string; password: string },
  returnTo = '',
) {
  const query = returnTo ? `?${new URLSearchParams({ r: returnTo })}` : ''
  await page.goto(at(`/auth/email/login${query}`, workspace))
  await page.getByLabel('Email or username').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/auth/)
}

/**
 * Looks at documentation again and again until it is as it is said to be. The gateway keeps a page that it made for a
 * second, and an app that began with one asks for nothing of it again: who looks within that second sees what was.
 * Each expectation in `look` takes `soon`.
 */
export async function lookAnew(look: () => Promise<void>) {
  await expect(look).toPass({ timeout: 90_000 })
}
export const soon = { timeout: 10_000 }

/** Goes somewhere within the app, without loading it again, as a link does. */
export async function follow(page: Page, path: string) {
  await page.evaluate((path) => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/**
 * Nothing serious for people who use a keyboard, a screen reader or need contrast; `strictly`: nothing that axe would have
 * otherwise, however small.
 */
export async function expectAccessible(page: Page, { coloursOnly = false, strictly = false } = {}) {
  // What still fades in has not its contrast yet.
  const content = '*, ::before, ::after { transition: none !important; animation: none !important }'
  const still = await page.addStyleTag({ content })
  // A dialog that has just come is seen one frame later; until then what lies behind it counts as hidden and yet in reach.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
  )
  // What belongs to others, in frames of their origins, is theirs; with it each look takes twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // What passed is not looked at, and takes most of the time to be told.
  axe.options({ resultTypes: ['violations'] })
  if (coloursOnly) axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  await still.evaluate((element: HTMLStyleElement) => element.remove())
  const serious = violations.filter(({ impact }) => strictly || impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** The same on a phone in the dark, with a picture of it; then the page is as it was. */
export async function expectAccessibleInTheDark(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html[data-color-scheme=dark]')).toBeAttached()
  await onPhone(page, async () => {
    await expectAccessible(page)
    await picture(page, name)
  })
  await page.emulateMedia({ colorScheme: null })
}

/** Looks at the page on a phone, where nothing may stick out; then it is as large as it was. */
export async function onPhone(page: Page, look: () => Promise<void>) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await look()
  if (size) await page.setViewportSize(size)
}

/** Keeps a picture of a step beside the results, for people to look at: where these ask for it (`WAYMARK_PICTURES=1`). */
export async function picture(page: Page, name: string) {
  if (!process.env.WAYMARK_PICTURES) return
  const path = test.info().outputPath(`${name}.png`)
  // As it stays: what still fades in is there at once.
  await page.screenshot({ path, animations: 'disabled' })
  await test.info().attach(name, { path, contentType: 'image/png' })
}
