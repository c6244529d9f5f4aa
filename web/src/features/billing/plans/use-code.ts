import type { UseQueryResult } from '@tanstack/react-query'
import type { Interval } from '../../../shared/billing/money.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import { type Proration, useProration } from '../calls.ts'

/** The longest code there is. */
const longestCode = 30

interface CodeCheck {
  /** What the change costs: with the code once that is taken, else without one. */
  proration: UseQueryResult<Proration>
  /** The code that is counted in; null while none is. */
  applied: string | null
  /** Why what was typed is not. */
  problem: string | null
  isChecking: boolean
}

const notFound = 'Coupon code not found'

/**
 * What a change costs with a promotion code, asked as it is typed. The provider alone knows whom a code is for and what it
 * takes off beside the discounts there are.
 */
export function useCode(text: string, productId: number, interval: Interval | null): CodeCheck {
  const typed = text.trim()
  const settled = useSearchText(typed)
  const code = settled.length <= longestCode ? settled : ''
  const plain = useProration(productId, interval, '')
  const withCode = useProration(productId, interval, code)
  const without = { proration: plain, applied: null, problem: null, isChecking: false }
  if (typed === '') return without
  if (typed.length > longestCode) return { ...without, problem: tooLong }
  if (settled !== typed || withCode.isPending) return { ...without, isChecking: true }
  if (withCode.isError) return { ...without, problem: problemOf(withCode.error) }
  return { proration: withCode, applied: typed, problem: null, isChecking: false }
}

const tooLong = `Must be no more than ${longestCode} characters`

function problemOf(error: unknown): string {
  return error instanceof ApiProblem && error.status === 404 ? notFound : messageOf(error)
}
