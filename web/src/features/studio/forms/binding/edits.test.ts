import { describe, expect, it } from 'vitest'
import type { Path } from '../../../../../../editing/types.ts'
import { describedDocument } from '../testing.tsx'
import { commit } from './commit.ts'
import { addEdits, appendEdits, freeName, removeEdits, setEdits, together } from './edits.ts'
import { sourceOf, valueAt } from './source.ts'

function sourceOn(text: string, path = 'openapi.yaml') {
  const document = describedDocument(text, { path })
  const source = sourceOf(document)
  if (!source) throw new Error('no description')
  return { source, look: (at: Path) => valueAt(source, at), textNow: document.textNow, model: document.model }
}

const text = `openapi: 3.0.3 # pinned
info:
  title: 'Pets'   # ours
  version: "1"
tags:
  - name: pets
paths: {}
`

describe('a value that is set', () => {
  it('replaces what stands there, and touches nothing else', () => {
    const { source, look, textNow } = sourceOn(text)
    expect(commit(source, setEdits(look, ['info', 'title'], 'Cats'))).toBeNull()
    expect(textNow()).toBe(text.replace("'Pets'", "'Cats'"))
  })

  it('brings the objects it lies in, at their usual place', () => {
    const { source, look, textNow } = sourceOn(text)
    commit(source, setEdits(look, ['info', 'contact', 'email'], 'a@b.c'))
    expect(textNow()).toBe(text.replace('  version: "1"\n', '  version: "1"\n  contact:\n    email: a@b.c\n'))
  })

  it('goes in front of what usually follows it', () => {
    const { source, look, textNow } = sourceOn('info:\n  title: Pets\n  license:\n    name: MIT\n')
    commit(source, setEdits(look, ['info', 'version'], '2'))
    expect(textNow()).toMatch(
      /^info:\n {2}title: Pets\n {2}version: ["']2["']\n {2}license:\n {4}name: MIT\n$/,
    )
  })

  it('replaces a null that stands for an object', () => {
    const { source, look, textNow } = sourceOn('openapi: 3.0.3\ninfo:\npaths: {}\n')
    commit(source, setEdits(look, ['info', 'title'], 'Pets'))
    expect(look(['info', 'title'])).toBe('Pets')
    expect(textNow()).toContain('paths: {}')
  })
})

describe('a value that is taken away', () => {
  it('takes along what held nothing else, as far as it may', () => {
    const { source, look, textNow } = sourceOn(text)
    commit(source, removeEdits(look, ['tags', 0], 1))
    expect(textNow()).toBe(text.replace('tags:\n  - name: pets\n', ''))
  })

  it('leaves an empty object where nobody made it', () => {
    const { source, look } = sourceOn('a:\n  b: 1\n')
    commit(source, removeEdits(look, ['a', 'b'], 0))
    expect(look(['a'])).toEqual({})
  })

  it('leaves a container that holds more', () => {
    const { look } = sourceOn('tags:\n  - name: a\n  - name: b\n')
    expect(removeEdits(look, ['tags', 0], 3)).toEqual([{ type: 'delete', path: ['tags', 0] }])
  })

  it('is nothing where there is nothing', () => {
    const { look } = sourceOn(text)
    expect(removeEdits(look, ['servers', 0], 1)).toEqual([])
  })
})

it('makes a list, and appends to one', () => {
  const { source, look } = sourceOn(text)
  commit(source, appendEdits(look, ['servers'], { url: '/' }))
  commit(source, appendEdits(look, ['tags'], { name: 'cats' }))
  expect(look(['servers'])).toEqual([{ url: '/' }])
  expect(look(['tags'])).toEqual([{ name: 'pets' }, { name: 'cats' }])
})

it('adds a member that is named as a field is, at the end', () => {
  const { source, look, textNow } = sourceOn('properties:\n  url: {}\n')
  commit(source, addEdits(look, ['properties'], 'title', {}))
  expect(textNow()).toBe('properties:\n  url: {}\n  title: {}\n')
})

it('makes edits of one click as one step of undo', () => {
  const { source, textNow, model } = sourceOn(text)
  const refused = commit(source, [
    { type: 'set', path: ['info', 'title'], value: 'Cats' },
    { type: 'delete', path: ['tags'] },
  ])
  expect(refused).toBeNull()
  expect(textNow()).toBe(text.replace('Pets', 'Cats').replace('tags:\n  - name: pets\n', ''))
  model.undo()
  expect(textNow()).toBe(text)
})

it('writes nothing of several edits when one is refused', () => {
  const { source, textNow } = sourceOn(text)
  const refused = commit(source, [
    { type: 'set', path: ['info', 'title'], value: 'Cats' },
    { type: 'delete', path: ['nothing'] },
  ])
  expect(refused?.refused).toBe('not_found')
  expect(textNow()).toBe(text)
})

it('writes nothing for a reader', () => {
  const document = describedDocument(text, { readOnly: true })
  const source = sourceOf(document)
  if (!source) throw new Error('no description')
  expect(commit(source, [{ type: 'set', path: ['info', 'title'], value: 'Cats' }])).toBeNull()
  expect(document.textNow()).toBe(text)
})

it('does not put changes together that meet', () => {
  expect(together([[{ from: 0, to: 3, insert: '' }], [{ from: 2, to: 4, insert: '' }]])).toBeNull()
  expect(together([[{ from: 5, to: 5, insert: 'a' }], [{ from: 5, to: 5, insert: 'b' }]])).toBeNull()
  expect(together([[{ from: 4, to: 6, insert: 'b' }], [{ from: 0, to: 4, insert: 'a' }]])).toEqual([
    { from: 0, to: 4, insert: 'a' },
    { from: 4, to: 6, insert: 'b' },
  ])
})

it('finds a free name', () => {
  expect(freeName(['a'], 'b')).toBe('b')
  expect(freeName(['a', 'a2'], 'a')).toBe('a3')
})
