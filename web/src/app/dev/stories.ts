import { lazy } from 'react'

/** The page of the shared widgets; not there outside of development. */
export const Stories = import.meta.env.DEV ? lazy(() => import('./StoriesPage.tsx')) : null
