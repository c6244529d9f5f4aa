import { isRulesetName } from '../../../../../lint/ruleset/names.ts'
import { nameOf } from '../model.ts'

/** Whether a file is a Spectral ruleset, by its name. */
export const isRuleset = (path: string): boolean => isRulesetName(nameOf(path))

const depthOf = (path: string) => path.split('/').length

/** Of rulesets the one nearest to the root comes first: it is the one that counts. */
export const nearestFirst = (one: string, other: string): number =>
  depthOf(one) - depthOf(other) || (one < other ? -1 : 1)
