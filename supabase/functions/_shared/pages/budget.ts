// What one page may cost to write. Nodes are other people's: a few kilobytes of schemas that lead to each other would keep
// the function busy for minutes, and every reader of a page waits for it.

const mostSteps = 50_000
const mostCharacters = 300_000

/** Shared by all parts of one page. */
export interface Budget {
  /** Keys, names and options that may still be looked at. */
  steps: number
  /** Characters that may still be written, or made only to be cut. */
  characters: number
}

export function pageBudget(): Budget {
  return { steps: mostSteps, characters: mostCharacters }
}

/** Whether nothing may be spent any more. */
export function isSpent(budget: Budget): boolean {
  return budget.steps <= 0 || budget.characters <= 0
}
