import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { BulkAction, DataTableProps } from './types.ts'

interface Props {
  count: number
  actions: BulkAction[]
  rest: DataTableProps<unknown>['selectRest']
  onClear: () => void
}

/** What can be done with all that is selected. It lies below the rows, so that they stay where they are. */
export function BulkBar({ count, actions, rest, onClear }: Props) {
  return (
    <Box
      role="toolbar"
      aria-label="Actions for the selection"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: 'background.default',
      }}
    >
      <Typography variant="subtitle2" role="status" sx={{ mr: 1 }}>
        {count === 1 ? '1 item selected:' : `${count.toLocaleString('en')} items selected:`}
      </Typography>
      {rest ? (
        <Button size="small" loading={rest.isBusy} onClick={rest.onSelect}>
          {offerOf(rest)}
        </Button>
      ) : null}
      {actions.map((action) => (
        <BulkButton key={action.label} {...action} />
      ))}
      <Tooltip title="Clear selection">
        <IconButton size="small" aria-label="Clear selection" onClick={onClear} sx={{ ml: 'auto' }}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

function offerOf({ total, most = total }: NonNullable<Props['rest']>): string {
  const all = total.toLocaleString('en')
  return most < total ? `Select the first ${most.toLocaleString('en')} of ${all}` : `Select all ${all}`
}

/** Stays reachable when it is not to be had, so that its reason can be read. */
function BulkButton({ label, icon, destructive, disabledBecause, onSelect }: BulkAction) {
  const reason = disabledBecause ?? null
  return (
    <Tooltip title={reason ?? ''} describeChild>
      <Button
        size="small"
        variant="outlined"
        color={destructive ? 'error' : 'primary'}
        startIcon={icon}
        aria-disabled={reason !== null}
        onClick={() => reason === null && onSelect()}
        sx={{
          backgroundColor: 'background.paper',
          ...(reason === null ? {} : { color: 'text.disabled', borderColor: 'divider', cursor: 'default' }),
        }}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
