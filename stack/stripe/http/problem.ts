// Errors as Stripe answers them. https://docs.stripe.com/api/errors
import type { PaymentIntent } from '../state/model.ts'

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  payment_intent?: PaymentIntent
}

/** A refusal: the status and the `error` of the answer. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** False where nothing was tried yet: the same idempotency key may come again with better parameters. */
  readonly kept: boolean

  constructor(status: number, body: ErrorBody, kept = true) {
    super(body.message)
    this.status = status
    this.kept = kept
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
  }
}

const invalid = (status: number, body: Omit<ErrorBody, 'type'>, kept = true) =>
  new StripeProblem(status, { type: 'invalid_request_error', ...body }, kept)

/** The refusals that several places need. */
export const problem = {
  missing: (what: string, id: string, param: string) =>
    invalid(param === 'id' ? 404 : 400, {
      code: 'resource_missing',
      message: `No such ${what}: '${id}'`,
      param,
    }),
  invalid: (message: string, param?: string, code?: string) =>
    invalid(400, { message, ...(param ? { param } : {}), ...(code ? { code } : {}) }),
  /** Parameters that cannot be read. */
  malformed: (message: string, param?: string, code?: string) =>
    invalid(400, { message, ...(param ? { param } : {}), ...(code ? { code } : {}) }, false),
  unauthorized: (message: string) => invalid(401, { message }),
  noRoute: (method: string, path: string) =>
    invalid(404, { message: `Unrecognized request URL (${method}: ${path}).` }),
  card: (message: string, code: string, declineCode: string | undefined, intent?: PaymentIntent) =>
    new StripeProblem(402, {
      type: 'card_error',
      code,
      message,
      ...(declineCode ? { decline_code: declineCode } : {}),
      ...(intent ? { payment_intent: intent } : {}),
    }),
  idempotency: (status: 400 | 409, message: string, code?: string) =>
    new StripeProblem(status, { type: 'idempotency_error', message, ...(code ? { code } : {}) }, false),
}
