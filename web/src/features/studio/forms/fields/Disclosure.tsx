import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useId, useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

interface Props {
  label: string
  /** What is in it, while it is closed. */
  summary?: ReactNode
  isOpenAtFirst?: boolean
  children: () => ReactNode
}

/** What is rarely needed: it is not even rendered before it is opened. */
export function Disclosure({ label, summary, isOpenAtFirst = false, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <Box sx={{ minWidth: 0 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        sx={{
          display: 'flex',
          gap: 0.5,
          py: 0.25,
          pr: 1,
          borderRadius: 1,
          color: 'text.secondary',
          fontSize: typeSizes.note,
          textAlign: 'left',
          maxWidth: 1,
        }}
      >
        <ChevronRight
          fontSize="tiny"
          sx={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
        />
        {label}
        {summary && !isOpen ? (
          <Box
            component="span"
            sx={{ ml: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {summary}
          </Box>
        ) : null}
      </ButtonBase>
      {isOpen ? (
        <Box
          id={id}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1.5,
            pt: 1,
            pl: 2.25,
            minWidth: 0,
          }}
        >
          {children()}
        </Box>
      ) : null}
    </Box>
  )
}
