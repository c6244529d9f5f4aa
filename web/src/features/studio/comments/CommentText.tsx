import Box from '@mui/material/Box'
import { use } from 'react'
import { DocsPartsContext } from '../desk/slots.ts'

/** What somebody said, as the docs show Markdown; without them as it was written. */
export function CommentText({ text }: { text: string }) {
  const { renderMarkdown } = use(DocsPartsContext)
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: renderMarkdown ? undefined : 'pre-wrap' }}>
      {renderMarkdown ? renderMarkdown(withMentions(text)) : text}
    </Box>
  )
}

/** Mentions stand out; what is in code is none. */
export function withMentions(text: string): string {
  return text.replace(
    /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|(?<![A-Za-z0-9_@/.-])@([A-Za-z0-9-]{2,39})(?![A-Za-z0-9-])/g,
    (whole, code: string | undefined, name: string) => (code === undefined ? `**@${name}**` : whole),
  )
}
