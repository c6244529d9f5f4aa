// Where providers send the browser back to. Every custom configuration has an address of its own, so that an answer
// meant for one provider is never taken to another. It does not lie below the shared one: hosts that compare the
// beginnings of addresses would let it pass for that.

/** Of the installation's own registrations. */
export const sharedCallbackPath = '/oauth/callback'

/** Of an integration's own registration. */
export function ownCallbackPath(key: string): string {
  return `/oauth/integrations/${key}`
}
