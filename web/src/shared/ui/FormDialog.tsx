import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { FormError } from './forms/FormError.tsx'
import { showProblem } from './forms/form-problem.ts'

interface Props<T extends FieldValues> {
  open: boolean
  title: string
  form: UseFormReturn<T>
  /** The names that a refusal of the server may be shown at. */
  fields: FieldPath<T>[]
  onSave: (values: T) => Promise<void>
  onClose: () => void
  saveLabel?: string
  isDisabled?: boolean
  onRemove?: () => Promise<void>
  removeLabel?: string
  learnMoreHref?: string
  maxWidth?: 'xs' | 'sm' | 'md'
  children: ReactNode
}

/** A form in a dialog: it closes once saved or removed, and stays with what was typed when that fails. */
export function FormDialog<T extends FieldValues>(props: Props<T>) {
  const titleId = useId()
  const { isValid, isSubmitting, errors } = useFormState({ control: props.form.control })
  const save = props.form.handleSubmit(async (values) => {
    try {
      await props.onSave(values)
      props.onClose()
    } catch (error) {
      showProblem(error, props.form.setError, props.fields, 'Issue saving the form, please try again.')
    }
  })
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      aria-labelledby={titleId}
      maxWidth={props.maxWidth ?? 'sm'}
    >
      <form noValidate onSubmit={save}>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent>
          {props.children}
          <FormError>{errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          {props.onRemove ? (
            <Button onClick={() => void props.onRemove?.()}>{props.removeLabel ?? 'Remove'}</Button>
          ) : null}
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="contained"
            loading={isSubmitting}
            disabled={!isValid || Boolean(props.isDisabled)}
          >
            {props.saveLabel ?? 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
