export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** A line for each test that failed: file, title and the first line of why. */
  failures: string[]
}
export function countVitest(file: string): Counts
export function countPlaywright(file: string): Counts
