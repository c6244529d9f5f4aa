import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { languageWith } from '../testing.ts'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import { UsesPanel } from './UsesPanel.tsx'

const API = `openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      sumary: All
      responses: {"200": {$ref: '#/components/responses/Pets'}}
components:
  responses:
    Pets: {description: All pets}
`
const FILES = { 'reference/api.yaml': API, 'docs/a.md': '[Pets](../reference/api.yaml)\n' }
const SUBJECT = {
  type: 'component',
  target: { file: 'reference/api.yaml', path: ['components', 'responses', 'Pets'] },
  name: 'Pets',
} as const

afterEach(cleanup)

describe('the panel of problems', () => {
  it('leads to each, mends it, hides what is not wanted, and starts again what broke down', async () => {
    const client = languageWith(FILES)
    await vi.waitFor(() => expect(client.problemsOf('reference/api.yaml')).toHaveLength(1), 15_000)
    const [onGo, onFix, onRestart] = [vi.fn(), vi.fn(), vi.fn()]
    const user = userEvent.setup()
    const props = { problems: client.problems, front: null, readOnly: false, onGo, onFix, onRestart }
    const { rerender } = render(<ProblemsPanel {...props} state="working" />)
    await user.click(screen.getByRole('button', { name: /“sumary” is nothing that an operation has.*6:7/ }))
    const from = API.indexOf('sumary')
    expect(onGo).toHaveBeenCalledWith('reference/api.yaml', { from, to: from + 6 })
    await user.click(screen.getByRole('button', { name: 'Rename to summary' }))
    expect(onFix.mock.calls[0]?.[2].edits).toEqual([
      { type: 'rename', path: ['paths', '/pets', 'get', 'sumary'], key: 'summary' },
    ])
    await user.click(screen.getByRole('button', { name: '1 error' }))
    expect(screen.getByText('All problems are hidden.')).toBeDefined()
    rerender(<ProblemsPanel {...props} state="down" />)
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(onRestart).toHaveBeenCalledOnce()
    rerender(<ProblemsPanel {...props} problems={new Map()} state="working" />)
    expect(screen.getByText('No problems were found in these files.')).toBeDefined()
    client.stop()
  })
})

describe('the panel of uses', () => {
  it('lists where something is used', async () => {
    const client = languageWith(FILES)
    const uses = await client.ask('uses', { subject: SUBJECT })
    const [onGo, onRename] = [vi.fn(), vi.fn()]
    render(<UsesPanel subject={SUBJECT} uses={uses} readOnly={false} onGo={onGo} onRename={onRename} />)
    expect(screen.getByRole('status').textContent).toBe('Pets is used in one place.')
    const user = userEvent.setup()
    await user.click(within(screen.getByRole('list', { name: 'Uses of Pets' })).getByRole('button'))
    expect(onGo.mock.calls[0]?.[0]).toBe('reference/api.yaml')
    await user.click(screen.getByRole('button', { name: 'Rename…' }))
    expect(onRename).toHaveBeenCalledWith(SUBJECT)
    client.stop()
  })
})

describe('the panel of search', () => {
  it('finds in all files, and shows what would be replaced', async () => {
    const client = languageWith(FILES)
    const [onGo, onReplace] = [vi.fn(), vi.fn()]
    const start = { text: 'pets' }
    render(<SearchPanel client={client} start={start} readOnly={false} onGo={onGo} onReplace={onReplace} />)
    const user = userEvent.setup()
    await waitFor(() => expect(screen.getByText('6 places in 2 files.')).toBeDefined())
    await user.click(screen.getByRole('button', { name: 'Match case' }))
    await waitFor(() => expect(screen.getByText('2 places in one file.')).toBeDefined())
    await user.type(screen.getByRole('textbox', { name: 'Replace by' }), 'cats')
    await user.click(screen.getByRole('button', { name: 'Replace all…' }))
    await waitFor(() => expect(onReplace).toHaveBeenCalledOnce())
    expect(onReplace.mock.calls[0]?.[0].files[0].changes.map(({ is }: { is: string }) => is)).toEqual([
      '/cats:',
      'Pets: {description: All cats}',
    ])
    client.stop()
  })
})

describe('the dialog of a rename', () => {
  it('shows every change before it is made, and says why not', async () => {
    const client = languageWith(FILES)
    const [onApply, onClose] = [vi.fn(async () => undefined), vi.fn()]
    render(<RenameDialog client={client} subject={SUBJECT} onApply={onApply} onClose={onClose} />)
    const user = userEvent.setup()
    const name = screen.getByRole('textbox', { name: 'New name' })
    await user.clear(name)
    await user.type(name, 'a b')
    await waitFor(() => expect(screen.getByText(/Names of components are letters/)).toBeDefined())
    await user.clear(name)
    await user.type(name, 'Animals')
    await waitFor(() => expect(screen.getByText('2 changes in one file')).toBeDefined())
    expect(screen.getByText(/Animals: \{description: All pets\}/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(onApply).toHaveBeenCalledOnce()
    client.stop()
  })
})
