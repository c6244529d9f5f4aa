import { useEffect, useRef, useState } from 'react'
import { SendProblem, type TryItAnswer } from '../send.ts'

export type Sending =
  | { state: 'idle' | 'sending' }
  | { state: 'answered'; answer: TryItAnswer }
  | { state: 'failed'; problem: SendProblem }

/** One call at a time, which can be stopped, and ends with its page. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const run = async (send: (stop: AbortSignal) => Promise<TryItAnswer>): Promise<void> => {
    stopper.current?.abort()
    const own = new AbortController()
    stopper.current = own
    setSending({ state: 'sending' })
    try {
      const answer = await send(own.signal)
      if (stopper.current === own) setSending({ state: 'answered', answer })
    } catch (error) {
      const problem = error instanceof SendProblem ? error : new SendProblem('refused')
      if (stopper.current === own) setSending({ state: 'failed', problem })
    }
  }
  return { sending, run, stop: () => stopper.current?.abort() }
}
