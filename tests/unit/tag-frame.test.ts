// web/public/tags/frame.js: a workspace's tag manager in a frame hears which page is read, and opens nowhere else.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('../../web/public/tags/frame.js', import.meta.url), 'utf8')

function runs(hash: string, isFramed = true) {
  const added: { src: string }[] = []
  const heard: ((message: object) => void)[] = []
  const window: Record<string, unknown> = {}
  const parent = isFramed ? {} : window
  runInNewContext(script, {
    window,
    parent,
    location: { hash },
    document: { createElement: () => ({}), head: { append: (one: { src: string }) => added.push(one) } },
    addEventListener: (_: string, listen: (message: object) => void) => heard.push(listen),
  })
  const events = () => (window.dataLayer as { event: string }[] | undefined)?.map(({ event }) => event)
  return { added, parent, events, tell: (message: object) => heard.forEach((listen) => void listen(message)) }
}

test('loads the container of its address, within a page alone', () => {
  expect(runs('#GTM-A1B2C3D').added.map(({ src }) => src)).toEqual([
    'https://www.googletagmanager.com/gtm.js?id=GTM-A1B2C3D',
  ])
  expect(runs('#GTM-A1B2C3D', false).added).toEqual([])
  for (const other of [
    '',
    '#',
    '#gtm-a1b2c3d',
    '#GTM-A1B',
    '#GTM-A1B2C3D&x=1',
    '#GTM-A1B2C3D/../x',
    '#x GTM-A1B2C3D',
  ])
    expect([other, runs(other).added]).toEqual([other, []])
})

test('hears of pages from the page around it alone', () => {
  const { parent, events, tell } = runs('#GTM-A1B2C3D')
  const data = { type: 'waymark.page', location: 'x', title: 'y', referrer: '' }
  tell({ source: {}, data })
  tell({ source: parent, data: { ...data, type: 'other' } })
  tell({ source: parent, data: null })
  expect(events()).toEqual(['gtm.js'])
  tell({ source: parent, data })
  expect(events()).toEqual(['gtm.js', 'page_view'])
})
