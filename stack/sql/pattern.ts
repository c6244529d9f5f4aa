// A short regular expression can take Postgres seconds to compile, and a new one each time defeats its cache.

const LONGEST = 200
// Of all repeats multiplied, as nested ones do: a UUID's groups come to 1,152.
const MOST_REPEATS = 2_000

/** Says what is too much about a regular expression of a request; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `A regular expression may have ${LONGEST} characters`
  let repeats = 1
  for (const [, least, most] of pattern.matchAll(/\{\s*(\d+)(?:\s*,\s*(\d*))?/g))
    repeats *= Math.max(1, Number(most || least))
  return repeats > MOST_REPEATS ? 'A regular expression may not repeat so often' : undefined
}
