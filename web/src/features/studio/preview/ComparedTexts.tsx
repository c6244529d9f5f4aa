import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useCallback } from 'react'
import type { Range } from '../../../../../editing/types.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { PanelNote } from '../language/panels/FileHeading.tsx'
import type { Analysis } from './analysis-client.ts'
import type { BothStates, ShownChanges, ShownNodeChange } from './analysis-protocol.ts'
import { LEVELS, LevelChip } from './LevelChip.tsx'
import { type LoadStates, useCompared } from './use-compared.ts'

interface Props {
  analysis: Analysis
  load: LoadStates
  /** Since when. */
  since: string
  /** Leads to what has changed; nothing does where it stands in no file that is open here. */
  onGo?: ((path: string, range: Range) => void) | undefined
}

const GROUPS = [
  { group: 'breaking', title: 'May break clients' },
  { group: 'added', title: 'Added' },
  { group: 'fixed', title: 'Other changes' },
] as const

/** What differs between two states, by what it means to who uses the API, and what that asks of the next version number. */
export function ComparedTexts({ analysis, load, since, onGo }: Props) {
  const ask = useCallback((both: BothStates) => analysis.ask({ type: 'changes', ...both }), [analysis])
  const { state, again: compare } = useCompared(ask, load)
  if (state === 'loading') return <PanelNote>Comparing with {since}…</PanelNote>
  const again = (
    <Button size="small" onClick={compare}>
      Compare again
    </Button>
  )
  if (state === 'gone') return <PanelNote>The files of one of both are not kept, or are too many.</PanelNote>
  if (state === 'failed') return <PanelNote>The changes could not be found out. {again}</PanelNote>
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, fontSize: typeSizes.note }}>
        {state.level ? (
          <>
            <LevelChip level={state.level} />
            <Box component="span" role="status" sx={{ flex: 1 }}>
              Since {since}: {said(state)}.
            </Box>
          </>
        ) : (
          <Box component="span" role="status" sx={{ flex: 1 }}>
            Nothing that clients would notice has changed since {since}.
          </Box>
        )}
        {again}
      </Box>
      {GROUPS.map(({ group, title }) => (
        <Group
          key={group}
          title={title}
          changes={state.changes.filter((change) => change.group === group)}
          onGo={onGo}
        />
      ))}
      {state.more ? <PanelNote>There are more changes than are listed.</PanelNote> : null}
    </Box>
  )
}

function Group({
  title,
  changes,
  onGo,
}: {
  title: string
  changes: readonly ShownNodeChange[]
  onGo: Props['onGo']
}) {
  if (changes.length === 0) return null
  return (
    <>
      <Box component="h3" sx={{ m: 0, px: 2, py: 0.5, fontSize: typeSizes.note, fontWeight: 600 }}>
        {title}
      </Box>
      <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {changes.map((change) => (
          <Box component="li" key={`${change.subject} ${change.message}`}>
            <ButtonBase
              disabled={change.at === null || !onGo}
              onClick={() =>
                change.at && onGo?.(change.at.path, { from: change.at.offset, to: change.at.offset })
              }
              sx={{
                width: '100%',
                px: 2,
                py: 0.5,
                gap: 1.5,
                justifyContent: 'flex-start',
                alignItems: 'baseline',
                textAlign: 'left',
                fontSize: typeSizes.note,
                '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
              }}
            >
              <Box
                component="span"
                sx={{ flex: 'none', width: 44, color: `${LEVELS[change.level].colour}.main` }}
              >
                {LEVELS[change.level].label}
              </Box>
              <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                {change.message}
              </Box>
              <Box
                component="span"
                sx={{ color: 'text.secondary', maxWidth: '40%', overflowWrap: 'anywhere' }}
              >
                {change.subject}
              </Box>
            </ButtonBase>
          </Box>
        ))}
      </Box>
    </>
  )
}

function said({ counts }: ShownChanges): string {
  const parts = (['major', 'minor', 'patch'] as const).flatMap((level) =>
    counts[level] > 0 ? [`${counts[level]} ${level}`] : [],
  )
  return parts.join(', ')
}
