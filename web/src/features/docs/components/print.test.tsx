// A page on its way to paper, where nothing can be opened.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderDocs, stubView } from '../testing.tsx'
import { DocsFrame } from './DocsFrame.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'
import { TabSet } from './TabSet.tsx'

const print = () => act(() => void window.dispatchEvent(new Event('beforeprint')))
const printed = () => act(() => void window.dispatchEvent(new Event('afterprint')))
afterEach(() => document.documentElement.removeAttribute('data-color-scheme'))

const Node = {
  type: 'object',
  properties: { id: { type: 'string' }, parent: { $ref: '#/__bundled__/Node' } },
}
const schema = { properties: { node: { $ref: '#/__bundled__/Node' }, other: { $ref: '#/__bundled__/Node' } } }

describe('on paper', () => {
  it('levels are open, as far as pages have room, and afterwards as they were', async () => {
    renderDocs(<SchemaTree schema={schema} doc={{ bundle: { Node } }} />)
    await userEvent.click(screen.getByRole('button', { name: 'other' }))
    expect(screen.getAllByText('id')).toHaveLength(1)
    print()
    // Two fields, each two levels deeper; the circle ends there.
    expect(screen.getAllByText('id')).toHaveLength(6)
    printed()
    expect(screen.getAllByText('id')).toHaveLength(1)
  })

  it('a level that would fill pages by itself stays closed', () => {
    const fields = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, { type: 'string' }]))
    const wide = { properties: { wide: { type: 'object', properties: fields } } }
    renderDocs(<SchemaTree schema={wide} doc={{ bundle: {} }} />)
    print()
    expect(screen.queryByText('f0')).toBeNull()
    printed()
  })

  it('all pages of tabs stand one below the other', () => {
    const pages = ['200', '404'].map((key) => ({ key, title: key, content: <p>What {key} says</p> }))
    renderDocs(<TabSet pages={pages} label="Responses" />)
    expect(screen.queryByText('What 404 says')).toBeNull()
    print()
    expect(screen.getByText('What 200 says')).toBeTruthy()
    expect(screen.getByText('What 404 says')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    printed()
    expect(screen.queryByText('What 404 says')).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(2)
  })

  it('colours are light, whatever they are on the screen', () => {
    stubView()
    const scheme = () => document.documentElement.getAttribute('data-color-scheme')
    document.documentElement.setAttribute('data-color-scheme', 'dark')
    renderDocs(
      <DocsFrame title="Pets" sidebar={() => null} hrefOf={(slug) => slug}>
        text
      </DocsFrame>,
    )
    print()
    expect(scheme()).toBe('light')
    printed()
    expect(scheme()).toBe('dark')
  })
})
