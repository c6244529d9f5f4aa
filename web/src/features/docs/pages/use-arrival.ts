import { useEffect, useRef } from 'react'
import { useToast } from '../../../shared/ui/toast.ts'

/** Greets the first content of a project that somebody has been waiting for on this page. */
export function useArrival(projectId: number | undefined, hasContent: boolean): void {
  const toast = useToast()
  const waitingFor = useRef<number>(undefined)
  useEffect(() => {
    if (projectId === undefined) return
    if (!hasContent) {
      waitingFor.current = projectId
    } else if (waitingFor.current === projectId) {
      waitingFor.current = undefined
      toast.success('Data received! Bravo. Reloading...')
    }
  }, [projectId, hasContent, toast])
}
