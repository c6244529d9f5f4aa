import type { Level } from './types.ts'

/** Levels from the least to the greatest. */
export const LEVELS: readonly Level[] = ['patch', 'minor', 'major']

/** The more serious of two levels. */
export function higher(a: Level | null, b: Level): Level {
  return a !== null && LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b
}
