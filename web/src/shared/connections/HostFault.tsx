import { useEffect } from 'react'
import { messageOf } from '../data/api.ts'
import { ReadFault } from '../ui/ReadFault.tsx'
import { toasts } from '../ui/toast.ts'
import { isToReconnect } from './is-to-reconnect.ts'
import type { Connection } from './queries.ts'
import { Reconnect } from './Reconnect.tsx'

interface Props {
  /** Undefined where it was removed, or is not known yet. */
  integration: Connection | undefined
  error: unknown
  onRetry: () => void
  onConnected?: (() => void) | undefined
  /** What was tried is no list: there is nothing else to see, so the reason stays. */
  isAction?: boolean | undefined
}

/** Why a Git host could not be asked: a token that has ended is replaced here, all else can be tried again. */
export function HostFault({ integration, error, onRetry, onConnected, isAction = false }: Props) {
  if (integration && isToReconnect(error))
    return <Reconnect integration={integration} onConnected={onConnected} />
  return isAction ? (
    <ReadFault error={error} onRetry={onRetry} />
  ) : (
    <ListFault error={error} onRetry={onRetry} />
  )
}

/** A list that a host does not give: its own words as a notice of ten seconds, and where the list would be, that it is not. */
function ListFault({ error, onRetry }: Pick<Props, 'error' | 'onRetry'>) {
  useEffect(() => {
    toasts.error(messageOf(error))
  }, [error])
  return <ReadFault error={null} onRetry={onRetry} />
}
