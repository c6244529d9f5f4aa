import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useConnections } from '../../../shared/connections/queries.ts'
import { useConnect } from '../../../shared/connections/use-connect.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { ConnectionRow } from '../components/ConnectionRow.tsx'

/** The sign-in integrations of the workspace, connected to the account or not. */
export function ConnectedPage() {
  usePageTitle('Connected accounts')
  const connections = useConnections()
  const connecting = useConnect()
  if (connections.isPending) return <Spinner />
  if (connections.isError)
    return <QueryErrorPage error={connections.error} onRetry={() => void connections.refetch()} />
  return (
    <Section isTopic title="Connected accounts">
      {connections.data.length === 0 ? (
        <Typography color="textSecondary">This workspace has no integrations to connect to.</Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {connections.data.map((connection) => (
          <ConnectionRow key={connection.workspace_integration_id} connection={connection} {...connecting} />
        ))}
      </Box>
    </Section>
  )
}
