import BackIcon from '@mui/icons-material/ArrowBack'
import ConnectedIcon from '@mui/icons-material/LinkOutlined'
import SecurityIcon from '@mui/icons-material/LockOutlined'
import AccountIcon from '@mui/icons-material/PersonOutlined'
import { useLocation } from 'react-router-dom'
import { accountTabs } from '../../features/account/tabs.ts'
import { paths } from '../../shared/config/paths.ts'
import { SidebarFrame } from './SidebarFrame.tsx'
import { SidebarLink } from './SidebarLink.tsx'

const icons = {
  [paths.account.basics]: AccountIcon,
  [paths.account.security]: SecurityIcon,
  [paths.account.connected]: ConnectedIcon,
} as const

/** Takes the sidebar's place on a small screen while the account's settings show. */
export function AccountPane() {
  const { pathname } = useLocation()
  return (
    <SidebarFrame label="Account">
      <SidebarLink
        to={paths.home}
        label="Back to the workspace"
        icon={<BackIcon fontSize="small" />}
        current={false}
      />
      {accountTabs.map(({ path, label }) => {
        const Icon = icons[path]
        return (
          <SidebarLink
            key={path}
            to={path}
            label={label}
            icon={<Icon fontSize="small" />}
            current={pathname === path}
          />
        )
      })}
    </SidebarFrame>
  )
}
