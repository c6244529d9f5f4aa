// What the Studio and its analysis worker say to each other.
import type { AnalysedNode } from '../../../shared/ui/node-slot.tsx'
import type { TextFile } from '../language/protocol.ts'

export type Level = 'major' | 'minor' | 'patch'

/** One change since the published state. */
export interface ShownNodeChange {
  readonly level: Level
  readonly group: 'breaking' | 'added' | 'fixed'
  readonly message: string
  /** "GET /pets", or the file. */
  readonly subject: string
  /** Where it stands now; null for what is gone. */
  readonly at: { readonly path: string; readonly offset: number } | null
}

export interface ShownChanges {
  readonly level: Level | null
  readonly counts: Readonly<Record<Level, number>>
  readonly changes: readonly ShownNodeChange[]
  /** There are more than are listed. */
  readonly more: boolean
}

export interface AnalysedSlice {
  readonly node: AnalysedNode | null
  /** The models of the slice. */
  readonly models: readonly AnalysedNode[]
}

export type AnalysisAsk =
  | { readonly type: 'node'; readonly files: readonly TextFile[]; readonly uri: string }
  | { readonly type: 'changes'; readonly before: readonly TextFile[]; readonly now: readonly TextFile[] }

export type AnalysisAnswer = { readonly id: number } & (
  | { readonly answer: AnalysedSlice | ShownChanges }
  | { readonly failed: string }
)
