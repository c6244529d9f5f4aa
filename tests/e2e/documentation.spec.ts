// Documentation as its readers see it: each kind of page, in both schemes and widths, and on paper.
import { expect, type Page, test } from '@playwright/test'
import { call } from '../functions/support/call.ts'
import { aWorkspace, sql } from '../functions/support/people.ts'
import { petStore } from '../functions/support/projects.ts'
import { aProjectOf } from './projects.ts'
import { at, demoAccount, expectAccessible, picture, signIn, stack } from './support.ts'

/** The address of the first page of a type on the default branch of a project of the demo. */
async function pageOf(project: string, type: string, view = ''): Promise<string> {
  const [row] = await sql<{ slug: string; branch: string }>(
    stack(),
    `select n.slug, b.slug as branch from public.branch_nodes n join public.branches b on b.id = n.branch_id
     join public.projects p on p.id = b.project_id join public.workspaces w on w.id = p.workspace_id
     where w.slug = 'demo' and p.slug = $1 and b.is_default and n.type = $2 and not n.is_internal order by n.uri limit 1`,
    [project, type],
  )
  if (!row) throw new Error(`${project} has no ${type}`)
  return `/docs/${project}/branches/${row.branch}/${view}${row.slug}`
}

async function shared(): Promise<string> {
  const workspace = await aWorkspace(stack())
  const { token } = workspace.owner
  const project = await aProjectOf(token, workspace.id, { name: 'Shared pets', slug: 'shared-pets' }, [
    ['reference/pets.yaml', petStore],
  ])
  const share = `/projects/${project.id}/branches/main/share`
  const answer = await call(stack(), share, { method: 'PUT', token, json: {} })
  const [, link = ''] = /(wms_[\w-]+)/.exec(answer.text) ?? []
  expect(link).not.toBe('')
  return at(`/shared#${link}`, workspace.slug)
}

const main = (page: Page) => page.getByRole('main')
/** The words that are there before the app have given way to it. */
const appShown = (page: Page) => expect(page.locator('#first-text')).toHaveCount(0)

/** What can be clicked in a sidebar, and reaches over its edge. */
const beyondTheirSidebar = (page: Page) =>
  page.getByRole('navigation').evaluateAll((sidebars) =>
    sidebars.flatMap((sidebar) => {
      const edge = sidebar.getBoundingClientRect().right + 1
      return [...sidebar.querySelectorAll('a, button')]
        .filter((each) => each.getBoundingClientRect().right > edge)
        .map((each) => each.getAttribute('aria-label') ?? each.textContent)
    }),
  )

test('ten kinds of pages are finished in both schemes and widths', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(await shared())
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await signIn(page, 'demo', demoAccount('owner'))

  const operation = await pageOf('orders-api', 'http_operation')
  const kinds: [name: string, path: string, tab?: Page][] = [
    ['operation', operation],
    ['model', await pageOf('orders-api', 'model')],
    ['article', await pageOf('waymark-api', 'article')],
    ['overview', await pageOf('orders-api', 'http_service')],
    ['changelog', operation.replace(/\/[^/]*$/, '/~changelog')],
    ['dependencies', await pageOf('orders-api', 'model', '~dependencies/')],
    ['style guide', await pageOf('api-style-guide', 'spectral_ruleset')],
    ['explorer', operation.replace(/^\/docs\/([^/]*).*\//, '/explore/$1/')],
    ['search', operation],
    ['shared link', '', visitor],
  ]
  for (const [name, path, tab = page] of kinds) {
    if (path) await tab.goto(at(path, 'demo'))
    for (const width of [1440, 390]) {
      await tab.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await appShown(tab)
      await expect(main(tab).getByRole('heading').first()).toBeVisible()
      await expect(tab.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0)
      // Half of a phone is too little for either.
      if (name === 'explorer')
        await expect(main(tab).getByRole('list', { name: 'Projects and their nodes' })).toBeVisible({
          visible: width > 390,
        })
      if (name === 'search') {
        await tab.keyboard.press('Control+k')
        await tab.getByRole('combobox', { name: /^Search/ }).fill('order')
        await expect(tab.getByRole('option').first()).toBeVisible()
        await tab.getByRole('button', { name: /^More filters/ }).click()
        await expect(tab.getByRole('combobox', { name: 'Tag' })).toBeVisible()
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme })
        // In the dark it is the same page.
        await expectAccessible(tab, { coloursOnly: colorScheme === 'dark' })
        await picture(tab, `${name}-${colorScheme}-${width}`)
      }
      await tab.emulateMedia({ colorScheme: 'light' })
      // Nothing is wider than the screen.
      const wide = () => tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(wide, `${name} at ${width}`).toBeLessThanOrEqual(0)
      await expect.poll(() => beyondTheirSidebar(tab), `${name} at ${width}`).toEqual([])
      if (name === 'search') await tab.keyboard.press('Escape')
    }
    await tab.setViewportSize({ width: 1440, height: 900 })
  }
  await visitor.context().close()
})

test('a member waits for the page, its scripts beside the token, and one answer with all of it', async ({
  context,
  page,
}) => {
  await signIn(page, 'demo', demoAccount('viewer'))
  const address = await pageOf('orders-api', 'http_operation')
  // Nobody is there to hand a token on.
  await page.close()
  const reader = await context.newPage()
  const token = reader.waitForRequest(/\/auth\/access-token\//)
  let shown = () => {}
  const isShown = new Promise<void>((resolve) => {
    shown = resolve
  })
  // What the page need not wait for does not come before it is painted, and scripts not before the token is asked for.
  await reader.route(/\/(assets|rest|graphql|api)\//, async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path.startsWith('/assets/')) await token
    else if (!/access-token|\/rpc\/docs_page$/.test(path)) await isShown
    await route.continue().catch(() => undefined)
  })
  await reader.goto(at(address, 'demo'), { waitUntil: 'commit' })
  await expect(main(reader).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main(reader).getByText('Responses', { exact: true }).first()).toBeVisible()
  shown()
  await reader.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an operation and an article are printed without what surrounds them', async ({ page }) => {
  for (const path of [
    await pageOf('waymark-api', 'http_operation'),
    await pageOf('waymark-api', 'article'),
  ]) {
    await page.goto(at(path, 'demo'))
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await appShown(page)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(heading).toBeVisible()
    for (const around of [page.getByRole('tree'), page.getByRole('button', { name: 'Try it' })])
      await expect(around).toBeHidden()
    // Paper is light, whatever the screen is.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect
      .poll(() => heading.evaluate((element) => getComputedStyle(element).color))
      .toMatch(/^rgba?\((?:[0-9]|[1-6][0-9]), /)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(0)
    expect(pdf.length).toBeGreaterThan(10_000)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  }
})
