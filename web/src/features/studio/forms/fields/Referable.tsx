import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { type ReactNode, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { setEdits } from '../binding/edits.ts'
import { type ComponentKind, componentNames, pathOfReference } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { ReferenceBox } from './ReferenceBox.tsx'
import { Line } from './style.ts'

interface Props {
  path: Path
  kind: ComponentKind
  /** Who they are that it is written at, where several stand below each other. */
  children: ReactNode
}

/** What may be written out or referred to: a reference shows where it leads, anything else its own form. */
export function Referable({ path, kind, children }: Props) {
  const { look, lookAtAll, run, onOpen, source } = useForm()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const reference = useSelected(() => {
    const written = look([...path, '$ref'])
    return typeof written === 'string' ? written : null
  })
  if (reference === null) return children
  const target = pathOfReference(reference)
  const value = target ? look(target) : undefined
  return (
    <Line sx={{ minHeight: 32 }}>
      <Box
        component="span"
        sx={{
          flex: '1 1 160px',
          minWidth: 0,
          overflowWrap: 'anywhere',
          fontFamily: monospace,
          fontSize: typeSizes.codeSmall,
        }}
      >
        {reference}
      </Box>
      {target && value !== undefined ? (
        <Button size="small" onClick={() => onOpen(target)}>
          Open
        </Button>
      ) : null}
      {source.readOnly ? null : (
        <>
          <Button size="small" color="inherit" onClick={(event) => setAnchor(event.currentTarget)}>
            Change
          </Button>
          {value === undefined ? null : (
            <Button
              size="small"
              color="inherit"
              onClick={() => target && run(setEdits(look, path, lookAtAll(target) ?? value))}
            >
              Write out
            </Button>
          )}
        </>
      )}
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': `Reference to a ${componentNames[kind]}` } }}
        >
          <Box sx={{ p: 2, width: 320, maxWidth: '90vw' }}>
            <ReferenceBox
              kind={kind}
              value={reference}
              autoFocus
              onPick={(to) => {
                run(setEdits(look, [...path, '$ref'], to))
                setAnchor(null)
              }}
            />
          </Box>
        </Popover>
      ) : null}
    </Line>
  )
}
