import { refusal } from '../../../_shared/http/problem.ts'

/** The words of RFC 6749, 7591 and 8707 that clients know. */
type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'

/** A problem that OAuth clients read as well: the `error` of the protocol beside what people read. */
export function oauthRefusal(error: OAuthError, detail: string) {
  return refusal('VALIDATION_ERROR', detail, { extra: { error, error_description: detail } })
}
