import Box from '@mui/material/Box'
import { use } from 'react'
import { ProposalPartsContext } from '../parts.ts'

/** What somebody wrote, as the docs show Markdown; without them as it was written. Mentions stand out. */
export function Written({ text, mentions = false }: { text: string; mentions?: boolean }) {
  const { renderMarkdown } = use(ProposalPartsContext)
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: renderMarkdown ? undefined : 'pre-wrap' }}>
      {renderMarkdown ? renderMarkdown(mentions ? withMentions(text) : text) : text}
    </Box>
  )
}

/** What is in code mentions nobody. */
function withMentions(text: string): string {
  return text.replace(
    /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|(?<![A-Za-z0-9_@/.-])@([A-Za-z0-9-]{2,39})(?![A-Za-z0-9-])/g,
    (whole, code: string | undefined, name: string) => (code === undefined ? `**@${name}**` : whole),
  )
}
