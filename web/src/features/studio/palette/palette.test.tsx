import '../../../shared/testing/host.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderAt } from '../../../shared/testing/render.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import type { Command } from './commands.ts'

const ran = vi.fn()
const commands: Command[] = [
  {
    id: '1',
    kind: 'file',
    label: 'publishing.md',
    about: 'docs/publishing.md',
    run: () => ran('publishing.md'),
  },
  { id: '2', kind: 'file', label: 'api.yaml', about: 'reference/api.yaml', run: () => ran('api.yaml') },
  { id: '3', kind: 'command', label: 'Publish…', keys: 'Ctrl+Enter', run: () => ran('Publish') },
  { id: '4', kind: 'command', label: 'History…', run: () => ran('History') },
]

function open(start = '') {
  ran.mockClear()
  const onClose = vi.fn()
  Element.prototype.scrollIntoView = () => undefined
  const { user } = renderAt('/', <CommandPalette commands={commands} start={start} onClose={onClose} />)
  const box = screen.getByRole('combobox', { name: 'File or command' })
  const shown = () =>
    within(screen.getByRole('listbox'))
      .queryAllByRole('option')
      .map((one) => one.textContent)
  const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
  return { user, box, shown, chosen, onClose }
}

describe('the palette', () => {
  it('finds files and commands by letters in their order, the best first', async () => {
    const { user, box, shown } = open()
    await user.type(box, 'pub')
    expect(shown()).toEqual(['publishing.mddocs/publishing.md', 'Publish…Ctrl+Enter'])
    await user.clear(box)
    await user.type(box, 'rfapi')
    expect(shown()).toEqual(['api.yamlreference/api.yaml'])
    await user.clear(box)
    await user.type(box, 'zzz')
    expect(shown()).toEqual([])
    expect(screen.getByText('Nothing is called so.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(ran).not.toHaveBeenCalled()
  })

  it('shows commands alone behind ">"', () => {
    expect(open('>').shown()).toEqual(['Publish…Ctrl+Enter', 'History…'])
  })

  it('is walked by arrows, round and round, and runs at Enter what is told to a screen reader', async () => {
    const { user, box, chosen, onClose } = open()
    expect(chosen()).toMatch(/^publishing/)
    await user.type(box, '{ArrowUp}')
    expect(chosen()).toBe('History…')
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await user.type(box, '{ArrowDown}{ArrowDown}{Enter}')
    expect(ran.mock.calls).toEqual([['api.yaml']])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('runs what is clicked', async () => {
    const { user, onClose } = open()
    await user.click(screen.getByRole('option', { name: /History/ }))
    expect(ran.mock.calls).toEqual([['History']])
    expect(onClose).toHaveBeenCalledOnce()
  })
})
