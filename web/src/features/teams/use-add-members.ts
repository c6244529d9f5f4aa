import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import type { Picked } from '../../shared/ui/MemberPicker.tsx'
import { useToast } from '../../shared/ui/toast.ts'
import { addMembers, type Who } from './member-queries.ts'
import { type Team, type TeamRole, useRefreshTeams } from './queries.ts'

/** Adds people to a team; answers those that could not be, and says why in `problem`. */
export function useAddMembers(team: Team) {
  const toast = useToast()
  const refresh = useRefreshTeams()
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (picked: Picked[], role: TeamRole): Promise<Picked[]> => {
    setAdding(true)
    setProblem(null)
    try {
      const { results } = await addMembers(team.id, picked.map(whoIs), role)
      const invited = results.filter(({ value }) => value?.type === 'invitation').length
      const added = results.filter(({ value }) => value?.type === 'member').length
      if (invited + added > 0) toast.success(successOf(team, added, invited))
      // Results come in the order of what was asked.
      const failed = picked.filter((_, index) => !results[index]?.ok)
      setProblem(failed.map((one) => `${nameOf(one)}: ${results[picked.indexOf(one)]?.message}`).join(' '))
      await refresh()
      return failed
    } catch (error) {
      setProblem(messageOf(error))
      return picked
    } finally {
      setAdding(false)
    }
  }
  return { add, isAdding, problem, clear: () => setProblem(null) }
}

const whoIs = (one: Picked): Who => (one.kind === 'member' ? { user_id: one.userId } : { email: one.email })
const nameOf = (one: Picked) => (one.kind === 'member' ? one.name : one.email)

function successOf(team: Team, added: number, invited: number): string {
  const parts = [
    added > 0 ? `${added} ${added === 1 ? 'member' : 'members'} added to ${team.name}.` : '',
    invited > 0 ? `${invited} ${invited === 1 ? 'invitation' : 'invitations'} sent.` : '',
  ]
  return parts.filter(Boolean).join(' ')
}
