import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { type IntegrationKind, leavesTheApp } from '../../../shared/integrations/kinds.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import type { LoginIntegration } from '../queries.ts'
import { useProviderSignIn } from '../use-provider-sign-in.ts'
import { JoinNotice } from './JoinNotice.tsx'

const pages: Partial<Record<IntegrationKind, 'email/login' | 'ldap' | 'bbdc' | 'ads'>> = {
  builtin: 'email/login',
  ldap: 'ldap',
  bitbucket_data_center: 'bbdc',
  azure_devops_server: 'ads',
}

interface Props {
  integrations: LoginIntegration[]
  /** Path of the workspace to go on to. */
  target: string
  /** Called for who is in, where the page does not lead on by itself. */
  onEntered?: () => void
}

/** A button for each way into the workspace, and what came of the last one. */
export function WaysIn({ integrations, target, onEntered }: Props) {
  const { start, busy, problem, leave, joinStatus } = useProviderSignIn(onEntered)
  return (
    <>
      <JoinNotice status={joinStatus} />
      <FormError>{problem}</FormError>
      {leave ? (
        <Button variant="outlined" onClick={leave}>
          Continue in this window
        </Button>
      ) : null}
      {inOrder(integrations).map((integration) => {
        const page = leavesTheApp(integration.flow) ? undefined : pages[integration.kind]
        const looks = {
          variant: 'outlined',
          size: 'large',
          startIcon: <IntegrationIcon kind={integration.kind} size="row" />,
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
            onClick={() => start({ integrationId: integration.id, returnTo: target })}
          >
            {label}
          </Button>
        )
      })}
    </>
  )
}

/** The default identity provider leads, the built-in form ends the list. */
function inOrder(integrations: LoginIntegration[]): LoginIntegration[] {
  const rank = ({ is_default_idp: first, kind }: LoginIntegration) => (first ? 0 : kind === 'builtin' ? 2 : 1)
  return integrations.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
