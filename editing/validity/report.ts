import type { TypeName, Version } from '../openapi/model.ts'
import type { Member, Node } from '../tree/node.ts'
import type { Path, Range } from '../types.ts'
import { type Finding, type Fix, MOST_OF_PART } from './finding.ts'

export interface Part {
  readonly text: string
  readonly node: Node
  readonly type: TypeName
  readonly path: Path
  readonly version: Version
  /** What is underlined where the part as a whole is wrong: its key, which may stand before the part's text. */
  readonly at?: Range | undefined
}

/** Collects findings of a part. */
export class Report {
  readonly found: Finding[] = []
  readonly version: Version
  protected readonly text: string

  constructor({ text, version }: Part) {
    this.text = text
    this.version = version
  }

  add(
    code: string,
    severity: Finding['severity'],
    message: string,
    path: Path,
    range: Range,
    fixes: readonly Fix[] = [],
  ): void {
    if (this.found.length >= MOST_OF_PART) return
    this.found.push({ code, severity, message, path, range: { from: range.from, to: range.to }, fixes })
  }

  get isFull(): boolean {
    return this.found.length >= MOST_OF_PART
  }
}

/** The range of a member's key. */
export function keyOf({ keyFrom, keyTo }: Member): Range {
  return { from: keyFrom, to: keyTo }
}
