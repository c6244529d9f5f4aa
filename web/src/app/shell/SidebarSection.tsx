import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useId, useState } from 'react'
import { typeSizes } from '../../shared/ui/type-sizes.ts'

interface Props {
  /** Names the section in the browser's storage, where it keeps whether it is folded. */
  id: string
  title: string
  icon?: ReactNode
  /** Folded until somebody opens it. */
  startsFolded?: boolean
  children: ReactNode
}

/** A part of the sidebar that folds; its content is only there while it is open. */
export function SidebarSection({ id, title, icon, startsFolded = false, children }: Props) {
  const key = `sidebar-folded:${id}`
  const [open, setOpen] = useState(
    () => (window.localStorage.getItem(key) ?? String(startsFolded)) === 'false',
  )
  const contentId = useId()
  const toggle = () => {
    window.localStorage.setItem(key, String(open))
    setOpen(!open)
  }
  return (
    <Box component="section" sx={{ mt: open ? 2 : 0.75 }}>
      <ButtonBase
        onClick={toggle}
        aria-expanded={open}
        aria-controls={contentId}
        sx={(theme) => ({
          width: '100%',
          justifyContent: 'flex-start',
          gap: 0.75,
          px: 1,
          py: 0.375,
          borderRadius: 0.75,
          ...theme.typography.overline,
          textTransform: 'none',
          letterSpacing: 0,
          fontSize: typeSizes.caption,
        })}
      >
        {icon}
        <Box
          component="span"
          sx={{ flex: 1, textAlign: 'left', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {title}
        </Box>
        <ChevronRight fontSize="compact" sx={{ transform: open ? 'rotate(90deg)' : 'none' }} />
      </ButtonBase>
      <Box id={contentId} hidden={!open}>
        {open ? children : null}
      </Box>
    </Box>
  )
}
