import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Measured } from './analysis-run.ts'

export type { Measured } from './analysis-run.ts'

/** Measures the analysis of a checkout in a process of its own. */
export function measureAnalysis(
  root: string,
  task: 'parse' | 'analyze' | 'compare',
  ...paths: string[]
): Measured {
  const program = join(import.meta.dirname, 'analysis-run.ts')
  const output = execFileSync(process.execPath, [program, root, task, ...paths], { encoding: 'utf8' })
  return JSON.parse(output) as Measured
}
