// The end of a workspace at Stripe.
import type { Stripe } from 'stripe'
import type { Log } from '../log.ts'

/** Deletes a customer, with which its subscriptions and open checkouts end; one that is gone already is fine. */
export async function deleteCustomer(stripe: Stripe | null, customer: string, log: Log): Promise<void> {
  if (!stripe) {
    log('warn', 'a customer stays at Stripe, for which there is no key here', { customer })
    return
  }
  try {
    await stripe.customers.del(customer)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'
