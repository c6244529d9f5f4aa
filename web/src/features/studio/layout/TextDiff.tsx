import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { type Query, useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'

const Diff = lazy(() => import('./Diff.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  path: string
  /** How both texts are read, the older one first. */
  query: Query<[before: string, now: string]>
  /** Whether a text is being typed: what was read a moment ago is old. */
  isLive?: boolean
}

/** Two texts of a file, once they are there. */
export function TextDiff({ path, query, isLive = false }: Props) {
  const texts = useRead({ ...query, ...(isLive && { staleTime: 0 }) })
  if (texts.isPending) return <Spinner />
  if (!texts.data) return <ReadFault error={texts.error} onRetry={() => void texts.refetch()} />
  const [before, now] = texts.data
  if (before === now) return <DiffNote>The text is the same.</DiffNote>
  return (
    <Suspense fallback={<Spinner />}>
      <Diff path={path} before={before} now={now} />
    </Suspense>
  )
}

/** What stands in the place of a comparison. */
export function DiffNote({ children }: { children: string }) {
  return (
    <Typography color="textSecondary" sx={{ p: 3 }}>
      {children}
    </Typography>
  )
}
