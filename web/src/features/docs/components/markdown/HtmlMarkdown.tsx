import ReactMarkdown from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../../../../supabase/functions/_shared/domain/markdown-weight.ts'
import { AsWritten } from '../../../../shared/ui/markdown/AsWritten.tsx'
import { annotations } from './annotations.ts'
import { anchoredParts } from './headings.tsx'
import { authorNames, safeMarkup } from './markup.ts'
import type { MarkdownProps } from './PlainMarkdown.tsx'
import { markdownParts } from './parts.tsx'

/** Markdown with the harmless part of its HTML: parsed first, then sanitised, never set as HTML. */
export function HtmlMarkdown({ text, anchors, also = [] }: MarkdownProps) {
  if (!isFormattable(text)) return <AsWritten text={text} />
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm, ...also, annotations]}
      rehypePlugins={[rehypeRaw, authorNames, [rehypeSanitize, safeMarkup], ...(anchors ? [rehypeSlug] : [])]}
      components={anchors ? anchoredParts : markdownParts}
    >
      {text}
    </ReactMarkdown>
  )
}
