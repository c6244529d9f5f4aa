// A style guide as Markdown: which rules it has, what they ask and where, and what it extends.

import { type Requirement, type RuleShown, rulesetShown } from '../../../../analysis/ruleset-shown.ts'
import type { JsonValue } from '../../../../analysis/types.ts'
import { type Budget, isSpent } from './budget.ts'
import { docsLine, lines, section } from './marks.ts'
import { oneLine, plainLine } from './read.ts'
import { code } from './schema-text.ts'

/** The blocks below the head of a ruleset. */
export function rulesetBlocks(data: unknown, budget: Budget): string[] {
  const ruleset = rulesetShown((data ?? null) as JsonValue)
  if (!ruleset) return []
  const { bases, rules, overrides, exceptions, aliases } = ruleset
  return [
    ruleset.description,
    docsLine({ url: ruleset.documentationUrl }),
    ...section('Extends', [
      lines(bases.map(({ name, which }) => `- ${code(name, budget)}${which ? `: ${plainLine(which)}` : ''}`)),
    ]),
    '## Rules',
    ...(rules.length > 0 ? ruleBlocks(rules, budget) : ['It has no rules of its own.']),
    ...overrides.flatMap(({ files, rules: own }) =>
      section('Overrides', [
        lines(files.map((file) => `- ${code(file, budget)}`)),
        ...ruleBlocks(own, budget),
      ]),
    ),
    ...section('Exceptions', [
      lines(
        exceptions.map(
          ({ place, rules: off }) =>
            `- ${code(place, budget)}: ${off.map((rule) => code(rule, budget)).join(', ')}`,
        ),
      ),
    ]),
    ...section('Aliases', [
      lines(
        aliases.map(
          ({ name, expressions }) =>
            `- ${code(`#${name}`, budget)}: ${expressions.map((one) => code(one, budget)).join(', ')}`,
        ),
      ),
    ]),
  ]
}

function ruleBlocks(rules: readonly RuleShown[], budget: Budget): string[] {
  const blocks: string[] = []
  for (const rule of rules) {
    if (isSpent(budget)) return [...blocks, '…']
    const own = ruleText(rule, budget)
    budget.steps -= 1
    budget.characters -= own.reduce((sum, block) => sum + block.length, 0)
    blocks.push(...own)
  }
  return blocks
}

function ruleText(rule: RuleShown, budget: Budget): string[] {
  const { given, requirements, message, formats } = rule
  const facts = [
    `- Severity: ${rule.severity}`,
    formats.length > 0 ? `- Formats: ${formats.map(plainLine).join(', ')}` : '',
    given.length > 0 ? `- Where: ${given.map((one) => code(one, budget)).join(', ')}` : '',
    ...requirements.map((one) => `- What: ${requirementText(one, budget)}`),
    message ? `- Message: ${plainLine(message)}` : '',
  ]
  return [
    `### ${plainLine(rule.name)}`,
    rule.description,
    lines(facts),
    docsLine({ url: rule.documentationUrl }),
  ]
}

function requirementText({ field, name, options }: Requirement, budget: Budget): string {
  const at = field === null ? '' : `${code(field, budget)}: `
  return `${at}**${plainLine(oneLine(name))}**${options === undefined ? '' : ` ${code(options, budget)}`}`
}
