import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useCallback, useId, useState } from 'react'
import { BeforeAfter } from '../../../shared/ui/BeforeAfter.tsx'
import { ErrorBoundary } from '../../../shared/ui/ErrorBoundary.tsx'
import { kindWord } from '../../../shared/ui/node-kinds.ts'
import { type AnalysedNode, AnalysedNodeView } from '../../../shared/ui/node-slot.tsx'
import { PanelNote } from '../language/panels/FileHeading.tsx'
import type { Analysis } from './analysis-client.ts'
import type { BothStates, ShownPage } from './analysis-protocol.ts'
import { LevelChip } from './LevelChip.tsx'
import { type LoadStates, useCompared } from './use-compared.ts'

interface Props {
  analysis: Analysis
  load: LoadStates
  /** What both states are called. */
  names: { before: string; now: string }
}

/** The pages that differ between two states, each as readers saw it and as they see it, what may break somebody first. */
export function ComparedPages({ analysis, load, names }: Props) {
  const ask = useCallback((both: BothStates) => analysis.ask({ type: 'pages', ...both }), [analysis])
  const { state, again } = useCompared(ask, load)
  if (state === 'loading') return <PanelNote>Comparing with {names.before}…</PanelNote>
  if (state === 'gone') return <PanelNote>The files of one of both are not kept, or are too many.</PanelNote>
  if (state === 'failed')
    return (
      <PanelNote>
        The pages could not be compared.{' '}
        <Button size="small" onClick={again}>
          Compare again
        </Button>
      </PanelNote>
    )
  if (state.pages.length === 0) return <PanelNote>Every page reads as it did.</PanelNote>
  return (
    <>
      <Box
        component="ul"
        aria-label="Pages that differ"
        sx={{ m: 0, p: 0, py: 1, listStyle: 'none', display: 'grid', gap: 1.5, minWidth: 0 }}
      >
        {state.pages.map((page, index) => (
          <Page key={page.uri} page={page} names={names} isOpenAtFirst={index === 0} />
        ))}
      </Box>
      {state.more ? <PanelNote>There are more pages than are listed.</PanelNote> : null}
    </>
  )
}

interface PageProps {
  page: ShownPage
  names: Props['names']
  isOpenAtFirst: boolean
}

function Page({ page, names, isOpenAtFirst }: PageProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { level, name, type, before, now, messages, more } = page
  return (
    <Box
      component="li"
      aria-labelledby={id}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 1.5,
        minWidth: 0,
        display: 'grid',
        gap: 1,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <LevelChip level={level} />
        <Typography id={id} variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {kindWord(type)}
        </Typography>
        {before ? null : <Chip size="small" variant="outlined" label="New" />}
        {now ? null : <Chip size="small" variant="outlined" label="Removed" />}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: 'auto' }}
        >
          {isOpen ? 'Hide before and after' : 'Before and after'}
        </Button>
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {more > 0 ? <li>And {more.toLocaleString('en')} more.</li> : null}
      </Box>
      {isOpen ? (
        <BeforeAfter
          before={{ title: `Before, in ${names.before}`, page: <NodeOf node={before} /> }}
          after={{ title: `After, in ${names.now}`, page: <NodeOf node={now} /> }}
        />
      ) : null}
    </Box>
  )
}

function NodeOf({ node }: { node: AnalysedNode | null }) {
  if (!node) return <Typography color="textSecondary">It is not there.</Typography>
  return (
    <ErrorBoundary>
      <AnalysedNodeView node={node} nodeAt={() => null} />
    </ErrorBoundary>
  )
}
