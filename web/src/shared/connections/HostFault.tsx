import { ReadFault } from '../ui/ReadFault.tsx'
import { isToReconnect } from './is-to-reconnect.ts'
import type { Connection } from './queries.ts'
import { Reconnect } from './Reconnect.tsx'

interface Props {
  integration: Connection
  error: unknown
  onRetry: () => void
  onConnected?: (() => void) | undefined
}

/** Why a Git host could not be asked: a token that has ended is replaced here, all else can be tried again. */
export function HostFault({ integration, error, onRetry, onConnected }: Props) {
  if (!isToReconnect(error)) return <ReadFault error={error} onRetry={onRetry} />
  return <Reconnect integration={integration} onConnected={onConnected} />
}
