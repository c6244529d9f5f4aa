/** The texts a lint may read besides the one it looks at; what is not among them is not there. */
export interface LintFiles {
  /** The text of a file by its path (forward slashes, none in front); undefined where there is none. */
  read(path: string): string | undefined
}

export const SEVERITIES = ['error', 'warn', 'info', 'hint'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A place in a text, as editors have it: both count from 0. */
export interface Place {
  line: number
  character: number
}

/** What a rule says of a place. */
export interface Finding {
  /** The rule's name; `parser`, `invalid-ref` and `unrecognized-format` are said by the engine itself. */
  code: string
  severity: Severity
  message: string
  /** From the root of the file it stands in. */
  path: (string | number)[]
  /** The file it stands in, which may be one that the linted one refers to. */
  file: string
  range: { start: Place; end: Place }
  documentationUrl?: string
}
