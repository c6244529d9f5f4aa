import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useForm, useWatch } from 'react-hook-form'
import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { useSellsSeats } from '../../../shared/billing/seats.ts'
import { useSeats } from '../../../shared/billing/use-seats.tsx'
import { refusal } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormMemberPicker } from '../../../shared/ui/forms/FormMemberPicker.tsx'
import { invalidEntriesMessage, type Picked, withoutInvalid } from '../../../shared/ui/member-picks.ts'
import { workspaceRoleDescription } from '../../../shared/ui/roles.ts'
import { inviteMembers } from '../actions.ts'
import { isPassed, isSold, seatsForRole } from '../seats.ts'
import { peopleLists } from '../use-bulk-change.ts'
import { useKnownAddresses } from '../use-known-addresses.ts'
import { InviteSeats } from './InviteSeats.tsx'
import { RoleChoice } from './RoleChoice.tsx'

const takenText = 'This e-mail has pending invitation or already a member'

interface Values {
  people: Picked[]
  role: WorkspaceRole
}

/** Invites any number of addresses at a role, inside the plan's seats. */
export function InviteDialog({ emails, onClose }: { emails: string[]; onClose: () => void }) {
  const { id } = useWorkspace()
  const { withSeats, question } = useSeats()
  const sellsSeats = useSellsSeats()
  const invite = useChange({
    run: ({ people, role }: Values) => {
      const emails = addressesOf(people).map(({ email }) => email)
      return withSeats(role === 'guest' ? 0 : emails.length, 'invited', () => inviteMembers(id, emails, role))
    },
    changes: peopleLists,
    success: (failed) => (failed.length === 0 ? 'Invites sent' : null),
  })
  const features = useFeatures().data ?? []
  const isKnown = useKnownAddresses()
  const form = useForm<Values>({
    defaultValues: {
      people: emails.map((email): Picked => ({ kind: 'address', email, problem: null })),
      role: 'maker',
    },
  })
  const [people, role] = useWatch({ control: form.control, name: ['people', 'role'] })
  const addresses = addressesOf(people)
  const blocked = invalidEntriesMessage(people)
  const valid = withoutInvalid(people)
  const seats = seatsForRole(features, role)
  const isFull = seats.some((one) => isPassed(one, addresses.length) && !(sellsSeats && isSold(one)))
  const send = async (values: Values) => {
    const failed = await invite.mutateAsync(values)
    const [first] = failed
    if (!first) return
    // Those that were sent go; what is left says why it was not.
    const messages = new Map(failed.map(({ key, message }) => [key, message]))
    form.setValue(
      'people',
      addresses.flatMap((one) => {
        const problem = messages.get(one.email.trim().toLowerCase())
        return problem === undefined ? [] : [{ ...one, problem }]
      }),
    )
    throw refusal(`Error sending one or more invites: ${first.message}`)
  }
  return (
    <FormDialog
      open
      title="Invite Members"
      form={form}
      fields={[]}
      maxWidth="md"
      saveLabel="Send Invites"
      isDisabled={addresses.length === 0 || blocked !== null || isFull}
      onSave={send}
      onClose={onClose}
    >
      <FormMemberPicker
        control={form.control}
        name="people"
        label="E-mail addresses"
        allowAddresses
        autoFocus
        checkAddress={(email) => (isKnown(email) ? takenText : null)}
        placeholder="ada@example.com, grace@example.com"
        helperText={blocked ?? 'Paste or type as many as you like, separated by commas.'}
        error={blocked !== null}
      />
      {blocked ? (
        <Button
          size="small"
          variant="outlined"
          onClick={() => form.setValue('people', valid, { shouldDirty: true })}
          sx={{ justifySelf: 'start' }}
        >
          {leaveOutText(people.length - valid.length)}
        </Button>
      ) : null}
      <div>
        <RoleChoice
          label="Role"
          value={role}
          onChange={(next) => form.setValue('role', next, { shouldDirty: true })}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mx: 1.75 }}>
          {role === 'guest'
            ? 'Guests are external, read-only members.'
            : `${workspaceRoleDescription(role)}.`}
        </Typography>
      </div>
      <InviteSeats seats={seats} added={addresses.length} sellsSeats={sellsSeats} />
      {question}
    </FormDialog>
  )
}

function addressesOf(people: Picked[]) {
  return people.flatMap((one) => (one.kind === 'address' ? [one] : []))
}

function leaveOutText(count: number): string {
  return count === 1 ? 'Leave out the invalid entry' : `Leave out the ${count} invalid entries`
}
