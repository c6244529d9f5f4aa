// Exporting the file of a page: who may, which forms there are, and what comes of it.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderDocs, testSource } from '../testing.tsx'
import type { ExportSource } from './docs-source.tsx'
import { ExportButton } from './ExportButton.tsx'

function open(path: string | null, read: ExportSource['read'], isLegacy = false) {
  const file = path === null ? null : { path, isLegacy }
  const exports: ExportSource = { file: { key: ['file', { path }], read: async () => file }, read }
  renderDocs(<ExportButton />, { source: { ...testSource(), exports } })
  return userEvent.click(screen.getByRole('button', { name: 'Export' }))
}

it('hands out the chosen form under the name that the server gives', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const read = vi.fn(async () => ({ name: 'api.bundled.yaml', content: new Blob(['x']) }))
  await open('reference/api.json', read)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bundled references, as YAML' }))
  expect(read).toHaveBeenCalledWith('reference/api.json', { kind: 'bundled', format: 'yaml' })
  await vi.waitFor(() => expect(saved).toEqual(['api.bundled.yaml']), 15_000)
})

it('offers no bundle where the project uses the legacy export', async () => {
  const read = vi.fn(async () => ({ name: 'api.dereferenced.yaml', content: new Blob(['x']) }))
  await open('reference/api.json', read, true)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Dereferenced, as YAML' }))
  expect(read).toHaveBeenCalledWith('reference/api.json', { kind: 'dereferenced', format: 'yaml' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(5)
  expect(screen.queryByRole('menuitem', { name: /^Bundled/ })).toBeNull()
})

it('offers an article as it is alone', async () => {
  await open('docs/a.md', vi.fn())
  await screen.findByRole('menuitem', { name: 'Original' })
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
})

it('says so where there is no file', async () => {
  await open(null, vi.fn())
  await screen.findByRole('menuitem', { name: 'There is no file to export' })
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
})

it('is not there for who may not', () => {
  renderDocs(<ExportButton />)
  expect(screen.queryByRole('button')).toBeNull()
})
