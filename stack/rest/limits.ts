import type { Configuration } from '../data-api/configuration.ts'
import type { BodyBounds } from '../http/body-bounds.ts'

/** What one request may ask for. */
export interface Limits {
  maxRows: number
  maxBody: BodyBounds
  aggregates: boolean
}

/** The limits as the configuration changes them. */
export function configured(limits: Limits, { aggregates, maxRows }: Configuration): Limits {
  return {
    ...limits,
    ...(aggregates !== undefined && { aggregates }),
    ...(maxRows !== undefined && { maxRows }),
  }
}
