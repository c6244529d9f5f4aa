// What the worker says where a Git host took no credentials; screens that read it offer to connect anew.

export const RECONNECT =
  'The Git host did not accept the credentials of this project. Connect your account again, or give the project a service account.'

/** Whether something failed for want of credentials that the host accepts. */
export function wantsReconnect(reason: string | null | undefined): boolean {
  return reason?.endsWith(RECONNECT) ?? false
}
