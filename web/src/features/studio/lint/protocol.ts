// What the Studio and its lint worker say to each other.

import type { Edit, Path } from '../../../../../editing/types.ts'
import type { Severity } from '../../../../../lint/types.ts'

/** A ruleset among the files that it may extend. */
export interface GuideTexts {
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  /** Whether it is one of the files of the working copy. */
  readonly isOwn: boolean
}

/** A text, with those that it refers to. */
export interface LintedText {
  readonly path: string
  readonly text: string
  /** A part of the file, written as JSON. */
  readonly isPart: boolean
  readonly others: Readonly<Record<string, string>>
}

export type ToLint =
  /** What is linted by from now on; without any, what Spectral recommends. */
  | { readonly type: 'guides'; readonly guides: readonly GuideTexts[] }
  | { readonly type: 'lint'; readonly id: number; readonly linted: LintedText }

/** What a rule says of a place, and ways to mend it. */
export interface Found {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly path: Path
  readonly fixes: readonly { readonly title: string; readonly edits: readonly Edit[] }[]
}

export type FromLint =
  | { readonly id: number; readonly found: readonly Found[] }
  /** A rule fails on the text, or the text is none. */
  | { readonly id: number; readonly failed: string }
