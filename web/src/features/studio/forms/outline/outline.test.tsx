import '../../../../shared/testing/host.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Path } from '../../../../../../editing/types.ts'
import { renderAt } from '../../../../shared/testing/render.tsx'
import { bookings, todos } from '../stories-texts.ts'
import { describedDocument } from '../testing.tsx'
import { DescriptionOutline } from './DescriptionOutline.tsx'

function Desk({ document, start }: { document: ReturnType<typeof describedDocument>; start: Path }) {
  const [path, setPath] = useState(start)
  return (
    <>
      <output aria-label="Place">{JSON.stringify(path)}</output>
      <DescriptionOutline document={document} path={path} onOpen={setPath} />
    </>
  )
}

function show(text: string, options: Parameters<typeof describedDocument>[1] = {}, start: Path = []) {
  const document = describedDocument(text, options)
  return { ...renderAt('/', <Desk document={document} start={start} />), document, textNow: document.textNow }
}

const place = () => screen.getByLabelText('Place').textContent
const tree = () => screen.getByRole('tree', { name: 'Outline' })
const names = () => within(tree()).getAllByRole('treeitem').map(nameOf)
/** What a row says to a screen reader. */
const nameOf = (row: HTMLElement) => {
  const copy = row.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent.trim()
}
const row = (name: string) => within(tree()).getByRole('treeitem', { name })
const press = (key: string, more = {}) => fireEvent.keyDown(tree(), { key, ...more })

// jsdom lays nothing out: the list gets the height of a screen.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900)
})

it('lists what a description holds, in its order', () => {
  show(bookings)
  expect(names()).toEqual([
    'Overview',
    'Paths',
    '/bookings',
    'GET List bookings',
    'POST Book a room',
    '/bookings/{bookingId}',
    'PUT Change a booking',
    'DELETE cancelBooking',
    'Webhooks',
    'bookingPaid',
    'POST A booking was paid',
    'Models',
    'Booking',
    'Room',
    'Security schemes',
    'apiKey',
    'oauth',
    'Parameters',
    'Limit',
    'Tags',
  ])
})

it('lists what OpenAPI 2 calls otherwise', () => {
  show(todos, { path: 'todos.json' })
  expect(names()).toEqual([
    'Overview',
    'Paths',
    '/todos',
    'GET List todos',
    'POST Add a todo',
    'Models',
    'Todo',
    'Security schemes',
    'login',
  ])
})

it('is nothing for a table of contents', () => {
  show('{"items": []}', { path: 'toc.json' })
  expect(screen.queryByRole('tree')).toBeNull()
})

describe('the keyboard', () => {
  it('walks, opens, closes and goes to what is chosen', () => {
    show(bookings)
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowLeft')
    expect(row('/bookings').getAttribute('aria-expanded')).toBe('false')
    press('ArrowRight')
    press('ArrowRight')
    press('Enter')
    expect(place()).toBe('["paths","/bookings","get"]')
    expect(row('GET List bookings').getAttribute('aria-selected')).toBe('true')
    press('ArrowLeft')
    expect(tree().getAttribute('aria-activedescendant')).toBe(row('/bookings').id)
  })

  it('renames, with what refers to it', async () => {
    const { textNow, user } = show(bookings, {}, ['components', 'schemas', 'Room'])
    press('F2')
    const box = screen.getByRole('textbox', { name: 'New name of Room' })
    await user.clear(box)
    await user.type(box, 'Suite{Enter}')
    await waitFor(() => expect(textNow()).toContain('    Suite:'))
    expect(textNow()).toBe(
      bookings.replaceAll('schemas/Room', 'schemas/Suite').replace('    Room:\n', '    Suite:\n'),
    )
    await waitFor(() => expect(place()).toBe('["components","schemas","Suite"]'))
  })

  it('does not take a name that is there already', async () => {
    const { textNow, user } = show(bookings, {}, ['components', 'schemas', 'Room'])
    press('F2')
    const box = screen.getByRole('textbox', { name: 'New name of Room' })
    await user.clear(box)
    await user.type(box, 'Booking{Enter}')
    expect(screen.getByText('There is “Booking” already.')).toBeTruthy()
    expect(textNow()).toBe(bookings)
  })

  it('deletes, and leaves what is deleted', () => {
    const { textNow } = show(bookings, {}, ['paths', '/bookings', 'post'])
    press('Delete')
    expect(textNow()).not.toContain('createBooking')
    expect(place()).toBe('["paths","/bookings"]')
    expect(names()).not.toContain('POST Book a room')
  })

  it('changes nothing for a reader', () => {
    const { textNow } = show(bookings, { readOnly: true }, ['paths', '/bookings', 'post'])
    press('Delete')
    press('F2')
    expect(textNow()).toBe(bookings)
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  })

  it('has the menu of a row, too', async () => {
    const { textNow, user } = show(bookings, {}, ['paths', '/bookings'])
    press('F10', { shiftKey: true })
    await user.click(screen.getByRole('menuitem', { name: 'Add PATCH' }))
    expect(place()).toBe('["paths","/bookings","patch"]')
    expect(textNow()).toContain('    patch:\n')
  })
})

describe('the search', () => {
  it('finds by path, by name and by what an operation says', () => {
    show(bookings)
    const search = screen.getByRole('searchbox', { name: 'Search the outline' })
    fireEvent.change(search, { target: { value: 'book a' } })
    expect(names()).toEqual(['Paths', '/bookings', 'GET List bookings', 'POST Book a room'])
    fireEvent.change(search, { target: { value: 'room' } })
    expect(names()).toContain('Room')
    fireEvent.change(search, { target: { value: 'zebra' } })
    expect(screen.getByText('Nothing matches.')).toBeTruthy()
  })
})

describe('adding', () => {
  const add = async (user: ReturnType<typeof show>['user'], kind: string, name: string) => {
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(screen.getByRole('menuitem', { name: kind }))
    await user.type(screen.getByRole('textbox', { name: `Name of the new ${kind.toLowerCase()}` }), name)
  }

  it('makes a path with the parameters of its template, and opens it', async () => {
    const { user, textNow } = show(bookings)
    await add(user, 'Path', '/rooms/{{number}{Enter}')
    expect(place()).toBe('["paths","/rooms/{number}"]')
    expect(textNow()).toContain(
      '  /rooms/{number}:\n    parameters:\n      - name: number\n        in: path\n',
    )
  })

  it('says why a path is none', async () => {
    const { user, textNow } = show(bookings)
    await add(user, 'Path', '/bookings/{{id}{Enter}')
    expect(screen.getByText('It could not be told from “/bookings/{bookingId}”.')).toBeTruthy()
    expect(textNow()).toBe(bookings)
  })

  it('makes the first model of a description', async () => {
    const { user, textNow } = show('openapi: 3.0.3\npaths: {}\n')
    await add(user, 'Model', 'Pet{Enter}')
    expect(textNow()).toBe(
      'openapi: 3.0.3\npaths: {}\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      properties: {}\n',
    )
  })
})

it('renders of thousands of paths those in sight, and follows what others write', async () => {
  const paths = Array.from({ length: 2580 }, (_, n) => `  /p${n}:\n    get:\n      summary: s${n}\n`)
  const text = `openapi: 3.0.3\npaths:\n${paths.join('')}`
  const { document } = show(text)
  expect(within(tree()).getAllByRole('treeitem').length).toBeLessThan(60)
  const at = text.indexOf('/p2:')
  act(() => document.model.apply([{ from: at, to: at + 3, insert: '/other' }], 'code'))
  await waitFor(() => expect(row('/other')).toBeTruthy())
})
