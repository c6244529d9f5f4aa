// How screens change things: what is said afterwards, and what is read again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../ui/toast.ts'
import { messageOf } from './api.ts'

/** What is said when it is done; null says nothing. */
type Notice = string | { warning: string } | { error: string } | null

interface Change<Args, Result> {
  run: (args: Args) => Promise<Result>
  /** The resources that are read again however it went: the first elements of their keys. */
  changes?: readonly string[]
  success?: Notice | ((result: Result, args: Args) => Notice)
  /**
   * What was tried, said before the server's own words; a function says all of it, or nothing by null. Without it
   * whoever calls shows the failure: a form at its fields, a dialog above its buttons.
   */
  failure?: string | ((error: unknown, args: Args) => string | null)
  /** Runs before anything is said or read again. */
  onDone?: (result: Result, args: Args) => unknown
}

/** Changes something. `mutate` tells how it went; `mutateAsync` rejects as well, for forms and dialogs. */
export function useChange<Args = void, Result = unknown>(change: Change<Args, Result>) {
  const { run, changes = [], success = null, failure, onDone } = change
  const readAgain = useReadAgain()
  const toast = useToast()
  const say = (notice: Notice) => {
    if (notice === null) return
    if (typeof notice === 'string') toast.success(notice)
    else if ('warning' in notice) toast.warning(notice.warning)
    else toast.error(notice.error)
  }
  return useMutation({
    mutationFn: run,
    // Without a connection it fails at once, and says so, instead of waiting and being sent unexpectedly later.
    networkMode: 'always',
    // An answer may hold what is shown once, such as a new token: it is kept no longer than it is used.
    gcTime: 0,
    onSuccess: async (result, args) => {
      await onDone?.(result, args)
      say(typeof success === 'function' ? success(result, args) : success)
    },
    onError: (error, args) => {
      if (failure === undefined) return
      const text = typeof failure === 'function' ? failure(error, args) : `${failure}: ${messageOf(error)}`
      if (text !== null) toast.error(text)
    },
    onSettled: () => readAgain(changes),
  })
}

/** Reads resources again that are on screen; resolves once they are there. */
export function useReadAgain() {
  const client = useQueryClient()
  return (resources: readonly string[]) =>
    Promise.all(resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })))
}
