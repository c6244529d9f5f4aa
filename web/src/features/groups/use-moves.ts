import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { useToast } from '../../shared/ui/toast.ts'
import { failuresOf, groupLists, moveProject, moveProjects, partialResult, saidOf } from './changes.ts'
import { counted, type Group, type Project } from './model.ts'

export interface Move {
  projects: Project[]
  /** Null takes them out of their group. */
  group: Group | null
}

export interface Question extends Move {
  publicProjects: number
}

interface Attempt {
  move: Move
  isConfirmed: boolean
}

interface Outcome {
  /** Set while the move waits to be confirmed. */
  publicProjects: number | null
  /** Projects that stayed where they were. */
  failed: number[]
  notice: string | { warning: string } | null
}

/** Moves projects between groups; a move that would turn public projects internal waits for `confirm`. */
export function useMoves(onMoved: (failed: number[]) => void) {
  const toast = useToast()
  const [question, setQuestion] = useState<Question | null>(null)
  const change = useChange({
    run: ({ move, isConfirmed }: Attempt) =>
      (move.projects.length === 1 ? moveOne : moveMany)(move, isConfirmed),
    changes: groupLists,
    success: ({ notice }) => notice,
    onDone: ({ publicProjects, failed }, { move }) => {
      setQuestion(publicProjects === null ? null : { ...move, publicProjects })
      if (publicProjects === null) onMoved(failed)
    },
  })
  return {
    question,
    dismiss: () => setQuestion(null),
    /** For dialogs: what goes wrong is theirs to show. */
    move: (move: Move) => change.mutateAsync({ move, isConfirmed: false }),
    /** For drops and menus: what goes wrong is shown at the edge of the screen. */
    moveAtOnce: (move: Move) =>
      change.mutate({ move, isConfirmed: false }, { onError: (error) => toast.error(messageOf(error)) }),
    confirm: async () => question && change.mutateAsync({ move: question, isConfirmed: true }),
  }
}

const toConfirm = (publicProjects: number): Outcome => ({ publicProjects, failed: [], notice: null })

async function moveOne({ projects, group }: Move, confirm: boolean): Promise<Outcome> {
  const [project] = projects
  if (!project) return { publicProjects: null, failed: [], notice: null }
  const answer = await moveProject(project.id, group?.id ?? null, confirm).catch((error: unknown) => {
    throw saidOf(error, group ? 'Error moving project' : 'Error removing project from the group')
  })
  if (answer.confirmation_required) return toConfirm(1)
  const notice = group
    ? 'Successfully moved the project!'
    : 'Successfully removed the project from the group!'
  return { publicProjects: null, failed: [], notice }
}

async function moveMany({ projects, group }: Move, confirm: boolean): Promise<Outcome> {
  const ids = projects.map(({ id }) => id)
  const answer = await moveProjects(ids, group?.id ?? null, confirm).catch((error: unknown) => {
    throw saidOf(error, 'Error moving project')
  })
  if (answer.confirmation_required) return toConfirm(answer.public_projects)
  const notice =
    answer.failed > 0
      ? { warning: partialResult(answer, 'moved') }
      : `Successfully moved ${counted(answer.succeeded, 'project')}!`
  return { publicProjects: null, failed: failuresOf(answer), notice }
}
