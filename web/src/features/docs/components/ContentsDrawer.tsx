import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { DocsSurface } from './docs-vars.ts'

/** The docs' navigation on a small screen: a button, and a drawer that closes when a page is picked. */
export function ContentsDrawer({
  title,
  children,
}: {
  title: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button size="small" startIcon={<MenuBookIcon />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Typography component="span" variant="inherit" noWrap>
          Contents of {title}
        </Typography>
      </Button>
      <Drawer
        open={open}
        onClose={close}
        slotProps={{ paper: { 'aria-label': `Contents of ${title}`, sx: { width: 'min(340px, 88vw)' } } }}
      >
        <DocsSurface style={{ height: '100%' }}>{children(close)}</DocsSurface>
      </Drawer>
    </>
  )
}
