import CheckIcon from '@mui/icons-material/Check'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { Link, Navigate } from 'react-router-dom'
import plans from '../../../../../supabase/functions/_shared/domain/plans.json' with { type: 'json' }
import { RequireAccount } from '../components/RequireAccount.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { useWizard } from '../wizard.ts'

const free = plans.products.find((product) => product.name === 'free')

/** What the free plan holds, in words. */
function factsOf(limits: { projects?: number | null; owners?: number | null }): string[] {
  return [
    `${limits.projects ?? 'Unlimited'} project`,
    `${limits.owners ?? 1} member, who owns the workspace`,
    'Internal and public projects',
    'Reference documentation for OpenAPI 2.0, 3.0 and 3.1',
    'Search across everything that is documented',
  ]
}

/** Step 5: every workspace starts on the free plan. */
export function PlanPage() {
  const { pathTo } = useWizard()
  return (
    <RequireAccount>
      {(me) => (me.is_account_info_collected ? <FreePlan /> : <Navigate to={pathTo('account')} replace />)}
    </RequireAccount>
  )
}

function FreePlan() {
  const { pathTo } = useWizard()
  return (
    <WizardLayout
      step={5}
      title="Choose your plan"
      intro="Your workspace starts on the free plan. It costs nothing and does not end."
    >
      <Card sx={{ borderColor: 'primary.main', borderWidth: 2 }}>
        <CardContent>
          <Typography variant="h2" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {free?.label} <Chip size="small" color="primary" label="Selected" />
          </Typography>
          <Typography sx={{ my: 1 }}>
            <Typography component="span" variant="h1">
              $0
            </Typography>{' '}
            a month
          </Typography>
          <List dense disablePadding>
            {factsOf(free?.limits ?? {}).map((fact) => (
              <ListItem key={fact} disableGutters>
                <ListItemIcon sx={{ minWidth: 30 }}>
                  <CheckIcon color="primary" fontSize="small" />
                </ListItemIcon>
                <ListItemText primary={fact} />
              </ListItem>
            ))}
          </List>
        </CardContent>
      </Card>
      <Button component={Link} to={pathTo('complete')} variant="contained" size="large">
        Continue with {free?.label}
      </Button>
    </WizardLayout>
  )
}
