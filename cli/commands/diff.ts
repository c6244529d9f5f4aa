import { Command, Option } from 'commander'
import { compareDescriptions, LEVELS } from '../../analysis/changes/index.ts'
import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import type { SourceFile } from '../../analysis/types.ts'
import { descriptionOf } from '../diff/branches.ts'
import { asGithub } from '../diff/github.ts'
import { asJson } from '../diff/json.ts'
import { asMarkdown } from '../diff/markdown.ts'
import { asText } from '../diff/text.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { readerOf } from '../login/access.ts'
import { tokenOption, urlOption } from '../options.ts'
import { readDescription, STANDARD_INPUT } from '../read-description.ts'
import { projectId } from '../server/project.ts'
import { print } from '../terminal.ts'

const FORMATS = { text: asText, json: asJson, markdown: asMarkdown, github: asGithub }

interface DiffOptions {
  format: keyof typeof FORMATS
  json?: boolean
  failOn: Level
  checkVersion?: boolean
  project?: string
  path?: string
  token?: string
  url?: string
}

const HELP = `
With --project and --path: the same file on two branches of a project, with all that it refers to.

Exit codes:
  ${EXIT.ok}   nothing changed, or nothing at the level of --fail-on or above
  ${EXIT.patch}   the highest level is patch (with --fail-on patch)
  ${EXIT.minor}   the highest level is minor: it may break somebody
  ${EXIT.major}   the highest level is major: it breaks whoever used it
  ${EXIT.usage}  called wrongly    ${EXIT.data}  a file is broken or describes nothing    ${EXIT.noInput}  a file is not there
  ${EXIT.unavailable}  the server cannot be reached    ${EXIT.later}  not now    ${EXIT.refused}  the token may not do this

Examples:
  $ waymark diff old.yaml new.yaml
  $ git show main:openapi.yaml | waymark diff - openapi.yaml --format markdown
  $ waymark diff old.yaml new.yaml --format github --fail-on major
  $ WAYMARK_TOKEN=wmk_… waymark diff main next --project todos --path reference/todos.yaml`

/** `waymark diff OLD NEW`: what changed between two descriptions, and what that breaks. */
export function diffCommand(end: (code: number) => void): Command {
  return new Command('diff')
    .description(
      'say what changed between two API descriptions (OpenAPI 2.0, 3.x) or models, and what that breaks',
    )
    .argument('<old>', 'file of the old description, or - for standard input; with --project a branch')
    .argument('<new>', 'file of the new description, or - for standard input; with --project a branch')
    .option(
      '--project <project>',
      'compare two branches of this project, named as its address in the docs does, or by its ID',
    )
    .option('-p, --path <file>', 'the file of the project that is compared')
    .addOption(tokenOption())
    .addOption(urlOption())
    .addOption(
      new Option('-f, --format <format>', 'how to say it').choices(Object.keys(FORMATS)).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json'))
    .addOption(
      new Option('--fail-on <level>', 'the least level that counts as a failure')
        .choices(LEVELS)
        .default('minor'),
    )
    .option('--check-version', 'also say when the version does not tell of what breaks')
    .addHelpText('after', HELP)
    .action(async (oldPath: string, newPath: string, options: DiffOptions) => {
      const report = await compare(oldPath, newPath, options)
      const format = options.json ? 'json' : options.format
      await print(FORMATS[format](report, { before: nameOf(oldPath), after: nameOf(newPath) }))
      end(exitCodeOf(report, options.failOn))
    })
}

async function compare(oldPath: string, newPath: string, options: DiffOptions): Promise<ChangeReport> {
  const [before, after] = await bothOf(oldPath, newPath, options)
  const today = new Date().toISOString().slice(0, 10)
  return compareDescriptions(before, after, { today, checkVersion: options.checkVersion ?? false })
}

async function bothOf(
  oldPath: string,
  newPath: string,
  { project, path, token, url }: DiffOptions,
): Promise<[SourceFile, SourceFile]> {
  if ((project === undefined) !== (path === undefined)) {
    const message = 'Two branches are compared by --project and --path together.'
    throw new CliError(message, 'Give both, or two files and neither.', EXIT.usage)
  }
  if (project !== undefined && path !== undefined) {
    const client = await readerOf(url, token)
    const id = await projectId(client, project)
    return [await descriptionOf(client, id, oldPath, path), await descriptionOf(client, id, newPath, path)]
  }
  if (oldPath === '-' && newPath === '-') {
    const advice = 'Give a file for the other: waymark diff - new.yaml'
    throw new CliError('Only one of the two descriptions can come from standard input.', advice, EXIT.usage)
  }
  return [await readDescription(oldPath), await readDescription(newPath)]
}

function nameOf(path: string): string {
  return path === '-' ? STANDARD_INPUT : path
}

function exitCodeOf({ level }: ChangeReport, failOn: Level): number {
  if (!level || LEVELS.indexOf(level) < LEVELS.indexOf(failOn)) return EXIT.ok
  return EXIT[level]
}
