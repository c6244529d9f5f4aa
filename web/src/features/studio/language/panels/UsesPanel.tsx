import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Subject } from '../../../../../../editing/references/index.ts'
import type { Range } from '../../../../../../editing/types.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { FileHits } from '../protocol.ts'
import { PanelNote } from './FileHeading.tsx'
import { FileHitsList } from './FileHitsList.tsx'

interface Props {
  /** What was looked for; null before anything was. */
  subject: Subject | null
  /** Null while it is looked for. */
  uses: readonly FileHits[] | null
  readOnly: boolean
  onGo: (path: string, range: Range) => void
  onRename: (subject: Subject) => void
}

/** Where something is used. */
export function UsesPanel({ subject, uses, readOnly, onGo, onRename }: Props) {
  if (!subject) {
    return (
      <PanelNote>
        Put the caret on a name or a reference and press Shift+F12 to see where it is used.
      </PanelNote>
    )
  }
  if (!uses) return <PanelNote>Looking for uses…</PanelNote>
  const count = uses.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2, py: 0.5, fontSize: typeSizes.note }}>
        <Box component="span" role="status" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          <strong>{subject.name}</strong> is used in {count === 1 ? 'one place' : `${count} places`}.
        </Box>
        {readOnly || subject.type === 'file' ? null : (
          <Button size="small" onClick={() => onRename(subject)}>
            Rename…
          </Button>
        )}
      </Box>
      <FileHitsList files={uses} label={`Uses of ${subject.name}`} onGo={onGo} />
    </Box>
  )
}
