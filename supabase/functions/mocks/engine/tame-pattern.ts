// Which regular expressions of a description may run. Nothing ends one that backtracks: not even the end of its worker.

/** Texts beyond this length are held against no pattern. */
export const mostPatterned = 500

const mostPattern = 500
const mostRepeats = 500
/** The power of a text's length that a match may take in steps. */
const mostPower = 3

/** How many choices a pattern may offer: each may double the steps. */
const mostChoices = 10

/**
 * Whether matching takes about the third power of a text's length at most: no look-around and no reference back, nothing
 * repeated that holds a repetition or a choice, few repetitions without an end. Others may be as fast; nobody can tell.
 */
export function isTame(pattern: string): boolean {
  if (pattern.length > mostPattern || /\(\?[=!<]|\\[1-9k]/.test(pattern)) return false
  // Classes and escaped characters stand for one character each, groups for what they hold.
  const plain = pattern
    .replace(/\\./g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?:/g, '(')
  const powers = plain.match(/[*+]|\{\d+,\}|\{\d*,?\d{2,}\}/g)?.length ?? 0
  const choices = plain.match(/[?|{]/g)?.length ?? 0
  return (
    powers + (plain.startsWith('^') ? 0 : 1) <= mostPower && choices <= mostChoices && !repeatsChoices(plain)
  )
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
