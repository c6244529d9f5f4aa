import type { UseFormReturn } from 'react-hook-form'
import { useSubmit } from '../../shared/ui/forms/use-submit.ts'
import type { Picked } from '../../shared/ui/MemberPicker.tsx'
import { addMembers, type TeamMember, type Who } from './member-queries.ts'
import { type Team, type TeamRole, teamResources } from './queries.ts'

export interface Additions {
  picked: Picked[]
  role: TeamRole
}

/** Adds who was picked to a team; those that could not be stay picked, and the form says why. */
export function useAddMembers(team: Team, form: UseFormReturn<Additions>, role: TeamRole) {
  return useSubmit(form, {
    run: async ({ picked }) => (await addMembers(team.id, picked.map(whoIs), role)).results,
    changes: teamResources,
    success: (results) => {
      const count = (type: TeamMember['type']) => results.filter(({ value }) => value?.type === type).length
      return successOf(team, count('member'), count('invitation'))
    },
    onDone: (results, { picked }) => {
      // Results come in the order of the request.
      const failed = picked.flatMap((one, index) => {
        const result = results[index]
        return result?.ok ? [] : [{ one, message: `${nameOf(one)}: ${result?.message}` }]
      })
      form.setValue(
        'picked',
        failed.map(({ one }) => one),
      )
      if (failed.length > 0)
        form.setError('root', { message: failed.map(({ message }) => message).join(' ') })
    },
    fields: [],
  })
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
