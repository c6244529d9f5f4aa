import type { Interval } from '../../../shared/billing/money.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import { checkCode, type Discount } from '../calls.ts'

/** The longest code there is. */
export const longestCode = 30

interface CodeCheck {
  /** What the code gives; null while none does. */
  discount: Discount | null
  /** Why it gives nothing. */
  problem: string | null
  isChecking: boolean
}

const notFound = 'Coupon code not found'

/** Checks a promotion code as it is typed, against the plan it is for. */
export function useCode(text: string, productId: number, interval: Interval): CodeCheck {
  const { id } = useWorkspace()
  const typed = text.trim()
  const code = useSearchText(typed)
  const check = useRead({
    key: ['billing-code', { code, productId, interval }],
    // The cache holds no nothing.
    read: async () => (await checkCode(id, code, productId, interval)) ?? null,
    enabled: code !== '' && code.length <= longestCode,
    retry: false,
    staleTime: 0,
  })
  if (typed === '') return { discount: null, problem: null, isChecking: false }
  if (typed.length > longestCode) return { discount: null, problem: tooLong, isChecking: false }
  if (code !== typed || check.isPending) return { discount: null, problem: null, isChecking: true }
  if (check.data) return { discount: check.data, problem: null, isChecking: false }
  return { discount: null, problem: problemOf(check.error), isChecking: false }
}

const tooLong = `Must be no more than ${longestCode} characters`

function problemOf(error: unknown): string {
  const isUnknown = error === null || (error instanceof ApiProblem && error.status === 404)
  return isUnknown ? notFound : messageOf(error)
}

/** What a discount takes off what is charged, in cents; credits of the plan before are not discounted. */
export function discountOn(charged: number, { discount_type, discount_amount }: Discount): number {
  const off =
    discount_type === 'PERCENT_OFF' ? Math.round((charged * discount_amount) / 100) : discount_amount
  return Math.max(0, Math.min(charged, off))
}
