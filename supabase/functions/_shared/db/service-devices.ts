// Programs without a browser that a person signs in (RFC 8628).
import type { ServedDomain } from '../domain/served-domain.ts'
import { serviceCall as call } from './service.ts'

type Client = string | null

declare module './service.ts' {
  interface ServiceResults {
    svc_start_device_request: StartedRequest
    svc_poll_device_request: PolledRequest
  }
}

export interface StartedRequest {
  retry_after: number
  device_code: string
  user_code: string
  interval: number
  expires_in: number
}

export type PendingOutcome = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token'

export type PolledRequest =
  | { outcome: PendingOutcome }
  | { outcome: 'allowed'; auth_email: string; workspace_id: number }

/** A program asks to be signed in to a workspace. */
export function startDeviceRequest(slug: string, machine: string, client: Client) {
  return call('svc_start_device_request', { p_workspace_slug: slug, p_machine: machine, p_client: client })
}

/** What became of it; allowed is said once. */
export function pollDeviceRequest(deviceCode: string) {
  return call('svc_poll_device_request', { p_device_code: deviceCode })
}

/** Makes a session that of the program; one asked for at a custom domain is of that. */
export function noteDeviceSignIn(
  deviceCode: string,
  authId: string,
  sessionId: string,
  client: Client,
  domain: ServedDomain | null,
) {
  return call('svc_note_device_sign_in', {
    p_device_code: deviceCode,
    p_auth_id: authId,
    p_session_id: sessionId,
    p_client: client,
    ...(domain && { p_domain_workspace_id: domain.workspaceId }),
  })
}
