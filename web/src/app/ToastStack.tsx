import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import {
  closeSnackbar,
  enqueueSnackbar,
  MaterialDesignContent,
  type SnackbarKey,
  SnackbarProvider,
} from 'notistack'
import { useEffect } from 'react'
import { receiveToasts, type Toast } from '../shared/ui/toast.ts'

const atMost = 2

// notistack's own greens and oranges are too light for white text.
const Content = styled(MaterialDesignContent)({
  // On a phone too the way to be rid of it stands beside the message.
  '&.notistack-MuiContent': { borderRadius: 8, flexWrap: 'nowrap' },
  '&.notistack-MuiContent-success': { backgroundColor: '#17643a' },
  '&.notistack-MuiContent-info': { backgroundColor: '#1d5fa8' },
  '&.notistack-MuiContent-warning': { backgroundColor: '#7d4a06' },
  '&.notistack-MuiContent-error': { backgroundColor: '#b42318' },
})
const contents = { success: Content, info: Content, warning: Content, error: Content }

function show({ message, variant, durationMs }: Toast): void {
  enqueueSnackbar(message, { variant, autoHideDuration: durationMs, preventDuplicate: true })
}

/** A toast may lie over what somebody wants to use next. */
function dismiss(key: SnackbarKey) {
  return (
    <IconButton size="small" color="inherit" aria-label="Dismiss" onClick={() => closeSnackbar(key)}>
      <CloseIcon fontSize="small" />
    </IconButton>
  )
}

/** The stack of at most two toasts. */
export default function ToastStack({ first }: { first: Toast }) {
  useEffect(() => {
    show(first)
    return receiveToasts(show)
  }, [first])
  return (
    <SnackbarProvider
      maxSnack={atMost}
      action={dismiss}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={contents}
    />
  )
}
