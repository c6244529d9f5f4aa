import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { ConnectPanel } from '../../../shared/connections/ConnectPanel.tsx'
import { HostFault } from '../../../shared/connections/HostFault.tsx'
import { useOrganizations } from '../../../shared/connections/host-repositories.ts'
import { isToReconnect } from '../../../shared/connections/is-to-reconnect.ts'
import { OrganizationSelect, ownersAt } from '../../../shared/connections/OrganizationSelect.tsx'
import { useConnections } from '../../../shared/connections/queries.ts'
import { Reconnect } from '../../../shared/connections/Reconnect.tsx'
import { RepositoryList } from '../../../shared/connections/RepositoryList.tsx'
import { type GitIntegration, gitIntegrationsOf } from '../../../shared/connections/repositories.ts'
import { kindNames, webhookFailure } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { changedByConnecting, connectRepository } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.repositoryResolver))

interface Props {
  projectId: number
  /** Where the repository was. */
  url: string
  onClose: () => void
}

/** Chooses integration and repository of a project that follows none any more. */
export default function ConnectDialog({ projectId, url, onClose }: Props) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>Connect repository</DialogTitle>
      <DialogContent
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, alignContent: 'start' }}
      >
        <Typography variant="body2" color="textSecondary">
          The project is read with your account at the host from then on, and follows its pushes.
        </Typography>
        <Integrations>
          {(integration) => (
            <Repository
              key={integration.workspace_integration_id}
              projectId={projectId}
              integration={integration}
              url={url}
              onDone={onClose}
            />
          )}
        </Integrations>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Integrations({ children }: { children: (integration: GitIntegration) => ReactNode }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const connections = useConnections()
  if (connections.isPending) return <Spinner />
  if (connections.isError)
    return <ReadFault error={connections.error} onRetry={() => void connections.refetch()} />
  const integrations = gitIntegrationsOf(connections.data)
  const integration =
    integrations.find(({ workspace_integration_id: id }) => id === chosen) ?? integrations[0]
  if (!integration) return <Callout severity="info">No configured integrations</Callout>
  return (
    <>
      <TextField
        select
        label="Git provider"
        size="small"
        value={integration.workspace_integration_id}
        onChange={(event) => setChosen(Number(event.target.value))}
        sx={{ mt: 1 }}
      >
        {integrations.map(({ workspace_integration_id: id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {integration.external_user_id === null ? (
        <ConnectPanel integration={integration}>
          <Typography>Connect your account at {integration.name} first.</Typography>
        </ConnectPanel>
      ) : (
        children(integration)
      )}
    </>
  )
}

interface RepositoryProps {
  projectId: number
  integration: GitIntegration
  url: string
  onDone: () => void
}

function Repository({ projectId, integration, url, onDone }: RepositoryProps) {
  const toast = useToast()
  const [isExpired, setExpired] = useState(false)
  const form = useForm({ resolver, defaultValues: { url } })
  const { isSubmitting, errors } = form.formState
  const submit = useSubmit(form, {
    run: ({ url }) => connectRepository(projectId, integration, url),
    changes: changedByConnecting,
    success: 'The repository was connected. Its default branch is being read.',
    onDone: ({ isWebhookMissing }) => {
      if (isWebhookMissing) toast.warning(webhookFailure(kindNames[integration.kind]))
      onDone()
    },
    fields: ['url'],
    fallback: 'The repository could not be connected.',
    onRefused: (error) => {
      setExpired(isToReconnect(error))
      return isToReconnect(error)
    },
  })
  if (isExpired) return <Reconnect integration={integration} onConnected={() => setExpired(false)} />
  return (
    <FormStack onSubmit={submit} label="Connect repository">
      <FormError>{errors.root?.message}</FormError>
      <Listed
        integration={integration}
        control={form.control}
        onChoose={(chosen) => form.setValue('url', chosen, { shouldValidate: true })}
        disabled={isSubmitting}
      />
      <FormTextField
        control={form.control}
        name="url"
        label="Repository URL"
        type="url"
        autoComplete="off"
        disabled={isSubmitting}
        helperText="Where the repository is now: chosen above, or typed"
      />
      <SubmitButton loading={isSubmitting} sx={{ justifySelf: 'start' }}>
        Connect
      </SubmitButton>
    </FormStack>
  )
}

interface ListedProps {
  integration: GitIntegration
  control: Control<{ url: string }>
  onChoose: (url: string) => void
  disabled: boolean
}

/** What the host has for the caller: the address of the chosen one goes into the field. */
function Listed({ integration, control, onChoose, disabled }: ListedProps) {
  const url = useWatch({ control, name: 'url' })
  const organizations = useOrganizations(integration)
  const [organization, setOrganization] = useState<string | null | undefined>(undefined)
  if (organizations.isPending) return <Typography role="status">Fetching data, hang tight...</Typography>
  if (organizations.isError)
    return (
      <HostFault
        integration={integration}
        error={organizations.error}
        onRetry={() => void organizations.refetch()}
      />
    )
  const owners = ownersAt(integration, organizations.data)
  const [first] = owners
  if (!first) return null
  const chosen = organization === undefined ? first.slug : organization
  return (
    <>
      <OrganizationSelect owners={owners} value={chosen} onChange={setOrganization} disabled={disabled} />
      <RepositoryList
        integration={integration}
        isExpired={false}
        organization={chosen}
        isChosen={({ remote_url_http: at }) => at === url}
        isTyped={() => false}
        onToggle={({ remote_url_http: at }) => onChoose(at)}
        disabled={disabled}
      />
    </>
  )
}
