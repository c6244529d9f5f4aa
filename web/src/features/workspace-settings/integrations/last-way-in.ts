import type { Integration } from './queries.ts'

/** Whether nobody could sign in any more without this integration: it stays on then. */
export function isLastWayIn(integration: Integration, all: Integration[]): boolean {
  const isWayIn = ({ enabled, allow_user_login }: Integration) => enabled && allow_user_login
  return isWayIn(integration) && !all.some((other) => other.id !== integration.id && isWayIn(other))
}
