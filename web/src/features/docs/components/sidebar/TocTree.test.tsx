import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderDocs } from '../../testing.tsx'
import type { TocEntry } from '../../toc/types.ts'
import { TocTree } from './TocTree.tsx'

const page = (slug: string, extra = {}) => ({
  id: slug,
  slug,
  title: `Page ${slug}`,
  type: 'http_operation',
  meta: 'get',
  ...extra,
})
const group = (title: string, count: number): TocEntry => ({
  title,
  items: Array.from({ length: count }, (_, i) => page(`${title}-${i}`)),
})

// jsdom lays nothing out: the list gets the height of a screen.
beforeEach(() => {
  window.localStorage.clear()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
})

function Where() {
  return <output>{useLocation().pathname}</output>
}

function show(toc: TocEntry[], { active, query = '' }: { active?: string; query?: string } = {}) {
  return renderDocs(
    <Routes>
      <Route
        path="*"
        element={
          <>
            <TocTree toc={toc} activeSlug={active} query={query} storageKey="test" />
            <Where />
          </>
        }
      />
    </Routes>,
  )
}

const item = (name: string | RegExp) => screen.queryByRole('treeitem', { name })

describe('the tree of contents', () => {
  it('holds thousands of entries and paints a screenful', () => {
    show([group('A', 2000)], { active: 'A-3' })
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(80)
    expect(item(/Page A-3 get/)?.getAttribute('aria-current')).toBe('page')
    expect(item(/Page A-3 get/)?.getAttribute('aria-setsize')).toBe('2000')
  })
  it('remembers which groups are open', async () => {
    const toc = [group('A', 30), group('B', 30)]
    const first = show(toc)
    expect(item('A')?.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(item('A') as HTMLElement)
    expect(item(/Page A-0/)).toBeTruthy()
    first.unmount()
    show(toc)
    expect(item('A')?.getAttribute('aria-expanded')).toBe('true')
    expect(item('B')?.getAttribute('aria-expanded')).toBe('false')
  })
  it('never hides the page that shows', () => {
    show([group('A', 30), group('B', 30)], { active: 'B-7' })
    expect(item('B')?.getAttribute('aria-expanded')).toBe('true')
  })
  it('is walked and opened by keyboard', async () => {
    show([page('intro'), group('A', 50)])
    screen.getByRole('tree').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('/docs/p/branches/main/A-0')
    const current = screen.getByRole('tree').getAttribute('aria-activedescendant')
    expect(document.getElementById(current ?? '')?.textContent).toContain('Page A-0')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(item('A')?.getAttribute('aria-expanded')).toBe('false')
  })
  it('filters through closed groups', () => {
    show([group('A', 50), group('B', 50)], { query: 'get b-7' })
    expect(item(/Page B-7/)).toBeTruthy()
    expect(item('A')).toBeNull()
  })
  it('marks methods, deprecated and internal pages, and shuns scripts in links', () => {
    show([
      page('old', { deprecated: true, internal: true, meta: 'delete' }),
      { title: 'Evil', url: 'javascript:alert(1)' },
    ])
    const row = item(/Page old/)
    expect(row?.textContent).toContain('del')
    expect(row?.hasAttribute('data-deprecated')).toBe(true)
    expect(screen.getByTitle('internal')).toBeTruthy()
    expect(item(/Evil/)?.hasAttribute('href')).toBe(false)
  })
  it('says when nothing matches', () => {
    show([page('a')], { query: 'zzz' })
    expect(screen.getByText('No page matches.')).toBeTruthy()
  })
})
