import Drawer from '@mui/material/Drawer'
import { useMatch } from 'react-router-dom'
import { AccountPane } from './AccountPane.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar over a small screen; the account's settings bring their own. */
export default function SidebarDrawer({ onClose }: { onClose: () => void }) {
  const inAccount = useMatch('/account/*') !== null
  return (
    <Drawer open onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
      {inAccount ? <AccountPane /> : <Sidebar />}
    </Drawer>
  )
}
