import { Document, type ISpectralDiagnostic, type Ruleset, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { LintError } from '../errors.ts'
import { type Finding, type LintFiles, SEVERITIES } from '../types.ts'
import { lintExamplesOnce } from './examples.ts'
import { resolverOf } from './resolver.ts'

export interface LintOptions {
  /** Whether a text of a format that no rule is for is worth a finding. Otherwise it has none. */
  reportUnknownFormat?: boolean
  /** Whether the text is JSON; by its name, unless it is said. */
  isJson?: boolean
}

/**
 * What a ruleset finds in a text, by place; in what it refers to as well, as far as it is among the files. Throws
 * LintError where a rule fails on it. It takes what rules and text make it take: who lints for strangers bounds its time
 * and memory from outside.
 * @param path of the text: overrides go by it, and references from it
 */
export async function lintText(
  { path, content }: { path: string; content: string },
  ruleset: Ruleset,
  files: LintFiles,
  { reportUnknownFormat = false, isJson = /\.json$/i.test(path) }: LintOptions = {},
): Promise<Finding[]> {
  const source = `/${path}`
  try {
    const applied = ruleset.source === null ? ruleset : ruleset.fromSource(source)
    lintExamplesOnce(applied)
    const spectral = new Spectral({ resolver: resolverOf(files) })
    spectral.setRuleset(applied)
    const document = isJson
      ? new Document(content, parsers.Json, source)
      : new Document(content, parsers.Yaml, source)
    const found = await spectral.run(document, { ignoreUnknownFormat: !reportUnknownFormat })
    return found.map((diagnostic) => findingOf(diagnostic, path))
  } catch (error) {
    throw new LintError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A template may repeat what it names without end; nobody reads more. */
const MOST_CHARACTERS = 2_000

function findingOf(
  { code, severity, message, path, source, range, ...more }: ISpectralDiagnostic,
  file: string,
): Finding {
  const { documentationUrl } = more
  return {
    code: String(code),
    severity: SEVERITIES[severity] ?? 'error',
    message: message.slice(0, MOST_CHARACTERS),
    path,
    file: source?.replace(/^\/+/, '') ?? file,
    range,
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
  }
}
