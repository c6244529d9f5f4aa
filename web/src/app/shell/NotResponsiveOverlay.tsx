import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const cookieName = 'show_non_responsive_pages'
const withoutMobileLayout = [
  '/explore',
  '/proposals',
  '/add/projects',
  '/settings',
  '/account',
  '/admin',
  '/roadmap',
]

/** Whether a path has no layout for small screens (spec 1 §2). */
export function lacksMobileLayout(pathname: string): boolean {
  return withoutMobileLayout.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Covers such a page on a small screen until the visitor chooses to see it. */
export function NotResponsiveOverlay() {
  const small = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [accepted, setAccepted] = useState(() => document.cookie.includes(`${cookieName}=`))
  if (!small || accepted || !lacksMobileLayout(pathname)) return null

  const accept = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from insecure origins and Firefox.
    document.cookie = `${cookieName}=true; Path=/; SameSite=Lax`
    setAccepted(true)
  }
  return (
    <Box
      role="dialog"
      aria-modal="true"
      aria-label="This page is not mobile responsive."
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 2,
        p: 3,
        textAlign: 'center',
        backgroundColor: 'background.default',
      }}
    >
      <Typography variant="h2" component="p">
        This page is not mobile responsive.
      </Typography>
      <Button variant="contained" onClick={accept} autoFocus>
        Continue Anyway
      </Button>
      <Button onClick={() => navigate(-1)}>Go Back</Button>
    </Box>
  )
}
