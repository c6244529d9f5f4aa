import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useChange } from '../../shared/data/change.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { counted, scoreFormula } from '../../shared/problems/words.ts'
import { download } from '../../shared/ui/download.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { columnsOf } from './columns.tsx'
import { useFixableRules } from './fixes/queries.ts'
import {
  type Dimension,
  dimensions,
  type Narrowed,
  type ReportRow,
  useReport,
  wholeReport,
} from './queries.ts'
import { Trend } from './Trend.tsx'

const labels: Record<Dimension, string> = { project: 'Project', rule: 'Rule', team: 'Team', owner: 'Owner' }

/** Violations by project, rule, team and owner, the worst first, and how they went: /admin/problems. */
export function ReportPage() {
  usePageTitle('Problems')
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const words = useDebounced(text, 300).trim()
  const by = dimensions.find((one) => one === search.get('by')) ?? 'project'
  const narrowed = narrowedBy(search)
  const query = useReport(by, narrowed, words)
  const rules = useFixableRules()
  const pages = query.data?.pages ?? []
  const [first] = pages
  const rows = pages.flatMap(({ items }) => items)
  const set = (values: Record<string, string | null>) => {
    setText('')
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === null) after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  }
  const open = (row: ReportRow) => {
    const { slug, branch_slug: branch } = row
    if (by === 'rule') set({ by: 'project', rule: row.name })
    else if (by !== 'project') set({ by: 'project', [by]: row.key, name: row.name })
    else if (slug !== null && branch !== null) {
      const rule = narrowed.rule === null ? '' : `?${new URLSearchParams({ rule: narrowed.rule })}`
      void navigate(`${paths.docsView(slug, branch, 'problems')}${rule}`)
    }
  }
  return (
    <>
      {first ? (
        <Typography sx={{ mb: 1 }}>
          {counted(first.projects, 'project')}
          {first.score === null ? '' : `, score ${first.score}`}: {counted(first.errors, 'error')},{' '}
          {counted(first.warnings, 'warning')}, {counted(first.others, 'hint')},{' '}
          {first.waived.toLocaleString('en')} waived
          {first.unlinted > 0 ? `. ${counted(first.unlinted, 'project')} not linted yet.` : '.'}
        </Typography>
      ) : null}
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: '80ch' }}>
        {scoreFormula}
      </Typography>
      <Trend narrowed={narrowed} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <TextField
          select
          size="small"
          label="By"
          value={by}
          onChange={(event) => set({ by: event.target.value })}
          sx={{ width: 150 }}
        >
          {dimensions.map((one) => (
            <MenuItem key={one} value={one}>
              {labels[one]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          label={`Search ${labels[by].toLowerCase()}s`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ flex: '1 1 180px', maxWidth: 320 }}
        />
        {narrowed.rule === null ? null : (
          <Chip label={`Rule ${narrowed.rule}`} onDelete={() => set({ rule: null })} />
        )}
        {narrowed.teamId === null && narrowed.ownerId === null ? null : (
          <Chip
            label={`${narrowed.teamId === null ? 'Owner' : 'Team'} ${search.get('name') ?? ''}`}
            onDelete={() => set({ team: null, owner: null, name: null })}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {rules.data?.some(({ rule }) => rule === narrowed.rule) ? (
          <Button
            component={RouterLink}
            to={`${paths.admin.problems}/fixes?${new URLSearchParams({ rule: narrowed.rule ?? '' })}`}
          >
            Fix in many projects
          </Button>
        ) : null}
        <Export by={by} narrowed={narrowed} search={words} isEmpty={rows.length === 0} />
      </Box>
      <DataTable
        label={`Problems by ${labels[by].toLowerCase()}`}
        rows={rows}
        rowId={({ key }) => key}
        columns={columnsOf(by, labels[by], narrowed.rule === null)}
        isLoading={query.isPending || query.isPlaceholderData}
        error={query.isError ? 'Something went wrong, no data to display' : null}
        onRetry={() => void query.refetch()}
        onRowClick={open}
        emptyText={by === 'project' ? 'There is no project that you may edit.' : 'Nothing to show here yet'}
        isFiltered={
          words !== '' || narrowed.rule !== null || narrowed.teamId !== null || narrowed.ownerId !== null
        }
        onResetFilters={() => set({ rule: null, team: null, owner: null, name: null })}
        onEndReached={() => {
          if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
        }}
        isLoadingMore={query.isFetchingNextPage}
      />
    </>
  )
}

interface ExportProps {
  by: Dimension
  narrowed: Narrowed
  search: string
  isEmpty: boolean
}

function Export({ by, narrowed, search, isEmpty }: ExportProps) {
  const workspace = useWorkspace()
  const { mutate, isPending } = useChange({
    run: async () => {
      const [{ csvOf }, rows] = await Promise.all([
        import('./csv.ts'),
        wholeReport(workspace.id, by, narrowed, search),
      ])
      return csvOf(by, rows)
    },
    onDone: (text) =>
      download(
        `problems-by-${by}-${workspace.slug}-${new Date().toISOString().slice(0, 10)}.csv`,
        new Blob([text], { type: 'text/csv;charset=utf-8' }),
      ),
    failure: 'Error exporting the report',
  })
  return (
    <Button variant="outlined" loading={isPending} disabled={isEmpty} onClick={() => mutate()}>
      Export as CSV
    </Button>
  )
}

function narrowedBy(search: URLSearchParams): Narrowed {
  const idAt = (name: string) => (/^\d{1,15}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : null)
  return { rule: search.get('rule'), teamId: idAt('team'), ownerId: idAt('owner') }
}
