import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSeats } from '../../../shared/billing/use-seats.tsx'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormMemberPicker } from '../../../shared/ui/forms/FormMemberPicker.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { assignableOf, type Picked } from '../../../shared/ui/member-picks.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { UpgradeCallout } from '../../../shared/ui/UpgradeCallout.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import { addAdmin, useAssignableAdmins } from '../admins.ts'
import { groupLists } from '../changes.ts'
import { counted, type Group } from '../model.ts'

interface Refusal {
  picked: Picked
  error: unknown
}

/** Adds members as admins of a group, and invites addresses to become them. */
export function AddAdmins({ group }: { group: Group }) {
  const { can } = usePermissions()
  const [refused, setRefused] = useState<Refusal[]>([])
  const [search, setSearch] = useState('')
  const form = useForm<{ picked: Picked[] }>({ defaultValues: { picked: [] } })
  const picked = form.watch('picked')
  const { offer, question } = useSeats()
  const submit = useSubmit(form, {
    run: async ({ picked }) => {
      const failed = await addAll(group, picked)
      const gated = failed.filter(isGated)
      if ((await offer(gated.length, 'invited')) !== 'bought') return failed
      const again = await addAll(
        group,
        gated.map((refusal) => refusal.picked),
      )
      return [...failed.filter((one) => !isGated(one)), ...again]
    },
    changes: groupLists,
    success: (failed, { picked }) => {
      const added = picked.length - failed.length
      return added > 0 ? `${counted(added, 'admin')} added or invited` : null
    },
    onDone: (failed) => {
      setRefused(failed)
      form.setValue(
        'picked',
        failed.map((refusal) => refusal.picked),
      )
    },
    fields: [],
  })
  const assignable = useAssignableAdmins(group.id, useSearchText(search))
  const mayInvite = can('WorkspaceMembersInvite')
  const isFaulty = picked.some((one) => one.kind === 'address' && one.problem !== null)
  return (
    <Section title="Add admins">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
        <FormMemberPicker
          control={form.control}
          name="picked"
          onPicked={() => setRefused([])}
          label={mayInvite ? 'Members or e-mail addresses' : 'Members'}
          assignable={(assignable.data ?? []).map(assignableOf)}
          onSearch={setSearch}
          isSearching={assignable.isFetching}
          allowAddresses={mayInvite}
          helperText={mayInvite ? 'Somebody who is no member yet is invited to the workspace.' : undefined}
          error={refused.length > 0}
        />
        {question}
        <Refused refused={refused} canBill={can('WorkspaceBilling')} />
        <Button
          type="submit"
          variant="contained"
          loading={form.formState.isSubmitting}
          disabled={picked.length === 0 || isFaulty}
          sx={{ justifySelf: 'start' }}
        >
          Add
        </Button>
      </Box>
    </Section>
  )
}

/** The plan has no seat for them. */
function isGated({ error }: Refusal): boolean {
  return error instanceof ApiProblem && error.status === 402
}

function Refused({ refused, canBill }: { refused: Refusal[]; canBill: boolean }) {
  if (refused.length === 0) return null
  if (refused.some(isGated)) {
    return (
      <UpgradeCallout feature="members" canBill={canBill}>
        The limit for this role has been reached. This workspace will need to be upgraded to complete this.
      </UpgradeCallout>
    )
  }
  const sentences = new Set(refused.map(({ error }) => messageOf(error)))
  return <Callout severity="error">{[...sentences].join(' ')}</Callout>
}

/** Answers who could not be added, and why. */
async function addAll(group: Group, picked: Picked[]): Promise<Refusal[]> {
  const failed: Refusal[] = []
  // One after the other: each may take the last seat of the plan.
  for (const one of picked) {
    const who = one.kind === 'member' ? { p_user_id: one.userId } : { p_email: one.email }
    await addAdmin(group.id, who).catch((error: unknown) => failed.push({ picked: one, error }))
  }
  return failed
}
