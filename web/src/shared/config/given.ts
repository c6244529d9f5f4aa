// The configuration of an element on somebody else's page, whose `window` is not ours.
import type { WaymarkConfig } from './waymark-config.ts'

let given: Partial<WaymarkConfig> | undefined

/** Sets it, before anything that reads the configuration is loaded. */
export function giveConfig(config: Partial<WaymarkConfig>): void {
  given = config
}

/** What was set; undefined on pages of the app. */
export function givenConfig(): Partial<WaymarkConfig> | undefined {
  return given
}
