import { Command, Option } from 'commander'
import { compareDescriptions, LEVELS } from '../../analysis/changes/index.ts'
import type { ChangeReport, Level } from '../../analysis/changes/types.ts'
import { asGithub } from '../diff/github.ts'
import { asJson } from '../diff/json.ts'
import { asMarkdown } from '../diff/markdown.ts'
import { asText } from '../diff/text.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { readDescription } from '../read-description.ts'
import { print } from '../terminal.ts'

const FORMATS = { text: asText, json: asJson, markdown: asMarkdown, github: asGithub }

interface DiffOptions {
  format: keyof typeof FORMATS
  json?: boolean
  failOn: Level
  checkVersion?: boolean
}

const HELP = `
Exit codes:
  ${EXIT.ok}   nothing changed, or nothing at the level of --fail-on or above
  ${EXIT.patch}   the highest level is patch (with --fail-on patch)
  ${EXIT.minor}   the highest level is minor: it may break somebody
  ${EXIT.major}   the highest level is major: it breaks whoever used it
  ${EXIT.usage}  called wrongly    ${EXIT.data}  a file is broken or describes nothing    ${EXIT.noInput}  a file is not there

Examples:
  $ waymark diff old.yaml new.yaml
  $ git show main:openapi.yaml | waymark diff - openapi.yaml --format markdown
  $ waymark diff old.yaml new.yaml --format github --fail-on major`

/** `waymark diff OLD NEW`: what changed between two descriptions, and what that breaks. */
export function diffCommand(end: (code: number) => void): Command {
  return new Command('diff')
    .description(
      'say what changed between two API descriptions (OpenAPI 2.0, 3.x) or models, and what that breaks',
    )
    .argument('<old>', 'file of the old description, or - for standard input')
    .argument('<new>', 'file of the new description, or - for standard input')
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

async function compare(
  oldPath: string,
  newPath: string,
  { checkVersion }: DiffOptions,
): Promise<ChangeReport> {
  if (oldPath === '-' && newPath === '-') {
    const advice = 'Give a file for the other: waymark diff - new.yaml'
    throw new CliError('Only one of the two descriptions can come from standard input.', advice, EXIT.usage)
  }
  const before = await readDescription(oldPath)
  const after = await readDescription(newPath)
  const today = new Date().toISOString().slice(0, 10)
  return compareDescriptions(before, after, { today, checkVersion: checkVersion ?? false })
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path
}

function exitCodeOf({ level }: ChangeReport, failOn: Level): number {
  if (!level || LEVELS.indexOf(level) < LEVELS.indexOf(failOn)) return EXIT.ok
  return EXIT[level]
}
