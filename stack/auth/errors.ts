/** A refusal as GoTrue words it. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly weakPasswordReasons: string[] | undefined
  constructor(status: number, code: string, message: string, weakPasswordReasons?: string[]) {
    super(message)
    this.status = status
    this.code = code
    this.weakPasswordReasons = weakPasswordReasons
  }
}

export const badRequest = (message: string) => new AuthError(400, 'validation_failed', message)
export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
const EMAIL_EXISTS = 'email_exists'
export const emailExists = () =>
  new AuthError(422, EMAIL_EXISTS, 'A user with this email address has already been registered')
export const isEmailExists = (error: unknown) => error instanceof AuthError && error.code === EMAIL_EXISTS
export const phonesDisabled = (message: string) => new AuthError(422, 'phone_provider_disabled', message)
export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const badJwt = (reason: string) => new AuthError(403, 'bad_jwt', `invalid JWT: ${reason}`)
/** For now: the same request may succeed in a moment. */
export const unavailable = () =>
  new AuthError(503, 'unexpected_failure', 'The database is not available at the moment, please try again')
export const unexpectedFailure = () =>
  new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
