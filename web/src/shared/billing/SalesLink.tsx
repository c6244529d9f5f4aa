import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { salesHref } from './sales.ts'

/** Words that say whom to ask, with the way there where the installation has one. */
export function SalesLink({ children }: { children: ReactNode }) {
  const href = salesHref()
  if (href === null) return children
  const page = href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <Link href={href} {...page}>
      {children}
    </Link>
  )
}

/** For plans without a price of their own. */
export function QuoteText() {
  return (
    <>
      Please <SalesLink>contact sales</SalesLink> to get a quote on pricing.
    </>
  )
}
