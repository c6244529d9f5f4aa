import { enqueueSnackbar, SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import { receiveToasts, type Toast } from '../shared/ui/toast.ts'

const atMost = 2

function show({ message, variant, durationMs }: Toast): void {
  enqueueSnackbar(message, { variant, autoHideDuration: durationMs, preventDuplicate: true })
}

/** The stack of at most two toasts (spec 1 §9). */
export default function ToastStack({ first }: { first: Toast }) {
  useEffect(() => {
    show(first)
    return receiveToasts(show)
  }, [first])
  return <SnackbarProvider maxSnack={atMost} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} />
}
