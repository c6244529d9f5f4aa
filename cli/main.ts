import { Command, CommanderError } from 'commander'
import { DescriptionError } from '../analysis/errors.ts'
import { completionCommand } from './commands/completion.ts'
import { diffCommand } from './commands/diff.ts'
import { exportCommand } from './commands/export.ts'
import { lintCommand } from './commands/lint.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { openCommand } from './commands/open.ts'
import { pushCommand } from './commands/push.ts'
import { whoamiCommand } from './commands/whoami.ts'
import { CliError } from './errors.ts'
import { EXIT } from './exit-codes.ts'
import manifest from './package.json' with { type: 'json' }
import { resolveLocalhost } from './server/localhost.ts'
import { PassingError } from './server/retries.ts'
import { printable, withoutTokens } from './terminal.ts'

/** Runs the command with these arguments; gives its exit code. */
export async function main(args: string[]): Promise<number> {
  resolveLocalhost()
  let exitCode: number = EXIT.ok
  const asJson = isForPrograms(args)
  const program = new Command('waymark')
    .description('Waymark on the command line.')
    .version(manifest.version)
    .showHelpAfterError('Run "waymark --help" to see what there is.')
    // Of a mistake in the arguments programs are told as of any other.
    .configureOutput({
      outputError: (text, write) => write(withoutTokens(text)),
      ...(asJson ? { writeErr: () => undefined } : {}),
    })
    .exitOverride()
  const end = (code: number) => {
    exitCode = code
  }
  program.addCommand(diffCommand(end).copyInheritedSettings(program))
  program.addCommand(lintCommand(end).copyInheritedSettings(program))
  program.addCommand(pushCommand(end).copyInheritedSettings(program))
  program.addCommand(exportCommand().copyInheritedSettings(program))
  program.addCommand(openCommand().copyInheritedSettings(program))
  for (const command of [loginCommand(), logoutCommand(), whoamiCommand()])
    program.addCommand(command.copyInheritedSettings(program))
  program.addCommand(completionCommand(() => program).copyInheritedSettings(program))
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return failed(error, asJson ? sayAsJson : say)
  }
}

/** Whether what is printed is one value of JSON. */
function isForPrograms(args: string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}

function failed(error: unknown, tell: typeof say): number {
  // Whoever reads our output has read enough (`waymark diff … | head`).
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return EXIT.ok
  // Commander has said it already; help and version are no mistakes.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok
    if (tell === sayAsJson)
      tell(
        error.message.replace(/^error: /, ''),
        'Run the command with --help to see what there is.',
        EXIT.usage,
      )
    return EXIT.usage
  }
  if (error instanceof CliError) return tell(error.message, error.advice, error.exitCode)
  if (error instanceof PassingError) {
    const code = error.waitSeconds === undefined ? EXIT.unavailable : EXIT.later
    return tell(error.message, 'Check the address (--url), or run the command again later.', code)
  }
  if (error instanceof DescriptionError) {
    const message = `${error.file}:${error.line}:${error.column}: ${error.message}`
    return tell(
      message,
      'Correct the file, or give one that describes an API (OpenAPI 2.0 or 3.x) or a model.',
      EXIT.data,
    )
  }
  if (isFileError(error)) {
    const advice = 'Check that it is there and that you may read it.'
    return tell(`${error.path} cannot be read (${error.code}).`, advice, EXIT.noInput)
  }
  const message = error instanceof Error ? error.message : String(error)
  return tell(
    `Something went wrong here: ${message}`,
    'Please report it with the files that led to it.',
    EXIT.software,
  )
}

function isFileError(error: unknown): error is Error & { code: string; path: string } {
  return error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error
}

function say(message: string, advice: string, code: number): number {
  console.error(withoutTokens(`waymark: ${printable(message)}`))
  console.error(printable(advice))
  return code
}

/** What `--json` prints in place of a result. */
function sayAsJson(message: string, advice: string, code: number): number {
  console.log(JSON.stringify({ error: { message: withoutTokens(message), advice, exit_code: code } }))
  return code
}
