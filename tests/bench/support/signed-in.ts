import type { Browser, Page } from '@playwright/test'

/** A page of a wide window on which somebody is signed in to a workspace's host. */
export async function signedIn(
  browser: Browser,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${origin}/auth/email/login`)
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  return page
}
