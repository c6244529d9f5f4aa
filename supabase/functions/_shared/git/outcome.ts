// How a call to a Git host ends: with its value, or with a failure that has a name. What a host refuses is expected:
// callers look at `ok`, nothing is thrown at them.
import { OutgoingError } from '../net/outgoing.ts'
import { ProviderError } from './provider.ts'

export type GitFailureReason =
  /** The access token is expired or revoked and could not be renewed: the person connects again. */
  | 'reconnect'
  /** Name and password, or personal access token, of a service account are wrong. */
  | 'bad_credentials'
  /** Too many calls; `retryAfter` says when to come back. */
  | 'rate_limited'
  | 'forbidden'
  | 'not_found'
  /** What is there has changed since, or is there already. */
  | 'conflict'
  /** What was asked makes no sense to us or to the host. */
  | 'invalid'
  | 'not_supported'
  /** No answer in bounds, or one that says that the host is ill. */
  | 'unreachable'
  /** An answer of another shape than the host documents. */
  | 'malformed'

/** A failure; its message is fit to show. */
export interface GitFailure {
  reason: GitFailureReason
  message: string
  /** Seconds until another try makes sense; of `rate_limited`. */
  retryAfter?: number
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: GitFailure }

/** A failure on its way out of a provider's code; callers of the client see outcomes. */
export class GitRefusal extends Error {
  override name = 'GitRefusal'
  readonly failure: GitFailure

  constructor(reason: GitFailureReason, message: string, retryAfter?: number) {
    super(message)
    this.failure = { reason, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
}

/** Runs calls to a host; what the host or the way to it refuses becomes the outcome. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof GitRefusal) return { ok: false, failure: error.failure }
    if (error instanceof OutgoingError)
      return { ok: false, failure: { reason: 'unreachable', message: error.message } }
    if (error instanceof ProviderError)
      return { ok: false, failure: { reason: reasons[error.reason], message: error.message } }
    throw error
  }
}

const reasons = {
  refused: 'reconnect',
  bad_credentials: 'bad_credentials',
  not_supported: 'not_supported',
  malformed: 'malformed',
} as const
