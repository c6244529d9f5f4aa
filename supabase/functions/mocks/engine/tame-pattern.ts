// Which regular expressions of a description may run. Nothing ends one that backtracks: not even the end of its worker.

/** Texts beyond this length are held against no pattern. */
export const mostPatterned = 300

const mostPattern = 500
const mostRepeats = 500
/** How many steps one match may take: less than a second. */
const mostSteps = 50_000_000

/**
 * Whether a match ends soon, whatever the text: no look-around and no reference back, nothing repeated that holds a
 * repetition or a choice, and few ways to share the text out. Others may be as fast; nobody can tell.
 */
export function isTame(pattern: string): boolean {
  if (pattern.length > mostPattern || /\(\?[=!<]|\\[1-9k]/.test(pattern)) return false
  // Classes and escaped characters stand for one character each, groups for what they hold.
  const plain = pattern
    .replace(/\\./g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?:/g, '(')
  return stepsOf(plain) <= mostSteps && !repeatsChoices(plain)
}

// Every part that may end at several places multiplies the ways to share the text out: one without an end by the text's
// length, `{2,5}` by four, `?` and `|` by two, and a pattern that may begin anywhere by the text's length again.
function stepsOf(plain: string): number {
  let steps = plain.startsWith('^') ? 1 : mostPatterned
  for (const [part, least, most] of plain.matchAll(/[*+?|]|\{(\d+)(?:,(\d*))?\}/g)) {
    if (part === '*' || part === '+' || most === '') steps *= mostPatterned
    else if (part === '?' || part === '|') steps *= 2
    else if (most !== undefined) steps *= Math.max(1, Number(most) - Number(least) + 1)
  }
  return steps
}

// For each open group, and outside of all, whether it holds a repetition or a choice.
function repeatsChoices(plain: string): boolean {
  const holds = [false]
  for (const [place, character] of [...plain].entries()) {
    if (character === '(') holds.push(false)
    else if (character === ')') {
      const held = holds.pop() ?? false
      if (held && /[*+{]/.test([...plain][place + 1] ?? '')) return true
      if (held) holds[holds.length - 1] = true
    } else if (/[*+{?|]/.test(character)) holds[holds.length - 1] = true
  }
  return false
}

/** Whether a text of this pattern is short: how often its parts are repeated at most, all multiplied. */
export function repeatsLittle(pattern: string): boolean {
  let repeats = 1
  for (const [repeat] of pattern.matchAll(/\{\d+(?:,\d*)?\}|[*+]/g)) {
    const counts = (repeat.match(/\d+/g) ?? ['10']).map(Number)
    repeats *= Math.max(1, ...counts)
  }
  return pattern.length <= mostPattern && repeats <= mostRepeats
}
