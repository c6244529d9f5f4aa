import Alert from '@mui/material/Alert'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Says that nothing here came from the server just now; `at` is when it last did, ms since 1970. */
export function OfflineNotice({ at }: { at: number }) {
  return (
    <Alert severity="info" role="status" square sx={{ py: 0, borderBottom: 1, borderColor: 'divider' }}>
      You are offline. Files are as this browser knows them since {moment.format(at)}. What you write is kept
      here, also when you close the page, and sent once there is a connection.
    </Alert>
  )
}
