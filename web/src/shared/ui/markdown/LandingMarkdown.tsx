import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Markdown, { type Components } from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../../../supabase/functions/_shared/domain/markdown-weight.ts'
import { AsWritten } from './AsWritten.tsx'
import { DataBlockView, dataBlockKind } from './data-block-slot.tsx'

const opensElsewhere = /^(https?:|#|mailto:)/i

const components: Components = {
  // Links that start with http, # or mailto open in a new tab, others stay inside.
  a: ({ href, children }) => {
    // An address that is unfit was left out: to the router none would be this very page.
    if (!href) return <>{children}</>
    return opensElsewhere.test(href) ? (
      <MuiLink href={href} target="_blank" rel="noreferrer">
        {children}
      </MuiLink>
    ) : (
      <MuiLink component={Link} to={href}>
        {children}
      </MuiLink>
    )
  },
  input: ({ checked }) => (
    <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'Open'} />
  ),
  pre: ({ node, children }) => {
    const plain = <pre>{children}</pre>
    const [code] = node?.children ?? []
    if (code?.type !== 'element') return plain
    const kind = dataBlockKind(code.data?.meta ?? '')
    const [text] = code.children
    if (!kind || text?.type !== 'text') return plain
    return (
      <DataBlockView kind={kind} text={text.value}>
        {plain}
      </DataBlockView>
    )
  },
}

/** What a workspace wrote for its landing page; raw HTML in it is not rendered. */
export default function LandingMarkdown({ markdown }: { markdown: string }) {
  return (
    <Box
      sx={(theme) => ({
        ...theme.typography.body1,
        overflowWrap: 'anywhere',
        '& h1': { ...theme.typography.h1, mt: 0 },
        '& h2': { ...theme.typography.h2, mt: 4 },
        '& h3': { ...theme.typography.h3, mt: 3 },
        '& img': { maxWidth: '100%', borderRadius: 1 },
        // Blocks that the docs show have a frame of their own.
        '& pre:not(figure *)': {
          overflowX: 'auto',
          p: 2,
          borderRadius: 1,
          backgroundColor: theme.vars?.palette.action.hover,
        },
        '& table': { borderCollapse: 'collapse', display: 'block', overflowX: 'auto' },
        '& th, & td': {
          border: `1px solid ${theme.vars?.palette.divider}`,
          px: 1.5,
          py: 0.75,
          textAlign: 'left',
          // The table scrolls; its words stay whole.
          overflowWrap: 'break-word',
        },
        '& .contains-task-list': { listStyle: 'none', pl: 1 },
        '& blockquote': { borderLeft: `3px solid ${theme.vars?.palette.primary.main}`, m: 0, pl: 2 },
      })}
    >
      {isFormattable(markdown) ? (
        <Markdown remarkPlugins={[remarkGfm]} components={components}>
          {markdown}
        </Markdown>
      ) : (
        <AsWritten text={markdown} />
      )}
    </Box>
  )
}
