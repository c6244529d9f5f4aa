import type { ComponentProps, JSX } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { markdownParts } from './parts.tsx'

type Level = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
type HeadingProps = JSX.IntrinsicElements['h1'] & ExtraProps

function heading(Level: Level) {
  return function Heading({ id, children }: HeadingProps) {
    return (
      <Level id={id}>
        {children}
        {id ? <Anchor href={`#${id}`} /> : null}
      </Level>
    )
  }
}

function Anchor({ href }: ComponentProps<'a'>) {
  return (
    <a className="anchor" href={href} aria-label="Link to this section">
      #
    </a>
  )
}

/** Markdown's parts with headings that can be linked to. */
export const anchoredParts: Components = {
  ...markdownParts,
  h1: heading('h1'),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
  h6: heading('h6'),
}
