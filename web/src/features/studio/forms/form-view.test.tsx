import '../../../shared/testing/host.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Profiler, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Path, Range } from '../../../../../editing/types.ts'
import { renderAt } from '../../../shared/testing/render.tsx'
import { peerOf } from '../testing.tsx'
import { FormView } from './FormView.tsx'
import { bookings, todos } from './stories-texts.ts'
import { describedDocument, editorAt } from './testing.tsx'

type Shown = ReturnType<typeof describedDocument>

const wanted: { range: Range | null } = { range: null }

function Desk({ document, start }: { document: Shown; start: Path }) {
  const [path, setPath] = useState(start)
  return (
    <>
      <output aria-label="Place">{JSON.stringify(path)}</output>
      <FormView
        document={document}
        path={path}
        onOpen={setPath}
        onEditInCode={(range) => {
          wanted.range = range
        }}
      />
    </>
  )
}

function show(text: string, start: Path, options: Parameters<typeof describedDocument>[1] = {}) {
  const document = describedDocument(text, options)
  const view = renderAt('/', <Desk document={document} start={start} />)
  return { ...view, document, textNow: document.textNow }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const list: Path = ['paths', '/bookings', 'get']
const change: Path = ['paths', '/bookings/{bookingId}', 'put']

beforeEach(() => {
  wanted.range = null
})
afterEach(() => vi.useRealTimers())

/** What a text becomes by one replacement, which it must hold once. */
function replaced(text: string, from: string, to: string): string {
  expect(text.split(from)).toHaveLength(2)
  return text.replace(from, to)
}

describe('what was deleted', () => {
  it('comes back by the button of its notice, which goes with the next change of one’s own', async () => {
    const { user, textNow } = show(bookings, list)
    await user.click(screen.getByRole('button', { name: 'Actions of this operation' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete this operation' }))
    expect(textNow()).not.toContain('summary: List bookings')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(textNow()).toBe(bookings)
    expect(screen.queryByText(/was deleted/)).toBeNull()
  })
})

describe('a field', () => {
  it('writes its own bytes on leaving, and no others', async () => {
    const { user, textNow } = show(bookings, [])
    await user.clear(field('Title'))
    await user.type(field('Title'), 'Stays')
    await user.tab()
    expect(textNow()).toBe(replaced(bookings, 'title: Bookings # shown', 'title: Stays # shown'))
  })

  it('writes after a pause in typing', () => {
    vi.useFakeTimers()
    const { textNow } = show(bookings, list)
    fireEvent.change(field('Summary'), { target: { value: 'All bookings' } })
    act(() => vi.advanceTimersByTime(299))
    expect(textNow()).toBe(bookings)
    act(() => vi.advanceTimersByTime(1))
    expect(textNow()).toBe(replaced(bookings, 'summary: List bookings', 'summary: All bookings'))
  })

  it('writes what was typed when its form is left at once', () => {
    const { unmount, textNow } = show(bookings, list)
    fireEvent.change(field('Summary'), { target: { value: 'All bookings' } })
    unmount()
    expect(textNow()).toContain('summary: All bookings')
  })

  it.each(['beforeunload', 'pagehide'])('writes what was typed before the page ends (%s)', (end) => {
    const { textNow } = show(bookings, list)
    // As the desk does it, which was there first.
    const kept: string[] = []
    const keep = () => kept.push(textNow())
    window.addEventListener(end, keep)
    fireEvent.change(field('Summary'), { target: { value: 'All bookings' } })
    act(() => void window.dispatchEvent(new Event(end)))
    window.removeEventListener(end, keep)
    expect(kept).toEqual([replaced(bookings, 'summary: List bookings', 'summary: All bookings')])
  })

  it('writes what was typed, and an emptied field, before the page is hidden', () => {
    const { textNow } = show(bookings, list)
    // As the desk does it, which was there first. Phones end a hidden page without another word.
    const kept: string[] = []
    const keep = () => kept.push(textNow())
    document.addEventListener('visibilitychange', keep)
    const become = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    }
    fireEvent.change(field('Summary'), { target: { value: '' } })
    become('visible')
    become('hidden')
    document.removeEventListener('visibilitychange', keep)
    vi.restoreAllMocks()
    expect(kept[0]).toBe(bookings)
    expect(kept[1]).not.toContain('summary: List bookings')
  })

  it('takes the key away with the last of its text, and what it alone was in', async () => {
    const { user, textNow } = show('openapi: 3.0.3\ninfo:\n  title: A\n  contact:\n    name: B\n', [])
    const contact = screen.getByRole('region', { name: 'Contact' })
    await user.clear(within(contact).getByRole('textbox', { name: 'Name' }))
    await user.tab()
    expect(textNow()).toBe('openapi: 3.0.3\ninfo:\n  title: A\n')
  })

  it('keeps the quotes of a value, and the order of all', async () => {
    const { user, textNow } = show(todos, ['paths', '/todos', 'get'], { path: 'todos.json' })
    await user.clear(field('Summary'))
    await user.type(field('Summary'), 'A "list"')
    await user.tab()
    expect(textNow()).toBe(replaced(todos, '"List todos"', '"A \\"list\\""'))
  })

  it('shows what somebody else writes, where nothing is typed', () => {
    const { document } = show(bookings, list)
    const other = peerOf(document.doc)
    const at = bookings.indexOf('List bookings')
    act(() => other.apply([{ from: at, to: at + 'List bookings'.length, insert: 'Theirs' }], 'code'))
    expect(field('Summary').value).toBe('Theirs')
  })

  it('does not write over what somebody else wrote meanwhile', async () => {
    const { document, textNow, user } = show(bookings, list)
    fireEvent.change(field('Summary'), { target: { value: 'Mine' } })
    const other = peerOf(document.doc)
    const at = bookings.indexOf('List bookings')
    act(() => other.apply([{ from: at, to: at + 'List bookings'.length, insert: 'Theirs' }], 'code'))
    fireEvent.blur(field('Summary'))
    const theirs = replaced(bookings, 'summary: List bookings', 'summary: Theirs')
    expect(textNow()).toBe(theirs)
    expect(field('Summary').value).toBe('Mine')
    expect(screen.getByText(/changed this meanwhile to “Theirs”/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    expect(textNow()).toBe(theirs.replace('summary: Theirs', 'summary: Mine'))
    expect(screen.queryByText(/changed this meanwhile/)).toBeNull()
  })

  it('takes what somebody else wrote when asked to', async () => {
    const { document, textNow, user } = show(bookings, list)
    fireEvent.change(field('Summary'), { target: { value: 'Mine' } })
    const other = peerOf(document.doc)
    const at = bookings.indexOf('List bookings')
    act(() => other.apply([{ from: at, to: at + 'List bookings'.length, insert: 'Theirs' }], 'code'))
    await user.click(screen.getByRole('button', { name: 'Take theirs' }))
    expect(field('Summary').value).toBe('Theirs')
    expect(textNow()).not.toContain('Mine')
  })

  it('says why an edit cannot be made, and leads to the code', async () => {
    const aliased = 'openapi: 3.0.3\ninfo: &all\n  title: A\n  version: &v "1"\nx-again: *v\npaths: {}\n'
    const { user, textNow, document } = show(aliased, [])
    const refusal = {
      refused: 'not_safe',
      reason: 'This value stands in two places.',
      at: { from: 5, to: 9 },
    } as const
    if (!('description' in document) || !document.description) throw new Error('no description')
    vi.spyOn(document.description, 'edit').mockReturnValue(refusal)
    await user.type(field('Version'), '.1')
    await user.tab()
    expect(screen.getByText('This value stands in two places.')).toBeTruthy()
    expect(textNow()).toBe(aliased)
    expect(field('Version').value).toBe('1.1')
    await user.click(screen.getByRole('button', { name: 'Edit in code' }))
    expect(wanted.range).toEqual({ from: 5, to: 9 })
  })

  it('refuses a number that is none, and writes nothing', async () => {
    const { user, textNow } = show(bookings, ['components', 'schemas', 'Booking'])
    await user.click(screen.getByRole('button', { name: 'Details of nights' }))
    await user.clear(field('Minimum'))
    await user.type(field('Minimum'), 'one')
    await user.tab()
    expect(screen.getByText('Write a number.')).toBeTruthy()
    expect(textNow()).toBe(bookings)
  })
})

describe('a part that does not parse', () => {
  const broken = bookings.indexOf('summary: List bookings')

  it('shows its last good value for reading, and where it broke', async () => {
    const { document, user } = show(bookings, list)
    act(() => document.model.apply([{ from: broken + 9, to: broken + 9, insert: "'" }], 'code'))
    expect(field('Summary').value).toBe('List bookings')
    expect(field('Summary').readOnly).toBe(true)
    expect(screen.getByText(/“summary” cannot be read at the moment/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go to line' }))
    expect(wanted.range?.from).toBeGreaterThan(0)
    act(() => document.model.undo())
    expect(field('Summary').readOnly).toBe(false)
    expect(screen.queryByText(/cannot be read/)).toBeNull()
  })

  it('leaves the rest of the same operation editable, also in a file that was opened so', () => {
    const unclosed = replaced(bookings, 'summary: List bookings', 'summary: [List')
    const { textNow } = show(unclosed, list)
    expect(field('Summary').readOnly).toBe(true)
    fireEvent.change(field('Operation ID'), { target: { value: 'all' } })
    fireEvent.blur(field('Operation ID'))
    expect(textNow()).toBe(replaced(unclosed, 'operationId: listBookings', 'operationId: all'))
  })

  it('leaves other parts as they are', () => {
    const { document, textNow } = show(bookings, change)
    act(() => document.model.apply([{ from: broken + 9, to: broken + 9, insert: "'" }], 'code'))
    expect(screen.queryByText(/cannot be read/)).toBeNull()
    fireEvent.change(field('Operation ID'), { target: { value: 'move' } })
    fireEvent.blur(field('Operation ID'))
    expect(textNow()).toContain('operationId: move')
  })
})

describe('a reader', () => {
  it('sees the values and changes none', () => {
    show(bookings, list, { readOnly: true })
    expect(field('Summary').readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /Add|Delete|Actions/ })).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Deprecated' }).disabled).toBe(true)
  })
})

it('tells who else edits the operation', () => {
  show(bookings, list, { people: [editorAt({ id: 'openapi.yaml' }, [...list, 'summary'])] })
  expect(screen.getByText('Ana edits here')).toBeTruthy()
})

it('does not tell of who edits another operation', () => {
  show(bookings, change, { people: [editorAt({ id: 'openapi.yaml' }, [...list, 'summary'])] })
  expect(screen.queryByText('Ana edits here')).toBeNull()
})

describe('an operation', () => {
  it('gets a parameter, a response and a body, each as little text', async () => {
    const { user, textNow } = show('openapi: 3.0.3\npaths:\n  /a:\n    get: {}\n', ['paths', '/a', 'get'])
    await user.click(screen.getByRole('button', { name: 'Add parameter' }))
    await user.click(screen.getByRole('menuitem', { name: 'In the query' }))
    await user.click(screen.getByRole('button', { name: 'Add response' }))
    await user.type(screen.getByRole('combobox', { name: 'Name of the new response' }), '404{Enter}')
    await user.click(screen.getByRole('button', { name: 'Add body' }))
    const { parse } = await import('yaml')
    expect(parse(textNow())).toEqual({
      openapi: '3.0.3',
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'name', in: 'query', schema: { type: 'string' } }],
            responses: { 404: { description: 'Not found' } },
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    })
  })

  it('says why a status is none', async () => {
    const { user, textNow } = show(bookings, list)
    await user.click(screen.getByRole('button', { name: 'Add response' }))
    await user.type(screen.getByRole('combobox', { name: 'Name of the new response' }), 'okay{Enter}')
    expect(screen.getByText(/Write a status/)).toBeTruthy()
    expect(textNow()).toBe(bookings)
  })

  it('loses its list of tags with the last tag', async () => {
    const text = replaced(
      todos,
      '"summary": "List todos",',
      '"summary": "List todos",\n        "tags": ["a"],',
    )
    const { textNow } = show(text, ['paths', '/todos', 'get'], { path: 'todos.json' })
    fireEvent.keyUp(screen.getByLabelText(/^a: Delete/), { key: 'Delete' })
    expect(textNow()).toBe(todos)
  })

  it('is made public, and as all others again', async () => {
    const { user, textNow } = show(bookings, list)
    await user.click(screen.getByRole('button', { name: 'Make public' }))
    expect(textNow()).toContain('security: []')
    await user.click(screen.getByRole('button', { name: 'Use the general ones' }))
    expect(textNow()).toBe(bookings)
  })
})

it('renames a path with its parameter and with what refers to it', async () => {
  const { user, textNow } = show(bookings, ['paths', '/bookings/{bookingId}'])
  const name = field('Name of the path')
  await user.clear(name)
  await user.type(name, '/stays/{{stayId}{Enter}')
  await waitFor(() => expect(textNow()).toContain('/stays/{stayId}:'))
  expect(textNow()).toBe(
    replaced(bookings, '/bookings/{bookingId}:', '/stays/{stayId}:').replace(
      '- name: bookingId',
      '- name: stayId',
    ),
  )
  expect(screen.getByLabelText('Place').textContent).toBe('["paths","/stays/{stayId}"]')
})

it('renames a model with its references', async () => {
  const { user, textNow } = show(bookings, ['components', 'schemas', 'Booking'])
  const name = field('Name of the model')
  await user.clear(name)
  await user.type(name, 'Stay{Enter}')
  await waitFor(() => expect(textNow()).toContain('    Stay:'))
  expect(textNow()).toBe(
    bookings
      .replaceAll('#/components/schemas/Booking', '#/components/schemas/Stay')
      .replace('    Booking:\n', '    Stay:\n'),
  )
})

it('renders of a large description what is changed, and only that', () => {
  const count = 400
  const paths = Array.from(
    { length: count },
    (_, n) => `  /p${n}:\n    get:\n      summary: s${n}\n      operationId: o${n}\n`,
  )
  const text = `openapi: 3.0.3\ninfo:\n  title: Large\n  version: '1'\npaths:\n${paths.join('')}`
  const document = describedDocument(text)
  const rendered = vi.fn()
  renderAt(
    '/',
    <Profiler id="form" onRender={rendered}>
      <Desk document={document} start={['paths', '/p7', 'get']} />
    </Profiler>,
  )
  rendered.mockClear()
  const at = text.indexOf('s300')
  act(() => document.model.apply([{ from: at, to: at + 4, insert: 'elsewhere' }], 'code'))
  expect(rendered).not.toHaveBeenCalled()
  const own = text.indexOf('s7\n')
  act(() => document.model.apply([{ from: own, to: own + 2, insert: 'here' }], 'code'))
  expect(rendered).toHaveBeenCalled()
  expect(field('Summary').value).toBe('here')
})

it('has no form for settings of a tool', () => {
  show('rules:\n  a: off\n', [], { path: '.redocly.yaml' })
  expect(screen.getByText(/no form for this file/)).toBeTruthy()
})
