import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { NewProposalDialog } from '../components/NewProposalDialog.tsx'
import { ProposalRow } from '../components/ProposalRow.tsx'
import { type Asked, useProposals } from '../queries.ts'

const scopes: { of: Asked['of']; label: string }[] = [
  { of: 'all', label: 'All' },
  { of: 'mine', label: 'Mine' },
  { of: 'waiting', label: 'Waiting for me' },
]

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'merged', label: 'Merged' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'Any status' },
]

const isStatus = (text: string | null): text is Asked['status'] =>
  statuses.some(({ value }) => value === text)

/** What is proposed in all projects of the workspace: all of it, mine, and what waits for me. */
export function ProposalsPage() {
  usePageTitle('Proposals')
  const [params, setParams] = useSearchParams()
  const [isNew, setNew] = useState(false)
  const of = scopes.find((scope) => scope.of === params.get('of'))?.of ?? 'all'
  const wanted = params.get('status')
  const status = isStatus(wanted) ? wanted : 'open'
  const search = params.get('search') ?? ''
  const projectId = Number(params.get('project')) || null
  const change = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const searchFor = useCallback((text: string) => change('search', text.trim() || null), [change])
  const list = useProposals({ of, status, search, projectId })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const project = projectId === null ? null : items.find((item) => item.project_id === projectId)
  const isNarrowed = search !== '' || status !== 'open' || projectId !== null || of !== 'all'
  return (
    <Box sx={{ p: 3, maxWidth: 1120, width: 1, mx: 'auto', minWidth: 0 }}>
      <PageHeader
        title="Proposals"
        description="Changes that are to become part of a branch: who breaks, what others say, and who has to approve."
        actions={
          <Button variant="contained" onClick={() => setNew(true)}>
            New proposal…
          </Button>
        }
      />
      <NavTabs
        label="Which proposals"
        tabs={scopes.map((scope) => ({
          path: scope.of === 'all' ? paths.proposals : `${paths.proposals}?of=${scope.of}`,
          label: scope.label,
          isCurrent: scope.of === of,
        }))}
      />
      <Box sx={{ mb: 2 }}>
        <TableToolbar
          search={search}
          onSearchChange={searchFor}
          searchLabel="Search by title, branch or project"
          filters={[
            {
              id: 'status',
              label: 'Status',
              value: status,
              options: statuses,
              onChange: (value) => change('status', value === 'open' ? null : value),
            },
          ]}
        />
        {projectId === null ? null : (
          <Button size="small" onClick={() => change('project', null)} sx={{ mt: 1 }}>
            Only {project?.project ?? 'one project'}: show all projects
          </Button>
        )}
      </Box>
      {list.isPending ? <Spinner label="Loading the proposals" /> : null}
      {list.isError && !list.data ? (
        <QueryErrorPage error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <Empty of={of} isNarrowed={isNarrowed} /> : null}
      {items.length > 0 ? (
        <Box
          component="ul"
          aria-label="Proposals"
          sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          {items.map((item) => (
            <ProposalRow key={item.id} item={item} onProject={(id) => change('project', String(id))} />
          ))}
        </Box>
      ) : null}
      {list.isError && list.data ? (
        <ReadFault error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : null}
      {list.hasNextPage && !list.isError ? (
        <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage} sx={{ mt: 2 }}>
          Show more
        </Button>
      ) : null}
      {isNew ? <NewProposalDialog onClose={() => setNew(false)} /> : null}
    </Box>
  )
}

function Empty({ of, isNarrowed }: { of: Asked['of']; isNarrowed: boolean }) {
  const title = of === 'waiting' ? 'Nothing waits for you' : isNarrowed ? 'No results' : 'No proposals yet'
  return (
    <Box role="status" sx={{ p: 6, textAlign: 'center' }}>
      <Typography variant="h2">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        {of === 'waiting'
          ? 'Proposals whose review is asked of you or of a team of yours are listed here.'
          : isNarrowed
            ? 'Try updating the active search and/or filters.'
            : 'Write on a branch of its own, then propose it: everybody sees what would change before it does.'}
      </Typography>
    </Box>
  )
}
