import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { type ActivityEvent, type EventGroup, useActivity } from '../queries.ts'
import { deletedBy } from '../sentences.ts'
import { EventDetails } from './EventDetails.tsx'
import { EventSentence } from './EventSentence.tsx'

const columnsFor = (deleted: Set<string>): Column<ActivityEvent>[] => [
  {
    id: 'event',
    label: 'Event',
    flex: 1,
    minWidth: 180,
    render: (event) => <EventSentence event={event} deleted={deleted} />,
  },
  {
    id: 'ip',
    label: 'IP address',
    width: 150,
    wideOnly: true,
    render: ({ ip_address }) => (
      <Typography variant="body2" color="textSecondary" noWrap title={ip_address ?? undefined}>
        {ip_address ?? 'Unknown'}
      </Typography>
    ),
  },
  {
    id: 'when',
    label: 'When',
    width: 150,
    render: ({ created_at }) => (
      <Typography variant="body2" color="textSecondary" component="span">
        <RelativeTime at={created_at} />
      </Typography>
    ),
  },
]

interface Props {
  groups: EventGroup[]
  /** Whether it is known that the plan holds the trail. */
  isReady: boolean
  onReset: () => void
}

/** The events, newest first, more of them as one scrolls; a row unfolds to all that is known of it. */
export function ActivityTable({ groups, isReady, onReset }: Props) {
  const activity = useActivity(groups, isReady)
  const { events } = activity
  const columns = useMemo(() => columnsFor(deletedBy(events)), [events])
  if (!isReady || activity.isPending) {
    return (
      <Box role="status" sx={{ flex: 1, display: 'grid', placeItems: 'center', minHeight: 320 }}>
        <Typography color="textSecondary">Fetching data, hang tight...</Typography>
      </Box>
    )
  }
  return (
    <DataTable
      label="Activity"
      rows={events}
      rowId={({ id }) => String(id)}
      columns={columns}
      error={activity.isError ? 'Something went wrong, no data to display' : null}
      onRetry={() => void activity.refetch()}
      expanded={(event) => <EventDetails event={event} />}
      emptyText="No events to show here yet"
      isFiltered={groups.length > 0}
      onResetFilters={onReset}
      onEndReached={() => {
        if (activity.hasNextPage && !activity.isFetchingNextPage) void activity.fetchNextPage()
      }}
      isLoadingMore={activity.isFetchingNextPage}
    />
  )
}
