import { type OptionsObject, useSnackbar } from 'notistack'
import { useMemo } from 'react'

const shortMs = 5_000
const longMs = 10_000

export interface Toasts {
  success: (message: string) => void
  info: (message: string) => void
  warning: (message: string) => void
  error: (message: string) => void
}

/** Notices at the edge of the screen: at most two, gone after 5 s (errors 10 s; spec 1 §9). */
export function useToast(): Toasts {
  const { enqueueSnackbar } = useSnackbar()
  return useMemo(() => {
    const show =
      (variant: NonNullable<OptionsObject['variant']>, autoHideDuration: number) => (message: string) => {
        // 'GraphQL error: ' is noise of a client library (spec 1 §8); summaries stay within 500 characters.
        const text = message.replace('GraphQL error: ', '').slice(0, 500)
        enqueueSnackbar(text, { variant, autoHideDuration, preventDuplicate: true })
      }
    return {
      success: show('success', shortMs),
      info: show('info', shortMs),
      warning: show('warning', shortMs),
      error: show('error', longMs),
    }
  }, [enqueueSnackbar])
}
