// "Perhaps you meant …": the nearest name as the library FuzzySet, which PostgREST asks, finds it: the candidates that
// share most three-letter grams with the name, ordered by edit distance; two-letter grams where that finds none.

/** How near parameters and embeds must be; they are what the caller may see anyway. */
const NEAR = 0.33
/** How near the name of a table or function must be, so that guessing does not list a schema. */
export const VERY_NEAR = 0.75
const COMPARED = 50
/** Nobody mistypes something longer, and to compare it takes the product of both lengths. */
const LONGEST = 200

/** The most similar candidate, or undefined when none is as near as `least` (0 to 1). */
export function mostSimilar(name: string, candidates: Iterable<string>, least = NEAR): string | undefined {
  if (name.length > LONGEST) return undefined
  const all = [...new Set(candidates)]
  for (const size of [3, 2]) {
    const wanted = grams(name, size)
    const [best] = all
      .map((candidate) => ({ candidate, score: cosine(wanted, grams(candidate, size)) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, COMPARED)
      .map(({ candidate }) => ({ candidate, score: closeness(name.toLowerCase(), candidate.toLowerCase()) }))
      .filter(({ score }) => score >= least)
      .toSorted((a, b) => b.score - a.score)
    if (best) return best.candidate
  }
  return undefined
}

function grams(word: string, size: number): Map<string, number> {
  const padded = `-${word.toLowerCase().replaceAll(/[^\p{L}\p{N}, ]/gu, '')}-`
  const counts = new Map<string, number>()
  for (let at = 0; at + size <= padded.length; at++) {
    const gram = padded.slice(at, at + size)
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const product = [...a].reduce((sum, [gram, count]) => sum + count * (b.get(gram) ?? 0), 0)
  return product / (length(a) * length(b))
}

function length(counts: Map<string, number>): number {
  return Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
}

/** 1 for the same word, 0 where every letter differs: one minus Levenshtein's distance by the longer length. */
function closeness(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, change))
    }
    above = current
  }
  return 1 - (above[b.length] ?? 0) / Math.max(a.length, b.length)
}
