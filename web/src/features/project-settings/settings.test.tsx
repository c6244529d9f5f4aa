// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { type Answers, failed, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import { answersFor, asEditor, everything, feature, grants, openSettings, pets, rpc } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = answersFor(pets)
  received = fakeServer(answers)
})

const sent = (method: string, path: string) =>
  received.filter((one) => one.method === method && one.path.startsWith(path)).map(({ body }) => body)
const field = (name: RegExp | string) => screen.findByRole('textbox', { name })
const save = () => screen.findByRole('button', { name: 'Save' })

describe('who comes to the settings of a project', () => {
  it('is led from a slug of before to the one of now, tab and all', async () => {
    openSettings('/settings/animals/automation')
    await waitFor(() => expect(place.current).toBe('/settings/pets/automation'))
    await screen.findByRole('heading', { name: 'Tasks' })
  })

  it('hears that there is no such project, and that it could not be loaded', async () => {
    const { unmount } = openSettings('/settings/nowhere')
    await screen.findByRole('heading', { name: 'Project Not Found' })
    await screen.findByText('You might not have permission to view it, or it might not exist at all.')
    unmount()
    answers['GET /rest/v1/projects'] = failed
    openSettings()
    await screen.findByRole('heading', { name: 'Something went wrong' })
  })

  it('is led to the docs from paths that nothing answers', async () => {
    openSettings('/settings/pets/else')
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
  })

  it('sees the tabs that the permissions open', async () => {
    answers[rpc('my_project_permissions')] = grants(['project_read', 'project_automation_logs_read'])
    const { unmount } = openSettings()
    await screen.findByRole('link', { name: 'Automation' })
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
    unmount()
    answers[rpc('my_project_permissions')] = grants(['project_read'])
    openSettings()
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
    await screen.findByText('You do not have sufficient permission to view this page')
  })

  it('is not told of permissions where the project is gone', async () => {
    answers[rpc('my_project_permissions')] = []
    answers['GET /rest/v1/projects'] = ({ path }: ReceivedRequest) =>
      json(200, path.includes('&id=eq.') ? [] : [pets])
    openSettings()
    await screen.findByRole('heading', { name: 'Project Not Found' })
    expect(screen.queryByText('You do not have sufficient permission to view this page')).toBeNull()
    expect(place.current).toBe('/settings/pets')
  })

  it('finds no automation in a web project', async () => {
    answers['GET /rest/v1/projects'] = [{ ...pets, type: 'web' }]
    openSettings('/settings/pets/automation')
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
  })
})

describe('the basics', () => {
  it('are saved once they are valid and changed, and a new slug leads to its address', async () => {
    const { user } = openSettings()
    const slug = await field(/^Slug/)
    expect(await save()).toHaveProperty('disabled', true)
    await user.clear(slug)
    await user.type(slug, 'a')
    await screen.findByText('Must be at least two characters, and contain only letters, numbers and -')
    expect(await save()).toHaveProperty('disabled', true)
    await user.type(slug, 'nimals-too')
    await waitFor(async () => expect(await save()).toHaveProperty('disabled', false))
    await user.click(await save())
    await screen.findByText('Project updated')
    expect(sent('POST', '/rest/v1/rpc/update_project')).toEqual([
      { p_project_id: 5, p_slug: 'animals-too', p_seen: { slug: 'pets' } },
    ])
    await waitFor(() => expect(place.current).toBe('/settings/animals-too'))
  })

  it('want a name of two characters, and say so where another project has it', async () => {
    const taken = 'There is another project in this workspace with the same name. Please choose another one.'
    answers[rpc('update_project')] = () =>
      json(409, { code: 'PT409', message: taken, hint: 'CONFLICT', details: '{"field":"name"}' })
    const { user } = openSettings()
    const name = await field(/^Display name/)
    await user.clear(name)
    await user.type(name, 'P')
    await screen.findByText('Must be at least two characters')
    await user.type(name, 'ets 2')
    await waitFor(async () => expect(await save()).toHaveProperty('disabled', false))
    await user.click(await save())
    await screen.findByText(taken)
    expect(name).toHaveProperty('value', 'Pets 2')
  })

  it('go without the group where only that fails, in words of its own', async () => {
    answers[rpc('move_project')] = failed
    const { user } = openSettings()
    await user.click(await screen.findByRole('combobox', { name: 'Group' }))
    expect(screen.queryByRole('option', { name: 'Closed' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'Commerce' }))
    await user.click(await save())
    await screen.findByText(/^Error updating the project group: /)
    expect(sent('POST', '/rest/v1/rpc/update_project')).toEqual([])
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveProperty('value', '')
  })

  it('are not moved over somebody else’s move, made after the last look', async () => {
    const elsewhere = { ...pets, group_id: 4 }
    answers[rpc('move_project')] = ({ body }: ReceivedRequest) => {
      if ((body as { p_seen: { group_id: number | null } }).p_seen.group_id === 4)
        return json(200, { moved: true, confirmation_required: false, visibility_changed: false })
      answers['GET /rest/v1/projects'] = ({ path }: ReceivedRequest) =>
        json(200, path.includes('&id=eq.') ? elsewhere : [elsewhere])
      const message = 'Grace Hopper changed this meanwhile.'
      return json(409, { code: 'PT409', message, details: '{"field": "group_id"}', hint: 'CONFLICT' })
    }
    const { user } = openSettings()
    await user.click(await screen.findByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Commerce' }))
    await user.click(await save())
    await screen.findByText(/^Meanwhile “Group” was changed to .*Save again to replace it\.$/)
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveProperty('value', 'Commerce')
    await user.click(await save())
    await screen.findByText('Project updated')
    expect(sent('POST', '/rest/v1/rpc/move_project')).toMatchObject([
      { p_group_id: 3, p_seen: { group_id: null } },
      { p_group_id: 3, p_seen: { group_id: 4 } },
    ])
  })

  it('ask before a group makes the project internal', async () => {
    answers[rpc('move_project')] = ({ body }: ReceivedRequest) => {
      const { p_confirm } = body as { p_confirm: boolean }
      return json(200, { moved: p_confirm, confirmation_required: !p_confirm, visibility_changed: p_confirm })
    }
    const { user } = openSettings()
    await user.click(await screen.findByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Commerce' }))
    await user.click(await save())
    const dialog = await screen.findByRole('dialog', { name: 'Change visibility to internal?' })
    await user.click(within(dialog).getByRole('button', { name: 'Move' }))
    await screen.findByText('Project updated')
    expect(sent('POST', '/rest/v1/rpc/move_project')).toMatchObject([
      { p_group_id: 3, p_confirm: false },
      { p_group_id: 3, p_confirm: true },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveProperty('value', 'Commerce')
  })

  it('are told apart from what somebody else saved meanwhile: only the same field is asked about, once', async () => {
    const { user } = openSettings()
    const name = await field(/^Display name/)
    await user.type(name, '!')
    const meanwhile = { ...pets, name: 'Animals', description: 'Some of them', group_id: 3 }
    answers['GET /rest/v1/projects'] = ({ path }: ReceivedRequest) =>
      json(200, path.includes('&id=eq.') ? meanwhile : [meanwhile])
    await user.click(await save())
    await screen.findByText('Meanwhile “Display name” was changed to “Animals”. Save again to replace it.')
    expect(sent('POST', '/rest/v1/rpc/update_project')).toEqual([])
    // What nobody touched here follows.
    await waitFor(async () => expect(await field('Tagline')).toHaveProperty('value', 'Some of them'))
    expect(name).toHaveProperty('value', 'Pets!')
    await user.click(await save())
    await screen.findByText('Project updated')
    expect(sent('POST', '/rest/v1/rpc/update_project')).toEqual([
      { p_project_id: 5, p_name: 'Pets!', p_seen: { name: 'Animals' } },
    ])
  })

  it('are not saved over what somebody else saved just now, after the last look', async () => {
    answers[rpc('update_project')] = () => {
      answers['GET /rest/v1/projects'] = ({ path }: ReceivedRequest) =>
        json(200, path.includes('&id=eq.') ? { ...pets, name: 'Animals' } : [{ ...pets, name: 'Animals' }])
      const message = 'Grace Hopper changed this meanwhile.'
      return json(409, { code: 'PT409', message, details: '{"field": "name"}', hint: 'CONFLICT' })
    }
    const { user } = openSettings()
    await user.type(await field(/^Display name/), '!')
    await user.click(await save())
    await screen.findByText('Meanwhile “Display name” was changed to “Animals”. Save again to replace it.')
    expect(await field(/^Display name/)).toHaveProperty('value', 'Pets!')
  })

  it('can only be read without the permission to change them', async () => {
    answers[rpc('my_project_permissions')] = grants(asEditor)
    openSettings()
    await screen.findByText(
      "Heads up, you'll need admin permission on this project in order to change these settings.",
    )
    expect(await field(/^Display name/)).toHaveProperty('disabled', true)
    expect(screen.queryByRole('heading', { name: 'Danger zone' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Version Control Service Account' })).toBeNull()
  })

  it('offer the design library only where the plan has it, and to APIs', async () => {
    const { unmount } = openSettings()
    await screen.findByRole('switch', { name: 'Design library' })
    unmount()
    answers[rpc('workspace_features')] = [feature('design_library', false)]
    openSettings()
    await screen.findByRole('switch', { name: 'Use legacy export' })
    expect(screen.queryByRole('switch', { name: 'Design library' })).toBeNull()
  })
})

describe('the repository', () => {
  it('is named, and what is said at its host is switched off and on', async () => {
    const { user } = openSettings()
    const link = await screen.findByRole('link', { name: 'acme/pets' })
    expect(link.getAttribute('href')).toBe('https://github.com/acme/pets')
    await user.click(await screen.findByRole('switch', { name: /^Commit status/ }))
    await user.click(await screen.findByRole('switch', { name: /^Comment on pull requests/ }))
    await waitFor(() =>
      expect(sent('PATCH', '/rest/v1/project_repositories')).toEqual([
        { commit_statuses: false },
        { pull_request_comments: true },
      ]),
    )
  })

  it('gets a service account, once name and key are filled', async () => {
    let isRight = false
    const accounts = '/api/v1/projects/cHJqOjU/service-accounts'
    answers[`POST ${accounts}`] = () => json(201, {})
    answers[`POST ${accounts}/test`] = () =>
      json(200, { success: isRight, message: 'Invalid username or password' })
    const { user } = openSettings()
    const username = await field('Username')
    expect(username).toHaveProperty('disabled', true)
    const form = screen.getByRole('form', { name: 'Version Control Service Account' })
    await user.click(within(form).getByRole('button', { name: 'Edit' }))
    const submit = within(form).getByRole('button', { name: 'Save Credentials' })
    expect(submit).toHaveProperty('disabled', true)
    expect(submit.parentElement?.getAttribute('aria-label')).toBe('All fields must be filled before saving.')
    await user.type(username, 'reader')
    await user.type(screen.getByLabelText('Key'), 'secret')
    const trial = within(form).getByRole('button', { name: 'Test' })
    await user.clear(username)
    expect(trial.parentElement?.getAttribute('aria-label')).toBe('All fields must be filled before testing.')
    await user.type(username, 'reader')
    await user.click(trial)
    await screen.findByText(
      'Service account credentials test for GitHub failed: Invalid username or password',
    )
    isRight = true
    await waitFor(() => expect(trial).toHaveProperty('disabled', false))
    await user.click(trial)
    await screen.findByText('Service account credentials for GitHub are valid!')
    for (const [path, button, refused] of [
      [`${accounts}/test`, trial, /^Unexpected error encountered when testing the service account: ./],
      [accounts, submit, /^Error creating project service account: ./],
    ] as const) {
      const answer = answers[`POST ${path}`]
      answers[`POST ${path}`] = failed
      await waitFor(() => expect(button).toHaveProperty('disabled', false))
      await user.click(button)
      await screen.findByText(refused)
      if (answer) answers[`POST ${path}`] = answer
    }
    await waitFor(() => expect(submit).toHaveProperty('disabled', false))
    await user.click(submit)
    await screen.findByText('Project service account created')
    const credentials = { username: 'reader', token: 'secret' }
    expect(sent('POST', accounts)).toEqual([
      ...[1, 2, 3].map(() => ({ credentials })),
      ...[1, 2].map(() => ({ name: 'GitHub', credentials })),
    ])
  })

  it('keeps one service account, whose key is never shown', async () => {
    const accounts = '/api/v1/projects/cHJqOjU/service-accounts'
    const account = { id: 'abc', name: 'GitHub', kind: 'github', credentials: { username: 'reader' } }
    answers[`GET ${accounts}`] = { items: [account] }
    answers[`PATCH ${accounts}/abc`] = account
    answers[`DELETE ${accounts}/abc`] = failed
    const { user } = openSettings()
    expect(await field('Username')).toHaveProperty('value', 'reader')
    const form = screen.getByRole('form', { name: 'Version Control Service Account' })
    expect(screen.getByLabelText('Key')).toHaveProperty('value', '********')
    answers[`POST ${accounts}/test`] = { success: false, message: 'Invalid username or password' }
    await user.click(within(form).getByRole('button', { name: 'Test' }))
    await screen.findByText(
      'Service account credentials test for GitHub failed: Invalid username or password',
    )
    expect(sent('POST', accounts)).toEqual([{}])
    await user.click(within(form).getByRole('button', { name: 'Edit' }))
    expect(screen.getByLabelText('Key')).toHaveProperty('value', '')
    await user.type(screen.getByLabelText('Key'), 'another')
    await user.click(within(form).getByRole('button', { name: 'Save Credentials' }))
    await screen.findByText('Project service account updated')
    expect(sent('PATCH', accounts)).toEqual([{ credentials: { username: 'reader', token: 'another' } }])
    const remove = async () => {
      await user.click(await within(form).findByRole('button', { name: 'Delete…' }))
      const dialog = await screen.findByRole('dialog')
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    }
    await remove()
    await screen.findByText(/^Error deleting project service account: ./)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answers[`DELETE ${accounts}/abc`] = () => new Response(null, { status: 204 })
    await remove()
    await screen.findByText('Project service account deleted')
  })
})

describe('deleting the project', () => {
  it('wants its slug typed, and leads home', async () => {
    answers[rpc('my_project_permissions')] = grants(everything)
    answers[rpc('delete_project')] = null
    const { user } = openSettings()
    await user.click(await screen.findByRole('button', { name: 'Delete project…' }))
    const dialog = screen.getByRole('dialog', { name: 'Delete project' })
    const confirm = within(dialog).getByRole('button', { name: 'Delete project' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByRole('textbox'), 'pets')
    await user.click(confirm)
    await screen.findByText('Project deleted')
    await waitFor(() => expect(place.current).toBe('/'))
  })

  it('says why it failed', async () => {
    answers[rpc('delete_project')] = failed
    const { user } = openSettings()
    await user.click(await screen.findByRole('button', { name: 'Delete project…' }))
    await user.type(screen.getByRole('textbox', { name: 'Confirmation' }), 'pets')
    await user.click(screen.getByRole('button', { name: 'Delete project' }))
    await screen.findByText('Error deleting project')
    expect(place.current).toBe('/settings/pets')
  })
})
