export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export function countVitest(file: string): Counts
export function countPlaywright(file: string): Counts
