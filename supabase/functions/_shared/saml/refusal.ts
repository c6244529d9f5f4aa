// Why an answer of an identity provider was refused, in the log's words and in a person's.
export type SamlReason =
  | 'malformed'
  | 'too_large'
  | 'doctype'
  | 'tampered'
  | 'replayed'
  | 'unsolicited'
  | 'expired'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'wrong_destination'
  | 'denied'
  | 'no_email'
  | 'misconfigured'

/** A refused answer; the message is fit to show. */
export class SamlRefusal extends Error {
  override name = 'SamlRefusal'
  readonly reason: SamlReason

  constructor(reason: SamlReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const known: [pattern: RegExp, reason: SamlReason, message: string][] = [
  [
    /expired|too old|No valid subject confirmation/i,
    'expired',
    'The answer of the identity provider has expired. Please try again.',
  ],
  [/not yet valid/i, 'expired', 'The answer of the identity provider is not valid yet.'],
  [/audience/i, 'wrong_audience', 'The answer of the identity provider is meant for another application.'],
  [/InResponseTo/i, 'unsolicited', 'The answer of the identity provider belongs to no sign-in of yours.'],
  [/provider returned/i, 'denied', 'The identity provider refused the sign-in.'],
  [
    /signature|signed|digest|assertion|certificate|PEM/i,
    'tampered',
    'The signature of the identity provider is not valid.',
  ],
]

/** What node-saml threw, as one of ours: nothing of its words reaches a person. */
export function refusalOf(error: unknown): SamlRefusal {
  if (error instanceof SamlRefusal) return error
  const text = error instanceof Error ? error.message : ''
  const [, reason, message] = known.find(([pattern]) => pattern.test(text)) ?? []
  return reason && message
    ? new SamlRefusal(reason, message)
    : new SamlRefusal('malformed', 'The answer of the identity provider cannot be read.')
}
