import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useState } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

// Fewer headings are seen at a glance.
const FEWEST = 3

const Nav = styled('nav')({
  display: 'none',
  fontSize: typeSizes.note,
  '& > p': { margin: '0 0 8px', fontWeight: 650 },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, borderLeft: '1px solid var(--docs-border)' },
  '& a': {
    display: 'block',
    padding: '3px 0 3px 12px',
    color: 'var(--docs-muted)',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
  },
  '& a[data-level="3"]': { paddingLeft: 26 },
  '& a:hover': { color: 'var(--docs-accent)' },
  '@container docs (min-width: 860px)': {
    display: 'block',
    position: 'sticky',
    top: 'calc(var(--docs-top) + 24px)',
    alignSelf: 'start',
    maxHeight: 'calc(100dvh - 96px)',
    overflowY: 'auto',
  },
  '@media print': { display: 'none !important' },
})

interface Heading {
  id: string
  text: string
  level: number
}

/** The headings of a long text, where there is room beside it. */
export function OnThisPage({ of }: { of: RefObject<HTMLElement | null> }) {
  const [headings, setHeadings] = useState<Heading[]>([])
  useEffect(() => {
    const root = of.current
    if (!root) return
    // The text arrives in steps: plain, formatted, with its HTML read.
    const read = (): void => setHeadings(headingsIn(root))
    read()
    const observer = new MutationObserver(read)
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [of])
  if (headings.length < FEWEST) return null
  return (
    <Nav aria-label="On this page">
      <p>On this page</p>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a href={`#${id}`} data-level={level}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Nav>
  )
}

function headingsIn(root: HTMLElement): Heading[] {
  return [...root.querySelectorAll('h2[id], h3[id]')].map((heading) => ({
    id: heading.id,
    text: heading.textContent,
    level: Number(heading.tagName.slice(1)),
  }))
}
