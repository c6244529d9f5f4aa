// Which channels the screens want, and which of them are open now.
import { useEffect, useState, useSyncExternalStore } from 'react'

const wanted = new Map<string, number>()
const open = new Set<string>()
type Listeners = Set<() => void>
const onWanted: Listeners = new Set()
const onOpen: Listeners = new Set()

function call(listeners: Listeners): void {
  for (const listener of listeners) listener()
}

function subscribeTo(listeners: Listeners, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back when other channels are wanted; returns the way to stop. */
export function subscribeWanted(listener: () => void): () => void {
  return subscribeTo(onWanted, listener)
}

function subscribeOpen(listener: () => void): () => void {
  return subscribeTo(onOpen, listener)
}

/** The channels that something on screen listens to. */
export function wantedTopics(): string[] {
  return [...wanted.keys()]
}

/** Asks for a channel; returns the way to let go of it. */
export function wantTopic(topic: string): () => void {
  wanted.set(topic, (wanted.get(topic) ?? 0) + 1)
  call(onWanted)
  return () => {
    const rest = (wanted.get(topic) ?? 1) - 1
    if (rest > 0) wanted.set(topic, rest)
    else wanted.delete(topic)
    call(onWanted)
  }
}

/** Notes that a channel opened or shut. */
export function markTopic(topic: string, isOpen: boolean): void {
  if (open.has(topic) === isOpen) return
  if (isOpen) open.add(topic)
  else open.delete(topic)
  call(onOpen)
}

/** Listens to a channel while mounted; whether it is open. Null: not known yet which. */
export function useTopic(topic: string | null): boolean {
  useEffect(() => (topic === null ? undefined : wantTopic(topic)), [topic])
  return useSyncExternalStore(subscribeOpen, () => topic !== null && open.has(topic))
}

/**
 * The interval at which a view has to look by itself, in ms: the specified one while its channel is shut, false while
 * notices tell of changes. It looks once more after the channel opened, for what happened in between.
 */
export function usePolled(topic: string | null, intervalMs: number): number | false {
  const isOpen = useTopic(topic)
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setSettled(topic), 2 * intervalMs)
    return () => {
      clearTimeout(timer)
      setSettled(null)
    }
  }, [isOpen, topic, intervalMs])
  return isOpen && settled === topic ? false : intervalMs
}
