// A project is set up, pushed to by the very command that its screens show, shared by a link, renamed and deleted.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { decodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { call } from '../functions/support/call.ts'
import { aWorkspace, knownPassword, sql, type Workspace } from '../functions/support/people.ts'
import { at, expectAccessible, picture, signIn, stack } from './support.ts'

test.describe.configure({ mode: 'serial' })

const description = `
openapi: 3.1.0
info: { title: Narwhals, version: '1' }
paths:
  /narwhals:
    get:
      operationId: listNarwhals
      summary: List narwhals
      responses:
        '200':
          description: All of them
          content: { application/json: { schema: { $ref: '#/components/schemas/Missing' } } }
`

let workspace: Workspace
/** The command that the settings show. */
let push: string
let page: Page
let visitor: Page

test.beforeAll(async ({ browser }) => {
  workspace = await aWorkspace(stack())
  const json = { name: 'Narwhals', slug: 'narwhals', type: 'cli' }
  const { token } = workspace.owner
  const made = await call(stack(), `/workspaces/${workspace.id}/projects`, { method: 'POST', token, json })
  expect(made.status).toBe(201)
  page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  visitor = await (await browser.newContext()).newPage()
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
})
test.afterAll(async () => {
  await page.context().close()
  await visitor.context().close()
})

const open = (path: string) => page.goto(at(path, workspace.slug))

/** Runs a command of the shell where the description lies. */
async function run(command: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-push-'))
  try {
    await writeFile(join(folder, 'openapi.yaml'), description)
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('an empty project waits for the push whose command its settings show', async () => {
  const waiting = await page.context().newPage()
  await waiting.goto(at('/docs/narwhals', workspace.slug))
  await expect(waiting.getByRole('heading', { name: 'Waiting for data...' })).toBeVisible()
  await expectAccessible(waiting)
  await picture(waiting, 'waiting')
  await waiting.getByRole('link', { name: 'Show the token that it needs' }).click()
  await expect(waiting).toHaveURL(/\/settings\/narwhals\/automation$/)
  await waiting.goBack()

  await open('/settings/narwhals/automation')
  await expect(page.getByText('No events to show here yet...')).toBeVisible()
  const command = page.getByLabel('Push command')
  await expect(command).toContainText('WAYMARK_CI_TOKEN=****')
  await page.getByRole('button', { name: 'Show token' }).click()
  await expect(command).toContainText('WAYMARK_CI_TOKEN=wmci_')
  const first = await command.innerText()
  await page.getByRole('button', { name: 'Rotate token…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await expect(page.getByText('The token was rotated.')).toBeVisible()
  await expect(command).not.toHaveText(first)
  await expectAccessible(page)
  await picture(page, 'automation')

  // The command line comes from the instance; it is npm that runs it.
  const refused = await run(`${first} --json || true`)
  expect(JSON.parse(refused)).toMatchObject({
    error: { exit_code: 77, message: expect.stringMatching(/token/i) },
  })
  push = await command.innerText()
  const pushed = JSON.parse(await run(`${push} --json --no-wait`))
  expect(pushed).toMatchObject({ job_id: expect.any(String), sent: { files: 1 } })
  await expect(waiting.getByText('Data received! Bravo. Reloading...')).toBeVisible()
  await waiting.close()
})

test('what the analysis warns of reaches the author, in the project and in the workspace', async () => {
  await open('/docs/narwhals')
  await page.getByRole('link', { name: 'Show log' }).click()
  await expect(page.getByRole('list', { name: 'Log' }).getByText(/leads nowhere/)).toBeVisible()
  for (const path of ['/settings/narwhals/automation', '/admin/automation']) {
    await open(path)
    const task = page.getByRole('row', { name: /Analyze/ })
    await expect(task.getByText('1 warning')).toBeVisible()
    await task.getByRole('button', { name: 'Expand' }).click()
    await expect(page.getByRole('list', { name: 'Log' }).getByText(/leads nowhere/)).toBeVisible()
    await expectAccessible(page)
    await picture(page, `tasks${path.replaceAll('/', '-')}`)
  }
})

test('a link opens one branch to a visitor until its time is over, or it is revoked', async () => {
  expect(JSON.parse(await run(`${push} --json --branch next`))).toMatchObject({ branch: 'next' })
  await visitor.goto(at('/docs/narwhals', workspace.slug))
  await expect(visitor.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await open('/settings/narwhals')
  await page.getByRole('row', { name: /main/ }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit Branch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Branch' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const field = dialog.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/wms_/)
  const link = await field.inputValue()
  await expectAccessible(page)
  await picture(page, 'branch')

  await visitor.goto(link)
  await expect(visitor).toHaveURL(/\/docs\/narwhals\/branches\/main\/./)
  await visitor.getByRole('link', { name: 'List narwhals' }).first().click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'List narwhals' })).toBeVisible()
  await expect(visitor).not.toHaveURL(/wms_/)
  // There is nothing to choose from: of the other branch they do not know.
  await expect(visitor.getByRole('combobox', { name: 'Version' })).toBeHidden()
  await visitor.goto(at('/docs/narwhals/branches/next', workspace.slug))
  await expect(visitor).toHaveURL(/\/docs\/narwhals\/branches\/main\/./)

  await dialog.getByRole('combobox', { name: 'Ends' }).click()
  await page.getByRole('option', { name: 'After 7 days' }).click()
  // It says when it ends once that is saved.
  await expect(dialog.getByRole('combobox', { name: 'Ends' })).not.toHaveText(/Never/)
  await expect(dialog.getByRole('button', { name: 'New link' })).toBeEnabled()
  const expire = (end: string) =>
    sql(
      stack(),
      `update public.branches b set share_expires_at = ${end} from public.projects p
       where p.id = b.project_id and p.workspace_id = $1 and b.share_expires_at is not null returning b.id`,
      [decodeId('wk', workspace.id)],
    )
  expect(await expire("now() - interval '1 second'")).toHaveLength(1)
  await visitor.goto(link)
  await expect(
    visitor.getByText('This project is no longer shared, or the share URL may have changed.'),
  ).toBeVisible()
  await expire("now() + interval '7 days'")
  await visitor.goto('about:blank')
  await visitor.goto(link)
  await expect(visitor).toHaveURL(/\/docs\/narwhals\/branches\/main\/./)

  await dialog.getByRole('button', { name: 'Revoke link' }).click()
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await visitor.goto(link)
  await expect(
    visitor.getByText('This project is no longer shared, or the share URL may have changed.'),
  ).toBeVisible()
})

test('two tabs keep what each other saved; a field that both changed is asked about', async () => {
  await open('/settings/narwhals')
  const other = await page.context().newPage()
  await other.goto(at('/settings/narwhals', workspace.slug))
  await page.getByRole('textbox', { name: 'Display name' }).fill('Narwhals of the north')
  await other.getByRole('textbox', { name: 'Display name' }).fill('Northern narwhals')
  await other.getByRole('textbox', { name: 'Tagline' }).fill('Told by the other tab')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Project updated')).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Meanwhile “Display name” was changed to “Northern narwhals”. Save again to replace it.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('Told by the other tab')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Project updated')).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Display name' })).toHaveValue('Narwhals of the north')
  await expect(other.getByRole('textbox', { name: 'Tagline' })).toHaveValue('Told by the other tab')
  await other.close()
})

test('a project gets another address, to which the one before leads, and is deleted by its slug', async () => {
  await open('/settings/narwhals')
  await expectAccessible(page)
  await picture(page, 'settings')
  await page.getByRole('textbox', { name: 'Slug' }).fill('unicorns-of-the-sea')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Project updated')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/unicorns-of-the-sea$/)
  await open('/docs/narwhals/branches/main')
  await expect(page).toHaveURL(/\/docs\/unicorns-of-the-sea\/branches\/main\/./)
  await page.getByRole('link', { name: 'Settings of the project' }).click()

  // A window that gets smaller takes nothing away of what was typed.
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Typed on a wide screen')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('Typed on a wide screen')
  await expect(page.getByRole('heading', { name: 'Danger zone' })).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await picture(page, 'phone')

  await page.getByRole('button', { name: 'Delete project…' }).click()
  await page.getByRole('textbox', { name: 'Confirmation' }).fill('unicorns-of-the-sea')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('Project deleted')).toBeVisible()
  await open('/settings/unicorns-of-the-sea')
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
})
