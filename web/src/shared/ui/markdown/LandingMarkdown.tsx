import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Markdown, { type Components } from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../../../supabase/functions/_shared/domain/markdown-weight.ts'
import { AsWritten } from './AsWritten.tsx'

const opensElsewhere = /^(https?:|#|mailto:)/i

const components: Components = {
  // Links that start with http, # or mailto open in a new tab, others stay inside.
  a: ({ href = '', children }) =>
    opensElsewhere.test(href) ? (
      <MuiLink href={href} target="_blank" rel="noreferrer">
        {children}
      </MuiLink>
    ) : (
      <MuiLink component={Link} to={href}>
        {children}
      </MuiLink>
    ),
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
        '& pre': {
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
        },
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
