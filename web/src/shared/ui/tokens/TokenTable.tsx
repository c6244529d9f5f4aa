import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import { messageOf } from '../../data/api.ts'
import { RelativeTime } from '../RelativeTime.tsx'
import { DataTable } from '../table/DataTable.tsx'
import type { Column } from '../table/types.ts'
import { TokenPreview } from './TokenPreview.tsx'

interface Token {
  id: number
  name: string
  access_token_prefix: string
  creator: { display_name: string } | null
  last_used: string | null
}

interface Props<T extends Token> {
  label: string
  emptyText: string
  tokens: {
    data: T[] | undefined
    isPending: boolean
    isError: boolean
    error: unknown
    refetch: () => unknown
  }
  onRename?: (token: T) => void
  onRevoke: (token: T) => void
}

const rowHeight = 60
const headHeight = 48
// Room for the words of an empty table.
const fewestRows = 2
const mostRows = 6

/** Tokens by name, without what they open. */
export function TokenTable<T extends Token>({ label, emptyText, tokens, onRename, onRevoke }: Props<T>) {
  const rows = tokens.data ?? []
  const columns: Column<T>[] = [
    {
      id: 'name',
      label: 'Name',
      flex: 2,
      minWidth: 110,
      text: ({ name }) => name,
      render: ({ name }) => name,
    },
    {
      id: 'token',
      label: 'Token',
      flex: 1,
      minWidth: 100,
      render: ({ access_token_prefix }) => <TokenPreview prefix={access_token_prefix} />,
    },
    {
      id: 'creator',
      label: 'Created by',
      flex: 1,
      wideOnly: true,
      text: ({ creator }) => creator?.display_name ?? '',
      render: ({ creator }) => creator?.display_name ?? 'Deleted user',
    },
    {
      id: 'used',
      label: 'Last used',
      width: 130,
      text: ({ last_used }) => last_used ?? '',
      render: ({ last_used }) => <RelativeTime at={last_used} />,
    },
  ]
  const rename = onRename
    ? [{ label: 'Rename', icon: <EditOutlined fontSize="small" />, onSelect: onRename }]
    : []
  return (
    <DataTable
      label={label}
      rows={rows}
      rowId={({ id }) => String(id)}
      columns={columns}
      isLoading={tokens.isPending}
      error={tokens.isError ? messageOf(tokens.error) : null}
      onRetry={() => void tokens.refetch()}
      defaultOrder={{ by: 'name', descending: false }}
      emptyText={emptyText}
      height={headHeight + rowHeight * Math.min(Math.max(rows.length, fewestRows), mostRows)}
      rowActions={[
        ...rename,
        {
          label: 'Revoke',
          icon: <DeleteOutlined fontSize="small" />,
          destructive: true,
          onSelect: onRevoke,
        },
      ]}
    />
  )
}
