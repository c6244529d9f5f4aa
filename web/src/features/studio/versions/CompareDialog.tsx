import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import * as Y from 'yjs'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { bytesOf } from '../documents/supabase-server.ts'
import type { TextFile } from '../language/protocol.ts'
import type { StudioBranch, StudioProject } from '../model.ts'
import { branchWord } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import type { BothStates } from '../preview/analysis-protocol.ts'
import { useBranches } from '../queries.ts'
import { ComparedFiles } from './ComparedFiles.tsx'

interface Props {
  project: StudioProject
  branch: StudioBranch
  analysis: Analysis
  onClose: () => void
}

/** Two versions beside each other, as they are written now. */
export function CompareDialog({ project, branch, analysis, onClose }: Props) {
  const id = useId()
  const word = branchWord(project).toLowerCase()
  const others = (useBranches(project.id).data ?? []).filter((one) => one.id !== branch.id)
  const [otherId, setOtherId] = useState<number | null>(null)
  const other = others.find((one) => one.id === otherId) ?? others[0]
  const query = useRead({
    key: ['studio-compare', { project: project.id, base: other?.slug, head: branch.slug }],
    read: other ? () => differingTexts(project.id, other.slug, branch.slug) : null,
    staleTime: 0,
  })
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
        {other && query.data ? (
          <ComparedFiles
            key={other.id}
            analysis={analysis}
            both={query.data}
            names={{ before: other.name, now: branch.name }}
          />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** What is equal in both says nothing of a difference, and does not come. */
async function differingTexts(projectId: number, base: string, head: string): Promise<BothStates> {
  const slug = `${encodeURIComponent(base)}...${encodeURIComponent(head)}`
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await bytesOf(`/projects/${encodeId('prj', projectId)}/branches/${slug}/doc`))
  return { before: textsIn(doc.getMap('base')), now: textsIn(doc.getMap('head')) }
}

function textsIn(texts: Y.Map<unknown>): TextFile[] {
  return [...texts].flatMap(([path, text]) =>
    text instanceof Y.Text && text.length > 0 ? [{ path, text: text.toString() }] : [],
  )
}
