import { GitRefusal } from '../outcome.ts'

/** Waits for a call that removes something; that it is gone already is no failure. */
export async function ignoringMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof GitRefusal) || error.failure.reason !== 'not_found') throw error
  }
}
