import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NodeSlot, type ShowNodeProps } from '../../../shared/ui/node-slot.tsx'
import { Caret } from '../desk/caret.ts'
import { languageWith } from '../language/testing.ts'
import { memoryModel } from '../testing.tsx'
import type { Analysis } from './analysis-client.ts'
import { analysed } from './analysis-work.ts'
import { ChangesPanel } from './ChangesPanel.tsx'
import { ComparedPages } from './ComparedPages.tsx'
import { ComparedTexts } from './ComparedTexts.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'

const API = `openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      summary: All pets
      responses: {"200": {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
components:
  schemas:
    Pet: {type: object, title: A pet}
`
const path = 'reference/api.yaml'

const here: Analysis = {
  ask: async (ask) => analysed(structuredClone(ask)) as never,
  stop: () => undefined,
}

function Shown({ node, nodeAt }: ShowNodeProps) {
  const model = nodeAt(`/${path}/components/schemas/Pet`)
  return (
    <p>
      {node.type} {node.name}, with {model?.name ?? 'nothing'}
    </p>
  )
}

afterEach(cleanup)

describe('the preview', () => {
  it('shows what is edited, and what was there last while the text is broken', async () => {
    const client = languageWith({ [path]: API })
    const { model } = memoryModel(API)
    model.subscribe((changes) => client.change(path, changes, model.text))
    const caret = new Caret()
    const moveTo = (offset: number) => caret.move({ line: 1, column: 1, offset })
    moveTo(API.indexOf('summary'))
    render(
      <NodeSlot value={Shown}>
        <PreviewPanel client={client} analysis={here} document={{ path, model }} at={null} caret={caret} />
      </NodeSlot>,
    )
    await waitFor(() => expect(screen.getByText('http_operation All pets, with A pet')).toBeDefined())
    const at = API.indexOf('All pets')
    act(() => model.apply([{ from: at, to: at + 3, insert: 'Some' }], 'code'))
    await waitFor(() => expect(screen.getByText('http_operation Some pets, with A pet')).toBeDefined())
    act(() => model.apply([{ from: at, to: at, insert: '"' }], 'code'))
    await waitFor(() => expect(screen.getByText(/What is shown is how it was last/)).toBeDefined())
    expect(screen.getByText('http_operation Some pets, with A pet')).toBeDefined()
    act(() => model.apply([{ from: at, to: at + 1, insert: '' }], 'code'))
    await waitFor(() => expect(screen.queryByText(/What is shown is how it was last/)).toBeNull())
    act(() => moveTo(API.indexOf('title: A pet')))
    await waitFor(() => expect(screen.getByText(/^model A pet/)).toBeDefined())
    client.stop()
  })
})

describe('the panel of changes', () => {
  it('says what differs from what was published, and how serious it is', async () => {
    const client = languageWith({ [path]: API.replace('/pets:', '/animals:') })
    const onGo = vi.fn()
    const loadBase = async () => [{ path, text: API }]
    render(<ChangesPanel client={client} analysis={here} loadBase={loadBase} onGo={onGo} />)
    await waitFor(() => expect(screen.getByText(/Since what was published last: 1 major/)).toBeDefined())
    const user = userEvent.setup()
    const added = screen.getByRole('list', { name: 'Added' })
    await user.click(added.querySelector('button') ?? added)
    expect(onGo.mock.calls[0]?.[0]).toBe(path)
    client.stop()
  })

  it('says that nothing has changed, or that it could not be found out', async () => {
    const client = languageWith({ [path]: API })
    const props = { client, analysis: here, onGo: vi.fn() }
    const { rerender } = render(<ChangesPanel {...props} loadBase={async () => [{ path, text: API }]} />)
    await waitFor(() => expect(screen.getByText(/Nothing that clients would notice/)).toBeDefined())
    rerender(<ChangesPanel {...props} loadBase={() => Promise.reject(new Error('offline'))} />)
    await waitFor(() => expect(screen.getByText(/could not be found out/)).toBeDefined())
    client.stop()
  })

  it('says so where the files of a state are not kept any more', async () => {
    render(<ComparedTexts analysis={here} load={async () => null} since="the state before" />)
    await screen.findByText('The files of one of both are not kept, or are too many.')
  })

  it('leads nowhere from states that are not open', async () => {
    const load = async () => ({
      before: [{ path, text: API }],
      now: [{ path, text: API.replace('/pets:', '/animals:') }],
    })
    render(<ComparedTexts analysis={here} load={load} since="next" />)
    await screen.findByText(/^Since next: 1 major/)
    const added = screen.getByRole('list', { name: 'Added' })
    expect(added.querySelector('button')).toHaveProperty('disabled', true)
  })
})

describe('pages compared', () => {
  const names = { before: '1.0', now: '2.0' }
  const two = API.replace(
    'paths:\n',
    'paths:\n  /dogs:\n    get:\n      summary: All dogs\n      responses: {"200": {description: OK}}\n',
  )
  const shown = (before: string, now: string) => {
    const load = async () => ({ before: [{ path, text: before }], now: [{ path, text: now }] })
    render(
      <NodeSlot value={Shown}>
        <ComparedPages analysis={here} load={load} names={names} />
      </NodeSlot>,
    )
  }

  it('stand side by side as readers saw and see them, what breaks first', async () => {
    const now = API.replace('title: A pet', 'title: Some pet').replace('/pets:', '/animals:')
    shown(two, now)
    const list = await screen.findByRole('list', { name: 'Pages that differ' })
    const titles = within(list)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    // What is gone breaks clients; a title of a model breaks nobody.
    expect(titles.slice(0, 2).sort()).toEqual(['All dogs', 'All pets'])
    expect(titles.at(-1)).toBe('Some pet')
    const model = within(list).getByRole('button', { name: 'Before and after', description: 'Some pet' })
    await userEvent.setup().click(model)
    const before = screen.getAllByRole('region', { name: 'Before, in 1.0' }).at(-1)
    const after = screen.getAllByRole('region', { name: 'After, in 2.0' }).at(-1)
    expect(before?.textContent).toContain('model A pet')
    expect(after?.textContent).toContain('model Some pet')
  })

  it('say of one side that it is not there', async () => {
    shown(API, two)
    const row = (await screen.findByRole('heading', { level: 3, name: 'All dogs' })).closest('li')
    expect(row?.textContent).toContain('New')
    const { getByRole } = within(row ?? document.body)
    expect(getByRole('region', { name: 'Before, in 1.0' }).textContent).toContain('It is not there.')
    expect(getByRole('region', { name: 'After, in 2.0' }).textContent).toContain('All dogs')
  })

  it('say so where none differs', async () => {
    shown(API, API)
    await screen.findByText('Every page reads as it did.')
  })
})
