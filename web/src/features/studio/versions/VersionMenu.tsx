import AddIcon from '@mui/icons-material/Add'
import ProposeIcon from '@mui/icons-material/CallMergeOutlined'
import CheckIcon from '@mui/icons-material/Check'
import CompareArrows from '@mui/icons-material/CompareArrows'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import HistoryIcon from '@mui/icons-material/History'
import ReleasesIcon from '@mui/icons-material/SellOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { branchWord, type StudioBranch, type StudioProject } from '../model.ts'
import { useBranches } from '../queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  onCreate: (() => void) | null
  /** Null where there is no Git host, or nobody may follow another branch of it. */
  onHostBranches: (() => void) | null
  onHistory: () => void
  onReleases: () => void
  onCompare: (() => void) | null
}

/** Which version is open, the others, and what was published of it. */
export function VersionMenu({
  project,
  branch,
  onCreate,
  onHostBranches,
  onHistory,
  onReleases,
  onCompare,
}: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const branches = useBranches(project.id)
  const navigate = useNavigate()
  const { can } = usePermissions()
  const word = branchWord(project)
  const close = () => setAnchor(null)
  const then = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ExpandMore aria-hidden />}
        aria-haspopup="menu"
        aria-label={`${word}: ${branch.name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          minWidth: 0,
          maxWidth: 220,
          '& .label': { overflow: 'hidden', textOverflow: 'ellipsis' },
          whiteSpace: 'nowrap',
        }}
      >
        <span className="label">{branch.name}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { sx: { maxHeight: 420, minWidth: 240 } } }}
      >
        {(branches.data ?? []).map((one) => (
          <MenuItem
            key={one.id}
            selected={one.id === branch.id}
            onClick={then(() => one.id !== branch.id && navigate(paths.studio(project.slug, one.slug)))}
          >
            <ListItemIcon>
              {one.id === branch.id ? <CheckIcon fontSize="small" aria-label="Open" /> : null}
            </ListItemIcon>
            <ListItemText primary={one.name} slotProps={{ primary: { noWrap: true } }} />
            {one.is_default ? <Chip size="small" label="Default" sx={{ ml: 1 }} /> : null}
          </MenuItem>
        ))}
        <Divider />
        {onCreate ? (
          <MenuItem onClick={then(onCreate)}>
            <ListItemIcon>
              <AddIcon fontSize="small" aria-hidden />
            </ListItemIcon>
            New {word.toLowerCase()}…
          </MenuItem>
        ) : null}
        {onHostBranches ? (
          <MenuItem onClick={then(onHostBranches)}>
            <ListItemIcon>
              <DownloadIcon fontSize="small" aria-hidden />
            </ListItemIcon>
            Branches at the Git host…
          </MenuItem>
        ) : null}
        {branch.is_default || !can('WorkspaceProjectsCreate') ? null : (
          <MenuItem onClick={then(() => navigate(`${paths.proposal(project.slug, branch.slug)}?new`))}>
            <ListItemIcon>
              <ProposeIcon fontSize="small" aria-hidden />
            </ListItemIcon>
            Propose {branch.name}…
          </MenuItem>
        )}
        {onCompare ? (
          <MenuItem onClick={then(onCompare)}>
            <ListItemIcon>
              <CompareArrows fontSize="small" aria-hidden />
            </ListItemIcon>
            Compare with another…
          </MenuItem>
        ) : null}
        <MenuItem onClick={then(onHistory)}>
          <ListItemIcon>
            <HistoryIcon fontSize="small" aria-hidden />
          </ListItemIcon>
          History…
        </MenuItem>
        <MenuItem onClick={then(onReleases)}>
          <ListItemIcon>
            <ReleasesIcon fontSize="small" aria-hidden />
          </ListItemIcon>
          Releases…
        </MenuItem>
      </Menu>
    </>
  )
}
