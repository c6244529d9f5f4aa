import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import { type Branch, branchWord, type SectionProps } from '../model.ts'
import { ListedSwitch } from './ListedSwitch.tsx'

interface Props extends SectionProps {
  branches: Branch[]
  isLoading: boolean
  error: string | null
  onRetry: () => void
  onDownload: (branch: Branch) => void
  onEdit: (branch: Branch) => void
  onRemove: (branch: Branch) => void
}

const rowHeight = 60
const headHeight = 48
// Room for the words of an empty table.
const emptyRows = 2
const mostRows = 8
const commitLength = 7

/** The branches, with what each holds and what can be done with it. */
export function BranchTable({ project, can, branches, onDownload, onEdit, onRemove, ...state }: Props) {
  const word = branchWord(project)
  const columns = useMemo(() => columnsOf(project.slug, can('project_branch_update')), [project.slug, can])
  // The files hold what is internal, too.
  const mayDownload = usePermissions().can('WorkspaceFullMember')
  const shown = Math.min(branches.length || emptyRows, mostRows)
  return (
    <DataTable
      label={word === 'Version' ? 'Versions' : 'Branches'}
      rows={branches}
      rowId={({ id }) => String(id)}
      columns={columns}
      emptyText={word === 'Version' ? 'No versions yet.' : 'No branches yet.'}
      height={headHeight + rowHeight * shown}
      rowActions={[
        {
          label: 'Download files',
          icon: <DownloadOutlined fontSize="small" />,
          hidden: ({ last_analyzed_at }) => !mayDownload || last_analyzed_at === null,
          onSelect: onDownload,
        },
        {
          label: `Edit ${word}`,
          icon: <SettingsOutlined fontSize="small" />,
          hidden: () => !can('project_branch_update'),
          onSelect: onEdit,
        },
        {
          label: 'Remove',
          icon: <DeleteOutlined fontSize="small" />,
          destructive: true,
          hidden: () => !can('project_branch_create_delete'),
          onSelect: onRemove,
        },
      ]}
      {...state}
    />
  )
}

const columnsOf = (projectSlug: string, mayChange: boolean): Column<Branch>[] => [
  {
    id: 'name',
    label: 'Name',
    flex: 2,
    minWidth: 130,
    render: (branch) => <Name branch={branch} projectSlug={projectSlug} />,
  },
  {
    id: 'listed',
    label: 'Listed?',
    width: 90,
    render: (branch) => <ListedSwitch branch={branch} mayChange={mayChange} />,
  },
  {
    id: 'counts',
    label: 'Node Counts',
    flex: 2,
    minWidth: 190,
    wideOnly: true,
    render: (branch) => <Quiet title={countsOf(branch)}>{countsOf(branch)}</Quiet>,
  },
  {
    id: 'commit',
    label: 'Commit',
    width: 100,
    wideOnly: true,
    render: ({ commit_hash }) => (
      <Box
        component="span"
        sx={{ fontFamily: monospace, color: 'text.secondary' }}
        title={commit_hash ?? undefined}
      >
        {commit_hash?.slice(0, commitLength)}
      </Box>
    ),
  },
  {
    id: 'updated',
    label: 'Updated',
    width: 140,
    wideOnly: true,
    render: ({ last_analyzed_at }) => (
      <Quiet>
        <RelativeTime at={last_analyzed_at} never="never analyzed" />
      </Quiet>
    ),
  },
]

function Name({ branch, projectSlug }: { branch: Branch; projectSlug: string }) {
  const to = branch.is_default ? paths.docs(projectSlug) : paths.docs(projectSlug, branch.slug)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Link component={RouterLink} to={to} noWrap title={`Open ${branch.name}`} sx={{ minWidth: 0 }}>
        {branch.name}
      </Link>
      {branch.is_default ? <Chip size="small" variant="outlined" label="Default" /> : null}
    </Box>
  )
}

function Quiet({ children, title }: { children: React.ReactNode; title?: string }) {
  return (
    <Typography variant="body2" color="textSecondary" component="div" noWrap title={title}>
      {children}
    </Typography>
  )
}

const nouns = [
  ['article_count', 'article', 'articles'],
  ['schema_count', 'model', 'models'],
  ['api_count', 'API', 'APIs'],
  ['operation_count', 'operation', 'operations'],
] as const

/** '2 articles, 1 model, 1 API, 12 operations'. */
function countsOf(branch: Branch): string {
  return nouns
    .map(([count, one, many]) => `${branch[count].toLocaleString('en')} ${branch[count] === 1 ? one : many}`)
    .join(', ')
}
