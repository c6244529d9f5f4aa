import SendIcon from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { isQueueable, MigrationCell } from '../../shared/migration/MigrationCell.tsx'
import {
  type MigrationState,
  queuedNotice,
  queueMigrations,
  useMigrations,
} from '../../shared/migration/queries.ts'
import { TextInput } from '../../shared/ui/forms/TextInput.tsx'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { type Column, DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { isRefused, type LegacyProject, useLegacyProjects } from './queries.ts'

const typingMs = 500
const noToken = 'Enter your NEXT access token first...'
const noProjects = 'Could not find projects associated with this access token...'

/** Projects of NEXT, chosen to become projects here. The token stays in this page's memory. */
export function NextPage() {
  usePageTitle('Migrate from NEXT')
  const workspace = useWorkspace()
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const token = useDebounced(typed.trim(), typingMs)
  const projects = useLegacyProjects(token)
  const migrations = useMigrations('next')
  const states = new Map((migrations.data ?? []).map((state) => [state.external_id, state]))
  const rows = projects.data ?? []
  const chosen = rows.filter((row) => selected.has(row.project_id) && isQueueable(states.get(row.project_id)))
  const queue = useChange({
    run: () =>
      queueMigrations(workspace.id, {
        source: 'next',
        api_key: token,
        project_ids: chosen.map(({ project_id: id }) => id),
      }),
    changes: ['migrations', 'projects', 'tasks', 'features'],
    success: queuedNotice,
    failure: 'The migration could not be queued',
    onDone: () => setSelected(new Set()),
  })
  const refused = isRefused(projects.error)
  return (
    <>
      <PageHeader
        title="Migrate from NEXT"
        description="Choose projects of NEXT: each becomes a project here, with its versions, in the background. What cannot be taken along is said in its log."
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box sx={{ maxWidth: 480 }}>
          <TextInput
            name="token"
            type="password"
            label="NEXT access token"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setSelected(new Set())
            }}
            helperText="Used to list your projects, and kept encrypted until the queued migrations have ended."
          />
        </Box>
        <DataTable
          label="Projects of NEXT"
          rows={refused ? [] : rows}
          rowId={(row) => row.project_id}
          columns={columnsWith(states)}
          isLoading={token !== '' && projects.isPending}
          error={projects.error && !refused ? messageOf(projects.error) : null}
          onRetry={() => void projects.refetch()}
          defaultOrder={{ by: 'name', descending: false }}
          selected={new Set(chosen.map(({ project_id: id }) => id))}
          onSelectedChange={setSelected}
          isSelectable={(row) => isQueueable(states.get(row.project_id))}
          bulkActions={[
            {
              label: 'Queue migration',
              icon: <SendIcon />,
              disabledBecause: queue.isPending ? 'Just a moment...' : null,
              onSelect: () => queue.mutate(),
            },
          ]}
          emptyText={token === '' ? noToken : noProjects}
        />
      </Box>
    </>
  )
}

function columnsWith(states: Map<string, MigrationState>): Column<LegacyProject>[] {
  const text = (
    id: keyof LegacyProject,
    label: string,
    more: Partial<Column<LegacyProject>> = {},
  ): Column<LegacyProject> => ({
    id,
    label,
    render: (row) => row[id],
    text: (row) => row[id] ?? '',
    ...more,
  })
  return [
    text('project_id', 'Project ID', { width: 140, wideOnly: true }),
    { ...text('project_name', 'Project', { flex: 2, minWidth: 140 }), id: 'name' },
    text('namespace_id', 'Namespace ID', { width: 165, wideOnly: true }),
    text('namespace_name', 'Namespace', { flex: 1, minWidth: 120, wideOnly: true }),
    text('project_last_activity', 'Last activity', {
      width: 160,
      wideOnly: true,
      render: ({ project_last_activity: at }) =>
        at && !Number.isNaN(Date.parse(at)) ? <RelativeTime at={at} /> : (at ?? ''),
    }),
    {
      id: 'migration',
      label: 'Migration',
      flex: 1,
      minWidth: 130,
      render: (row) => <MigrationCell state={states.get(row.project_id)} />,
      text: (row) => states.get(row.project_id)?.status ?? '',
    },
  ]
}
