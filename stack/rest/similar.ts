// "Perhaps you meant …": the nearest name by shared letter pairs.

const NEAR_ENOUGH = 0.4

/** The most similar candidate, or undefined when none is near. */
export function mostSimilar(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestScore = NEAR_ENOUGH
  for (const candidate of candidates) {
    const score = similarity(name, candidate)
    if (score > bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

function similarity(a: string, b: string): number {
  const left = pairs(a)
  const right = pairs(b)
  const shared = [...left].filter((pair) => right.has(pair)).length
  return (2 * shared) / (left.size + right.size)
}

function pairs(word: string): Set<string> {
  const padded = `-${word.toLowerCase()}-`
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)))
}
