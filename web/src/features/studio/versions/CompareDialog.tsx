import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useCallback, useId, useState } from 'react'
import * as Y from 'yjs'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { bytesOf } from '../documents/supabase-server.ts'
import type { TextFile } from '../language/protocol.ts'
import { Sides } from '../layout/Sides.tsx'
import type { StudioBranch, StudioProject } from '../model.ts'
import { branchWord } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import { ComparedTexts } from '../preview/ComparedTexts.tsx'
import { useBranches } from '../queries.ts'

const Diff = lazy(() => import('../layout/Diff.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  project: StudioProject
  branch: StudioBranch
  analysis: Analysis
  onClose: () => void
}

interface Difference {
  path: string
  before: string
  now: string
}

/** The texts in which two versions differ, as they are written now. */
export function CompareDialog({ project, branch, analysis, onClose }: Props) {
  const id = useId()
  const word = branchWord(project).toLowerCase()
  const others = (useBranches(project.id).data ?? []).filter((one) => one.id !== branch.id)
  const [otherId, setOtherId] = useState<number | null>(null)
  const [path, setPath] = useState<string | null>(null)
  const other = others.find((one) => one.id === otherId) ?? others[0]
  const query = useRead({
    key: ['studio-compare', { project: project.id, base: other?.slug, head: branch.slug }],
    read: other ? () => differences(project.id, other.slug, branch.slug) : null,
    staleTime: 0,
  })
  const { data } = query
  const load = useCallback(async () => textsOf(data ?? []), [data])
  const shown = data?.find((one) => one.path === path) ?? query.data?.[0]
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="lg"
      slotProps={{ paper: { sx: { height: 'min(860px, 100%)' } } }}
    >
      <DialogTitle id={id}>Compare {branch.name}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
        <TextField
          select
          label={`With the ${word}`}
          value={other?.id ?? ''}
          onChange={(event) => setOtherId(Number(event.target.value))}
          sx={{ mt: 1, maxWidth: 320 }}
        >
          {others.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        {query.isError ? <ReadFault error={query.error} onRetry={() => void query.refetch()} /> : null}
        {other && query.isPending ? <Spinner /> : null}
        {query.data?.length === 0 ? (
          <Typography color="textSecondary">The texts of both are the same.</Typography>
        ) : null}
        {shown ? (
          <Sides
            meaning={<ComparedTexts analysis={analysis} load={load} since={other?.name ?? ''} />}
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
                  {query.data?.map((one) => (
                    <ListItemButton
                      key={one.path}
                      selected={one === shown}
                      onClick={() => setPath(one.path)}
                      title={one.path}
                    >
                      <Typography variant="body2" noWrap>
                        {one.path}
                      </Typography>
                    </ListItemButton>
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
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Those that are there, on each side: what is equal says nothing of a difference. */
function textsOf(differences: readonly Difference[]): { before: TextFile[]; now: TextFile[] } {
  const side = (of: 'before' | 'now') =>
    differences.flatMap((one) => (one[of] === '' ? [] : [{ path: one.path, text: one[of] }]))
  return { before: side('before'), now: side('now') }
}

async function differences(projectId: number, base: string, head: string): Promise<Difference[]> {
  const slug = `${encodeURIComponent(base)}...${encodeURIComponent(head)}`
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await bytesOf(`/projects/${encodeId('prj', projectId)}/branches/${slug}/doc`))
  const [before, now] = [doc.getMap('base'), doc.getMap('head')]
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort((a, b) => a.localeCompare(b))
  return paths.map((path) => ({ path, before: textIn(before, path), now: textIn(now, path) }))
}

function textIn(texts: Y.Map<unknown>, path: string): string {
  const text = texts.get(path)
  return text instanceof Y.Text ? text.toString() : ''
}
