import { styled } from '@mui/material/styles'
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

// Beyond this, colouring costs more than it helps.
const MAX_HIGHLIGHTED = 40_000

type Highlight = (code: string, language: string) => ReactNode
const ready = new Map<string, Highlight>()

async function loadHighlighter(language: string): Promise<Highlight> {
  const { highlight, prepare } = await import('./highlighter.ts')
  await prepare(language)
  ready.set(language, highlight)
  return highlight
}

const Figure = styled('figure')({
  margin: 0,
  position: 'relative',
  minWidth: 0,
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  overflow: 'hidden',
  background: 'var(--docs-code-bg)',
  '& > figcaption': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 38,
    padding: '2px 6px 2px 14px',
    borderBottom: '1px solid var(--docs-border)',
    color: 'var(--docs-muted)',
    fontSize: typeSizes.note,
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  '& .tools': { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 },
  '& > .tools': {
    position: 'absolute',
    top: 4,
    right: 4,
    background: 'var(--docs-code-bg)',
    borderRadius: 6,
  },
  '& pre': {
    margin: 0,
    padding: '12px 14px',
    overflow: 'auto',
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.note,
    lineHeight: 1.6,
    tabSize: 2,
    color: 'var(--docs-text)',
  },
  '& pre:has(.marked)': { position: 'relative' },
  '& .marked': {
    position: 'absolute',
    left: 0,
    right: 0,
    height: '1.6em',
    background: 'var(--docs-selected)',
    borderLeft: '3px solid var(--docs-accent)',
    pointerEvents: 'none',
  },
  '& code': { font: 'inherit' },
  '& .hljs-attr, & .hljs-attribute, & .hljs-name, & .hljs-title, & .hljs-built_in': {
    color: 'var(--docs-tok-key)',
  },
  '& .hljs-string, & .hljs-regexp': { color: 'var(--docs-tok-string)' },
  '& .hljs-number': { color: 'var(--docs-tok-number)' },
  '& .hljs-literal, & .hljs-keyword, & .hljs-type, & .hljs-tag': { color: 'var(--docs-tok-literal)' },
  '& .hljs-comment, & .hljs-meta': { color: 'var(--docs-tok-comment)' },
  '@media print': { breakInside: 'avoid', '& pre': { whiteSpace: 'pre-wrap', maxHeight: 'none !important' } },
})

interface Props {
  code: string
  language?: string
  title?: ReactNode
  /** Controls beside the copy button. */
  tools?: ReactNode
  /** In px; longer code scrolls. */
  maxHeight?: number
  label?: string
  /** Lines that the author points at, from 1. */
  marked?: readonly number[]
}

/** Code that can be copied; coloured as soon as the highlighter is there. */
export function CodeBlock({
  code,
  language = '',
  title,
  tools,
  maxHeight,
  label = 'Code',
  marked = [],
}: Props) {
  const highlight = useHighlighter(language, language !== '' && code.length <= MAX_HIGHLIGHTED)
  const body = useMemo(() => highlight?.(code, language) ?? code, [highlight, code, language])
  const buttons = (
    <span className="tools">
      {tools}
      <CopyButton text={code} label="Copy" />
    </span>
  )
  return (
    <Figure>
      {title ? (
        <figcaption>
          {title}
          {buttons}
        </figcaption>
      ) : (
        buttons
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <pre tabIndex={0} role="group" aria-label={label} style={maxHeight ? { maxHeight } : undefined}>
        {marked
          .filter((line) => line <= code.split('\n').length)
          .map((line) => (
            <span className="marked" key={line} style={{ top: `calc(12px + ${line - 1} * 1.6em)` }} />
          ))}
        <code>{body}</code>
      </pre>
    </Figure>
  )
}

function useHighlighter(language: string, wanted: boolean): Highlight | undefined {
  const [, setArrived] = useState('')
  useEffect(() => {
    if (!wanted || ready.has(language)) return
    let current = true
    void loadHighlighter(language).then(() => current && startTransition(() => setArrived(language)))
    return () => {
      current = false
    }
  }, [wanted, language])
  return wanted ? ready.get(language) : undefined
}
