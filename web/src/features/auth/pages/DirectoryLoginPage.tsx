import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { type IntegrationKind, kindNames } from '../../../shared/integrations/kinds.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { AuthFooter } from '../components/AuthFooter.tsx'
import { CredentialsForm } from '../components/CredentialsForm.tsx'
import { type LoginIntegration, useLoginIntegrations } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'

/** Sign-in with a name and password that a directory or a Git host of one's own knows. */
export function DirectoryLoginPage({ kind }: { kind: IntegrationKind }) {
  const workspace = useWorkspace()
  const target = useReturnPath()
  const query = useLoginIntegrations(workspace.slug)
  if (query.isPending) return <Spinner />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  const choices = query.data.filter((one) => one.kind === kind && one.flow === 'basic')
  if (choices.length === 0) return <Navigate to={paths.auth(target)} replace />
  return <Form choices={choices} kind={kind} others={query.data.length > 1} />
}

function Form({
  choices,
  kind,
  others,
}: {
  choices: LoginIntegration[]
  kind: IntegrationKind
  others: boolean
}) {
  const workspace = useWorkspace()
  const [chosen, setChosen] = useState(choices[0]?.id ?? 0)
  return (
    <EntryLayout
      title={`Sign in to ${workspace.name}`}
      intro={`with your ${kindNames[kind]} account`}
      footer={<AuthFooter others={others} />}
    >
      {choices.length > 1 ? (
        <TextField
          select
          label="Directory"
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {choices.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      <CredentialsForm key={chosen} integrationId={chosen} identifierLabel="Username" />
    </EntryLayout>
  )
}
