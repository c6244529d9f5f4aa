import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Subject } from '../../../../../../editing/references/index.ts'
import { DialogForm } from '../../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../../shared/ui/forms/FormTextField.tsx'
import { useDebounced } from '../../../../shared/ui/use-debounced.ts'
import type { LanguageClient } from '../client.ts'
import type { Planned, ShownPlan } from '../protocol.ts'
import { PlanPreview, sizeOf } from './PlanPreview.tsx'

interface Props {
  client: LanguageClient
  subject: Subject
  /** Makes the changes; rejects with what is refused. */
  onApply: (plan: ShownPlan) => Promise<void>
  onClose: () => void
}

/** Gives something another name in all files, after it was shown where. */
export function RenameDialog({ client, subject, onApply, onClose }: Props) {
  const id = useId()
  const form = useForm({ defaultValues: { name: subject.name } })
  const { control, formState } = form
  const name = useWatch({ control, name: 'name' })
  const [planned, setPlanned] = useState<{ name: string; plan: Planned } | null>(null)
  const wanted = useDebounced(name.trim(), 150)

  useEffect(() => {
    const abort = new AbortController()
    client.ask('rename', { subject, to: wanted }, abort.signal).then(
      (plan) => setPlanned({ name: wanted, plan }),
      (error: unknown) =>
        abort.signal.aborted || setPlanned({ name: wanted, plan: { refused: textOf(error) } }),
    )
    return () => abort.abort()
  }, [client, subject, wanted])

  const plan = planned?.name === name.trim() ? planned.plan : null
  const isSame = name.trim() === subject.name
  const why = isSame ? null : plan && 'refused' in plan ? plan.refused : null
  const shown = plan && 'files' in plan && plan.files.length > 0 ? plan : null
  const submit = form.handleSubmit(async () => {
    if (!shown) return
    try {
      await onApply(shown)
      onClose()
    } catch (error) {
      form.setError('root', { message: textOf(error) })
    }
  })
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={id} maxWidth="md">
      <DialogForm onSubmit={() => shown !== null && void submit()}>
        <DialogTitle id={id}>Rename {subject.name}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, minWidth: { sm: 520 } }}>
          <FormTextField
            control={control}
            name="name"
            label="New name"
            autoFocus
            autoComplete="off"
            problem={why ?? undefined}
            helperText="References in all files are renamed with it."
            onFocus={({ target }) => target.select()}
            slotProps={{ htmlInput: { spellCheck: false, maxLength: 500 } }}
            sx={{ mt: 1 }}
          />
          {shown ? (
            <>
              <Box role="status">{sizeOf(shown)}</Box>
              <PlanPreview plan={shown} />
            </>
          ) : null}
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit" disabled={formState.isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={!shown}>
            Rename
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'It did not work.'
}
