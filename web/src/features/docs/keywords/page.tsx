// What the tests of keywords share: a small description in, the words on its page out.
import { act, cleanup, fireEvent } from '@testing-library/react'
import { Suspense } from 'react'
import { vi } from 'vitest'
import { type AnalyzedNode, analyze, type JsonObject } from '../../../../../analysis/index.ts'
import { NodeView } from '../components/NodeView.tsx'
import type { DocsNode } from '../model/types.ts'
import { renderDocs, testSource } from '../testing.tsx'
import type { TocEntry } from '../toc/types.ts'

/** A description, and how the URI of the page ends that should show it. */
export interface Case {
  file: JsonObject
  page: string
}

/** An API's own page. */
export const api = (parts: JsonObject, version = '3.1.0'): Case => ({
  file: { openapi: version, info: { title: 'Pets', version: '1' }, paths: {}, ...parts },
  page: '/api.json',
})

/** The page of `PUT /pets`. */
export const operation = (parts: JsonObject, around: JsonObject = {}, item: JsonObject = {}): Case => ({
  file: { ...api({}).file, ...around, paths: { '/pets': { ...item, put: { responses: {}, ...parts } } } },
  page: '/paths/~1pets/put',
})

/** The same in Swagger 2.0. */
export const operation2 = (parts: JsonObject, around: JsonObject = {}): Case => ({
  file: {
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    ...around,
    paths: { '/pets': { put: { responses: {}, ...parts } } },
  },
  page: '/paths/~1pets/put',
})

/** The page of a model of an API. */
export const model = (schema: JsonObject, around: JsonObject = {}): Case => ({
  file: { ...api({}).file, components: { schemas: { It: schema, ...around } } },
  page: '/components/schemas/It',
})

/** All that the page says once everything on it is opened; the samples at its side only where they are asked for. */
export async function wordsOf({ file, page }: Case, withSamples = false): Promise<string> {
  const result = analyze([{ path: 'reference/api.json', content: JSON.stringify(file) }])
  const node = result.nodes.find(({ uri }) => uri.endsWith(page))
  if (!node) throw new Error(`No page ends with ${page}: ${JSON.stringify(result.diagnostics)}`)
  const { container, findAllByRole } = renderDocs(
    <Suspense>
      <NodeView node={asRead(node)} toc={result.toc as TocEntry[]} />
    </Suspense>,
    { source: testSource([], node.uri) },
  )
  await settled()
  if (withSamples) await findAllByRole('group')
  const words = await everything(container, withSamples)
  cleanup()
  return words
}

/** A node as the database answers it: in JSON. */
function asRead({ isInternal, isDeprecated, method, path, version, ...node }: AnalyzedNode): DocsNode {
  const read = { ...node, id: 1, method: method ?? null, path: path ?? null, version: version ?? null }
  return JSON.parse(JSON.stringify({ ...read, is_internal: isInternal, is_deprecated: isDeprecated }))
}

/** Waits for what comes in a chunk of its own. */
const settled = () => act(() => vi.dynamicImportSettled())

async function everything(container: HTMLElement, withSamples: boolean): Promise<string> {
  const seen: string[] = []
  const read = (): void => {
    const copy = container.cloneNode(true) as HTMLElement
    if (!withSamples) for (const aside of copy.querySelectorAll('aside[aria-label="Samples"]')) aside.remove()
    // Words of neighbouring elements stand apart, as they do on the screen.
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '')
    for (const link of copy.querySelectorAll('a')) words.push(link.getAttribute('href') ?? '')
    for (const field of copy.querySelectorAll('input')) words.push(field.value)
    seen.push(` ${words.join(' ')} `.replace(/\s+/g, ' ').replaceAll(' :', ':'))
  }
  for (let round = 0; round < 6; round++) {
    for (const details of container.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      details.open = true
      fireEvent(details, new Event('toggle'))
    }
    const closed = container.querySelectorAll('button[aria-expanded="false"]')
    for (const button of closed) fireEvent.click(button)
    if (closed.length === 0 && round > 0) break
  }
  await settled()
  read()
  for (const tab of container.querySelectorAll('[role="tab"]')) {
    fireEvent.click(tab)
    for (const button of container.querySelectorAll('button[aria-expanded="false"]')) fireEvent.click(button)
    await settled()
    read()
  }
  for (const select of container.querySelectorAll('select')) {
    if (!withSamples && select.closest('aside')) continue
    for (const option of select.options) {
      fireEvent.change(select, { target: { value: option.value } })
      read()
    }
  }
  return seen.join(' ')
}
