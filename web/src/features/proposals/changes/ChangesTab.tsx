import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { levelOrder, levels, type Proposal, type ProposalPage } from '../model.ts'
import { useChangedNodes } from '../queries.ts'
import { NodeCard } from './NodeCard.tsx'
import { stateText } from './state-text.ts'

const anyLevel = 'any'
const options = [
  { value: anyLevel, label: 'Any level' },
  ...levelOrder.map((level) => ({
    value: level,
    label: levels[level].word.charAt(0).toUpperCase() + levels[level].word.slice(1),
  })),
]

/** What a proposal changes, node by node, what breaks first. */
export function ChangesTab({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const level = levelOrder.find((one) => one === params.get('level')) ?? null
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
  const nodes = useChangedNodes(proposal, search, level)
  const items = nodes.data?.pages.flatMap((page) => page.items) ?? []
  const total = nodes.data?.pages[0]?.total ?? 0
  const note = stateText(proposal)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {note ? <Callout severity="info">{note}</Callout> : null}
      <TableToolbar
        search={search}
        onSearchChange={searchFor}
        searchLabel="Search by name"
        filters={[
          {
            id: 'level',
            label: 'Level',
            value: level ?? anyLevel,
            options,
            onChange: (value) => change('level', value === anyLevel ? null : value),
          },
        ]}
      />
      {nodes.isPending ? <Spinner label="Loading the changes" /> : null}
      {nodes.isError ? <ReadFault error={nodes.error} onRetry={() => void nodes.refetch()} /> : null}
      {nodes.data ? (
        <Typography variant="body2" color="textSecondary" role="status">
          {total === 0
            ? search || level
              ? 'No results. Try another search term.'
              : note
                ? 'Nothing is listed yet.'
                : 'No change of an API, a model or an article was found. What else differs becomes part of the branch all the same.'
            : `${total.toLocaleString('en')} ${total === 1 ? 'page or part changes' : 'pages and parts change'}.`}
        </Typography>
      ) : null}
      <Box
        component="ul"
        aria-label="Changes"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, minWidth: 0 }}
      >
        {items.map((node) => (
          <NodeCard key={node.uri} node={node} page={page} proposal={proposal} />
        ))}
      </Box>
      {nodes.hasNextPage ? (
        <Box>
          <Button loading={nodes.isFetchingNextPage} onClick={() => void nodes.fetchNextPage()}>
            Show more
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}
