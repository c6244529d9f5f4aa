// The test cards and what happens when one of them is used. https://docs.stripe.com/testing
import { problem } from '../http/problem.ts'
import { type Account, newId } from '../state/account.ts'
import type { PaymentMethod } from '../state/model.ts'

export interface Decline {
  code: string
  declineCode: string | undefined
  message: string
}

export type Outcome = { kind: 'paid' } | { kind: 'action' } | { kind: 'declined'; decline: Decline }

interface Behaviour {
  /** Refused where it is entered. */
  entered?: Decline
  /** Refused where it is charged; authentication goes before. */
  charged?: Decline
  /** When its owner has to prove that it is theirs: at each payment, or until it was set up for later ones. */
  authenticates?: 'always' | 'until_set_up'
}

const decline = (declineCode: string, code = 'card_declined', message?: string): Decline => ({
  code,
  declineCode: code === 'card_declined' ? declineCode : undefined,
  message: message ?? 'Your card was declined.',
})
const generic = decline('generic_decline')
const funds = decline('insufficient_funds', 'card_declined', 'Your card has insufficient funds.')

const CARDS: Record<string, Behaviour> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '4000000000000002': { entered: generic },
  '4000000000009995': { entered: funds },
  '4000000000009987': { entered: decline('lost_card') },
  '4000000000009979': { entered: decline('stolen_card') },
  '4000000000000069': { entered: decline('', 'expired_card', 'Your card has expired.') },
  '4000000000000127': {
    entered: decline('', 'incorrect_cvc', "Your card's security code is incorrect."),
  },
  '4000000000000119': {
    entered: decline(
      '',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  '4000000000006975': { entered: decline('card_velocity_exceeded') },
  '4242424242424241': {
    entered: decline('', 'incorrect_number', 'Your card number is incorrect.'),
  },
  '4000000000000341': { charged: generic },
  '4000002500003155': { authenticates: 'until_set_up' },
  '4000003800000446': { authenticates: 'until_set_up' },
  '4000002760003184': { authenticates: 'always' },
  '4000008260003178': { authenticates: 'until_set_up', charged: funds },
  '4000008400001629': { authenticates: 'always', charged: generic },
}

// The names that Stripe gives some of them, for tests without a form.
const TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
}

/** Codes after which Stripe does not try again until there is another card. */
export const FINAL_DECLINES = new Set([
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'authentication_required',
  'highest_risk_level',
  'transaction_not_allowed',
])

export interface CardDetails {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  name?: string | null | undefined
  email?: string | null | undefined
  postalCode?: string | null | undefined
  country?: string | null | undefined
}

const NOT_A_CARD = decline('', 'incorrect_number', 'Your card number is incorrect.')

/** A card's refusal where it is entered, or nothing. The numbers are Stripe's test cards; no others are taken. */
export function refusedAtEntry(
  { number, expMonth, expYear, cvc }: CardDetails,
  now: number,
): Decline | undefined {
  const behaviour = CARDS[number.replaceAll(/\s/g, '')]
  if (!behaviour)
    return { ...NOT_A_CARD, message: 'Your card number is incorrect. Only test cards work here.' }
  const date = new Date(now * 1_000)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  if (!(expMonth >= 1 && expMonth <= 12))
    return decline('', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  if (expYear * 12 + expMonth - 1 < month)
    return decline('', 'invalid_expiry_year', "Your card's expiration year is in the past.")
  if (!/^\d{3,4}$/.test(cvc)) return decline('', 'invalid_cvc', "Your card's security code is invalid.")
  return behaviour.entered
}

/** Keeps a card; it belongs to nobody yet. */
export function keepCard(account: Account, details: CardDetails, now: number): PaymentMethod {
  const number = details.number.replaceAll(/\s/g, '')
  const visa = number.startsWith('4')
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: {
      address: {
        city: null,
        country: details.country ?? null,
        line1: null,
        line2: null,
        postal_code: details.postalCode ?? null,
        state: null,
      },
      email: details.email ?? null,
      name: details.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: visa ? 'visa' : 'mastercard',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: visa ? 'visa' : 'mastercard',
      exp_month: details.expMonth,
      exp_year: details.expYear,
      fingerprint: number.slice(-8),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [visa ? 'visa' : 'mastercard'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  account.tables.paymentMethods.set(method.id, method)
  account.tables.cards.set(method.id, { number, setUp: number === '4000003800000446' })
  return method
}

/**
 * The payment method of an id; Stripe's named test cards are made anew each time they are named.
 * @throws StripeProblem 400 where there is none, 402 where the card cannot be entered
 */
export function methodOf(account: Account, id: string, now: number): PaymentMethod {
  const number = TOKENS[id]
  if (number === undefined) return account.get('paymentMethods', id, 'payment_method')
  const year = new Date(now * 1_000).getUTCFullYear() + 8
  const details = { number, expMonth: 12, expYear: year, cvc: '123' }
  const refused = refusedAtEntry(details, now)
  if (refused) throw problem.card(refused.message, refused.code, refused.declineCode)
  return keepCard(account, details, now)
}

/** What a payment with a card comes to. */
export function charge(account: Account, method: string, authenticated: boolean): Outcome {
  const card = account.get('cards', method)
  const { authenticates, charged } = CARDS[card.number] ?? {}
  const asks = authenticates === 'always' || (authenticates === 'until_set_up' && !card.setUp)
  if (asks && !authenticated) return { kind: 'action' }
  if (charged) return { kind: 'declined', decline: charged }
  return { kind: 'paid' }
}

/** Whether a card has to be authenticated before it may be kept for later payments. */
export function asksOnSetup(account: Account, method: string): boolean {
  const card = account.get('cards', method)
  return CARDS[card.number]?.authenticates !== undefined && !card.setUp
}

/** The numbers and what they do, for the pages. */
export const SHOWN_CARDS: readonly [string, string][] = [
  ['4242 4242 4242 4242', 'is accepted'],
  ['4000 0025 0000 3155', 'asks for 3-D Secure'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 0341', 'is accepted now, fails when charged'],
]
