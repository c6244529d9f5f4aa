// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// Ctrl K without a server: what is offered before anything is typed, and to whom.
import '../../shared/testing/host.ts'
import '../../shared/testing/all-rows.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberSearch } from '../../shared/data/recent.ts'
import { acme, ada, OnWorkspace, place, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { split } from '../../shared/ui/Marked.tsx'
import { matching } from './commands.ts'
import SearchOverlay from './SearchOverlay.tsx'

it('marks words where they begin, and the long ones within others', () => {
  expect(split('Get a widget', ['get'])).toEqual(['', 'Get', ' a wid', 'get', ''])
  expect(split('id of a widget', ['id'])).toEqual(['', 'id', ' of a widget'])
  expect(split('<b>Pets</b>', ['pet', '<b>', '('])).toEqual(['<b>', 'Pet', 's</b>'])
  expect(split('plain', [])).toEqual(['plain'])
})

it('finds commands by the beginnings of their words', () => {
  const commands = [
    { title: 'Add project', words: 'new import' },
    { title: 'Dark theme', words: 'switch' },
  ]
  const found = (text: string) => matching(commands, text).map(({ title }) => title)
  expect(found('proj ad')).toEqual(['Add project'])
  expect(found('IMP')).toEqual(['Add project'])
  expect(found('roject')).toEqual([])
  expect(found(' ')).toEqual([])
})

describe('the overlay', () => {
  let received: ReceivedRequest[]
  beforeEach(() => {
    window.localStorage.clear()
    const answers: Answers = {
      'POST /rest/v1/rpc/workspace_by_slug': acme,
      'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
      'POST /rest/v1/rpc/me': ada,
      'POST /rest/v1/rpc/my_permissions': [{ role: 'maker', permission: 'WorkspaceProjectsCreate' }],
      'POST /rest/v1/rpc/search': { nodes: [], projects: [], people: [], groups: [], teams: [] },
    }
    received = fakeServer(answers)
  })
  const open = () =>
    renderAt(
      '/',
      <OnWorkspace>
        <SearchOverlay onClose={() => undefined} />
      </OnWorkspace>,
    )

  it('offers what the caller may do, and goes there', async () => {
    const { user } = open()
    await screen.findByRole('option', { name: /Add project/ })
    expect(screen.queryByRole('option', { name: /Workspace settings/ })).toBeNull()
    await user.type(screen.getByRole('combobox'), 'a')
    await screen.findByText('Type at least 3 characters.')
    await user.keyboard('dd{Enter}')
    await waitFor(() => expect(place.current).toBe('/add/projects'))
  })

  it('repeats a recent search', async () => {
    rememberSearch(acme.id, 'narwhal')
    const { user } = open()
    await user.click(await screen.findByRole('option', { name: /narwhal/ }))
    expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('narwhal')
    await screen.findByText('No results. Try another search term.')
  })

  it('asks for the pages of one kind', async () => {
    const { user } = open()
    await user.type(await screen.findByRole('combobox'), 'pets')
    await user.click(screen.getByRole('button', { name: 'Models' }))
    await waitFor(() =>
      expect(received.filter(({ path }) => path.endsWith('/search')).at(-1)?.body).toMatchObject({
        p_types: ['model'],
      }),
    )
  })
})
