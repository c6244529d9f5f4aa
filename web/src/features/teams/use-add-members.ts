import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import type { Picked } from '../../shared/ui/MemberPicker.tsx'
import { addMembers, type TeamMember, type Who } from './member-queries.ts'
import { type Team, type TeamRole, teamResources } from './queries.ts'

/** Adds people to a team; answers those that could not be, and says why in `problem`. */
export function useAddMembers(team: Team) {
  const [problem, setProblem] = useState<string | null>(null)
  const change = useChange({
    run: async ({ picked, role }: { picked: Picked[]; role: TeamRole }) =>
      (await addMembers(team.id, picked.map(whoIs), role)).results,
    changes: teamResources,
    success: (results) => {
      const count = (type: TeamMember['type']) => results.filter(({ value }) => value?.type === type).length
      return successOf(team, count('member'), count('invitation'))
    },
  })
  const add = async (picked: Picked[], role: TeamRole): Promise<Picked[]> => {
    setProblem(null)
    try {
      const results = await change.mutateAsync({ picked, role })
      // Results come in the order of what was asked.
      const failed = picked.filter((_, index) => !results[index]?.ok)
      setProblem(failed.map((one) => `${nameOf(one)}: ${results[picked.indexOf(one)]?.message}`).join(' '))
      return failed
    } catch (error) {
      setProblem(messageOf(error))
      return picked
    }
  }
  return { add, isAdding: change.isPending, problem, clear: () => setProblem(null) }
}

const whoIs = (one: Picked): Who => (one.kind === 'member' ? { user_id: one.userId } : { email: one.email })
const nameOf = (one: Picked) => (one.kind === 'member' ? one.name : one.email)

function successOf(team: Team, added: number, invited: number): string | null {
  const parts = [
    added > 0 ? `${added} ${added === 1 ? 'member' : 'members'} added to ${team.name}.` : '',
    invited > 0 ? `${invited} ${invited === 1 ? 'invitation' : 'invitations'} sent.` : '',
  ]
  return parts.filter(Boolean).join(' ') || null
}
