// What can go wrong between the app and a provider's page.
export const popupMessages = {
  blocked: 'The sign-in window was blocked by your browser. Please allow popups for this site and try again.',
  mismatch: 'Encountered an error during authentication',
  closedBeforeCode: 'Oauth popup closed before code could be obtained.',
  closedEarly: 'Auth popup window closed early by user.',
  unknownUrl: 'Unknown authentication url',
  denied: 'The sign-in was cancelled at the provider.',
  missingState: 'Missing SSO callback state',
} as const

/** A sign-in at a provider that came to nothing; the message is fit to show. */
export class PopupProblem extends Error {
  override name = 'PopupProblem'
  readonly reason: keyof typeof popupMessages | 'provider'

  constructor(reason: keyof typeof popupMessages | 'provider', message?: string) {
    super(message ?? (reason === 'provider' ? popupMessages.mismatch : popupMessages[reason]))
    this.reason = reason
  }
}
