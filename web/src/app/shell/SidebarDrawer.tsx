import Drawer from '@mui/material/Drawer'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar over a small screen. */
export default function SidebarDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
      <Sidebar />
    </Drawer>
  )
}
