import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { useToast } from '../../shared/ui/toast.ts'
import { failuresOf, moveProject, moveProjects, partialResult, saidOf, useReadAgain } from './changes.ts'
import { counted, type Group, type Project } from './model.ts'

export interface Move {
  projects: Project[]
  /** Null takes them out of their group. */
  group: Group | null
}

export interface Question extends Move {
  publicProjects: number
}

interface Outcome {
  publicProjects: number | null
  /** Projects that stayed where they were. */
  failed: number[]
}

/** Moves projects between groups; a move that would turn public projects internal waits for `confirm`. */
export function useMoves(onMoved: (failed: number[]) => void) {
  const toast = useToast()
  const readAgain = useReadAgain()
  const [question, setQuestion] = useState<Question | null>(null)

  /** Rejects with the message to show. */
  const attempt = async (move: Move, isConfirmed: boolean) => {
    const { publicProjects, failed } = await (move.projects.length === 1 ? moveOne : moveMany)(
      move,
      isConfirmed,
      toast,
    )
    if (publicProjects !== null) return setQuestion({ ...move, publicProjects })
    setQuestion(null)
    onMoved(failed)
    await readAgain()
  }
  return {
    question,
    dismiss: () => setQuestion(null),
    /** For dialogs: what goes wrong is theirs to show. */
    move: (move: Move) => attempt(move, false),
    /** For drops and menus: what goes wrong is shown at the edge of the screen. */
    moveAtOnce: (move: Move) => void attempt(move, false).catch((error) => toast.error(messageOf(error))),
    confirm: async () => question && (await attempt(question, true)),
  }
}

type Toast = ReturnType<typeof useToast>

async function moveOne({ projects, group }: Move, confirm: boolean, toast: Toast): Promise<Outcome> {
  const [project] = projects
  if (!project) return { publicProjects: null, failed: [] }
  try {
    const answer = await moveProject(project.id, group?.id ?? null, confirm)
    if (answer.confirmation_required) return { publicProjects: 1, failed: [] }
  } catch (error) {
    throw saidOf(error, group ? 'Error moving project' : 'Error removing project from the group')
  }
  toast.success(
    group ? 'Successfully moved the project!' : 'Successfully removed the project from the group!',
  )
  return { publicProjects: null, failed: [] }
}

async function moveMany({ projects, group }: Move, confirm: boolean, toast: Toast): Promise<Outcome> {
  const ids = projects.map(({ id }) => id)
  const answer = await moveProjects(ids, group?.id ?? null, confirm).catch((error: unknown) => {
    throw saidOf(error, 'Error moving project')
  })
  if (answer.confirmation_required) return { publicProjects: answer.public_projects, failed: [] }
  if (answer.failed > 0) toast.warning(partialResult(answer, 'moved'))
  else toast.success(`Successfully moved ${counted(answer.succeeded, 'project')}!`)
  return { publicProjects: null, failed: failuresOf(answer) }
}
