import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePin } from '../data/pins.ts'
import { type ProjectRow, usePinnedProjects } from '../data/projects.ts'

const ConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

interface PinToggle {
  /** Whether it is not known yet what is pinned. */
  isPending: boolean
  pinned: ProjectRow[]
  isPinned: (project: Pick<ProjectRow, 'id'>) => boolean
  /** Pins at once; asks before it unpins. */
  toggle: (project: ProjectRow) => void
  /** Shown by who uses the toggle. */
  question: ReactNode
}

/** The caller's pinned projects, and pinning or unpinning one. */
export function usePinToggle(): PinToggle {
  const { data: pinned = [], isPending } = usePinnedProjects()
  const pin = usePin()
  const [unpinning, setUnpinning] = useState<ProjectRow>()
  const isPinned: PinToggle['isPinned'] = ({ id }) => pinned.some((one) => one.id === id)
  const toggle = (project: ProjectRow) =>
    isPinned(project) ? setUnpinning(project) : pin.mutate({ project, pinned: true })
  const question = unpinning ? (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title="Unpin project"
        confirmLabel="Unpin"
        onClose={() => setUnpinning(undefined)}
        onConfirm={() => pin.mutate({ project: unpinning, pinned: false })}
      >
        {unpinning.name} will no longer be pinned to your sidebar.
      </ConfirmDialog>
    </Suspense>
  ) : null
  return { isPending, pinned, isPinned, toggle, question }
}
