import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { Sides } from '../layout/Sides.tsx'
import type { Analysis } from '../preview/analysis-client.ts'
import type { BothStates } from '../preview/analysis-protocol.ts'
import { ComparedPages } from '../preview/ComparedPages.tsx'
import { ComparedTexts } from '../preview/ComparedTexts.tsx'
import { differencesOf } from './differences.ts'

const Diff = lazy(() => import('../layout/Diff.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  analysis: Analysis
  both: BothStates
  /** What both states are called. */
  names: { before: string; now: string }
}

/** Two states beside each other: as text, by what the difference means, and page by page as readers see them. */
export function ComparedFiles({ analysis, both, names }: Props) {
  const [path, setPath] = useState<string | null>(null)
  const files = useMemo(() => differencesOf(both), [both])
  const load = useCallback(async () => both, [both])
  const shown = files.find((one) => one.path === path) ?? files[0]
  if (!shown) return <Typography color="textSecondary">The texts of both are the same.</Typography>
  return (
    <Sides
      meaning={<ComparedTexts analysis={analysis} load={load} since={names.before} />}
      pages={<ComparedPages analysis={analysis} load={load} names={names} />}
      files={
        <Box
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', md: 'row' },
            flex: 1,
            minHeight: 0,
            gap: 2,
          }}
        >
          <List
            dense
            aria-label="Files that differ"
            sx={{
              width: { md: 240 },
              maxHeight: { xs: 160, md: 'none' },
              flex: 'none',
              overflow: 'auto',
              py: 0,
            }}
          >
            {files.map((one) => (
              <ListItem key={one.path} disablePadding>
                <ListItemButton
                  selected={one === shown}
                  onClick={() => setPath(one.path)}
                  title={one.path}
                  sx={{ minWidth: 0 }}
                >
                  <Typography variant="body2" noWrap>
                    {one.path}
                  </Typography>
                </ListItemButton>
              </ListItem>
            ))}
          </List>
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              minHeight: 240,
              display: 'flex',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              overflow: 'hidden',
            }}
          >
            <Suspense fallback={<Spinner />}>
              <Diff path={shown.path} before={shown.before} now={shown.now} />
            </Suspense>
          </Box>
        </Box>
      }
    />
  )
}
