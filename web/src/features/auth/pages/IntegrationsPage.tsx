import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSession, useWorkspace } from '../../../shared/data/workspace.tsx'
import { IntegrationIcon } from '../../../shared/sign-in/IntegrationIcon.tsx'
import { type IntegrationKind, leavesTheApp } from '../../../shared/sign-in/kinds.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { AuthFooter } from '../components/AuthFooter.tsx'
import { EndedNotice } from '../components/EndedNotice.tsx'
import { JoinNotice } from '../components/JoinNotice.tsx'
import { type LoginIntegration, useLoginIntegrations } from '../queries.ts'
import { useReturnPath } from '../return-path.ts'
import { useProviderSignIn } from '../use-provider-sign-in.ts'

const pages: Partial<Record<IntegrationKind, 'email/login' | 'ldap' | 'bbdc' | 'ads'>> = {
  builtin: 'email/login',
  ldap: 'ldap',
  bitbucket_data_center: 'bbdc',
  azure_devops_server: 'ads',
}

/** The ways into the workspace; with the built-in one alone its form comes at once. */
export function IntegrationsPage() {
  const workspace = useWorkspace()
  const target = useReturnPath()
  const query = useLoginIntegrations(workspace.slug)
  if (query.isPending) return <Spinner />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.every(({ kind }) => kind === 'builtin'))
    return <Navigate to={paths.authPage('email/login', target)} replace />
  return <Choice integrations={inOrder(query.data)} />
}

/** The default identity provider leads, the built-in form ends the list. */
function inOrder(integrations: LoginIntegration[]): LoginIntegration[] {
  const rank = ({ is_default_idp: first, kind }: LoginIntegration) => (first ? 0 : kind === 'builtin' ? 2 : 1)
  return integrations.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

function Choice({ integrations }: { integrations: LoginIntegration[] }) {
  const workspace = useWorkspace()
  const session = useSession()
  const target = useReturnPath()
  const [busy, setBusy] = useState<number | null>(null)
  const { start, leave, problem, canLeave, joinStatus } = useProviderSignIn()
  const ask = async (id: number) => {
    setBusy(id)
    await start(id, target)
    setBusy(null)
  }
  const builtin = integrations.find(({ kind }) => kind === 'builtin')
  return (
    <EntryLayout
      title={`Sign in to ${workspace.name}`}
      footer={<AuthFooter register={builtin?.allow_user_register ?? false} />}
    >
      <EndedNotice session={session} />
      <JoinNotice status={joinStatus} />
      <FormError>{problem?.message}</FormError>
      {problem && canLeave ? (
        <Button variant="outlined" onClick={() => void leave(problem.integrationId, target)}>
          Continue in this window
        </Button>
      ) : null}
      {integrations.map((integration) => {
        const page = leavesTheApp(integration.flow) ? undefined : pages[integration.kind]
        const looks = {
          variant: 'outlined',
          size: 'large',
          startIcon: <IntegrationIcon kind={integration.kind} size={24} />,
          sx: { justifyContent: 'flex-start', textAlign: 'left', overflowWrap: 'anywhere' },
        } as const
        const label = `Continue with ${integration.kind === 'builtin' ? 'email' : integration.name}`
        return page ? (
          <Button key={integration.id} {...looks} component={Link} to={paths.authPage(page, target)}>
            {label}
          </Button>
        ) : (
          <Button
            key={integration.id}
            {...looks}
            disabled={busy !== null}
            loading={busy === integration.id}
            loadingPosition="start"
            onClick={() => void ask(integration.id)}
          >
            {label}
          </Button>
        )
      })}
    </EntryLayout>
  )
}
