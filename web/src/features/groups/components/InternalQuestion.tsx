import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { counted } from '../model.ts'
import type { Question } from '../use-moves.ts'

interface Props {
  question: Question
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Before public projects go into an internal group, which makes them internal. */
export function InternalQuestion({
  question: { group, projects, publicProjects },
  onConfirm,
  onClose,
}: Props) {
  const [only] = projects
  const subject =
    projects.length === 1 && only
      ? `${only.name} is public`
      : `${counted(publicProjects, 'project')} of these ${publicProjects === 1 ? 'is' : 'are'} public`
  const becomes = publicProjects === 1 ? 'it becomes' : 'they become'
  return (
    <ConfirmDialog
      open
      title="Change visibility to internal?"
      confirmLabel="Move"
      onConfirm={async () => void (await onConfirm())}
      onClose={onClose}
    >
      {subject}, and {group?.name} is an internal group: moved there, {becomes} internal, for members of the
      workspace only.
    </ConfirmDialog>
  )
}
