import type { Configuration } from '../data-api/configuration.ts'

/** What one request may ask for. */
export interface Limits {
  maxRows: number
  maxBody: number
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
