import ReactMarkdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../../../../supabase/functions/_shared/domain/markdown-weight.ts'
import { AsWritten } from '../../../../shared/ui/markdown/AsWritten.tsx'
import { annotations } from './annotations.ts'
import { anchoredParts } from './headings.tsx'
import { safeMarkup } from './markup.ts'
import { markdownParts } from './parts.tsx'

export interface MarkdownProps {
  text: string
  anchors: boolean
  /** What else is read, besides GitHub's flavour. */
  also?: Options['remarkPlugins'] & object
}

/** Markdown whose HTML, if any, is left out. */
export function PlainMarkdown({ text, anchors, also = [] }: MarkdownProps) {
  if (!isFormattable(text)) return <AsWritten text={text} />
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={[remarkGfm, ...also, annotations]}
      rehypePlugins={[[rehypeSanitize, safeMarkup], ...(anchors ? [rehypeSlug] : [])]}
      components={anchors ? anchoredParts : markdownParts}
    >
      {text}
    </ReactMarkdown>
  )
}
