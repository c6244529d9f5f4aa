// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
} from '../../shared/testing/server.ts'
import { answersFor, feature, grants, main, next, openSettings, pets, rpc } from './testing.tsx'

const token = `wms_${'a'.repeat(43)}`

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = answersFor(pets)
  received = fakeServer(answers)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const sent = (method: string, path: string) =>
  received.filter((one) => one.method === method && one.path.startsWith(path)).map(({ body }) => body)
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })

async function choose(user: ReturnType<typeof openSettings>['user'], branch: string, action: string) {
  const row = await rowOf(branch)
  await user.click(within(row).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}

describe('the branches of a project', () => {
  it('are listed with what each holds, and lead to their docs', async () => {
    openSettings()
    const first = await rowOf('main')
    within(first).getByText('1 article, 2 models, 1 API, 1,200 operations')
    within(first).getByText('abcdef0')
    within(first).getByText('Default')
    expect(within(first).getByRole('link').getAttribute('href')).toBe('/docs/pets')
    const second = await rowOf('next')
    within(second).getByText('never analyzed')
    expect(within(second).getByRole('link').getAttribute('href')).toBe('/docs/pets/branches/next')
  })

  it('are listed and no longer by a switch, the default one always', async () => {
    const { user } = openSettings()
    await user.click(await screen.findByRole('switch', { name: 'List next' }))
    await waitFor(() => expect(sent('PATCH', '/rest/v1/branches')).toEqual([{ is_published: true }]))
    expect(screen.getByRole('switch', { name: 'List main' })).toHaveProperty('disabled', true)
  })

  it('are downloaded in the form that is chosen, once they hold something', async () => {
    const saved: { name: string; type: string }[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, type: this.href.split(':')[0] ?? '' })
    })
    URL.createObjectURL = () => 'blob:files'
    URL.revokeObjectURL = () => undefined
    answers[rpc('my_permissions')] = grants(['WorkspaceFullMember'])
    const address = '/api/v1/projects/cHJqOjU/branches/main/export'
    answers[`GET ${address}`] = () => problem(429, 'TOO_MANY_REQUESTS', 'Not more of them today.')
    const { user } = openSettings()
    const dialog = await choose(user, 'main', 'Download files')
    await user.click(within(dialog).getByRole('radio', { name: 'Bundled' }))
    await user.click(within(dialog).getByRole('button', { name: 'Download' }))
    await within(dialog).findByText('Not more of them today.')
    // What is still being made is asked for again.
    let asked = 0
    answers[`GET ${address}`] = () =>
      ++asked === 1
        ? problem(503, 'SERVICE_UNAVAILABLE', 'The archive is still being made.')
        : new Response('zip', {
            headers: {
              'content-type': 'application/zip',
              'content-disposition': "attachment; filename*=UTF-8''pets.zip",
            },
          })
    await user.click(within(dialog).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'pets.zip', type: 'blob' }]), { timeout: 10_000 })
    expect(received.filter(({ path }) => path.includes('/export')).map(({ path }) => path)).toEqual([
      `${address}?kind=bundled`,
      `${address}?kind=bundled`,
      `${address}?kind=bundled`,
    ])
    await user.click(within(await rowOf('next')).getByRole('button', { name: 'More actions' }))
    expect(screen.queryByRole('menuitem', { name: 'Download files' })).toBeNull()
  })

  it('lead to the plan where it has no several branches, known beforehand or not', async () => {
    answers[rpc('workspace_features')] = [feature('multi_branch', false)]
    const { user, unmount } = openSettings()
    await user.click(await screen.findByRole('switch', { name: 'List next' }))
    await screen.findByRole('dialog', { name: 'Unlock the power of your workspace' })
    expect(sent('PATCH', '/rest/v1/branches')).toEqual([])
    unmount()
    answers[rpc('workspace_features')] = []
    answers['PATCH /rest/v1/branches'] = () =>
      json(402, { code: 'PT402', message: 'Not in your plan.', details: '', hint: 'PAYMENT_REQUIRED' })
    const again = openSettings()
    await again.user.click(await screen.findByRole('switch', { name: 'List next' }))
    await screen.findByRole('dialog', { name: 'Unlock the power of your workspace' })
  })

  it('are renamed, within a hundred characters', async () => {
    answers[rpc('branch_share')] = { enabled: false, token: null, expires_at: null }
    const { user } = openSettings()
    const dialog = within(await choose(user, 'next', 'Edit Branch'))
    const name = dialog.getByLabelText(/^Display name/)
    await user.clear(name)
    await user.click(name)
    await user.paste('x'.repeat(101))
    await dialog.findByText('Must be no more than 100 characters')
    await user.clear(name)
    await user.type(name, 'Next year')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Branch updated')
    expect(sent('PATCH', '/rest/v1/branches')).toEqual([{ name: 'Next year' }])
  })

  it('are not renamed over a name that was not seen here', async () => {
    answers[rpc('branch_share')] = { enabled: false, token: null, expires_at: null }
    // The change is of the branch as it was called, which there is no more.
    answers['PATCH /rest/v1/branches'] = ({ path }: ReceivedRequest) =>
      path.includes('name=eq.next')
        ? json(406, { code: 'PGRST116', message: 'No row', details: '0 rows', hint: null })
        : json(200, { id: 2 })
    const { user } = openSettings()
    const dialog = within(await choose(user, 'next', 'Edit Branch'))
    const before = answers['GET /rest/v1/branches']
    answers['GET /rest/v1/branches'] = (request: ReceivedRequest) =>
      request.path.includes('select=name&') ? json(200, { name: 'Soon' }) : json(200, before)
    await user.type(dialog.getByLabelText(/^Display name/), ' year')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Meanwhile “Display name” was changed to “Soon”. Save again to replace it.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Branch updated')
    expect(sent('PATCH', '/rest/v1/branches')).toHaveLength(2)
  })

  it('become the default one', async () => {
    answers[rpc('set_default_branch')] = null
    const { user } = openSettings()
    await user.click(await screen.findByRole('combobox', { name: 'Default branch' }))
    await user.click(screen.getByRole('option', { name: 'next' }))
    await screen.findByText('Branch updated')
    expect(sent('POST', '/rest/v1/rpc/set_default_branch')).toEqual([{ p_branch_id: 2 }])
  })

  it('are removed after a question, but not the default one', async () => {
    answers[rpc('delete_branch')] = { job_id: 'job' }
    const { user } = openSettings()
    const refused = await choose(user, 'main', 'Remove')
    within(refused).getByText(
      "Cannot remove a project's default branch. Set another branch as default before removing this one.",
    )
    expect(within(refused).getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const question = await choose(user, 'next', 'Remove')
    within(question).getByRole('heading', { name: 'Remove from product' })
    within(question).getByText('next')
    within(question).getByText(
      /^Are you sure you want to remove this branch from the product\? All of the data stored for this branch will be removed permanently\.$/,
    )
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await screen.findByText('Branch removed')
    expect(sent('POST', '/rest/v1/rpc/delete_branch')).toEqual([{ p_branch_id: 2 }])
  })

  it('are followed from the Git host once asked for', async () => {
    answers[rpc('track_branch')] = { job_id: 'job' }
    answers['GET /api/v1/projects/cHJqOjU/repository/branches'] = {
      items: ['main', 'next', 'release/2'].map((name) => ({ name, commit: 'a'.repeat(40) })),
      next: null,
    }
    const { user } = openSettings()
    await user.click(await screen.findByRole('button', { name: 'Track Branch' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Track Branch' }))
    expect(dialog.getByRole('button', { name: 'Track Branch' })).toHaveProperty('disabled', true)
    // What the host has and is not followed is offered; any other name may be typed.
    const field = dialog.getByLabelText<HTMLInputElement>(/^Branch/)
    await waitFor(() =>
      expect(Array.from(field.list?.options ?? [], ({ value }) => value)).toEqual(['release/2']),
    )
    await user.type(dialog.getByLabelText(/^Branch/), 'release/2')
    await user.click(dialog.getByRole('button', { name: 'Track Branch' }))
    await screen.findByText(
      '"release/2" was queued to be analyzed. If it exists, it will show up in your branch list shortly. Hang tight!',
    )
    expect(sent('POST', '/rest/v1/rpc/track_branch')).toEqual([{ p_project_id: 5, p_branch: 'release/2' }])
  })

  it('are versions in a web project, which tracks none', async () => {
    answers['GET /rest/v1/projects'] = [{ ...pets, type: 'web' }]
    const { user } = openSettings()
    await screen.findByRole('heading', { name: 'Versions' })
    expect(screen.queryByRole('button', { name: 'Track Branch' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Git Info' })).toBeNull()
    within(await choose(user, 'next', 'Remove')).getByText(
      /this version from the product\? .* The original Git repo is not modified\.$/,
    )
  })

  it('offer nothing to who may not change them', async () => {
    answers[rpc('my_project_permissions')] = grants(['project_read', 'project_settings_view'])
    openSettings()
    expect(await screen.findByRole('switch', { name: 'List next' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Default branch' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Track Branch' })).toBeNull()
  })

  it('say that they could not be loaded', async () => {
    answers['GET /rest/v1/branches'] = failed
    openSettings()
    await screen.findByRole('button', { name: 'Retry' })
  })
})

describe('the share link of a branch', () => {
  it('is made, ends when it is said to, is replaced and revoked', async () => {
    let share = { enabled: false, token: null as string | null, expires_at: null as string | null }
    answers[rpc('branch_share')] = () => json(200, share)
    answers[rpc('share_branch')] = ({ body }: ReceivedRequest) => {
      const asked = body as { p_enabled: boolean; p_expires_at: string | null }
      share = {
        enabled: asked.p_enabled,
        token: asked.p_enabled ? token : null,
        expires_at: asked.p_expires_at,
      }
      return json(200, share)
    }
    answers['GET /rest/v1/branches'] = [main, next]
    const { user } = openSettings()
    const dialog = within(await choose(user, 'next', 'Edit Branch'))
    await user.click(await dialog.findByRole('button', { name: 'Create link' }))
    const link = await dialog.findByLabelText('Link')
    expect(link).toHaveProperty('value', `http://acme.waymark.localhost:3000/shared#${token}`)
    await user.click(dialog.getByRole('combobox', { name: 'Ends' }))
    await user.click(screen.getByRole('option', { name: 'After 7 days' }))
    await waitFor(() => expect(share.expires_at).not.toBeNull())
    const end = share.expires_at
    expect(Math.round((Date.parse(end ?? '') - Date.now()) / 86_400_000)).toBe(7)
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'New link' })).toHaveProperty('disabled', false),
    )
    await user.click(dialog.getByRole('button', { name: 'New link' }))
    await waitFor(() => expect(sent('POST', '/rest/v1/rpc/share_branch')).toHaveLength(3))
    // Another link ends when the one before would have.
    expect(sent('POST', '/rest/v1/rpc/share_branch')[2]).toMatchObject({
      p_new_link: true,
      p_expires_at: end,
    })
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Revoke link' })).toHaveProperty('disabled', false),
    )
    await user.click(dialog.getByRole('button', { name: 'Revoke link' }))
    await dialog.findByRole('button', { name: 'Create link' })
    expect(sent('POST', '/rest/v1/rpc/share_branch')[3]).toMatchObject({ p_enabled: false })
  })
})
