import { LintError, lintText, RulesetError, readRuleset, tryExamples } from '../../../../lint/index.ts'
import type { Finding, LintFiles } from '../../../../lint/types.ts'
import { type LintAnswer, type LintJob, mostFindings, type TriedFinding } from './types.ts'

/** Of a piece of a path. */
const mostCharacters = 1_000

/** Reads a ruleset and, where there is a text, tries it; its examples too, where that is asked. */
export async function tryRuleset({ files, ruleset, text, examples }: LintJob): Promise<LintAnswer> {
  try {
    const read = readRuleset(ruleset, among(files))
    const held = examples ? await tryExamples(ruleset, among(files)) : { tried: 0, failed: [] }
    if (!text) return { kind: 'findings', findings: [], total: 0, examples: held }
    const texts = among(text.files)
    const content = texts.read(text.path) ?? ''
    const found = (await lintText({ path: text.path, content }, read, texts)).filter(
      ({ file, path }) =>
        file === text.path && text.within.every((segment, index) => String(path[index]) === segment),
    )
    // More would have to fit into the memory of who asked, too.
    return {
      kind: 'findings',
      findings: found.slice(0, mostFindings).map(told),
      total: found.length,
      examples: held,
    }
  } catch (error) {
    if (error instanceof RulesetError) return { kind: 'faults', faults: error.faults }
    if (error instanceof LintError) return { kind: 'failed', reason: error.message.slice(0, 1000) }
    throw error
  }
}

function told({ path, range, code, severity, message, file }: Finding): TriedFinding {
  return {
    code,
    severity,
    message,
    path: path.map((segment) => String(segment).slice(0, mostCharacters)),
    file,
    line: range.start.line + 1,
    column: range.start.character + 1,
  }
}

function among(files: Record<string, string>): LintFiles {
  const known = new Map(Object.entries(files))
  return { read: (path) => known.get(path) }
}
