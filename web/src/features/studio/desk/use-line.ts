// The line to a channel of the Studio: what is told there, and a way to tell.
import { useEffect, useEffectEvent } from 'react'
import { useTopic } from '../../../shared/data/realtime.ts'
import { supabase } from '../../../shared/data/supabase.ts'

export type Send = (event: string, payload: Record<string, unknown>) => void

interface Line {
  /** The line is there; what is sent before it is shut again goes out. */
  onOpen: (send: Send) => void
  onShut: () => void
  onTold: (event: string, payload: Record<string, unknown>) => void
}

/** Listens to a channel while mounted; null: to none. */
export function useLine(topic: string | null, { onOpen, onShut, onTold }: Line): void {
  const isOpen = useTopic(topic)
  const opened = useEffectEvent(onOpen)
  const shut = useEffectEvent(onShut)
  const told = useEffectEvent(onTold)
  useEffect(() => {
    if (!isOpen || topic === null) return
    // The one that the app's line has joined.
    const channel = supabase.channel(topic, { config: { private: true } })
    let isCurrent = true
    channel.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
      if (isCurrent && typeof payload === 'object' && payload !== null) told(event, { ...payload })
    })
    opened((event, payload) => {
      if (isCurrent) void channel.send({ type: 'broadcast', event, payload })
    })
    return () => {
      isCurrent = false
      shut()
    }
  }, [isOpen, topic])
}
