import { isRulesetName } from '../../../../../lint/ruleset/names.ts'
import { nameOf } from '../model.ts'

/** Whether a file is a Spectral ruleset, by its name. */
export const isRuleset = (path: string): boolean => isRulesetName(nameOf(path))
