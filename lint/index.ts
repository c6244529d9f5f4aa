export { lintText } from './engine/lint.ts'
export { faultLine, LintError, RulesetError } from './errors.ts'
export { isRulesetName, readRuleset, recommendedRuleset } from './ruleset/read.ts'
export { type Finding, type LintFiles, SEVERITIES, type Severity } from './types.ts'
