import { refusal } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { type Failure, isPaymentRequired } from './actions.ts'

/** The lists of this screen. */
export const peopleLists = [
  'workspace-members',
  'workspace-invitations',
  'join-requests',
  'features',
  'assignable-roles',
]

interface Bulk {
  ids: number[]
  act: (ids: number[]) => Promise<Failure<number>[]>
  success: string
}

/**
 * Does something to one person or to many, and answers for whom it failed. Of one, the refusal is thrown in its own
 * words; of many a warning counts them. What the plan refuses is always thrown.
 */
export function useBulkChange() {
  const { mutateAsync } = useChange({
    run: attempt,
    changes: peopleLists,
    success: (failed, { ids, success }) => {
      if (ids.length === 0) return null
      if (failed.length === 0) return success
      return {
        warning: `${failed.length} ${failed.length === 1 ? 'member' : 'members'} could not be updated.`,
      }
    },
  })
  return async (bulk: Bulk) => (await mutateAsync(bulk)).map(({ key }) => key)
}

async function attempt({ ids, act }: Bulk): Promise<Failure<number>[]> {
  const isSingle = ids.length === 1
  const failed = await (ids.length === 0 ? Promise.resolve([]) : act(ids)).catch((error: unknown) => {
    if (isSingle || isPaymentRequired(error)) throw error
    return ids.map((key) => ({ key, message: '' }))
  })
  const [first] = failed
  if (first && isSingle) throw refusal(first.message)
  return failed
}
