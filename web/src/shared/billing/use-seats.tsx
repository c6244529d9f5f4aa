import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { ApiProblem, refusal } from '../data/api.ts'
import { useFeatures } from '../data/projects.ts'
import { useWorkspace } from '../data/workspace.tsx'
import { useCanBill } from './account.ts'
import { priceOfSeats, type SeatsPrice } from './seats.ts'

const SeatsDialog = lazy(() => import('./SeatsDialog.tsx'))

/** What is said where the bank asks the owner of the card first. */
const confirmFirst =
  'Nobody was added yet: your bank asks you to confirm the payment. Please do so in Billing, and try again.'

type Answer = 'bought' | 'unconfirmed' | 'declined' | 'not sold'

/** Open invitations hold their seats against others who are invited, not against who joins. */
type Way = 'invited' | 'joining'

interface Question {
  quote: SeatsPrice
  answer: (answer: Answer) => void
}

interface Seats {
  /** Asks with the price whether `add` more people are paid for; 'not sold' where there is nothing to ask. */
  offer: (add: number, how: Way) => Promise<Answer>
  /** Adds people: where the plan refuses them (402) and users are sold, asks, pays, and adds them then. */
  withSeats: <Result>(add: number, how: Way, run: () => Promise<Result>) => Promise<Result>
  /** The question, while it is asked: rendered by whoever asks. */
  question: ReactNode
}

/** Lets a screen that adds people pay for them on the way. */
export function useSeats(): Seats {
  const { id } = useWorkspace()
  const canBill = useCanBill()
  const [asked, setAsked] = useState<Question | null>(null)
  // The dialog closes itself once it is confirmed as well: that is no second answer.
  const outcome = useRef<Answer>('declined')
  const pending = useFeatures().data?.find(({ name }) => name === 'members')?.pending ?? 0
  const offer = async (add: number, how: Way): Promise<Answer> => {
    if (!canBill || add < 1) return 'not sold'
    const quote = await priceOfSeats(id, how === 'invited' ? add + pending : add).catch(() => null)
    if (!quote || quote.extra < 1) return 'not sold'
    outcome.current = 'declined'
    return new Promise((answer) => setAsked({ quote, answer }))
  }
  const withSeats = async <Result,>(add: number, how: Way, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 402)) throw error
      const answer = await offer(add, how)
      if (answer === 'bought') return run()
      if (answer === 'unconfirmed') throw refusal(confirmFirst)
      throw answer === 'declined' ? refusal('Nobody was added, and nothing was charged.') : error
    }
  }
  const question = asked ? (
    <Suspense fallback={null}>
      <SeatsDialog
        quote={asked.quote}
        onBought={() => {
          outcome.current = 'bought'
        }}
        onUnconfirmed={() => {
          outcome.current = 'unconfirmed'
        }}
        onClose={() => {
          setAsked(null)
          asked.answer(outcome.current)
        }}
      />
    </Suspense>
  ) : null
  return { offer, withSeats, question }
}
