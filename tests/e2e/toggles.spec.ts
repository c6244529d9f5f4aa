// Settings of a workspace, set on its page and seen by those whom they concern: visitors, members, guests, strangers.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { decodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { call } from '../functions/support/call.ts'
import { aMember, aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { mailsTo, nextMail } from '../support/inbox.ts'
import { fetchHost } from '../support/stack.ts'
import { aProjectOf } from './projects.ts'
import { at, lookAnew, onPhone, picture, signIn, soon, stack } from './support.ts'

const description = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: https://pets.example }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      responses:
        "200": { description: The pets, content: { application/json: { schema: { type: array, items: { type: string } }, example: [Rex] } } }
`

/** Sets a switch, and waits until it is saved. */
async function turn(page: Page, label: string, isOn: boolean) {
  const toggle = page.getByRole('switch', { name: label, exact: true })
  await expect(toggle).toBeChecked({ checked: !isOn })
  await toggle.click()
  await expect(toggle).toBeChecked({ checked: isOn })
  await expect(toggle).toBeEnabled()
}

test('what is switched off is gone for visitors and makers, and there again once it is on', async ({
  page,
  browser,
}) => {
  const { slug, id, owner } = await aWorkspace(stack())
  const store = { name: 'Pet store', visibility: 'public' }
  await aProjectOf(owner.token, id, store, [['pets.yaml', description]])
  const visitor = await (await browser.newContext()).newPage()
  const operation = at('/docs/pet-store', slug)
  /** Opens the operation, until it shows what it should. */
  const visit = (shows: () => Promise<void>, open: () => Promise<unknown> = () => visitor.goto(operation)) =>
    lookAnew(async () => {
      await open()
      await visitor.getByRole('treeitem', { name: 'List pets' }).click()
      await expect(visitor.getByRole('heading', { level: 1, name: 'List pets' })).toBeVisible(soon)
      await shows()
    })
  const signInLinks = visitor.getByRole('link', { name: 'Sign in' })
  const tryIt = visitor.getByRole('button', { name: 'Try it', exact: true })
  /** The mock server among those of the form. */
  const mocks = async () => {
    await tryIt.click()
    await expect(visitor.getByRole('form', { name: 'Try it' })).toBeVisible()
    return visitor.getByRole('option', { name: /^Mock server/ })
  }
  try {
    await visit(() => expect(signInLinks.first()).toBeVisible(soon))
    const mock = await mocks()
    await expect(mock).toHaveCount(1)
    const server = visitor.getByRole('combobox', { name: 'Server' })
    await server.selectOption(await mock.getAttribute('value'))
    await visitor.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(visitor.getByRole('group', { name: 'Body of the answer' })).toContainText('Rex')
    await expect(visitor.getByText(/Matches the description \(200, application\/json\)/)).toBeVisible()
    expect((await fetchHost(stack(), slug, '/robots.txt')).text).toContain('Allow: /docs/')

    await signIn(page, slug, { email: owner.email, password: knownPassword })
    await page.goto(at('/admin/settings', slug))
    await turn(page, 'Hide Sign In', true)
    await turn(page, 'Show Mock Servers', false)
    await turn(page, 'Allow Search Engine Indexing', false)
    await turn(page, 'Allow Web Projects', false)
    // The first page shows the servers as well: what is known of them comes with it.
    await visit(
      async () => {
        await expect(await mocks()).toHaveCount(0, soon)
        await expect(signInLinks).toHaveCount(0, soon)
        await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex', soon)
      },
      () => Promise.all([visitor.waitForResponse(/\/rpc\/branch_try_it/), visitor.goto(operation)]),
    )
    expect((await fetchHost(stack(), slug, '/robots.txt')).text).not.toContain('Allow: /docs/')
    await turn(page, 'Enable Try It', false)
    await visit(() => expect(tryIt).toHaveCount(0, soon))

    // The same address of the same project, which is as public as it was.
    await turn(page, 'Allow Public Projects', false)
    await lookAnew(async () => {
      await visitor.goto(operation)
      await expect(visitor.getByText('Project not found')).toBeVisible(soon)
    })
    await turn(page, 'Allow Public Projects', true)
    await lookAnew(async () => {
      await visitor.reload()
      await expect(visitor.getByRole('treeitem', { name: 'List pets' })).toBeVisible(soon)
    })
    await turn(page, 'Enable Try It', true)
    await turn(page, 'Hide Sign In', false)
    await page.goto(at('/add/projects', slug))
    await expect(page.getByText('CLI project')).toBeVisible()
    await expect(page.getByText('Blank web project')).toHaveCount(0)
    await visit(async () => {
      await expect(tryIt).toBeVisible(soon)
      await expect(signInLinks.first()).toBeVisible(soon)
    })
  } finally {
    await visitor.context().close()
  }
})

const ruleset = `description: What all of our APIs keep to.
rules:
  needs-licence: { given: $.info, then: { field: license, function: truthy } }
`

const aPage = async (browser: Browser) => (await browser.newContext()).newPage()

/** Writes a setting, and waits until it is saved. */
async function write(page: Page, label: string, text: string, save: string) {
  const field = page.getByRole('textbox', { name: label, exact: true })
  const button = page.getByRole('button', { name: save, exact: true })
  await field.fill(text)
  await button.click()
  await expect(button).toBeDisabled()
  await expect(field).toBeEnabled()
  await expect(field).toHaveValue(text)
}

test('what is said of tags, branding, redirects, the landing page, guides, guests and strangers is so for them', async ({
  page,
  browser,
}) => {
  // Much of it waits for others: analyses, mails, saves.
  test.setTimeout(300_000)
  const workspace = await aWorkspace(stack())
  const { slug, id, owner } = workspace
  const { token } = owner
  const [guest, maker] = [
    await aMember(stack(), workspace, 'guest'),
    await aMember(stack(), workspace, 'maker'),
  ]
  const stranger = (await aWorkspace(stack())).owner
  const aProject = (name: string, ...files: [path: string, content: string][]) =>
    aProjectOf(token, id, { name, visibility: 'public' }, files)
  const pets = await aProject('Pet store', ['pets.yaml', description])
  // A guest reads what was given to them by name.
  await sql(
    stack(),
    `insert into public.project_members (project_id, user_id, role)
     select $1, e.user_id, 'viewer' from public.emails e where e.email = $2`,
    [decodeId('prj', pets.id), guest.email],
  )
  const rules = await aProject('House rules', ['pets.yaml', description], ['.spectral.yaml', ruleset])
  const [visitor, member] = [await aPage(browser), await aPage(browser)]
  const loaded: string[] = []
  await visitor.context().route(/googletagmanager|localizecdn|userway/, (route) => {
    loaded.push(new URL(route.request().url()).host)
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const today = `(now() at time zone 'utc')::date`
  const digests = () => sql(stack(), `select private.queue_daily_digests(${today})`)
  try {
    // People of other stories have had theirs.
    await sql(
      stack(),
      `insert into private.digests (workspace_id, user_id, day)
       select workspace_id, user_id, ${today} from public.workspace_members where workspace_id <> $1 on conflict do nothing`,
      [decodeId('wk', id)],
    )
    await digests()
    await nextMail(stack(), maker.email)
    expect(await mailsTo(stack(), guest.email)).toEqual([])
    await visitor.goto(at('/auth/email/login', slug))
    await expect(visitor.getByText('Powered by')).toBeVisible()

    await signIn(page, slug, { email: owner.email, password: knownPassword }, '/admin/settings')
    await turn(page, 'Allow Join Requests', false)
    await turn(page, 'Send Daily Digest to Guests', true)
    await turn(page, 'Automatic Style Guide Conversion', true)
    await turn(page, 'Allow Projects to Disable Default Style Guides', false)
    await turn(page, 'UserWay Widget', true)
    await turn(page, 'Remove branding', true)
    await turn(page, 'Ask Visitors Before Tracking', true)
    await write(page, 'Redirects', '/old-pets/* /docs/pet-store 302', 'Save redirects')
    await write(page, 'Google Tag Manager', 'GTM-A1B2C3D', 'Save Google Tag Manager')
    await write(page, 'Localize', 'abcdef0123456', 'Save Localize')
    await picture(page, '1-set')
    await onPhone(page, () => picture(page, '1-set-on-phone'))
    await page.getByRole('button', { name: 'Edit landing page' }).click()
    await page.getByRole('textbox', { name: 'Markdown of the landing page' }).fill('# Pets are welcome')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Visitors: led on, asked before anything of others is loaded, and then not asked where the workspace does not ask.
    await visitor.goto(at('/auth/email/login', slug))
    await expect(visitor.getByLabel('Email or username')).toBeVisible()
    await expect(visitor.getByText('Powered by')).toHaveCount(0)
    await visitor.goto(at('/old-pets/cats', slug))
    await expect(visitor.getByRole('treeitem', { name: 'List pets' })).toBeVisible()
    expect(new URL(visitor.url()).pathname).toMatch(/^\/docs\/pet-store/)
    await expect(visitor.getByRole('region', { name: 'Cookies' })).toContainText(
      'would like to load Google Tag Manager, Localize, and UserWay',
    )
    await picture(visitor, '2-asked')
    await onPhone(visitor, () => picture(visitor, '2-asked-on-phone'))
    expect(loaded).toEqual([])
    await turn(page, 'Ask Visitors Before Tracking', false)
    await lookAnew(async () => {
      await visitor.reload()
      await expect
        .poll(() => [...new Set(loaded)].toSorted(), soon)
        .toEqual(['cdn.userway.org', 'global.localizecdn.com', 'www.googletagmanager.com'])
    })
    await expect(visitor.getByRole('region', { name: 'Cookies' })).toHaveCount(0)

    // A stranger is told that nobody may ask, and a guest hears of yesterday.
    await visitor.goto(at('/auth/email/login', slug))
    await visitor.getByLabel('Email or username').fill(stranger.email)
    await visitor.getByLabel('Password', { exact: true }).fill(knownPassword)
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await expect(visitor.getByText(/^This workspace does not allow join requests\./)).toBeVisible()
    await digests()
    expect((await nextMail(stack(), guest.email)).subject).toMatch(/projects? changed$/)

    // Members: the page they come home to, the ruleset that became a guide, and the default one that stays.
    const json = { project_id: rules.id, enabledForNewProjects: true }
    const kept = await call(stack(), `/workspaces/${id}/default-style-guides`, { token, json })
    expect(kept.status).toBeLessThan(300)
    await aProject('Orders', ['orders.yaml', description])
    await signIn(member, slug, { email: maker.email, password: knownPassword }, '/')
    await expect(member.getByRole('heading', { name: 'Pets are welcome' })).toBeVisible()
    await member.goto(at('/settings/orders', slug))
    await expect(member.getByRole('checkbox', { name: /House rules/ })).toContainText(
      'Only administrators of this workspace take its default style guides from projects.',
    )

    // The operator's flag reaches a page that is open.
    const governance = page.getByRole('link', { name: 'Governance' })
    await expect(governance.first()).toBeVisible()
    await sql(stack(), `select private.set_workspace_flag($1, 'ssg_disabled', true)`, [decodeId('wk', id)])
    await expect(governance).toHaveCount(0)
  } finally {
    for (const one of [visitor, member]) await one.context().close()
  }
})
