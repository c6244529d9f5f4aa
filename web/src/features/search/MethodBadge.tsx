import Box from '@mui/material/Box'

const colours: Record<string, string> = {
  get: 'success.main',
  post: 'info.main',
  put: 'warning.main',
  patch: 'warning.main',
  delete: 'error.main',
}

/** An operation's HTTP method, or the kind of another page, in a column of its own. */
export function MethodBadge({ method, type }: { method: string | null; type: string }) {
  const kind = type.replace(/^http_/, '').replaceAll('_', ' ')
  return (
    <Box
      component="span"
      sx={(theme) => ({
        flex: 'none',
        width: 62,
        ...theme.typography.caption,
        fontWeight: 600,
        textTransform: method ? 'uppercase' : 'capitalize',
        color: colours[method?.toLowerCase() ?? ''] ?? 'text.secondary',
      })}
    >
      {method ?? kind}
    </Box>
  )
}
