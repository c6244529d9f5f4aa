import { CreateGroup } from '../../../shared/groups/CreateGroup.tsx'
import type { Group, Project } from '../model.ts'
import type { useMoves } from '../use-moves.ts'
import type { View } from '../use-view.ts'
import { DeleteProjectsDialog } from './DeleteProjectsDialog.tsx'
import { DeleteGroupDialog, LeaveGroupDialog } from './GroupQuestions.tsx'
import { InternalQuestion } from './InternalQuestion.tsx'
import { MoveDialog } from './MoveDialog.tsx'

/** What the screen is asking. */
export type Asked =
  | { kind: 'create-group' }
  | { kind: 'move' | 'delete'; projects: Project[] }
  | { kind: 'leave-group' | 'delete-group'; group: Group }

interface Props {
  asked: Asked | null
  groups: Group[]
  moves: ReturnType<typeof useMoves>
  view: View
  /** Gets those that could not be deleted. */
  onDeleted: (failed: number[]) => void
  onClose: () => void
}

/** The dialog that is open, if any. */
export function Questions({ asked, groups, moves, view, onDeleted, onClose }: Props) {
  const forgetDetails = () => view.details && view.close()
  if (moves.question) {
    return <InternalQuestion question={moves.question} onConfirm={moves.confirm} onClose={moves.dismiss} />
  }
  switch (asked?.kind) {
    case 'create-group':
      return <CreateGroup onClose={onClose} onCreated={({ slug }) => view.open({ kind: 'group', slug })} />
    case 'move':
      return <MoveDialog projects={asked.projects} groups={groups} onMove={moves.move} onClose={onClose} />
    case 'delete':
      return (
        <DeleteProjectsDialog
          projects={asked.projects}
          onDeleted={(failed) => {
            if (asked.projects.some(({ id, slug }) => slug === view.details?.slug && !failed.includes(id))) {
              forgetDetails()
            }
            onDeleted(failed)
          }}
          onClose={onClose}
        />
      )
    case 'leave-group':
      return <LeaveGroupDialog group={asked.group} onDone={() => undefined} onClose={onClose} />
    case 'delete-group':
      return <DeleteGroupDialog group={asked.group} onDone={forgetDetails} onClose={onClose} />
    default:
      return null
  }
}
