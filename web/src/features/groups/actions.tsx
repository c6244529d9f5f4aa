// What the menu of a row offers, to whom.
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import FolderOffOutlined from '@mui/icons-material/FolderOffOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined'
import PushPin from '@mui/icons-material/PushPin'
import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import type { NavigateFunction } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import type { RowAction } from '../../shared/ui/table/types.ts'
import { canInGroup, canInProject, canLeaveGroup, type Group, type Project } from './model.ts'
import type { TableRow } from './rows.ts'

/** The last admin of a group stays. */
export const lastAdminStays = 'The last admin of a group can be neither removed nor leave.'

export interface RowHandlers {
  groupOf: (project: Project) => Group | undefined
  isPinned: (project: Project) => boolean
  mayCreateProjects: boolean
  navigate: NavigateFunction
  onPin: (project: Project) => void
  onMove: (project: Project) => void
  onTakeOut: (project: Project) => void
  onDelete: (project: Project) => void
  onGroupSettings: (group: Group) => void
  onLeave: (group: Group) => void
  onDeleteGroup: (group: Group) => void
}

/** The entries of the menu "More actions". */
export function rowActionsOf(handlers: RowHandlers): RowAction<TableRow>[] {
  return [...projectActions(handlers).map(forProjects), ...groupActions(handlers).map(forGroups)]
}

interface ActionOn<T> extends Pick<RowAction<TableRow>, 'label' | 'icon' | 'destructive'> {
  may: (one: T) => boolean
  disabledBecause?: (one: T) => string | null
  run: (one: T) => void
}

function projectActions(handlers: RowHandlers): ActionOn<Project>[] {
  return [
    {
      label: 'Open Docs',
      icon: <ArticleOutlined fontSize="small" />,
      may: () => true,
      run: ({ slug }) => void handlers.navigate(paths.docs(slug)),
    },
    {
      label: 'Open in Studio',
      icon: <EditOutlined fontSize="small" />,
      may: (project) => project.type !== 'cli' && canInProject(project, 'project_contents_update'),
      run: ({ slug }) => void handlers.navigate(paths.studio(slug)),
    },
    {
      label: 'Pin to sidebar',
      icon: <PushPinOutlined fontSize="small" />,
      may: (project) => !handlers.isPinned(project),
      run: handlers.onPin,
    },
    {
      label: 'Unpin from sidebar',
      icon: <PushPin fontSize="small" />,
      may: handlers.isPinned,
      run: handlers.onPin,
    },
    {
      label: 'Settings',
      icon: <SettingsOutlined fontSize="small" />,
      may: (project) => canInProject(project, 'project_settings_view'),
      run: ({ slug }) => void handlers.navigate(paths.projectSettings(slug)),
    },
    {
      label: 'Move to group…',
      icon: <DriveFileMoveOutlined fontSize="small" />,
      may: (project) => canInProject(project, 'project_group_update'),
      run: handlers.onMove,
    },
    {
      label: 'Remove from group',
      icon: <FolderOffOutlined fontSize="small" />,
      may: (project) => canLeaveGroup(project, handlers.groupOf(project)),
      run: handlers.onTakeOut,
    },
    {
      label: 'Delete project…',
      icon: <DeleteOutlined fontSize="small" />,
      destructive: true,
      may: (project) => canInProject(project, 'project_delete'),
      run: handlers.onDelete,
    },
  ]
}

function groupActions(handlers: RowHandlers): ActionOn<Group>[] {
  return [
    {
      label: 'Add project',
      icon: <NoteAddOutlined fontSize="small" />,
      may: () => handlers.mayCreateProjects,
      run: ({ slug }) => void handlers.navigate(paths.addProject(slug)),
    },
    {
      label: 'Group settings',
      icon: <SettingsOutlined fontSize="small" />,
      may: (group) => canInGroup(group, 'group_settings_view'),
      run: handlers.onGroupSettings,
    },
    {
      label: 'Leave group…',
      icon: <LogoutIcon fontSize="small" />,
      may: (group) => canInGroup(group, 'group_leave'),
      disabledBecause: (group) => (group.admins_count === 1 ? lastAdminStays : null),
      run: handlers.onLeave,
    },
    {
      label: 'Delete group…',
      icon: <DeleteOutlined fontSize="small" />,
      destructive: true,
      may: (group) => canInGroup(group, 'group_delete'),
      run: handlers.onDeleteGroup,
    },
  ]
}

const projectIn = (row: TableRow) => (row.kind === 'project' ? row.project : null)
const groupIn = (row: TableRow) => (row.kind === 'group' ? row.group : null)

const forProjects = (action: ActionOn<Project>) => rowAction(action, projectIn)
const forGroups = (action: ActionOn<Group>) => rowAction(action, groupIn)

function rowAction<T>(
  { may, run, disabledBecause, ...shown }: ActionOn<T>,
  pick: (row: TableRow) => T | null,
): RowAction<TableRow> {
  const ask = <Answer,>(row: TableRow, otherwise: Answer, question: (one: T) => Answer) => {
    const one = pick(row)
    return one === null ? otherwise : question(one)
  }
  return {
    ...shown,
    hidden: (row) => ask(row, true, (one) => !may(one)),
    disabledBecause: (row) => ask(row, null, (one) => disabledBecause?.(one) ?? null),
    onSelect: (row) => ask(row, undefined, run),
  }
}
