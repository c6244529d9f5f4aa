import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../shared/ui/toast.ts'
import { type Failure, isPaymentRequired, refusal } from './actions.ts'

const changed = [
  'workspace-members',
  'workspace-invitations',
  'join-requests',
  'features',
  'assignable-roles',
]

/** Runs the lists of this screen again. */
export function useRefresh() {
  const client = useQueryClient()
  return () => Promise.all(changed.map((resource) => client.invalidateQueries({ queryKey: [resource] })))
}

/**
 * Does something to one person or to many, and answers for whom it failed. Of one, the refusal is thrown in its own
 * words; of many a warning counts them (spec 3 §8). What the plan refuses is always thrown.
 */
export function useOutcome() {
  const toast = useToast()
  const refresh = useRefresh()
  return async <Key>(keys: Key[], act: (keys: Key[]) => Promise<Failure<Key>[]>, success: string) => {
    const failed = await attempt(keys, act).finally(refresh)
    const [first] = failed
    if (first && keys.length === 1) throw refusal(first.message)
    if (first)
      toast.warning(`${failed.length} ${failed.length === 1 ? 'member' : 'members'} could not be updated.`)
    else if (keys.length > 0) toast.success(success)
    return failed.map(({ key }) => key)
  }
}

async function attempt<Key>(
  keys: Key[],
  act: (keys: Key[]) => Promise<Failure<Key>[]>,
): Promise<Failure<Key>[]> {
  try {
    return keys.length === 0 ? [] : await act(keys)
  } catch (error) {
    if (keys.length === 1 || isPaymentRequired(error)) throw error
    return keys.map((key) => ({ key, message: '' }))
  }
}
