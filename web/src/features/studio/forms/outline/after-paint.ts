import type { FormSource } from '../binding/source.ts'

type Subscribe = (listen: () => void) => () => void

/** Hears of changes of a text once they are painted: what only follows it keeps nobody's key waiting. */
export function afterPaint(model: FormSource['model']): Subscribe {
  const listeners = new Set<() => void>()
  let stop: (() => void) | null = null
  let isTold = true
  const tell = () => {
    isTold = true
    for (const listen of [...listeners]) listen()
  }
  const onChange = () => {
    if (!isTold) return
    isTold = false
    // What is asked for within a frame runs behind its paint.
    requestAnimationFrame(() => setTimeout(tell))
  }
  return (listen) => {
    listeners.add(listen)
    stop ??= model.subscribe(onChange)
    return () => {
      listeners.delete(listen)
      if (listeners.size > 0) return
      stop?.()
      stop = null
    }
  }
}
