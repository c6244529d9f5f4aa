import AddIcon from '@mui/icons-material/Add'
import AdminIcon from '@mui/icons-material/GroupsOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useMatch } from 'react-router-dom'
import { baseOrigin, paths } from '../../shared/config/paths.ts'
import { usePermissions, useSession, useWorkspace } from '../../shared/data/workspace.tsx'
import { useOpenSearch } from '../../shared/ui/search-context.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ProjectNavigation } from './ProjectNavigation.tsx'
import { SidebarLink } from './SidebarLink.tsx'
import { searchKeyLabel } from './use-search-key.ts'
import { WorkspaceName } from './WorkspaceName.tsx'

const width = 268

/** The workspace's navigation: search, home, projects, and who is signed in. */
export function Sidebar() {
  const workspace = useWorkspace()
  const session = useSession()
  const { can } = usePermissions()
  const administers = can('WorkspaceFullMember')
  const atHome = useMatch('/') !== null
  const inAdmin = useMatch('/admin/*') !== null
  return (
    <Box
      component="nav"
      aria-label="Workspace"
      sx={{
        width,
        flex: 'none',
        position: 'sticky',
        top: 0,
        height: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        borderRight: 1,
        borderColor: 'sidebar.border',
        backgroundColor: 'sidebar.background',
        color: 'sidebar.text',
        '@media print': { display: 'none' },
      }}
    >
      <Box sx={{ p: 1.5, display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex' }}>
          <WorkspaceName />
        </Box>
        <SearchTrigger />
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 1.5, pb: 2 }}>
        {session.status === 'signed-in' ? (
          <SidebarLink to={paths.home} label="Home" icon={<HomeIcon fontSize="small" />} current={atHome} />
        ) : null}
        {administers ? (
          <SidebarLink
            to={paths.admin.root}
            label="Manage workspace"
            icon={<AdminIcon fontSize="small" />}
            current={inAdmin}
          />
        ) : null}
        <ProjectNavigation />
        {can('WorkspaceProjectsCreate') ? (
          <Button
            component={RouterLink}
            to={paths.addProject()}
            startIcon={<AddIcon />}
            size="small"
            color="inherit"
            sx={{ mt: 1.5 }}
          >
            Add project
          </Button>
        ) : null}
      </Box>
      <Box sx={{ p: 1.5, borderTop: 1, borderColor: 'sidebar.border', display: 'grid', gap: 1 }}>
        <AccountMenu />
        {workspace.hide_powered_by ? null : (
          <Typography variant="caption" sx={{ opacity: 0.8, px: 0.5 }}>
            Powered by{' '}
            <Link href={baseOrigin()} color="inherit" underline="always">
              Waymark
            </Link>
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function SearchTrigger() {
  const open = useOpenSearch()
  return (
    <Button
      onClick={open}
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<SearchIcon fontSize="small" />}
      aria-keyshortcuts="Control+K Meta+K"
      sx={{
        justifyContent: 'flex-start',
        fontWeight: 400,
        borderColor: 'sidebar.border',
        backgroundColor: 'background.paper',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
        Search...
      </Box>
      <Typography component="kbd" variant="caption" aria-hidden sx={{ fontFamily: 'inherit' }}>
        {searchKeyLabel}
      </Typography>
    </Button>
  )
}
