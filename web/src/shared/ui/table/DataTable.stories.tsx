import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { AvatarList } from '../AvatarList.tsx'
import { PersonAvatar } from '../PersonAvatar.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import { DataTable } from './DataTable.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import type { Column, RowAction } from './types.ts'

export const title = 'DataTable'

interface Person {
  id: string
  name: string
  role: string
  projects: number
  seenAt: string | null
}

const roles = ['owner', 'admin', 'maker', 'viewer', 'guest']
const start = Date.parse('2026-11-20T09:00:00Z')

/** The same people each time. */
function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `p${index + 1}`,
    name: index === 3 ? 'Wolfeschlegelsteinhausenbergerdorff von Und zu Hohenbuchen' : `Person ${index + 1}`,
    role: roles[index % roles.length] ?? 'viewer',
    projects: (index * 7) % 23,
    seenAt: index % 6 === 5 ? null : new Date(start - index * 4_000_000).toISOString(),
  }))
}

const columns: Column<Person>[] = [
  {
    id: 'name',
    label: 'Name',
    flex: 2,
    text: ({ name }) => name,
    render: ({ name }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <PersonAvatar name={name} />
        <Typography variant="subtitle2" noWrap>
          {name}
        </Typography>
      </Box>
    ),
  },
  { id: 'role', label: 'Role', text: ({ role }) => role, render: ({ role }) => role },
  {
    id: 'projects',
    label: 'Projects',
    width: 110,
    align: 'right',
    wideOnly: true,
    text: (person) => person.projects,
    render: (person) => person.projects,
  },
  {
    id: 'team',
    label: 'Team',
    wideOnly: true,
    width: 230,
    render: () => <AvatarList people={people(5)} max={3} total={12} />,
  },
  {
    id: 'seen',
    label: 'Last seen',
    wideOnly: true,
    text: ({ seenAt }) => seenAt ?? '',
    render: ({ seenAt }) => <RelativeTime at={seenAt} />,
  },
]

const actions: RowAction<Person>[] = [
  { label: 'Copy link', onSelect: () => undefined },
  {
    label: 'Remove',
    icon: <DeleteOutlineIcon fontSize="small" />,
    destructive: true,
    disabledBecause: ({ role }) => (role === 'owner' ? 'The owner of a workspace cannot be removed.' : null),
    onSelect: () => undefined,
  },
]

const idOf = ({ id }: Person) => id

/** Everything at once, on ten thousand rows. */
export function TenThousandRows() {
  const [rows] = useState(() => people(10_000))
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [open, setOpen] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('all')
  const [target, setTarget] = useState<string | null>(null)
  const reset = () => {
    setSearch('')
    setRole('all')
  }
  const shown = rows.filter(
    (person) =>
      person.name.toLowerCase().includes(search.toLowerCase()) && (role === 'all' || person.role === role),
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, height: 620 }}>
      <TableToolbar
        search={search}
        onSearchChange={setSearch}
        searchLabel="Search members"
        filters={[
          {
            id: 'role',
            label: 'Role',
            value: role,
            options: ['all', ...roles].map((value) => ({ value, label: value })),
            onChange: setRole,
          },
        ]}
        actions={
          <Button variant="contained" onClick={() => setTarget('p5000')}>
            Go to Person 5000
          </Button>
        }
      />
      <DataTable
        label="Members"
        rows={shown}
        rowId={idOf}
        columns={columns}
        defaultOrder={{ by: 'name', descending: false }}
        selected={selected}
        onSelectedChange={setSelected}
        isSelectable={(person) => person.role !== 'owner'}
        bulkActions={[
          { label: 'Change Role', onSelect: () => undefined },
          {
            label: 'Move',
            disabledBecause: 'Only administrators may move people.',
            onSelect: () => undefined,
          },
          { label: 'Delete', destructive: true, onSelect: () => setSelected(new Set()) },
        ]}
        rowActions={actions}
        onRowClick={({ id }) => setOpen(id)}
        activeRowId={open}
        expanded={({ role: own, name }) => (own === 'guest' ? null : <Details name={name} />)}
        scrollToRowId={target}
        isFiltered={search !== '' || role !== 'all'}
        onResetFilters={reset}
        dragText={idOf}
      />
    </Box>
  )
}

function Details({ name }: { name: string }) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      <Typography component="dt" variant="subtitle2">
        About {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        What a row unfolds to lies over the whole width and is as high as it needs to be, also when its text
        runs over several lines on a small screen. <Button size="small">Do something</Button>
      </Typography>
    </Box>
  )
}

/** More arrive when the end comes into view. */
export function EndlessRows() {
  const [count, setCount] = useState(30)
  return (
    <DataTable
      label="Events"
      height={360}
      rows={people(count)}
      rowId={idOf}
      columns={columns.slice(0, 2)}
      onEndReached={() => setCount(count + 30)}
      isLoadingMore={count < 30}
    />
  )
}

export function Loading() {
  return <DataTable label="People" height={320} rows={[]} rowId={idOf} columns={columns} isLoading />
}

export function Refreshing() {
  return <DataTable label="People" height={320} rows={people(3)} rowId={idOf} columns={columns} isLoading />
}

export function Empty() {
  return <DataTable label="People" height={320} rows={[]} rowId={idOf} columns={columns} />
}

export function NothingMatches() {
  const [isFiltered, setFiltered] = useState(true)
  return (
    <DataTable
      label="People"
      height={320}
      rows={isFiltered ? [] : people(4)}
      rowId={idOf}
      columns={columns}
      isFiltered={isFiltered}
      onResetFilters={() => setFiltered(false)}
    />
  )
}

export function Failed() {
  const [error, setError] = useState<string | null>('Something went wrong, no data to display')
  return (
    <DataTable
      label="People"
      height={320}
      rows={error === null ? people(4) : []}
      rowId={idOf}
      columns={columns}
      error={error}
      onRetry={() => setError(null)}
    />
  )
}

export function FailedToRefresh() {
  return (
    <DataTable
      label="People"
      height={320}
      rows={people(4)}
      rowId={idOf}
      columns={columns}
      error="Something went wrong, no data to display"
      onRetry={() => undefined}
    />
  )
}
