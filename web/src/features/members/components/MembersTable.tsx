import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckIcon from '@mui/icons-material/CheckOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import SendIcon from '@mui/icons-material/ForwardToInboxOutlined'
import GroupIcon from '@mui/icons-material/ManageAccountsOutlined'
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import useMediaQuery from '@mui/material/useMediaQuery'
import { usePermissions } from '../../../shared/data/me.ts'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import {
  type BulkAction,
  type Column,
  DataTable,
  type DataTableProps,
  type Order,
  type RowAction,
} from '../../../shared/ui/table/DataTable.tsx'
import { isSelectable, openRequestsIn, type Person } from '../people.ts'
import type { Ask } from './AskedDialog.tsx'
import { PersonCell } from './PersonCell.tsx'
import { RoleCell } from './RoleCell.tsx'

interface Props {
  rows: Person[]
  isLoading: boolean
  error: string | null
  onRetry: () => void
  order: Order
  onOrderChange: (order: Order) => void
  selected: ReadonlySet<string>
  onSelectedChange: (ids: Set<string>) => void
  selectRest: DataTableProps<Person>['selectRest']
  openId: string | null
  onOpen: (id: string) => void
  onAsk: (ask: Ask) => void
  onCopy: (email: string) => void
  onResend: (row: Person) => void
  isFiltered: boolean
  onResetFilters: () => void
  onEndReached: () => void
  isLoadingMore: boolean
}

/** Members, invitations and join requests in one table. */
export function MembersTable(props: Props) {
  const { can } = usePermissions()
  const approves = can('WorkspaceMembersApprove')
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const chosen = props.rows.filter(({ id }) => props.selected.has(id))
  return (
    <DataTable
      label="Members"
      rows={props.rows}
      rowId={({ id }) => id}
      columns={columnsOf(props, approves, isNarrow)}
      isLoading={props.isLoading}
      error={props.error}
      onRetry={props.onRetry}
      order={props.order}
      onOrderChange={props.onOrderChange}
      {...(approves && {
        selected: props.selected,
        onSelectedChange: props.onSelectedChange,
        selectRest: props.selectRest,
        isSelectable,
        bulkActions: bulkActionsOf(chosen, props.onAsk),
      })}
      rowActions={rowActionsOf(props, approves, can('WorkspaceMembersInvite'))}
      onRowClick={({ id }) => props.onOpen(id)}
      activeRowId={props.openId}
      isFiltered={props.isFiltered}
      onResetFilters={props.onResetFilters}
      onEndReached={props.onEndReached}
      isLoadingMore={props.isLoadingMore}
    />
  )
}

function columnsOf({ onAsk, openId }: Props, approves: boolean, isNarrow: boolean): Column<Person>[] {
  const columns: Column<Person>[] = [
    {
      id: 'name',
      label: 'Member',
      sortable: true,
      flex: 2,
      minWidth: 150,
      render: (row) => <PersonCell row={row} />,
    },
    {
      id: 'role',
      label: 'Role',
      sortable: true,
      width: isNarrow ? 136 : 180,
      render: (row) => (
        <RoleCell
          row={row}
          onRole={(one, role) => onAsk({ kind: 'role', rows: [one], role })}
          onApprove={approves ? (one) => onAsk({ kind: 'approve', rows: [one] }) : undefined}
        />
      ),
    },
    {
      id: 'last_seen_at',
      label: 'Last Seen',
      sortable: true,
      flex: 1,
      minWidth: 130,
      wideOnly: true,
      render: (row) => (row.kind === 'member' ? <RelativeTime at={row.member.last_seen_at} /> : '—'),
    },
    {
      id: 'created_at',
      label: 'Joined',
      sortable: true,
      flex: 1,
      minWidth: 130,
      wideOnly: true,
      render: (row) => <Since row={row} />,
    },
  ]
  // Beside the panel, which tells both times, names would have no room.
  return openId === null ? columns : columns.slice(0, 2)
}

function Since({ row }: { row: Person }) {
  if (row.kind === 'member') return <RelativeTime at={row.member.created_at} />
  return (
    <span>
      {row.kind === 'invitation' ? 'Invited ' : 'Asked '}
      <RelativeTime at={row.kind === 'invitation' ? row.invitation.last_sent_at : row.request.created_at} />
    </span>
  )
}

function bulkActionsOf(rows: Person[], onAsk: (ask: Ask) => void): BulkAction[] {
  const hasRequests = openRequestsIn(rows).length > 0
  return [
    {
      label: 'Change Role',
      icon: <GroupIcon fontSize="small" />,
      onSelect: () => onAsk({ kind: 'role', rows, role: null }),
    },
    ...(hasRequests
      ? [
          {
            label: 'Approve',
            icon: <CheckIcon fontSize="small" />,
            onSelect: () => onAsk({ kind: 'approve', rows }),
          },
        ]
      : []),
    { label: 'Deny', icon: <BlockIcon fontSize="small" />, onSelect: () => onAsk({ kind: 'deny', rows }) },
    {
      label: 'Delete',
      icon: <DeleteIcon fontSize="small" />,
      destructive: true,
      onSelect: () => onAsk({ kind: 'remove', rows }),
    },
  ]
}

function rowActionsOf(
  { onAsk, onCopy, onResend }: Props,
  approves: boolean,
  invites: boolean,
): RowAction<Person>[] {
  const isWaiting = (row: Person) => row.kind === 'request' && !row.request.is_denied
  return [
    {
      label: 'Approve',
      icon: <CheckIcon fontSize="small" />,
      hidden: (row) => !approves || !isWaiting(row),
      onSelect: (row) => onAsk({ kind: 'approve', rows: [row] }),
    },
    {
      label: 'Invite Instead',
      icon: <PersonAddIcon fontSize="small" />,
      hidden: (row) => !invites || row.kind !== 'request' || !row.request.is_denied || row.email === null,
      onSelect: (row) => onAsk({ kind: 'invite', emails: row.email ? [row.email] : [] }),
    },
    {
      label: 'Resend Invitation',
      icon: <SendIcon fontSize="small" />,
      hidden: (row) => !invites || row.kind !== 'invitation',
      onSelect: onResend,
    },
    {
      label: 'Copy Address',
      icon: <CopyIcon fontSize="small" />,
      hidden: ({ email }) => email === null,
      onSelect: ({ email }) => email && onCopy(email),
    },
    {
      label: 'Deny',
      icon: <BlockIcon fontSize="small" />,
      destructive: true,
      hidden: (row) => !approves || !isWaiting(row),
      onSelect: (row) => onAsk({ kind: 'deny', rows: [row] }),
    },
    {
      label: 'Delete Invitation',
      icon: <DeleteIcon fontSize="small" />,
      destructive: true,
      hidden: (row) => row.kind !== 'invitation' || !row.mayRevoke,
      onSelect: (row) => onAsk({ kind: 'remove', rows: [row] }),
    },
    {
      label: 'Delete Member',
      icon: <DeleteIcon fontSize="small" />,
      destructive: true,
      hidden: (row) => !approves || row.kind !== 'member',
      disabledBecause: (row) => (row.kind === 'member' && !row.member.may_remove ? row.member.reason : null),
      onSelect: (row) => onAsk({ kind: 'remove', rows: [row] }),
    },
  ]
}
