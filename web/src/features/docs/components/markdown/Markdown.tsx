import { lazy, memo, Suspense } from 'react'
import { PlainMarkdown } from './PlainMarkdown.tsx'
import { Prose } from './Prose.tsx'

// Reading HTML takes a whole parser: most descriptions have none.
const HtmlMarkdown = lazy(async () => ({ default: (await import('./HtmlMarkdown.tsx')).HtmlMarkdown }))

interface Props {
  text: string
  /** Whether headings get identifiers and links to themselves: for articles. */
  anchors?: boolean
  /** For descriptions in a list: smaller, no room above and below. */
  compact?: boolean
}

/** Untrusted Markdown, rendered without anything that could run. */
export const Markdown = memo(function Markdown({ text, anchors = false, compact = false }: Props) {
  return <Prose data-compact={compact || undefined}>{content(text, anchors)}</Prose>
})

function content(text: string, anchors: boolean) {
  if (isPlain(text)) return <p>{text}</p>
  const plain = <PlainMarkdown text={text} anchors={anchors} />
  if (!/<[a-z/]/i.test(text)) return plain
  return (
    <Suspense fallback={plain}>
      <HtmlMarkdown text={text} anchors={anchors} />
    </Suspense>
  )
}

/** One line without a character that Markdown could read: parsing it would change nothing. */
function isPlain(text: string): boolean {
  return !/[\n*_`[\]<>#|~\\&!]|^\s|^[-+=>\d]|:\/\/|www\.|@/.test(text)
}
