import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import type { ScimError, ScimOverview } from './queries.ts'

/** What came by SCIM, and what of it was refused. */
export function ScimStatus({ scim }: { scim: ScimOverview }) {
  const members = scim.people - scim.waiting - scim.deactivated
  return (
    <>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 2 }}
      >
        <Fact name="People">
          {scim.people}
          <Typography variant="body2" color="textSecondary">
            {`${members} came in, ${scim.waiting} have not yet, ${scim.deactivated} deactivated`}
          </Typography>
        </Fact>
        <Fact name="Groups">{scim.groups}</Fact>
        <Fact name="Last request">
          {scim.last_synced_at ? <RelativeTime at={scim.last_synced_at} /> : 'Never'}
        </Fact>
        <Fact name="Last change">
          {scim.last_changed_at ? <RelativeTime at={scim.last_changed_at} /> : 'Never'}
        </Fact>
      </Box>
      {scim.errors.length > 0 ? <Errors errors={scim.errors} /> : null}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  )
}

function Errors({ errors }: { errors: ScimError[] }) {
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        {errors.length === 1 ? 'One request was refused' : `${errors.length} requests were refused`}
      </Box>
      <Box component="ul" aria-label="Refused requests" sx={{ pl: 2.5, my: 1 }}>
        {errors.map((error) => (
          <li key={`${error.created_at} ${error.request}`}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <code>{error.request}</code> ({error.status}): {error.detail}{' '}
              <RelativeTime at={error.created_at} />
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  )
}
