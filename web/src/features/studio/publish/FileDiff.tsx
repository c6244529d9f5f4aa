import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { readBoth } from '../content.ts'
import type { StudioFile } from '../model.ts'

const Diff = lazy(() => import('../layout/Diff.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  projectId: number
  branchSlug: string
  file: StudioFile
}

/** A file as it was published beside what it is now. */
export function FileDiff({ projectId, branchSlug, file }: Props) {
  const isText = file.kind === 'text'
  const query = useRead({
    key: ['studio-diff', { id: file.id, epoch: file.epoch }],
    read: () => readBoth(projectId, branchSlug, file),
    // It is being typed: what was read a moment ago is old.
    staleTime: 0,
    enabled: isText,
  })
  if (!isText) return <Note>This file is not text.</Note>
  if (query.isPending) return <Spinner />
  if (!query.data) return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  const [before, now] = query.data
  if (before === now) return <Note>The text is the same.</Note>
  return (
    <Suspense fallback={<Spinner />}>
      <Diff path={file.path} before={before} now={now} />
    </Suspense>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Typography color="textSecondary" sx={{ p: 3 }}>
      {children}
    </Typography>
  )
}
