import SendIcon from '@mui/icons-material/SendOutlined'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { PrivateOffer } from '../../../shared/billing/PrivateOffer.tsx'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { blockedBecause } from '../../../shared/data/visibility.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { isQueueable, MigrationCell } from '../../../shared/migration/MigrationCell.tsx'
import {
  type ExternalProject,
  type MigrationState,
  queuedNotice,
  queueMigrations,
  useMigrations,
} from '../../../shared/migration/queries.ts'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { type Platform, platforms } from '../platforms.ts'
import { useVisibilityRules } from '../use-project-form.ts'
import { visibilityChoices } from '../visibility.ts'

interface Props {
  source: Platform
  account: string
  apiKey: string
  projects: ExternalProject[]
}

/** What is there, to choose from, and how what was chosen before went. */
export function PlatformProjects({ source, account, apiKey, projects }: Props) {
  const workspace = useWorkspace()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rules = useVisibilityRules()
  const form = useForm({ defaultValues: { visibility: 'internal' } })
  const visibility = useWatch({ control: form.control, name: 'visibility' })
  const blocked = blockedBecause(visibility, rules)
  const migrations = useMigrations(source)
  const states = new Map(
    (migrations.data ?? []).filter((one) => one.account === account).map((one) => [one.external_id, one]),
  )
  const chosen = projects
    .filter(({ id }) => selected.has(id) && isQueueable(states.get(id)))
    .map(({ id }) => id)
  const queue = useChange({
    run: () =>
      queueMigrations(workspace.id, { source, account, api_key: apiKey, project_ids: chosen, visibility }),
    changes: ['migrations', 'projects', 'tasks', 'features'],
    success: queuedNotice,
    failure: 'The projects could not be imported',
    onDone: () => setSelected(new Set()),
  })
  return (
    <>
      <FormSelect
        control={form.control}
        name="visibility"
        label="Visibility of new projects"
        choices={visibilityChoices(rules)}
        problem={blocked ?? undefined}
      />
      <PrivateOffer />
      <DataTable
        label={`Projects of ${platforms[source].name}`}
        rows={projects}
        rowId={({ id }) => id}
        columns={columnsWith(states)}
        height={480}
        error={migrations.error && !migrations.data ? messageOf(migrations.error) : null}
        onRetry={() => void migrations.refetch()}
        defaultOrder={{ by: 'name', descending: false }}
        selected={new Set(chosen)}
        onSelectedChange={setSelected}
        isSelectable={({ id }) => isQueueable(states.get(id))}
        bulkActions={[
          {
            label: 'Import',
            icon: <SendIcon />,
            disabledBecause: queue.isPending ? 'Just a moment...' : blocked,
            onSelect: () => queue.mutate(),
          },
        ]}
        emptyText="There are no projects here that this key sees."
      />
    </>
  )
}

function columnsWith(states: Map<string, MigrationState>): Column<ExternalProject>[] {
  return [
    {
      id: 'name',
      label: 'Project',
      flex: 2,
      minWidth: 150,
      render: ({ name }) => name,
      text: ({ name }) => name,
    },
    {
      id: 'group',
      label: 'In',
      flex: 1,
      minWidth: 120,
      wideOnly: true,
      render: ({ group_name: group }) => group,
      text: ({ group_name: group }) => group,
    },
    {
      id: 'activity',
      label: 'Last activity',
      width: 160,
      wideOnly: true,
      render: ({ last_activity: at }) =>
        at && !Number.isNaN(Date.parse(at)) ? <RelativeTime at={at} /> : '',
      text: ({ last_activity: at }) => at ?? '',
    },
    {
      id: 'migration',
      label: 'Import',
      flex: 1,
      minWidth: 140,
      render: ({ id }) => <MigrationCell state={states.get(id)} />,
      text: ({ id }) => states.get(id)?.status ?? '',
    },
  ]
}
