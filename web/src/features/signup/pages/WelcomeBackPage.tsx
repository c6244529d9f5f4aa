import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Navigate, Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { InboxHint } from '../../../shared/ui/InboxHint.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { useWizard } from '../wizard.ts'

/** The address has workspaces already; their list is in the mail. */
export function WelcomeBackPage() {
  const site = useSite()
  const { state, pathTo } = useWizard()
  if (site.kind === 'workspace') return <Navigate to={paths.home} replace />
  if (!state.email) return <Navigate to={pathTo('start')} replace />
  return (
    <WizardLayout
      title="Welcome back"
      intro={
        <>
          <strong>{state.email}</strong> already belongs to one or more workspaces. We have sent you an email
          with the list, so that you can go straight to yours.
        </>
      }
      footer={
        <>
          Not your address?{' '}
          <Link component={RouterLink} to={pathTo('start')}>
            Use a different email
          </Link>
        </>
      }
    >
      <InboxHint />
      <Button component={RouterLink} to={pathTo('name')} variant="outlined" size="large">
        Create another workspace
      </Button>
    </WizardLayout>
  )
}
