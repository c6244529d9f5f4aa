/** What ends the command: a sentence, what to do next, and the exit code. */
export class CliError extends Error {
  readonly exitCode: number
  readonly advice: string

  constructor(message: string, advice: string, exitCode: number) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
    this.advice = advice
  }
}
