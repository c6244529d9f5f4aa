import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { type Finding, SEVERITIES, type Severity } from '../../lint/types.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { filesMeant, linterPath, readableFiles, shownPath } from '../lint/files.ts'
import { asGithub } from '../lint/github.ts'
import { guidesAt, isAddress } from '../lint/guide-address.ts'
import { asJson } from '../lint/json.ts'
import { asJunit } from '../lint/junit.ts'
import { asSarif } from '../lint/sarif.ts'
import { asText } from '../lint/text.ts'
import manifest from '../package.json' with { type: 'json' }
import { readDescription } from '../read-description.ts'
import { print } from '../terminal.ts'

const FORMATS = { text: asText, json: asJson, sarif: asSarif, junit: asJunit, github: asGithub }

interface LintCommandOptions {
  ruleset?: string
  format: keyof typeof FORMATS
  json?: boolean
  failSeverity: Severity
  stdin?: string | true
  ignoreUnknownFormat?: boolean
}

const HELP = `
Without --ruleset: .spectral.yaml (.yml, .json) of this folder, else what Spectral recommends for OpenAPI and AsyncAPI.
An address is that of the ruleset of a project, as its Spectral token gives it: its style guides hold here as they do there.
Nothing else is fetched, and no program in a ruleset is run. References are followed in this folder and those of the files.

Exit codes:
  ${EXIT.ok}   nothing found at the level of --fail-severity or above
  ${EXIT.findings}   something found there
  ${EXIT.usage}  called wrongly    ${EXIT.data}  the ruleset cannot be used    ${EXIT.noInput}  a file is not there

Examples:
  $ waymark lint openapi.yaml
  $ waymark lint "reference/**/*.{yaml,json}" --ruleset rules.yaml --fail-severity warn
  $ waymark lint openapi.yaml --format sarif > lint.sarif
  $ git show main:openapi.yaml | waymark lint --stdin openapi.yaml`

/** `waymark lint FILES`: what a Spectral ruleset finds in descriptions. */
export function lintCommand(end: (code: number) => void): Command {
  return new Command('lint')
    .description('say what a Spectral ruleset finds in API descriptions, as Spectral itself would')
    .argument('[files...]', 'files, or patterns in quotes')
    .option(
      '-r, --ruleset <file or address>',
      'the ruleset, in YAML or JSON, or the address of that of a project',
    )
    .addOption(
      new Option('-f, --format <format>', 'how to say it').choices(Object.keys(FORMATS)).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json'))
    .addOption(
      new Option('-F, --fail-severity <severity>', 'the least severity that counts as a failure')
        .choices(SEVERITIES)
        .default('error'),
    )
    .option('--stdin [path]', 'lint standard input, as if it were this file')
    .option('--ignore-unknown-format', 'say nothing of files that no rule is for')
    .addHelpText('after', HELP)
    .action(async (names: string[], options: LintCommandOptions) => {
      const texts = await textsOf(names, options)
      const files = texts.map(({ path }) => path)
      const findings = await lintAll(texts, options)
      const format = options.json ? 'json' : options.format
      await print(FORMATS[format]({ files, findings, version: manifest.version }))
      const worst = SEVERITIES.indexOf(options.failSeverity)
      const fails = findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= worst)
      end(fails ? EXIT.findings : EXIT.ok)
    })
}

interface Text {
  path: string
  content: string
}

async function textsOf(names: string[], { stdin }: LintCommandOptions): Promise<Text[]> {
  if (stdin === undefined && names.length === 0)
    throw new CliError('There is nothing to lint.', 'Name files, or use --stdin.', EXIT.usage)
  if (stdin !== undefined && names.length > 0)
    throw new CliError('Standard input is linted alone.', 'Name files, or use --stdin.', EXIT.usage)
  if (stdin !== undefined) {
    const { content } = await readDescription('-')
    return [{ path: stdin === true ? 'stdin.yaml' : shownPath(resolve(stdin)), content }]
  }
  const texts: Text[] = []
  for (const path of filesMeant(names)) texts.push({ path, content: (await readDescription(path)).content })
  return texts
}

async function lintAll(texts: Text[], options: LintCommandOptions): Promise<Finding[]> {
  // Spectral takes half a second to start, which no other command should wait for.
  const { faultLine, lintText, readGuides, readRuleset, recommendedRuleset, RulesetError } = await import(
    '../../lint/index.ts'
  )
  const name = options.ruleset ?? ownRuleset()
  const isRemote = name !== undefined && isAddress(name)
  const guides = isRemote ? await guidesAt(name) : []
  const files = readableFiles([
    ...texts.map(({ path }) => path),
    ...(name === undefined || isRemote ? [] : [name]),
  ])
  const rulesetOf = () => {
    if (name === undefined) return recommendedRuleset()
    if (!isRemote) return readRuleset(linterPath(name), files)
    const read = readGuides(guides)
    const faults = read.faults.flat()
    if (read.ruleset === undefined || faults.length > 0) throw new RulesetError(faults)
    return read.ruleset
  }
  const findings: Finding[] = []
  try {
    const ruleset = rulesetOf()
    const how = { reportUnknownFormat: !options.ignoreUnknownFormat }
    for (const { path, content } of texts) {
      const found = await lintText({ path: linterPath(path), content }, ruleset, files, how)
      findings.push(...found.map((finding) => ({ ...finding, file: shownPath(`/${finding.file}`) })))
    }
    return findings
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    const lines = error.faults.map((fault) => faultLine({ ...fault, file: shownPath(`/${fault.file}`) }))
    throw new CliError([error.message, ...lines].join('. '), 'Correct the ruleset.', EXIT.data)
  }
}

function ownRuleset(): string | undefined {
  const names = readdirSync('.').filter((name) => /^\.?spectral\.(?:ya?ml|json)$/.test(name))
  return names.sort()[0]
}
