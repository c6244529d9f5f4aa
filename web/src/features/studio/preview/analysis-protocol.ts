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

/** A page that reads otherwise than before. */
export interface ShownPage {
  readonly uri: string
  readonly name: string
  /** The kind of node. */
  readonly type: string
  readonly level: Level
  /** What has changed of it, the most serious first. */
  readonly messages: readonly string[]
  /** How many more there are. */
  readonly more: number
  /** As it was, and as it is; null where it is not there. */
  readonly before: AnalysedNode | null
  readonly now: AnalysedNode | null
}

export interface ShownPages {
  /** What may break somebody first. */
  readonly pages: readonly ShownPage[]
  /** There are more than are listed. */
  readonly more: boolean
}

/** The texts of two states. */
export interface BothStates {
  readonly before: readonly TextFile[]
  readonly now: readonly TextFile[]
}

export type AnalysisAsk =
  | { readonly type: 'node'; readonly files: readonly TextFile[]; readonly uri: string }
  | ({ readonly type: 'changes' } & BothStates)
  | ({ readonly type: 'pages' } & BothStates)

export type AnalysisAnswer = { readonly id: number } & (
  | { readonly answer: AnalysedSlice | ShownChanges | ShownPages }
  | { readonly failed: string }
)
