import '../testing/host.ts'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render.tsx'
import { fakeServer } from '../testing/server.ts'
import { SidePanel } from './SidePanel.tsx'

const tabs = [
  { id: 'overview', label: 'Overview', content: 'Two projects' },
  { id: 'members', label: 'Members', content: 'Ada' },
]

function show(props: Partial<Parameters<typeof SidePanel>[0]>, wide = true) {
  fakeServer({})
  const onClose = vi.fn()
  const onTabChange = vi.fn()
  const panel = (
    <SidePanel open title="Platform" onClose={onClose} tabs={tabs} onTabChange={onTabChange} {...props} />
  )
  return { ...renderAt('/', panel, { wide }), onClose, onTabChange }
}

it('stands beside the table on a wide screen and closes with Escape', async () => {
  const { user, onClose } = show({ tab: 'members' })
  screen.getByRole('complementary', { name: 'Platform' })
  screen.getByText('Ada')
  await user.click(screen.getByRole('tab', { name: 'Members' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it('lies over everything on a small one', async () => {
  const { user, onClose } = show({}, false)
  screen.getByRole('dialog', { name: 'Platform' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('opens on its first tab when the one asked for is not there', async () => {
  const { user, onTabChange } = show({ tab: 'gone' })
  screen.getByText('Two projects')
  await user.click(screen.getByRole('tab', { name: 'Members' }))
  expect(onTabChange).toHaveBeenCalledExactlyOnceWith('members')
})

it('shows that its content is on its way', () => {
  show({ isLoading: true })
  screen.getByRole('status', { name: 'Loading' })
  expect(screen.queryByRole('tab')).toBeNull()
})
