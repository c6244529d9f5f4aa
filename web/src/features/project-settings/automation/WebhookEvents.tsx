import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../../shared/data/api.ts'
import { branchOfRef } from '../../../shared/tasks/words.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { useWebhookEvents } from '../git/queries.ts'

type Delivery = NonNullable<ReturnType<typeof useWebhookEvents>['data']>[number]

/** 'pull_request_opened' as it is read: 'Pull request opened'. */
const spoken = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

const columns: Column<Delivery>[] = [
  {
    id: 'event',
    label: 'Event',
    flex: 1,
    minWidth: 120,
    // On a phone the last word, which tells them apart, stands below the others.
    render: ({ event }) => (
      <Box component="span" sx={{ whiteSpace: 'normal', lineHeight: 1.35 }}>
        {spoken(event)}
      </Box>
    ),
  },
  {
    id: 'ref',
    label: 'Branch',
    flex: 1,
    minWidth: 90,
    render: ({ ref }) => (
      <Typography variant="body2" color="textSecondary" noWrap title={branchOfRef(ref)}>
        {branchOfRef(ref)}
      </Typography>
    ),
  },
  {
    id: 'outcome',
    label: 'Outcome',
    width: 150,
    wideOnly: true,
    render: ({ outcome, reason }) => (
      <Box>
        {spoken(outcome)}
        {reason === null ? null : (
          <Typography variant="caption" component="p" color="textSecondary" noWrap title={reason}>
            {reason}
          </Typography>
        )}
      </Box>
    ),
  },
  {
    id: 'received',
    label: 'Received',
    width: 140,
    render: ({ received_at }) => <RelativeTime at={received_at} />,
  },
]

const rowHeight = 60
const headHeight = 48
const emptyRows = 2
const mostRows = 6

/** What the Git host told of the project, and what came of it. */
export function WebhookEvents({ projectId }: { projectId: number }) {
  const events = useWebhookEvents(projectId)
  const rows = events.data ?? []
  return (
    <Section title="Webhook events" isTopic>
      <DataTable
        label="Webhook events"
        rows={rows}
        rowId={({ id }) => String(id)}
        columns={columns}
        isLoading={events.isPending}
        error={events.isError ? messageOf(events.error) : null}
        onRetry={() => void events.refetch()}
        emptyText="No events to show here yet..."
        height={headHeight + rowHeight * Math.min(rows.length || emptyRows, mostRows)}
      />
    </Section>
  )
}
