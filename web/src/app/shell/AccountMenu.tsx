import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { lazy, Suspense, useState } from 'react'
import { displayName } from '../../../../supabase/functions/_shared/domain/display-name.ts'
import { type Me, primaryEmail, useMe } from '../../shared/data/me.ts'
import { useSessionState } from '../../shared/data/workspace.tsx'
import { SignInButton } from '../../shared/ui/SignInButton.tsx'
import { pictureSizes } from '../../shared/ui/sizes.ts'
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch.tsx'
import { typeSizes } from '../../shared/ui/type-sizes.ts'

const AccountMenuItems = lazy(() => import('./AccountMenuItems.tsx'))

/** Who is signed in and what they can do about it; a way to sign in for visitors. */
export function AccountMenu() {
  const session = useSessionState()
  const me = useMe()
  if (session.status === 'signed-out') {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <SignInButton variant="outlined" size="small" />
        <ThemeSwitch />
      </Box>
    )
  }
  // Reserves the room, so that the menu does not jump in.
  return me.data ? <SignedIn me={me.data} /> : <Box sx={{ height: 44 }} />
}

function SignedIn({ me }: { me: Me }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = displayName(me)
  const email = primaryEmail(me)
  return (
    <>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ justifyContent: 'flex-start', gap: 1.25, p: 0.75, borderRadius: 1, width: '100%' }}
      >
        <Avatar
          {...(me.avatar_url ? { src: me.avatar_url } : {})}
          alt=""
          aria-hidden
          sx={{
            width: pictureSizes.entry,
            height: pictureSizes.entry,
            fontSize: typeSizes.body2,
            backgroundColor: 'brand.main',
            color: 'brand.contrastText',
          }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Box component="span" sx={visuallyHidden}>
          Account menu:
        </Box>
        <Box sx={{ minWidth: 0, textAlign: 'left' }}>
          <Typography variant="subtitle2" noWrap>
            {name}
          </Typography>
          <Typography variant="caption" component="div" noWrap color="textSecondary">
            {email}
          </Typography>
        </Box>
      </ButtonBase>
      {anchor ? (
        <Suspense fallback={null}>
          <AccountMenuItems me={me} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
