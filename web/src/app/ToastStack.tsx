import { styled } from '@mui/material/styles'
import { enqueueSnackbar, MaterialDesignContent, SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import { receiveToasts, type Toast } from '../shared/ui/toast.ts'

const atMost = 2

// notistack's own greens and oranges are too light for white text.
const Content = styled(MaterialDesignContent)({
  borderRadius: 8,
  '&.notistack-MuiContent-success': { backgroundColor: '#17643a' },
  '&.notistack-MuiContent-info': { backgroundColor: '#1d5fa8' },
  '&.notistack-MuiContent-warning': { backgroundColor: '#7d4a06' },
  '&.notistack-MuiContent-error': { backgroundColor: '#b42318' },
})
const contents = { success: Content, info: Content, warning: Content, error: Content }

function show({ message, variant, durationMs }: Toast): void {
  enqueueSnackbar(message, { variant, autoHideDuration: durationMs, preventDuplicate: true })
}

/** The stack of at most two toasts (spec 1 §9). */
export default function ToastStack({ first }: { first: Toast }) {
  useEffect(() => {
    show(first)
    return receiveToasts(show)
  }, [first])
  return (
    <SnackbarProvider
      maxSnack={atMost}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={contents}
    />
  )
}
