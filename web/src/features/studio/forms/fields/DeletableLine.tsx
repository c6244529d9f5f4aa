import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { Line } from './style.ts'

interface Props {
  /** Who it is that is deleted. */
  of: string
  path: Path
  /** How many objects and lists around it go with the last one. */
  prune?: number
  children: ReactNode
}

/** A field under a name that somebody gave, with the way to take it out. */
export function DeletableLine({ of, path, prune = 1, children }: Props) {
  const { look, run, source } = useForm()
  return (
    <Line sx={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
      <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
      {source.readOnly ? null : (
        <IconButton
          size="small"
          aria-label={`Delete ${of}`}
          onClick={() => run(removeEdits(look, path, prune))}
        >
          <CloseIcon fontSize="compact" />
        </IconButton>
      )}
    </Line>
  )
}
