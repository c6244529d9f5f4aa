import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../data/api.ts'
import { DialogForm } from './forms/DialogForm.tsx'
import { FormError } from './forms/FormError.tsx'

interface Props {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  destructive?: boolean
  /** Nothing may be confirmed right now; the children say why. */
  isDisabled?: boolean
  /** The exact text that must be typed before it can be confirmed. */
  typeToConfirm?: string
  /** A promise keeps the dialog open until it is fulfilled; what it is rejected with is shown here. */
  onConfirm: () => unknown
  /** What a failure says here; null where the children say it. */
  problemOf?: (error: unknown) => string | null
  onClose: () => void
}

/** Asks before something that is not easily undone. */
export function ConfirmDialog({ open, ...question }: Props) {
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const close = () => {
    if (!isBusy) question.onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
    >
      <Question {...question} id={id} isBusy={isBusy} onBusy={setBusy} />
    </Dialog>
  )
}

interface QuestionProps extends Omit<Props, 'open'> {
  id: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

/** The dialog's inside: gone with it, so that nothing typed or failed is there when it opens again. */
function Question({ id, isBusy, onBusy, typeToConfirm, onClose, ...props }: QuestionProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const isTyped = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim()
  const confirm = async () => {
    if (!isTyped || isBusy || props.isDisabled) return
    const done = props.onConfirm()
    if (!(done instanceof Promise)) return onClose()
    setProblem(null)
    onBusy(true)
    try {
      await done
      onClose()
    } catch (error) {
      setProblem((props.problemOf ?? messageOf)(error))
    } finally {
      onBusy(false)
    }
  }
  return (
    <DialogForm onSubmit={() => void confirm()}>
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {props.title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText id={`${id}-text`} component="div" sx={{ overflowWrap: 'anywhere' }}>
          {props.children}
        </DialogContentText>
        {typeToConfirm === undefined ? null : (
          <TextField
            label="Confirmation"
            helperText={
              <>
                Type <strong>{typeToConfirm}</strong> to confirm.
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
            autoComplete="off"
            disabled={isBusy}
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
            sx={{ mt: 1 }}
          />
        )}
        <FormError>{problem}</FormError>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit" disabled={isBusy}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={props.destructive ? 'error' : 'primary'}
          loading={isBusy}
          disabled={!isTyped || Boolean(props.isDisabled)}
          autoFocus={typeToConfirm === undefined}
        >
          {props.confirmLabel ?? 'Okay'}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
