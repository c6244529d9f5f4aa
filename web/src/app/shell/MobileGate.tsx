import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

const NotResponsiveDialog = lazy(() => import('./NotResponsiveDialog.tsx'))

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

/** Whether a path has no layout for small screens. */
function lacksMobileLayout(pathname: string): boolean {
  return withoutMobileLayout.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/**
 * Such a page on a small screen waits behind a warning until the visitor chooses to see it: what is not there cannot open
 * a panel over the warning. One that is shown already stays when its window gets smaller, with what was typed there.
 */
export function MobileGate({ children }: { children: ReactNode }) {
  const small = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const { pathname } = useLocation()
  const [accepted, setAccepted] = useState(() => document.cookie.includes(`${cookieName}=`))
  const [shown, setShown] = useState(small ? null : pathname)
  useEffect(() => {
    if (!small) setShown(pathname)
  }, [small, pathname])
  if (!small || accepted || shown === pathname || !lacksMobileLayout(pathname)) return children

  const accept = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from insecure origins and Firefox.
    document.cookie = `${cookieName}=true; Path=/; SameSite=Lax`
    setAccepted(true)
  }
  return (
    <Suspense fallback={null}>
      <NotResponsiveDialog onAccept={accept} />
    </Suspense>
  )
}
