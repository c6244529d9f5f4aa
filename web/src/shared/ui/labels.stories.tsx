import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { AvatarList } from './AvatarList.tsx'
import { Callout } from './Callout.tsx'
import { LimitProgress } from './LimitProgress.tsx'
import { PageHeader } from './PageHeader.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { UpsellDialog } from './UpsellDialog.tsx'

export const title = 'Labels and callouts'

const names = ['Ada Lovelace', 'Grace Hopper', 'Émilie du Châtelet', '李 清照', 'Alan', 'Q']
const minute = 60_000

export function Header() {
  return (
    <PageHeader
      title="Members"
      description="Who works in this workspace, who is invited and who asks to join."
      actions={<Button variant="contained">Invite Members</Button>}
    />
  )
}

export function Callouts() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Callout
        severity="warning"
        title="Team Limit Reached"
        action={
          <Button size="small" variant="outlined" color="inherit">
            Upgrade
          </Button>
        }
      >
        You have reached your team limit of 5. Upgrade your plan to create more teams.
      </Callout>
      <Callout severity="info">Administrative access is needed to change these settings.</Callout>
      <Callout severity="success">Everything looks good!</Callout>
      <Callout severity="error" title="Upgrade Required">
        The limit for this role has been reached.
      </Callout>
    </Box>
  )
}

export function Limits() {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 420 }}>
      <LimitProgress label="Projects" used={3} maximum={10} />
      <LimitProgress label="Members" used={9} maximum={10} />
      <LimitProgress label="Makers" used={12} maximum={10} />
      <LimitProgress label="Viewers" used={1204} maximum={null} />
    </Box>
  )
}

export function People() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {names.map((name) => (
          <PersonAvatar key={name} name={name} size="title" />
        ))}
      </Box>
      <AvatarList people={names.map((name) => ({ name }))} max={3} total={14} />
      <AvatarList people={names.slice(0, 2).map((name) => ({ name }))} max={3} />
    </Box>
  )
}

export function Times() {
  const [now] = useState(() => Date.now())
  return (
    <Box component="ul" sx={{ m: 0 }}>
      {[5_000, 45_000, 5 * minute, 26 * 60 * minute, 400 * 24 * 60 * minute, -3 * 60 * minute].map((age) => (
        <li key={age}>
          <RelativeTime at={new Date(now - age).toISOString()} />
        </li>
      ))}
      <li>
        <RelativeTime at={null} />
      </li>
    </Box>
  )
}

export function Upsell() {
  const [shown, setShown] = useState<'owner' | 'viewer' | null>(null)
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button onClick={() => setShown('owner')}>Who may upgrade</Button>
      <Button onClick={() => setShown('viewer')}>Who may not</Button>
      <UpsellDialog
        open={shown !== null}
        onClose={() => setShown(null)}
        feature="teams"
        message="Teams give many people access to many projects at once."
        canBill={shown === 'owner'}
      />
    </Box>
  )
}
