const shortMs = 5_000
const longMs = 10_000

export interface Toast {
  message: string
  variant: 'success' | 'info' | 'warning' | 'error'
  durationMs: number
}

export interface Toasts {
  success: (message: string) => void
  info: (message: string) => void
  warning: (message: string) => void
  error: (message: string) => void
  /** An error that is understood at a glance. */
  briefError: (message: string) => void
}

type Receiver = (toast: Toast) => void

let receiver: Receiver | undefined
const waiting: Toast[] = []

/** Connects what shows toasts; those raised before are shown then. Returns the way to disconnect. */
export function receiveToasts(next: Receiver): () => void {
  receiver = next
  for (const toast of waiting.splice(0)) next(toast)
  return () => {
    if (receiver === next) receiver = undefined
  }
}

function raise(variant: Toast['variant'], durationMs: number): (message: string) => void {
  return (message) => {
    // 'GraphQL error: ' is noise of a client library; summaries stay within 500 characters.
    const toast = { message: message.replace('GraphQL error: ', '').slice(0, 500), variant, durationMs }
    if (receiver) receiver(toast)
    else waiting.push(toast)
  }
}

/** Raises notices at the edge of the screen, gone after 5 s (errors 10 s unless they are brief). */
export const toasts: Toasts = {
  success: raise('success', shortMs),
  info: raise('info', shortMs),
  warning: raise('warning', shortMs),
  error: raise('error', longMs),
  briefError: raise('error', shortMs),
}

/** The same, for components. */
export function useToast(): Toasts {
  return toasts
}
