// Every address of the app and where one ends up: as a visitor, as a member, off a workspace, on a phone.
import { expect, type Page, test } from '@playwright/test'
import { call } from '../functions/support/call.ts'
import { anIntegration } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword, sql } from '../functions/support/people.ts'
import { screens } from './screens.ts'
import { at, demoAccount, follow, picture, signIn, stack } from './support.ts'

const nowhere = 'Page not found'
const signInPage = '/auth/email/login'
const signInFor = (path: string) => `${signInPage}?r=${encodeURIComponent(path)}`
/** Where a path in `r` may not lead: another host, or a program. */
const foreign = ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']

type Row = [path: string, endsAt: string]

/** Goes to each address, and compares where that leads all at once; what is said to stay is loaded anew. */
async function expectEnds(page: Page, workspace: string, rows: Row[]) {
  const ends: Row[] = []
  for (const [index, [path, end]] of rows.entries()) {
    if (index === 0 || path === end) await page.goto(at(path, workspace))
    else await follow(page, path)
    // A wrong end shows below, beside what was expected.
    await page.waitForURL(at(end, workspace), { timeout: 15_000 }).catch(() => undefined)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    ends.push([path, page.url().slice(at('', workspace).length)])
  }
  expect(ends).toEqual(rows)
}

async function expectShows(page: Page, workspace: string, paths: string[], text: string) {
  for (const path of paths) {
    // Loaded anew, for the same heading may still stand there from the address before.
    await page.goto(at(path, workspace))
    await expect(page.getByRole('heading', { name: text }), path).toBeVisible()
    await expect(page).toHaveURL(at(path, workspace))
  }
}

test('a visitor of a workspace is led to sign in, and back from where they were', async ({ page }) => {
  await expectEnds(page, 'demo', [
    ['/', signInPage],
    ['/account/security', signInFor('/account/security')],
    ['/admin/members?role=guest', signInFor('/admin/members?role=guest')],
    ['/add/projects', signInFor('/add/projects')],
    ['/auth', signInPage],
    ['/auth/nowhere?r=%2Faccount', signInFor('/account')],
    ['/auth/ldap', signInPage],
    ['/auth/bbdc', signInPage],
    ['/auth/ads', signInPage],
    ['/auth/email', '/auth/email'],
    ['/auth/email/signup', '/auth/email'],
    ['/auth/confirm-workspace-member-email', signInPage],
    ['/auth/forgot-password', '/auth/forgot-password'],
    ['/auth/reset-password', '/auth/reset-password'],
    ['/login', signInPage],
    ['/login/emailsent', signInPage],
    ['/links', signInPage],
    ['/welcome', signInPage],
    ['/welcome/name?email=a@b.example', signInPage],
    ['/welcome/welcomeback?email=a@b.example', signInPage],
    ['/welcome/verify', signInFor('/welcome/account')],
    ['/welcome/account', signInFor('/welcome/account')],
  ])
  for (const path of ['/auth/accept-invite', '/auth/accept-invite?token=nobody-sent-this']) {
    await page.goto(at(path, 'demo'))
    await expect(page.getByText('Invalid invite URL')).toBeVisible()
    await expect(page).toHaveURL(at(signInPage, 'demo'))
  }
})

test('whoever is signed in is led past the pages in front of the workspace, and to no other host', async ({
  page,
}) => {
  await signIn(page, 'demo', demoAccount('viewer'), foreign[0])
  await expect(page).toHaveURL(at('/', 'demo'))
  await expectEnds(page, 'demo', [
    ['/auth?r=%2Faccount%2Fsecurity', '/account/security'],
    ...foreign.map((target): Row => [`/auth?r=${encodeURIComponent(target)}`, '/']),
    ['/auth/email/login?r=%2Fauth', '/'],
    ['/auth/nowhere', '/'],
    ['/login/notfound', '/'],
    ['/links/anything', '/'],
    ['/welcome', '/'],
    ['/welcome/find', '/'],
    ['/account', '/account/basics'],
    ['/account/nowhere', '/account/basics'],
  ])
  await expectShows(page, 'demo', ['/nowhere', '/roadmap'], nowhere)
  await expectShows(page, 'demo', ['/studio/x', '/settings/x'], 'Project not found')
  await page.goto(at('/auth'))
  await expect(page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible()
})

test('every screen of a workspace opens by its address, without an error', async ({ page }) => {
  await signIn(page, 'demo', demoAccount('owner'))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  for (const [path, heading, end = path] of screens) {
    await page.goto(at(path, 'demo'))
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true }), path).toBeVisible()
    await expect(page, path).toHaveURL(at(end, 'demo'))
    await expect(page).toHaveTitle(/ · Demo Commerce · Waymark$/)
  }
  expect(errors).toEqual([])
})

test('an installation that is told of NEXT and of a roadmap has their screens', async ({ page }) => {
  const { owner, slug } = await aWorkspace(stack())
  await sql(stack(), 'update public.workspaces set migrated_from_next = true where slug = $1', [slug])
  const roadmap = 'https://roadmap.example'
  await page.addInitScript((roadmapUrl) => {
    let told: object
    Object.defineProperty(window, '__WAYMARK__', {
      get: () => told,
      set: (config: object) => {
        told = { ...config, legacyMigration: true, roadmapUrl }
      },
    })
  }, roadmap)
  await page.route('**/roadmap-token', (route) => route.fulfill({ json: { token: 'a-token' } }))
  await page.route(`${roadmap}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>What comes next</h1>' }),
  )
  await signIn(page, slug, { email: owner.email, password: knownPassword }, '/admin/legacy-migration/next')
  await expect(page.getByRole('heading', { level: 1, name: 'Migrate from NEXT' })).toBeVisible()
  await expect(page.getByText('Enter your NEXT access token first...')).toBeVisible()
  await page.goto(at('/roadmap/ideas/12', slug))
  await expect(page.getByRole('heading', { level: 1, name: 'Roadmap' })).toBeAttached()
})

test('without a workspace one finds, names or creates one', async ({ page }) => {
  await expectEnds(page, '', [
    ['/', '/welcome'],
    ['/account', '/welcome'],
    ['/docs/orders-api', '/welcome'],
    ['/explore', '/welcome'],
    ['/auth', '/login'],
    ['/auth/email/login', '/login'],
    ['/auth/reset-password', '/auth/reset-password'],
    ['/login/nowhere', '/login'],
    ['/links/anything', '/links/anything'],
    ['/welcome/create?email=a@b.example', '/welcome?email=a@b.example'],
    ['/welcome/find', '/welcome'],
    ['/welcome/welcomeback', '/welcome'],
    ['/welcome/name', '/welcome'],
    ['/welcome/billing/success/nothing', '/welcome'],
    ['/welcome/verify', '/welcome'],
    ['/welcome/verify?email=a@b.example', '/welcome?email=a%40b.example'],
    ['/welcome/account', '/welcome'],
    ['/welcome/choose-your-plan', '/welcome'],
    ['/welcome/complete', '/welcome'],
  ])
  await expectShows(page, '', ['/welcome/nowhere'], nowhere)
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page).toHaveURL(at('/welcome'))
})

test('a host without a workspace says so on every page, and offers to create it', async ({ page }) => {
  const paths = ['/', '/login', '/links', '/welcome', '/auth', '/oauth/callback', '/account']
  await expectShows(page, 'nobody-is-here', paths, 'Workspace does not exist')
  await expect(page.getByRole('link', { name: 'Create a workspace' })).toHaveAttribute('href', at('/welcome'))
})

test('the wizard: its steps, what it thinks of, and the way back to one’s workspaces', async ({ page }) => {
  await page.clock.install()
  await page.goto(at('/welcome'))
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await expect(page.getByText(/terms of service and .*privacy policy/)).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'About Waymark' })
  const first = await panel.innerText()
  await page.clock.fastForward(11_000)
  await expect(panel).not.toHaveText(first)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeHidden()

  const known = 'email=owner%40demo.waymark.localhost&company=Two+Words'
  await page.goto(at(`/welcome/welcomeback?${known}`))
  await expect(page.getByText(/already belongs to one or more workspaces/)).toBeVisible()
  await page.getByRole('link', { name: 'Create another workspace' }).click()
  await expect(page).toHaveURL(at(`/welcome/name?${known}`))
  await expect(page.getByText('Step 2 of 5')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Two Words')
  await page.goto(at(`/welcome/verify?${known}&slug=two-words`))
  await expect(page.getByText('Step 3 of 5')).toBeVisible()
})

test('the wizard goes on in the workspace, as far as the account is told', async ({ page }) => {
  const { owner, slug } = await aWorkspace(stack())
  await signIn(page, slug, { email: owner.email, password: knownPassword })
  await expectEnds(page, slug, [
    ['/welcome/verify', '/welcome/account'],
    ['/welcome/choose-your-plan', '/welcome/account'],
    ['/welcome/complete', '/welcome/account'],
  ])
  await expect(page.getByText('Step 4 of 5')).toBeVisible()
  await sql(
    stack(),
    `update public.users set is_account_info_collected = true
     where id = (select user_id from public.emails where email = $1)`,
    [owner.email],
  )
  await expectEnds(page, slug, [
    ['/welcome/verify', '/welcome/choose-your-plan'],
    ['/welcome/account', '/welcome/choose-your-plan'],
  ])
  await expect(page.getByText('Step 5 of 5')).toBeVisible()
  await page.goto(at('/welcome/complete', slug))
  await expect(page.getByRole('radiogroup', { name: 'Primary use case' }).getByRole('radio')).toHaveCount(3)
})

test('the list of ways in: what is enabled is offered and answers, what is not leads back', async ({
  page,
}) => {
  const workspace = await aWorkspace(stack())
  const directory = {
    url: 'ldaps://directory.example',
    bindDN: 'cn=reader',
    searchBase: 'dc=example',
    searchFilter: '(uid={{username}})',
  }
  const settings = { kind: 'ldap', name: 'Staff', config_type: 'custom', config: directory }
  await anIntegration(stack(), workspace, { ...settings, secrets: { bindCredentials: 'secret' } })
  await expectEnds(page, workspace.slug, [
    ['/auth', '/auth'],
    ['/auth/ldap', '/auth/ldap'],
    ['/auth/bbdc', '/auth'],
    ['/auth/ads?r=%2Faccount', '/auth?r=%2Faccount'],
    ['/auth/nowhere', '/auth'],
  ])
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveText([/Staff/, /email/])
  const change = (set: string) =>
    sql(
      stack(),
      `update public.workspace_integrations i set ${set} from public.workspaces w
       where i.workspace_id = w.id and w.slug = $1`,
      [workspace.slug],
    )
  await change('allow_user_register = false')
  await change(`enabled = i.kind = 'builtin'`)
  await expectEnds(page, workspace.slug, [
    ['/auth', signInPage],
    ['/auth/ldap', signInPage],
    ['/auth/email?r=%2Faccount', signInFor('/account')],
  ])
  await expect(page.getByRole('link', { name: /Sign up/ })).toHaveCount(0)
})

test('the callback screen says where it goes, and hands the code to the window that opened it', async ({
  page,
}) => {
  const state = 'ab'.repeat(16)
  await page.goto(at('/login'))
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((state) => {
      const child = window.open(`/oauth/callback?code=a-code&state=${state}`)
      Object.assign(window, { child })
    }, state),
  ])
  await expect(popup.getByRole('heading', { name: 'Redirecting...' })).toBeVisible()
  const heard = await page.evaluate(
    (state) =>
      new Promise((resolve) => {
        const { child } = window as unknown as { child: Window }
        // As the app does: the window may not listen yet when it is first told.
        const tell = () => child.postMessage({ type: 'oauth2.state', state }, window.location.origin)
        const telling = setInterval(tell, 100)
        window.addEventListener('message', ({ data }) => {
          clearInterval(telling)
          resolve(data)
        })
        tell()
      }),
    state,
  )
  expect(heard).toMatchObject({ type: 'oauth2.callback', code: 'a-code', state })
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('a server that fails shows the 500 page, which tries again', async ({ page }) => {
  await page.clock.install()
  const failing: [pattern: string, path: string, back: string][] = [
    ['**/rpc/workspace_by_slug', '/auth', 'Sign in to Demo Commerce'],
    ['**/rpc/login_integrations', '/auth/ldap', 'Sign in to Demo Commerce'],
  ]
  for (const [pattern, path, back] of failing) {
    await page.route(pattern, (route) => route.fulfill({ status: 500, json: { message: 'boom' } }))
    await page.goto(at(path, 'demo'))
    const failed = page.getByRole('heading', { name: '500 | Something went wrong' })
    await expect(async () => {
      // The pauses between the silent retries.
      await page.clock.fastForward(5_000)
      await expect(failed).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(page.getByText('boom')).toHaveCount(0)
    await page.unroute(pattern)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: back })).toBeVisible()
    await page.evaluate(() => window.localStorage.clear())
  }
})

test('a long name stays inside its frame, on a phone too', async ({ page }) => {
  const { id, owner, slug } = await aWorkspace(stack())
  await sql(stack(), 'update public.workspaces set name = $2 where slug = $1', [
    slug,
    'Königliche Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ])
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/auth/email/login', '/auth/email']) {
    await page.goto(at(path, slug))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Königliche')
    await expect.poll(sideways, path).toBe(0)
  }
  await signIn(page, slug, { email: owner.email, password: knownPassword })
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Königliche' })).toBeVisible()
  await expect.poll(sideways).toBe(0)
  const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamten'
  const description = {
    openapi: '3.1.0',
    info: { title: long, version: '1' },
    paths: { '/a': { get: { summary: long, tags: [long] } } },
  }
  const file = { name: 'long.json', content: JSON.stringify(description) }
  const made = await call(stack(), `/workspaces/${id}/projects`, {
    token: owner.token,
    form: { name: long, file },
  })
  expect(made.status).toBe(201)
  const docs = `/docs/${made.json<{ project: { slug: string } }>().project.slug}`
  await page.goto(at('/', slug))
  await expect(page.getByRole('link', { name: long }).first()).toBeVisible()
  await expect.poll(sideways, 'projects').toBe(0)
  await page.goto(at('/add/projects', slug))
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  await expect(page.getByRole('link', { name: /^Back to Königliche/ })).toBeVisible()
  await expect.poll(sideways, 'add a project').toBe(0)
  await page.goto(at('/admin/settings', slug))
  await expect(page.getByRole('switch', { name: 'Built In is enabled' })).toBeVisible()
  await expect.poll(sideways, 'settings').toBe(0)
  await picture(page, 'settings-390')
  await page.goto(at(docs, slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(long)
  await expect.poll(sideways, 'docs').toBe(0)
  await page.getByRole('main').getByRole('link', { name: long }).first().click()
  // The address of its mock server stands before the path, once that is known.
  await expect(page.getByRole('button', { name: 'Try it' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('/a')
  await expect.poll(sideways, 'operation').toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  const sidebar = page.getByRole('navigation', { name: 'Workspace' })
  await expect(sidebar).toBeVisible()
  await expect.poll(() => sidebar.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0)
})
