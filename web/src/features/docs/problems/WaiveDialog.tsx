import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { useChange } from '../../../shared/data/change.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import type { Problem } from './queries.ts'
import { useOwners } from './queries.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.waiverResolver))
/** Long enough to mend what is waived, short enough to be asked again. */
const usualDays = 90

interface Values {
  reason: string
  owner: string
  until: string
}

interface Props {
  problem: Problem
  onClose: () => void
}

/** Answers for a problem until a day, or changes who does, why and until when. */
export function WaiveDialog({ problem, onClose }: Props) {
  const owners = useOwners()
  const list = owners.data ?? []
  const mine = list.find(({ isMe }) => isMe)
  const { waiver_id: waiverId, waiver_owner_id: ownerId } = problem
  const form = useForm<Values>({
    ...validateAsTyped,
    resolver,
    defaultValues: {
      reason: problem.waiver_reason ?? '',
      owner: '',
      until: problem.waiver_expires_on ?? inDays(usualDays),
    },
    values: {
      reason: problem.waiver_reason ?? '',
      owner: String(ownerId ?? mine?.id ?? ''),
      until: problem.waiver_expires_on ?? inDays(usualDays),
    },
    resetOptions: { keepDirtyValues: true },
  })
  const save = useChange({
    run: ({ reason, owner, until }: Values) => {
      const values = { p_reason: reason, p_owner_id: Number(owner), p_expires_on: until }
      return waiverId === null
        ? rpc('waive_finding', { p_finding_id: problem.id, ...values })
        : rpc('update_waiver', { p_id: waiverId, ...values })
    },
    changes: ['problems', 'governance-report', 'governance-waivers', 'governance-trend'],
    success: waiverId === null ? 'Problem waived' : 'Waiver updated',
  })
  const end = useChange({
    run: () => rpc('end_waiver', { p_id: waiverId ?? 0 }),
    changes: ['problems', 'governance-report', 'governance-waivers', 'governance-trend'],
    success: 'Waiver ended',
  })
  const others =
    ownerId !== null && !list.some(({ id }) => id === ownerId)
      ? [{ id: ownerId, name: problem.waiver_owner ?? '' }]
      : []
  return (
    <FormDialog
      open
      title={waiverId === null ? `Waive ${problem.rule}` : `Waiver of ${problem.rule}`}
      form={form}
      fields={['reason']}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
      saveLabel={waiverId === null ? 'Waive' : 'Save'}
      {...(waiverId === null ? {} : { onRemove: () => end.mutateAsync(), removeLabel: 'End waiver' })}
      isDisabled={!owners.data}
    >
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        What this rule finds at {problem.node_name ?? problem.file} in this place and below, on all versions,
        counts as waived until the end of the day. It is told in the activity of the workspace.
      </Typography>
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        multiline
        minRows={2}
        maxRows={8}
        autoFocus
      />
      <FormSelect
        control={form.control}
        name="owner"
        label="Owner"
        choices={[...others, ...list].map(({ id, name }) => ({ value: String(id), label: name }))}
        helperText="Who answers for it"
        disabled={!owners.data}
      />
      <FormTextField
        control={form.control}
        name="until"
        label="Last day"
        type="date"
        slotProps={{ htmlInput: { min: inDays(0), max: inDays(365) } }}
      />
    </FormDialog>
  )
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
}
