import ExploreIcon from '@mui/icons-material/AccountTreeOutlined'
import AddIcon from '@mui/icons-material/Add'
import ProposalsIcon from '@mui/icons-material/CallMergeOutlined'
import AdminIcon from '@mui/icons-material/GroupsOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import RoadmapIcon from '@mui/icons-material/MapOutlined'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useUser } from '@supabase/auth-helpers-react'
import { Link as RouterLink, useMatch } from 'react-router-dom'
import { config } from '../../shared/config/config.ts'
import { paths } from '../../shared/config/paths.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useOpenSearch } from '../../shared/ui/search-context.ts'
import { ProjectNavigation } from './ProjectNavigation.tsx'
import { SidebarFrame } from './SidebarFrame.tsx'
import { SidebarLink } from './SidebarLink.tsx'
import { searchKeyLabel } from './use-search-key.ts'

/** The workspace's navigation: search, home, projects, and who is signed in. */
export function Sidebar() {
  const isSignedIn = useUser() !== null
  const { can } = usePermissions()
  const administers = can('WorkspaceFullMember')
  const atHome = useMatch('/') !== null
  const inExplorer = useMatch('/explore/*') !== null
  const inProposals = useMatch('/proposals/*') !== null
  const inAdmin = useMatch('/admin/*') !== null
  const atRoadmap = useMatch('/roadmap/*') !== null
  return (
    <SidebarFrame label="Workspace" head={<SearchTrigger />}>
      {isSignedIn ? (
        <SidebarLink to={paths.home} label="Home" icon={<HomeIcon fontSize="small" />} current={atHome} />
      ) : null}
      {can('WorkspaceExplorerView') ? (
        <SidebarLink
          to={paths.explore()}
          label="Explore"
          icon={<ExploreIcon fontSize="small" />}
          current={inExplorer}
        />
      ) : null}
      {can('WorkspaceProjectsCreate') ? (
        <SidebarLink
          to={paths.proposals}
          label="Proposals"
          icon={<ProposalsIcon fontSize="small" />}
          current={inProposals}
        />
      ) : null}
      {administers ? (
        <SidebarLink
          to={paths.admin.root}
          label="Manage workspace"
          icon={<AdminIcon fontSize="small" />}
          current={inAdmin}
        />
      ) : null}
      {isSignedIn && config.roadmapUrl ? (
        <SidebarLink
          to={paths.roadmap}
          label="Roadmap"
          icon={<RoadmapIcon fontSize="small" />}
          current={atRoadmap}
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
    </SidebarFrame>
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
