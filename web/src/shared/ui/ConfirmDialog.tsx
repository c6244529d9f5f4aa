import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '../data/api.ts'
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
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks before something that is not easily undone. */
export function ConfirmDialog({ open, ...question }: Props) {
  const [isBusy, setBusy] = useState(false)
  const titleId = useId()
  return (
    <Dialog open={open} onClose={() => !isBusy && question.onClose()} aria-labelledby={titleId} maxWidth="xs">
      <Question {...question} titleId={titleId} isBusy={isBusy} onBusy={setBusy} />
    </Dialog>
  )
}

interface QuestionProps extends Omit<Props, 'open'> {
  titleId: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

/** The dialog's inside: gone with it, so that nothing typed or failed is there when it opens again. */
function Question(props: QuestionProps) {
  const { typeToConfirm, isBusy, onBusy, onClose } = props
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const isTyped = typeToConfirm === undefined || typed.trim() === typeToConfirm
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isTyped || isBusy || props.isDisabled) return
    const done = props.onConfirm()
    if (!done) return onClose()
    setProblem(undefined)
    onBusy(true)
    try {
      await done
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      onBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={confirm}>
      <DialogTitle id={props.titleId}>{props.title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText component="div">{props.children}</DialogContentText>
        {typeToConfirm === undefined ? null : (
          <TextField
            label={`Type "${typeToConfirm}" to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
            autoComplete="off"
            disabled={isBusy}
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
    </form>
  )
}
