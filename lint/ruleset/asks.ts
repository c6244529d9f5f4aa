import type { Ruleset } from '@stoplight/spectral-core'

/** What the rules of a ruleset ask: the names of their functions, and how they are set. */
export function asksOf(
  ruleset: Ruleset,
  code: string,
): { function: string; field: string | undefined; options: unknown }[] {
  const then = Object.hasOwn(ruleset.rules, code) ? ruleset.rules[code]?.then : undefined
  return (then ?? []).map(({ function: check, field, functionOptions }) => ({
    // Functions with options are wrapped; their names stay.
    function: check.name,
    field,
    options: functionOptions,
  }))
}
