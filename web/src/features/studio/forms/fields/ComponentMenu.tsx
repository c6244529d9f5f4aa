import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { ComponentKind } from '../binding/flavour.ts'
import { componentNames } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useComponentNames } from '../schema/use-components.ts'
import { ReferenceBox } from './ReferenceBox.tsx'

interface Props {
  kind: ComponentKind
  onPick: (reference: string) => void
}

/** Adds a reference to a component, where there are some. */
export function ComponentMenu({ kind, onPick }: Props) {
  const { source } = useForm()
  const names = useComponentNames(kind)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (source.readOnly || names.length === 0) return null
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Reuse {componentNames[kind]}
      </Button>
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': `Reuse a ${componentNames[kind]}` } }}
        >
          <Box sx={{ p: 2, width: 320, maxWidth: '90vw' }}>
            <ReferenceBox
              kind={kind}
              value=""
              autoFocus
              onPick={(reference) => {
                setAnchor(null)
                onPick(reference)
              }}
            />
          </Box>
        </Popover>
      ) : null}
    </>
  )
}
