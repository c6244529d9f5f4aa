import type { Program } from './programs.mjs'

export type Plan =
  | { kind: 'nothing' }
  | { kind: 'refuse'; sentence: string }
  | { kind: 'install'; sentence: string; commands: string[][] }
export function planInstallation(machine: {
  missing: Program[]
  isRoot: boolean
  hasApt: boolean
  hasSudo: boolean
}): Plan
type Find = (program: Program) => string | undefined
export function missingFor(checks: string[], find?: Find): Program[]
export function withoutAny(missing: Program[], find?: Find): Program[]
export function ensureRequirements(checks: string[]): void
