import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SchemaLike } from '../../model/types.ts'
import { aModel, renderDocs, testSource } from '../../testing.tsx'
import { SchemaTree } from './SchemaTree.tsx'

const toggle = (name: string) => screen.getByRole('button', { name })

describe('a schema as a tree', () => {
  it('opens a cycle one level at a time', async () => {
    const Node = {
      type: 'object',
      properties: { id: { type: 'string' }, parent: { $ref: '#/__bundled__/Node' } },
    }
    renderDocs(
      <SchemaTree
        schema={{ properties: { node: { $ref: '#/__bundled__/Node' } } }}
        doc={{ bundle: { Node } }}
      />,
    )
    expect(screen.getAllByText('id')).toHaveLength(1)
    await userEvent.click(toggle('parent'))
    expect(screen.getAllByText('id')).toHaveLength(2)
    await userEvent.click(toggle('node'))
    expect(screen.queryByText('id')).toBeNull()
  })
  it('switches between alternatives', async () => {
    const schema = {
      oneOf: [
        { title: 'Cat', type: 'object', properties: { purrs: { type: 'boolean' } } },
        { title: 'Dog', type: 'object', properties: { barks: { type: 'boolean' } } },
      ],
    }
    renderDocs(<SchemaTree schema={schema} doc={{ bundle: {} }} />)
    expect(screen.getByText('purrs')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('One of'), 'Dog')
    expect(screen.getByText('barks')).toBeTruthy()
    expect(screen.queryByText('purrs')).toBeNull()
  })
  it('loads a schema of another node when it is opened', async () => {
    const big = aModel('Big', {
      type: 'object',
      properties: { size: { $ref: '#/__bundled__/Size' } },
      __bundled__: { Size: { type: 'string', enum: ['XL'] } },
    })
    const schema = { type: 'object', properties: { big: { $ref: big.uri } } }
    renderDocs(<SchemaTree schema={schema} doc={{ bundle: {} }} />, { source: testSource([big]) })
    await userEvent.click(toggle('big'))
    await userEvent.click(toggle('Fields of Big'))
    expect(await screen.findByText('size')).toBeTruthy()
    expect(screen.getByText('XL')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the page of Big' }).getAttribute('href')).toContain('m-Big')
  })
  it('says what cannot be found', async () => {
    const schema = { properties: { a: { $ref: '/a.yaml/components/schemas/Gone' }, b: { $ref: 'no.yaml' } } }
    renderDocs(<SchemaTree schema={schema} doc={{ bundle: {} }} />)
    await userEvent.click(toggle('a'))
    await userEvent.click(toggle('Fields of Gone'))
    expect(await screen.findByText('Gone is not part of this project.')).toBeTruthy()
    await userEvent.click(toggle('b'))
    expect(screen.getByText('The reference no.yaml could not be resolved.')).toBeTruthy()
  })
  it('marks what a field is', () => {
    const schema = {
      required: ['id'],
      properties: { id: { type: 'string', readOnly: true, deprecated: true, default: 'x' } },
    }
    renderDocs(<SchemaTree schema={schema} doc={{ bundle: {} }} />)
    for (const word of ['required', 'read-only', 'deprecated', 'Default:', 'x'])
      expect(screen.getByText(word)).toBeTruthy()
  })
  it('paints hundreds of fields in parts', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`field${i}`, { type: 'string' }]),
    )
    renderDocs(<SchemaTree schema={{ properties }} doc={{ bundle: {} }} />)
    expect(screen.queryByText('field299')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show all 300 fields' }))
    expect(screen.getByText('field299')).toBeTruthy()
  })
})

describe('alternatives that lead to themselves', () => {
  const ref = (name: string) => ({ $ref: `#/__bundled__/${name}` })
  const tree = (Round: SchemaLike, others: Record<string, SchemaLike> = {}) =>
    renderDocs(<SchemaTree schema={ref('Round')} doc={{ bundle: { Round, ...others } }} />)
  const selects = () => screen.getAllByRole('combobox').length
  const fields = { type: 'object', properties: { id: { type: 'string' } } }

  it.each<[string, SchemaLike, Record<string, SchemaLike>]>([
    ['anyOf', { anyOf: [ref('Round')] }, {}],
    ['oneOf', { oneOf: [ref('Round'), fields] }, {}],
    [
      'a cycle of three',
      { oneOf: [ref('Two'), fields] },
      {
        Two: { anyOf: [ref('Three'), fields] },
        Three: { oneOf: [ref('Round'), ref('Two'), ref('Three')] },
      },
    ],
    ['allOf around itself', { allOf: [ref('Round'), { oneOf: [ref('Round'), fields] }] }, {}],
    ['lists of itself', { anyOf: [{ type: 'array', items: ref('Round') }, fields] }, {}],
    [
      'lists in allOf',
      { allOf: [{ oneOf: [{ type: 'array', items: { allOf: [ref('Round')] } }, fields] }] },
      {},
    ],
    ['itself or null', { anyOf: [ref('Round'), { type: 'null' }] }, {}],
  ])('show it by its name and unfold it when it is opened: %s', async (_, Round, others) => {
    tree(Round, others)
    const before = selects()
    const again = screen.getByRole('button', { name: /^Alternatives of (Round|Two|Three)$/ })
    await userEvent.click(again)
    expect(again.getAttribute('aria-expanded')).toBe('true')
    expect(selects()).toBeGreaterThan(before)
    await userEvent.click(again)
    expect(selects()).toBe(before)
  })
  it('leave a type that is nothing but all of itself without fields', () => {
    tree({ allOf: [ref('Round')] })
    expect(screen.queryAllByRole('combobox')).toEqual([])
  })
  it('unfold a few at once where they branch at every level', () => {
    const branch = (to: SchemaLike) => ({ oneOf: [to, fields], anyOf: [to, fields] })
    const levels = Array.from({ length: 60 }, (_, at) => [`Level${at}`, branch(ref(`Level${at + 1}`))])
    tree(branch(ref('Level0')), { ...Object.fromEntries(levels), Level60: fields })
    expect(selects()).toBeLessThan(60)
    expect(screen.getAllByRole('button', { name: /^Alternatives of Level/ }).length).toBeGreaterThan(0)
  })
})
