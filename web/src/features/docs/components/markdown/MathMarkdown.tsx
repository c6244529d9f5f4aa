import remarkMath from 'remark-math'
import { HtmlMarkdown } from './HtmlMarkdown.tsx'
import type { MarkdownProps } from './PlainMarkdown.tsx'

// One dollar is a price more often than a formula.
const math = [[remarkMath, { singleDollarTextMath: false }]] satisfies MarkdownProps['also']

/** Markdown with formulas between double dollars. */
export function MathMarkdown(props: MarkdownProps) {
  return <HtmlMarkdown {...props} also={math} />
}
