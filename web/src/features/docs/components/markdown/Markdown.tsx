import { memo, Suspense } from 'react'
import { Boundary } from '../Boundary.tsx'
import { lazyPart, promptPart } from '../lazy-part.ts'
import { Prose } from './Prose.tsx'

// A page paints its text plainly first: what formats it is not needed for that. Reading HTML takes a whole parser on
// top, and most descriptions have none.
const PlainMarkdown = promptPart(() => import('./PlainMarkdown.tsx').then((module) => module.PlainMarkdown))
const MathMarkdown = lazyPart(() => import('./MathMarkdown.tsx').then((module) => module.MathMarkdown))
const HtmlMarkdown = lazyPart(() => import('./HtmlMarkdown.tsx').then((module) => module.HtmlMarkdown))

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
  const bare = <p className="bare">{withoutMarks(text)}</p>
  const plain = (
    <Boundary fallback={<p className="bare">{text}</p>}>
      <Suspense fallback={bare}>
        <PlainMarkdown text={text} anchors={anchors} />
      </Suspense>
    </Boundary>
  )
  // In articles only: a description of an API speaks of money.
  const Rich = anchors && text.includes('$$') ? MathMarkdown : HtmlMarkdown
  if (Rich === HtmlMarkdown && !/<[a-z/]/i.test(text)) return plain
  return (
    <Boundary fallback={plain}>
      <Suspense fallback={plain}>
        <Rich text={text} anchors={anchors} />
      </Suspense>
    </Boundary>
  )
}

/** One line without a character that Markdown could read: parsing it would change nothing. */
function isPlain(text: string): boolean {
  return !/[\n*_`[\]<>#|~\\&!]|^\s|^[-+=>\d]|:\/\/|www\.|@/.test(text)
}

/** The words of a Markdown text, for the moment before it is formatted. Bounded: the text is not ours. */
function withoutMarks(text: string): string {
  return text
    .slice(0, 20_000)
    .replace(/<!--[\s\S]{0,999}?-->|<\/?[a-z][^>]{0,299}>/gi, '')
    .replace(/!?\[([^\]]{0,299})\]\([^)]{0,499}\)/g, '$1')
    .replace(/^[ \t]{0,99}(?:#{1,6}|>|```\S*)[ \t]*/gm, '')
    .replace(/\*\*|[`]/g, '')
    .trim()
}
