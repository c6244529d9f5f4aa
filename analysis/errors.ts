/** Text that cannot be read as what its author meant; the message is for a person. Line and column are 1-based. */
export class DescriptionError extends Error {
  readonly file: string
  readonly line: number
  readonly column: number

  constructor(message: string, file: string, line = 1, column = 1) {
    super(message)
    this.name = 'DescriptionError'
    this.file = file
    this.line = line
    this.column = column
  }
}
