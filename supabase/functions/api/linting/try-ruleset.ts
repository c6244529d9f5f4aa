import { LintError, lintText, RulesetError, readRuleset } from '../../../../lint/index.ts'
import type { LintFiles } from '../../../../lint/types.ts'
import type { LintAnswer, LintJob } from './types.ts'

/** Reads a ruleset and, where there is a text, tries it. */
export async function tryRuleset({ files, ruleset, text }: LintJob): Promise<LintAnswer> {
  try {
    const read = readRuleset(ruleset, among(files))
    if (!text) return { kind: 'faults', faults: [] }
    const texts = among(text.files)
    const content = texts.read(text.path) ?? ''
    return { kind: 'findings', findings: await lintText({ path: text.path, content }, read, texts) }
  } catch (error) {
    if (error instanceof RulesetError) return { kind: 'faults', faults: error.faults }
    if (error instanceof LintError) return { kind: 'failed', reason: error.message.slice(0, 1000) }
    throw error
  }
}

function among(files: Record<string, string>): LintFiles {
  const known = new Map(Object.entries(files))
  return { read: (path) => known.get(path) }
}
