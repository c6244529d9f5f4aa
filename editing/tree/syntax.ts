import type { Range } from '../types.ts'

/** A text that is not what its format asks for, and where. */
export class SyntaxProblem extends Error {
  readonly range: Range
  constructor(message: string, from: number, to = from + 1) {
    super(message)
    this.range = { from, to }
  }
}
