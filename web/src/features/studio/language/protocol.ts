// What the Studio and its language worker say to each other.
import type { Completion } from '../../../../../editing/assist/complete.ts'
import type { Hover } from '../../../../../editing/assist/hover.ts'
import type { Repair } from '../../../../../editing/merge/repair.ts'
import type { MergedTexts } from '../../../../../editing/merge/texts.ts'
import type { Subject } from '../../../../../editing/references/index.ts'
import type { Change, Edit, Path, Range } from '../../../../../editing/types.ts'
import type { Severity } from '../../../../../editing/validity/finding.ts'
import type { MergeAsk, RepairAsk } from '../documents/merger.ts'

/** Something wrong in a file, as it is shown. */
export interface Problem {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly path: Path
  readonly range: Range
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly fixes: readonly { readonly title: string; readonly edits: readonly Edit[] }[]
}

/** A stretch of a file with the line it stands in. */
export interface Hit {
  readonly range: Range
  readonly line: number
  readonly column: number
  /** The line, cut where it is long, and where in it the stretch is. */
  readonly text: string
  readonly from: number
  readonly to: number
}

export interface FileHits {
  readonly path: string
  readonly hits: readonly Hit[]
}

/** A change with the lines around it, before and after. */
export interface ShownChange {
  readonly change: Change
  /** What the change replaces: it is made only where the text still says so. */
  readonly before: string
  readonly line: number
  readonly was: string
  readonly is: string
}

export interface ShownFile {
  readonly path: string
  /** Of the text that the changes count in. */
  readonly length: number
  readonly changes: readonly ShownChange[]
}

/** Changes of several files, shown before they are made. */
export interface ShownPlan {
  readonly files: readonly ShownFile[]
  readonly moves: readonly { readonly from: string; readonly to: string }[]
  readonly notes: readonly string[]
}

export type Planned = ShownPlan | { readonly refused: string }

export interface SearchQuery {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

export interface SearchResult {
  readonly files: readonly FileHits[]
  readonly count: number
  /** There is more than is listed. */
  readonly more: boolean
}

/** A file with its text. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** What a preview is made of; or why there is none. */
export type Sliced =
  | { readonly files: readonly TextFile[]; readonly uri: string }
  /** `broken`: the text cannot be read as it is now; what was shown last stays. */
  | { readonly none: 'nothing' | 'broken' | 'too-large'; readonly reason: string }

/** What rules look at of a file. */
export interface Ruled {
  /** As it is written; of a part, JSON. */
  readonly text: string
  /** The files that it refers to. */
  readonly others: Readonly<Record<string, string>>
  /** Which part of a large file it is: what it finds elsewhere is of no use. */
  readonly part: Path | null
}

/** A ruleset with the files that it extends. */
export interface RulesetTexts {
  readonly path: string
  readonly files: Readonly<Record<string, string>>
}

/** A place as lists show it: line and column from 1. */
export interface PlaceInFile {
  readonly range: Range
  readonly line: number
  readonly column: number
}

/** What is asked, and what comes back. Places are paths of files and offsets. */
export interface Requests {
  complete: { ask: { path: string; offset: number }; answer: Completion | null }
  hover: { ask: { path: string; offset: number }; answer: Hover | null }
  definition: { ask: { path: string; offset: number }; answer: { path: string; range: Range } | null }
  subject: { ask: { path: string; offset: number }; answer: Subject | null }
  /** The same for a value, as forms and outlines name it. */
  subjectOf: { ask: { path: string; at: Path }; answer: Subject | null }
  uses: { ask: { subject: Subject }; answer: readonly FileHits[] }
  /** `more`: what else changes with it, each counting in the text as it is. */
  rename: {
    ask: { subject: Subject; to: string; more?: { path: string; edits: readonly Edit[] } }
    answer: Planned
  }
  move: { ask: { moves: readonly { from: string; to: string }[] }; answer: Planned }
  search: { ask: SearchQuery; answer: SearchResult }
  replace: { ask: SearchQuery & { by: string }; answer: Planned }
  format: { ask: { path: string }; answer: Planned }
  fix: { ask: { path: string; edits: readonly Edit[] }; answer: Planned }
  /** The part around a place with all it refers to, as files that an analysis takes; and the URI of its node. */
  slice: { ask: { path: string; offset: number; at: Path | null }; answer: Sliced }
  /** What rules look at when something has changed; null where there is nothing for them. */
  ruled: { ask: { path: string; offset: number }; answer: Ruled | null }
  /** The ruleset among the files. */
  ruleset: { ask: Record<string, never>; answer: RulesetTexts | null }
  /** Where paths are, those of a part alone; null for others. */
  places: {
    ask: { path: string; part: Path | null; paths: readonly Path[] }
    answer: readonly (PlaceInFile | null)[]
  }
  /** What two made of one text, brought together. */
  merge: { ask: MergeAsk; answer: MergedTexts }
  /** What is to be mended where several wrote at the same time; null for nothing. */
  repair: { ask: RepairAsk; answer: Repair | null }
  /** All texts as they are. */
  texts: { ask: Record<string, never>; answer: readonly TextFile[] }
}

export type Method = keyof Requests

export type ToWorker =
  /** A text as it is: when it is opened, and whenever it was lost sight of. */
  | { readonly type: 'text'; readonly path: string; readonly text: string }
  | { readonly type: 'change'; readonly path: string; readonly changes: readonly Change[] }
  | { readonly type: 'gone'; readonly path: string }
  /** Files without a text here, which links may lead to. */
  | { readonly type: 'others'; readonly paths: readonly string[] }
  /** The file in front: what is wrong in it is looked for first. */
  | { readonly type: 'front'; readonly path: string | null }
  | { readonly type: 'ask'; readonly id: number; readonly method: Method; readonly ask: unknown }
  | { readonly type: 'cancel'; readonly id: number }

export type FromWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'problems'; readonly path: string; readonly problems: readonly Problem[] }
