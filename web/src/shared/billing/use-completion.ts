// After the checkout: the plan is there once the payment provider's news have arrived.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiProblem, messageOf } from '../data/api.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { useToast } from '../ui/toast.ts'
import { completeCheckout } from './checkout.ts'

const againMs = 1_500
/** Who has paid waits this long for the news, ms; then they come by themselves later. */
const patienceMs = 60_000

/** Completes a checkout, waits until it has arrived, and goes on, whichever way it went. */
export function useCompletion(sessionId: string, onDone: () => void) {
  const { id } = useWorkspace()
  const toast = useToast()
  const client = useQueryClient()
  const goOn = useRef(onDone)
  goOn.current = onDone
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const until = Date.now() + patienceMs
    const end = async () => {
      // The plan decides what the whole app allows.
      await client.invalidateQueries()
      if (!isLeft) goOn.current()
    }
    const attempt = async () => {
      try {
        const account = await completeCheckout(id, sessionId)
        if (isLeft) return
        toast.success(`Welcome to ${account.product.label}!`)
        await end()
      } catch (error) {
        if (isLeft) return
        if (isOnItsWay(error) && Date.now() < until) {
          timer = setTimeout(() => void attempt(), againMs)
          return
        }
        toast.error(messageOf(error))
        await end()
      }
    }
    void attempt()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [id, sessionId, toast, client])
}

/** Whether it may yet come: the news are on their way, or the server is away for a moment. */
function isOnItsWay(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 503)
}
