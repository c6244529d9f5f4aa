// Merging takes as long as the texts are: it is done beside the page, by the language worker.
import type { Repair } from '../../../../../editing/merge/repair.ts'
import type { MergedTexts } from '../../../../../editing/merge/texts.ts'
import type { Format } from '../../../../../editing/types.ts'

export interface MergeAsk {
  format: Format | 'text'
  base: string
  ours: string
  theirs: string
}

export interface RepairAsk extends MergeAsk {
  format: Format
  /** What each of several others wrote alone. */
  apart: readonly string[]
  /** The text that letters made of all. */
  now: string
  /** Whether it is mended only where it is no description any more. */
  onlyBroken: boolean
}

/** Each rejects where nobody merges. */
export interface Merger {
  merge(ask: MergeAsk): Promise<MergedTexts>
  repair(ask: RepairAsk): Promise<Repair | null>
}
