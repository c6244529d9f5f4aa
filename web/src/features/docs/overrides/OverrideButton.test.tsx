// Changing what is shown of a page: what is sent for which versions, and what is set back.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderDocs, testSource } from '../testing.tsx'
import type { Layer } from './layers.ts'
import { OverrideButton } from './OverrideButton.tsx'

const source: Layer = { layer: 'source', title: 'List pets', summary: 'As written', is_hidden: false }
const none = { title: null, summary: null, is_hidden: null }

async function open(layers: Layer[], branch: string | null = '1.0') {
  const lay = vi.fn(async (_scope: string, _changes: object): Promise<unknown> => 1)
  const overrides = { branch, read: async () => layers, lay }
  renderDocs(<OverrideButton />, { source: { ...testSource(), overrides } })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Edit title and visibility' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Title and visibility' }))
  const title = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  const save = async () => {
    await waitFor(() =>
      expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false),
    )
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const where = async (name: string) => {
    await user.click(dialog.getByRole('combobox', { name: 'Where' }))
    await user.click(screen.getByRole('option', { name }))
  }
  return { user, dialog, lay, title, save, where }
}

it('begins with what is described, and lays what was changed over all versions', async () => {
  const { user, dialog, lay, title, save } = await open([source])
  expect(title().value).toBe('List pets')
  expect(dialog.queryByRole('button', { name: 'Reset title' })).toBeNull()
  await user.type(title(), ' of ours')
  expect(dialog.getByText('As described: List pets')).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: 'Hidden from readers' }))
  expect(dialog.getByText(/^Only people who may change the content/)).toBeTruthy()
  await save()
  expect(lay).toHaveBeenCalledExactlyOnceWith('project', {
    title: 'List pets of ours',
    summary: null,
    is_hidden: true,
  })
})

it('takes back what is reset', async () => {
  const laid: Layer = { layer: 'project', title: 'Ours', summary: 'Ours too', is_hidden: true }
  const { user, dialog, lay, title, save } = await open([source, laid])
  expect(title().value).toBe('Ours')
  await user.click(dialog.getByRole('button', { name: 'Reset title' }))
  expect(title().value).toBe('List pets')
  await user.click(dialog.getByRole('switch', { name: 'Hidden from readers' }))
  await save()
  expect(lay).toHaveBeenCalledExactlyOnceWith('project', {
    title: null,
    summary: 'Ours too',
    is_hidden: null,
  })
})

it('lays over one version what differs from all of them', async () => {
  const laid: Layer = { ...none, layer: 'project', title: 'For all', is_hidden: true }
  const { user, dialog, lay, title, save, where } = await open([source, laid])
  await where('Only 1.0')
  expect(title().value).toBe('For all')
  await user.clear(title())
  await user.type(title(), 'List pets')
  expect(dialog.getByText('On all versions: For all')).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: 'Hidden from readers' }))
  await save()
  expect(lay).toHaveBeenCalledExactlyOnceWith('branch', {
    title: 'List pets',
    summary: null,
    is_hidden: false,
  })
})

it('begins with what the version has of its own, and says so where all are changed', async () => {
  const laid: Layer = { ...none, layer: 'branch', title: 'For 1.0' }
  const { dialog, title, where } = await open([source, laid])
  expect(title().value).toBe('For 1.0')
  await where('All versions')
  expect(title().value).toBe('List pets')
  expect(dialog.getByText(/which comes first here/)).toBeTruthy()
})

it('does not ask where, in a project of one version', async () => {
  const { dialog } = await open([source], null)
  expect(dialog.queryByRole('combobox')).toBeNull()
})

it('is not there for who may not', () => {
  renderDocs(<OverrideButton />)
  expect(screen.queryByRole('button')).toBeNull()
})
