import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { FormDialogActions } from './FormDialogActions.tsx'
import { DialogForm } from './forms/DialogForm.tsx'
import { FormError } from './forms/FormError.tsx'
import { type Failure, failureOf } from './forms/failure.ts'
import { showProblem } from './forms/form-problem.ts'

interface Props<T extends FieldValues> {
  open: boolean
  title: string
  /** Made with `validateAsTyped`. */
  form: UseFormReturn<T>
  /** The names that a refusal of the server may be shown at. */
  fields: FieldPath<T>[]
  onSave: (values: T) => Promise<unknown>
  onClose: () => void
  saveLabel?: string
  isDisabled?: boolean
  onRemove?: () => Promise<unknown>
  removeLabel?: string
  learnMoreHref?: string
  maxWidth?: 'xs' | 'sm' | 'md'
  children: ReactNode
}

/** A form in a dialog: it closes once saved or removed, and stays with what was typed when that fails. */
export function FormDialog<T extends FieldValues>({ open, maxWidth, ...content }: Props<T>) {
  const titleId = useId()
  const [isBusy, setBusy] = useState(false)
  const { isDirty } = useFormState({ control: content.form.control })
  const close = (_event: unknown, reason: 'backdropClick' | 'escapeKeyDown') => {
    // A slip of the mouse must not throw away what was typed.
    if (isBusy || (isDirty && reason === 'backdropClick')) return
    content.onClose()
  }
  return (
    <Dialog open={open} onClose={close} aria-labelledby={titleId} maxWidth={maxWidth ?? 'sm'}>
      <Content {...content} titleId={titleId} isBusy={isBusy} onBusy={setBusy} />
    </Dialog>
  )
}

interface ContentProps<T extends FieldValues> extends Omit<Props<T>, 'open' | 'maxWidth'> {
  titleId: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

/** The dialog's inside: gone with it, so that no failure is left when it opens again. */
function Content<T extends FieldValues>({ form, onClose, onRemove, onBusy, ...props }: ContentProps<T>) {
  const [failure, setFailure] = useState<Failure>()
  const { isValid } = useFormState({ control: form.control })
  const attempt = async (work: () => Promise<unknown>, onFailure: (error: unknown) => void) => {
    setFailure(undefined)
    onBusy(true)
    try {
      await work()
      onClose()
    } catch (error) {
      onFailure(error)
    } finally {
      onBusy(false)
    }
  }
  const showSaveFailure = (error: unknown) => {
    // The form's own root error would count as invalid and lock Save, also where trying again may help.
    const place: typeof form.setError = (name, problem, options) =>
      name === 'root'
        ? setFailure(failureOf(error, 'Issue saving the form, please try again.', 'Error Saving Form'))
        : form.setError(name, problem, options)
    showProblem(error, place, props.fields)
  }
  const save = form.handleSubmit((values) => attempt(() => props.onSave(values), showSaveFailure))
  const remove = onRemove
    ? () =>
        attempt(onRemove, (error) =>
          setFailure(
            failureOf(
              error,
              'There was an issue removing the item, please try again.',
              'Error Removing Item',
            ),
          ),
        )
    : undefined
  return (
    <DialogForm onSubmit={() => void save()}>
      <DialogTitle id={props.titleId} sx={{ overflowWrap: 'anywhere' }}>
        {props.title}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, pt: 1 }}>
          {props.children}
          {failure ? (
            <FormError>
              {failure.title}
              {failure.detail ? <Box sx={{ typography: 'body2', mt: 0.5 }}>{failure.detail}</Box> : null}
            </FormError>
          ) : null}
        </Box>
      </DialogContent>
      <FormDialogActions
        isBusy={props.isBusy}
        canSave={isValid && !props.isDisabled}
        saveLabel={props.saveLabel ?? 'Save'}
        removeLabel={props.removeLabel ?? 'Remove'}
        learnMoreHref={props.learnMoreHref}
        onRemove={remove}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
