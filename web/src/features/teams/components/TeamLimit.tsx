import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { BillingLink } from '../../../shared/billing/BillingLink.tsx'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { limitReached, useTeamLimit } from '../use-team-limit.ts'
import { TeamUpsell } from './TeamUpsell.tsx'

/** Says to whoever makes teams that the plan gives no more, or none at all. */
export function TeamLimit() {
  const { can } = usePermissions()
  const { state, maximum } = useTeamLimit()
  if (state === 'open' || !can('WorkspaceTeamCreate')) return null
  return (
    <Box>
      {state === 'full' ? (
        <Callout severity="warning" title="Team Limit Reached" action={<Upgrade />}>
          {limitReached(maximum)}
        </Callout>
      ) : (
        <Callout severity="info" title="Unlock the power of your workspace" action={<Upgrade />}>
          Teams share projects with many people at once. Your current plan does not include them.{' '}
          <OfferText feature="teams" canBill={can('WorkspaceBilling')} />
        </Callout>
      )}
    </Box>
  )
}

/** Leads whoever may to the plan; the others learn whom to ask. */
function Upgrade() {
  const { can } = usePermissions()
  const [asking, setAsking] = useState(false)
  if (can('WorkspaceBilling')) {
    return <BillingLink feature="teams" label="Upgrade" variant="outlined" color="inherit" />
  }
  return (
    <>
      <Button variant="outlined" color="inherit" size="small" onClick={() => setAsking(true)}>
        Upgrade
      </Button>
      <TeamUpsell open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
