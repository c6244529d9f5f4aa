import { Command, InvalidArgumentError, Option } from 'commander'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { addressOf, isSignedIn, signedInClient } from '../login/access.ts'
import { urlOption } from '../options.ts'
import { progressOn } from '../progress.ts'
import { choose } from '../push/choose.ts'
import { filesIn } from '../push/folder.ts'
import { follow, hasEnded, type Task } from '../push/follow.ts'
import { type PreparedPush, prepare, sizeText } from '../push/manifest.ts'
import { branchOf, commitOf } from '../push/origin.ts'
import { dryRunAsText, pushAsJson, pushAsText } from '../push/report.ts'
import { previewOf, send } from '../push/send.ts'
import { readToken, warnOfPlainHttp } from '../server/address.ts'
import { type ServerCall, ServerClient } from '../server/client.ts'
import { projectId } from '../server/project.ts'
import { type PassingError, withRetries } from '../server/retries.ts'
import { print, printable } from '../terminal.ts'

interface PushOptions {
  ciToken?: string
  project?: string
  branch?: string
  url?: string
  directory: string
  dryRun?: boolean
  unreadable?: boolean
  wait: boolean
  timeout: number
  json?: boolean
}

interface CiToken {
  ci_token: string | null
  /** Null until one is made. */
  created_at: string | null
}

const MOST_NAMED = 10

const HELP = `
The files of the push replace the content of the branch. Pushed are API descriptions, models, articles, images, rulesets
and what they refer to, as .stoplight.json says; what .gitignore leaves out stays here, and so does JSON and YAML that
cannot be read, unless it lies with the descriptions or claims to be one. Only files that the server lacks are sent. Running it again is safe at any point: it goes on where it broke off.

Exit codes:
  ${EXIT.ok}   the docs are up to date (with --no-wait: the analysis is queued)
  ${EXIT.usage}  called wrongly    ${EXIT.data}  the content is refused, or its analysis failed    ${EXIT.noInput}  there is nothing to push
  ${EXIT.unavailable}  the server cannot be reached    ${EXIT.later}  not now, or not finished in time    ${EXIT.refused}  the token may not do this

Examples:
  $ WAYMARK_CI_TOKEN=wmci_… waymark push --url https://acme.example.com
  $ waymark push --directory api --branch main --dry-run`

/** `waymark push`: the files of a folder become the content of a branch. */
export function pushCommand(end: (code: number) => void): Command {
  return new Command('push')
    .description('make the files of a folder the content of a branch, and wait until its docs show them')
    .addOption(
      new Option(
        '--ci-token <token>',
        'the CI token of the project (better in the environment: options show in the list of processes)',
      ).env('WAYMARK_CI_TOKEN'),
    )
    .option(
      '--project <project>',
      'the project, as its address in the docs names it, or its ID, for who is signed in and gives no token',
    )
    .option('-b, --branch <name>', 'the branch (default: the one that is checked out, without Git main)')
    .addOption(urlOption())
    .option('-d, --directory <folder>', 'the folder of the project', '.')
    .option('--dry-run', 'say what would be sent, and send nothing')
    .option('--unreadable', 'also send JSON and YAML that cannot be read, wherever it lies')
    .option('--no-wait', 'do not wait for the analysis')
    .option('--timeout <seconds>', 'how long to wait for the analysis', secondsIn, 600)
    .option('--json', 'say it as JSON')
    .addHelpText('after', HELP)
    .action(async (options: PushOptions) => end(await push(options)))
}

async function push(options: PushOptions): Promise<number> {
  if (options.dryRun && !options.ciToken?.trim() && options.project === undefined)
    return dryRun(options, prepared(options), undefined)
  const address = addressOf(options.url)
  warnOfPlainHttp(address)
  // Of a project without a token nothing is known that a dry run could ask, and it makes none.
  const given = await ciTokenFor(address, options)
  const push = prepared(options)
  if (given === null) return dryRun(options, push, undefined)
  const client = new ServerClient(address, readToken(given, 'ci'))
  return options.dryRun ? dryRun(options, push, client) : sendAndFollow(options, push, client)
}

/** The CI token that was given, else that of the project, as who is signed in may see it; the first push makes it. */
async function ciTokenFor(
  address: URL,
  { ciToken, project, dryRun }: PushOptions,
): Promise<string | undefined | null> {
  if (ciToken?.trim() || project === undefined || !isSignedIn(address)) return ciToken
  const client = await signedInClient(address)
  const path = `projects/${encodeURIComponent(await projectId(client, project))}/ci-token`
  const ask = (of: string, call?: ServerCall) => withRetries(() => client.json<CiToken>(of, call))
  const held = await ask(path)
  const isThere = held.created_at !== null
  if (!isThere && dryRun) return null
  const { ci_token } = isThere ? held : await ask(`${path}?unless_there=true`, { method: 'POST' })
  if (ci_token !== null) return ci_token
  // Scripts may still push with it: it is not replaced unasked.
  const advice = 'Rotate it in the settings of the project (Automation).'
  throw new CliError('The CI token of the project cannot be read any more.', advice, EXIT.refused)
}

function prepared({ branch, directory, unreadable }: PushOptions): PreparedPush {
  const { files: found, unusable } = filesIn(directory)
  const { files, leftOut, diagnostics } = choose(found, { unreadable })
  for (const { file, line, column, message } of diagnostics) {
    console.error(printable(`${[file, line, column].filter(Boolean).join(':')}: warning: ${message}`))
  }
  sayNotSent(unusable, 'no branch can hold such names')
  sayNotSent(leftOut, 'they cannot be read', ' --unreadable sends them.')
  return { ...prepare(files, branch ?? branchOf(directory, process.env), commitOf(directory)), leftOut }
}

function sayNotSent(paths: string[], why: string, remedy = ''): void {
  if (paths.length === 0) return
  const named = paths.slice(0, MOST_NAMED).join(', ')
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  console.error(printable(`waymark: Not sent, because ${why}: ${named}${more}.${remedy}`))
}

async function dryRun(
  { json }: PushOptions,
  push: PreparedPush,
  client: ServerClient | undefined,
): Promise<number> {
  const preview = client ? await withRetries(() => previewOf(client, push), { onRetry: sayRetry }) : undefined
  const { manifest, leftOut } = push
  const report = { manifest, leftOut, preview, sent: undefined, task: undefined }
  await print(json ? pushAsJson(report) : dryRunAsText(report))
  return EXIT.ok
}

async function sendAndFollow(
  { json, wait, timeout }: PushOptions,
  push: PreparedPush,
  client: ServerClient,
): Promise<number> {
  const progress = progressOn()
  const onRetry = (error: PassingError, seconds: number) => {
    progress.clear()
    sayRetry(error, seconds)
  }
  try {
    progress.show('Asking what is missing…')
    const onSent = (done: number, total: number) =>
      progress.show(`Sending ${sizeText(done)} of ${sizeText(total)}…`)
    const { preview, ...sent } = await send(client, push, { onRetry, onSent })
    const onTask = (task: Task) => progress.show(phaseOf(task))
    const task = wait ? await follow(client, sent.job_id, { seconds: timeout, onRetry, onTask }) : undefined
    progress.clear()
    const { manifest, leftOut } = push
    const report = { manifest, leftOut, preview, sent, task }
    await print(json ? pushAsJson(report) : pushAsText(report))
    return exitCodeOf(task)
  } finally {
    progress.clear()
  }
}

function sayRetry({ message }: PassingError, seconds: number): void {
  console.error(printable(`waymark: ${message} Trying again in ${Math.ceil(seconds)} s.`))
}

function phaseOf({ status, payload: { progress } }: Task): string {
  if (status === 'queued') return 'The analysis is queued…'
  const part =
    progress && progress.total > 0 ? ` ${progress.phase} ${progress.done} of ${progress.total}` : ''
  return `Analysing…${part}`
}

function exitCodeOf(task: Task | undefined): number {
  if (!task || task.status === 'success') return EXIT.ok
  return hasEnded(task) ? EXIT.data : EXIT.later
}

function secondsIn(text: string): number {
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('Give seconds, from 0 to 86400.')
  return seconds
}
