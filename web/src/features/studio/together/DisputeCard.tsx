// Something that two wrote differently in the same moment: what it was, what each wrote, and what holds.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { bothOf, editOf } from '../../../../../editing/merge/resolve.ts'
import type { Range } from '../../../../../editing/types.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { Dispute } from '../documents/mender.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { placeName, rangeOf, shownValue } from './dispute.ts'

interface Props {
  dispute: Dispute
  document: OpenDocument
  /** The others, in words. */
  who: string
  onSettled: () => void
  onEditInCode: (range: Range) => void
}

export function DisputeCard({ dispute, document, who, onSettled, onEditInCode }: Props) {
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const { path, base, ours, theirs } = dispute
  const { description, model, readOnly } = document
  const both = bothOf(dispute)
  const put = (value: unknown) => {
    const now = description?.read(path)
    const edit = editOf(path, now && !('refused' in now) ? now.value : undefined, value)
    const edited = edit && description?.edit(edit)
    if (!edited || 'refused' in edited) {
      setFailure(edited ? edited.reason : 'This cannot be written safely: edit it in the code.')
      return
    }
    model.apply(edited.changes, 'form')
    onSettled()
  }
  const sides = [
    { name: 'Before', value: base },
    { name: 'You', value: ours },
    { name: who, value: theirs },
  ]
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{
        borderColor: 'warning.main',
        borderLeftWidth: 4,
        p: 1.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        whiteSpace: 'normal',
        typography: 'body2',
      }}
    >
      <Typography id={id} variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {who} and you wrote this at the same time: {placeName(path)}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
          gap: 1,
        }}
      >
        {sides.map(({ name, value }) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" color="textSecondary" noWrap>
              {name}
            </Typography>
            <Box
              component="dd"
              sx={{
                m: 0,
                px: 1,
                py: 0.75,
                borderRadius: 1,
                backgroundColor: 'action.hover',
                fontFamily: typeof value === 'string' ? undefined : monospace,
                color: value === undefined ? 'text.secondary' : undefined,
                maxHeight: 132,
                overflow: 'auto',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              }}
            >
              {shownValue(value)}
            </Box>
          </Box>
        ))}
      </Box>
      <FormError>{failure}</FormError>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="contained" onClick={onSettled}>
          Keep mine
        </Button>
        {readOnly || !description || path.length === 0 ? null : (
          <>
            <Button size="small" variant="outlined" onClick={() => put(theirs)}>
              {theirs === undefined ? 'Delete it' : 'Take theirs'}
            </Button>
            {both === undefined ? null : (
              <Button size="small" variant="outlined" onClick={() => put(both)}>
                Take both
              </Button>
            )}
          </>
        )}
        <Button
          size="small"
          color="inherit"
          onClick={() => onEditInCode(rangeOf(document, path) ?? { from: 0, to: 0 })}
        >
          Edit in code
        </Button>
      </Box>
    </Paper>
  )
}
