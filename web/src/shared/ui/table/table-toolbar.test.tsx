import '../../testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { fakeServer } from '../../testing/server.ts'
import { TableToolbar } from './TableToolbar.tsx'

function Searching({ onSearch }: { onSearch: (text: string) => void }) {
  const [search, setSearch] = useState('')
  const change = (text: string) => {
    onSearch(text)
    setSearch(text)
  }
  return (
    <>
      <TableToolbar search={search} onSearchChange={change} searchLabel="Search teams" />
      <button type="button" onClick={() => setSearch('')}>
        Reset
      </button>
    </>
  )
}

it('searches once typing pauses, and follows a reset', async () => {
  fakeServer({})
  const onSearch = vi.fn()
  const { user } = renderAt('/', <Searching onSearch={onSearch} />)
  const field = screen.getByRole('searchbox', { name: 'Search teams' })
  await user.type(field, 'pla')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('pla'))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(field).toHaveProperty('value', '')
})

it('filters by what is chosen', async () => {
  fakeServer({})
  const onChange = vi.fn()
  const options = [
    { value: 'all', label: 'All' },
    { value: 'mine', label: 'My Teams' },
  ]
  const { user } = renderAt(
    '/',
    <TableToolbar filters={[{ id: 'whose', label: 'Teams', value: 'all', options, onChange }]} />,
  )
  await user.click(screen.getByRole('combobox', { name: 'Teams' }))
  await user.click(screen.getByRole('option', { name: 'My Teams' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('mine')
})
