import type { JSX } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { markdownParts } from './parts.tsx'

type Level = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
type HeadingProps = JSX.IntrinsicElements['h1'] & ExtraProps

function heading(Level: Level) {
  return function Heading({ id, children }: HeadingProps) {
    if (!id) return <Level>{children}</Level>
    // Beside the heading, not in it: its name stays what the author wrote.
    return (
      <div className="heading">
        <Level id={id}>{children}</Level>
        <a className="anchor" href={`#${id}`} aria-label="Link to this section">
          #
        </a>
      </div>
    )
  }
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
