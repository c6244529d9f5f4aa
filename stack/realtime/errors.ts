/** A refused join; the client reads "code: message" as the reason, in upstream's words. */
export class JoinError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

/** What the policies deny. */
export function unreadable(topic: string): JoinError {
  return new JoinError(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${topic}`,
  )
}

/** What the policies permitted before and deny now. */
export function unreadableNow(topic: string): JoinError {
  return new JoinError(
    'Unauthorized',
    `You no longer have permission to read from this Channel topic: ${topic}`,
  )
}

/** The database could not be asked. */
export function databaseUnavailable(): JoinError {
  return new JoinError('UnableToConnectToProject', 'Realtime was unable to connect to the project database')
}
