// Which platform is asked, and where it is: the operator says so, never a customer.
import { sentenceOf } from '../domain/reasons.ts'
import { setting } from '../env.ts'
import { MigrationError, type MigrationSource, type Platform } from './model.ts'
import { nextPlatform } from './next.ts'
import { postmanPlatform } from './postman.ts'
import { stoplightPlatform } from './stoplight.ts'
import { swaggerhubPlatform } from './swaggerhub.ts'

export type * from './model.ts'
export { MigrationError, migrationSources } from './model.ts'

/** Where a platform is; undefined for NEXT where the installation has none. */
export function addressOf(source: MigrationSource): string | undefined {
  if (source === 'next') return setting('WAYMARK_LEGACY_URL') || undefined
  if (source === 'stoplight') return setting('WAYMARK_STOPLIGHT_URL') || 'https://stoplight.io'
  if (source === 'swaggerhub') return setting('WAYMARK_SWAGGERHUB_URL') || 'https://api.swaggerhub.com'
  return setting('WAYMARK_POSTMAN_URL') || 'https://api.getpostman.com'
}

/** Somebody's projects at a platform. Throws MigrationError where that cannot be meant. */
export function platformOf(source: MigrationSource, account: string, key: string): Platform {
  const base = addressOf(source)
  if (base === undefined) throw new MigrationError('not_found', sentenceOf('legacy_server_missing'))
  // It becomes a header.
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key) || key.length > 8000)
    throw new MigrationError('key', 'This is not a key: it has characters that no key has.')
  if (source === 'next') return nextPlatform(base, key)
  if (source === 'postman') return postmanPlatform(base, key)
  return source === 'stoplight'
    ? stoplightPlatform(base, key, account)
    : swaggerhubPlatform(base, key, account)
}

/** What a sealed key is bound to: a box of one workspace and platform opens for no other. */
export function keyContext(workspaceId: number | string, source: MigrationSource): string {
  return `migration:${workspaceId}:${source}`
}
