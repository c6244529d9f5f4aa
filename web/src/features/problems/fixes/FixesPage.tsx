import AutoFixIcon from '@mui/icons-material/AutoFixHighOutlined'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { counted } from '../../../shared/problems/words.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { fixColumns } from './columns.tsx'
import {
  type FixProject,
  mostAtOnce,
  proposedNotice,
  proposeFixes,
  useFixableRules,
  useFixProjects,
} from './queries.ts'

const nothing: FixProject[] = []

/** The quick fix of a rule, proposed in many projects at once: /admin/problems/fixes. */
export function FixesPage() {
  usePageTitle('Fixes')
  const workspace = useWorkspace()
  const [search, setSearch] = useSearchParams()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rules = useFixableRules()
  const known = rules.data ?? []
  const rule = search.get('rule') ?? known[0]?.rule ?? null
  const query = useFixProjects(rule)
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? nothing
  const chosen = rows.filter((row) => selected.has(String(row.project_id)) && mayBeFixed(row))
  const propose = useChange({
    run: () =>
      proposeFixes(
        workspace.id,
        rule ?? '',
        chosen.map(({ project_id: id }) => id),
      ),
    changes: ['rule-fix-projects', 'proposals'],
    success: proposedNotice,
    failure: 'Error proposing the fixes',
    onDone: () => setSelected(new Set()),
  })
  const blocked = propose.isPending
    ? 'Just a moment...'
    : chosen.length > mostAtOnce
      ? `A rule can be fixed in at most ${mostAtOnce} projects at once.`
      : null
  const failed = rules.isError || query.isError
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: '80ch' }}>
        Choose a rule that has a quick fix, and projects that go against it: each gets a branch with what is
        mended, and a proposal of it. Nothing that readers see changes until that is merged.
      </Typography>
      <TextField
        select
        size="small"
        label="Rule"
        value={rule ?? ''}
        disabled={known.length === 0 && rule === null}
        onChange={(event) => {
          setSelected(new Set())
          setSearch({ rule: event.target.value }, { replace: true })
        }}
        sx={{ mb: 2, width: '100%', maxWidth: 480 }}
      >
        {rule !== null && known.every((one) => one.rule !== rule) ? (
          <MenuItem value={rule}>{rule}</MenuItem>
        ) : null}
        {known.map(({ rule: name, violations, projects }) => (
          <MenuItem key={name} value={name}>
            {name} ({counted(violations, 'violation')} in {counted(projects, 'project')})
          </MenuItem>
        ))}
      </TextField>
      <DataTable
        label="Projects to fix"
        rows={rows}
        rowId={({ project_id: id }) => String(id)}
        columns={fixColumns}
        isLoading={rules.isPending || query.isPending}
        error={failed ? 'Something went wrong, no data to display' : null}
        onRetry={() => void Promise.all([rules.refetch(), query.refetch()])}
        selected={selected}
        onSelectedChange={setSelected}
        isSelectable={mayBeFixed}
        bulkActions={[
          {
            label: 'Propose fixes',
            icon: <AutoFixIcon />,
            disabledBecause: blocked,
            onSelect: () => propose.mutate(),
          },
        ]}
        emptyText="No project that you may edit goes against a rule that has a quick fix"
        onEndReached={() => {
          if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
        }}
        isLoadingMore={query.isFetchingNextPage}
      />
    </>
  )
}

const mayBeFixed = ({ reason, violations }: FixProject) => reason === null && violations > 0
