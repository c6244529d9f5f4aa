// Random edits with fixed seeds: what a text says after an edit is what the edit means, and nothing else has changed.
import { expect, test } from 'vitest'
import { runEdits } from '../tests/support/editing/run-edits.ts'
import { generated, handMade } from '../tests/support/editing/texts.ts'

// A third of what is in the hard file of YAML is shared by anchors, or has keys that only code can show.
const MOST_REFUSED: Record<string, number> = { 'hard.yaml': 0.25, 'hard.yaml with CR at line ends': 0.25 }

test.each(handMade())('every edit of $name is what it means', ({ name, text, format }) => {
  const { made, refused, reasons, wrong } = runEdits({
    text,
    format,
    seed: 15,
    edits: 250,
    restart: 25,
    check: 1,
  })
  expect(wrong).toEqual([])
  expect(refused / (made + refused), JSON.stringify([...reasons])).toBeLessThan(MOST_REFUSED[name] ?? 0.01)
  expect(made).toBeGreaterThan(150)
})

test('every edit of generated files is what it means', () => {
  let [all, refused] = [0, 0]
  for (let seed = 1; seed <= 40; seed++) {
    const { text, format } = generated(seed)
    const outcome = runEdits({ text, format, seed, edits: 30, restart: 15, check: 1 })
    expect(outcome.wrong, `${seed}`).toEqual([])
    all += outcome.made + outcome.refused
    refused += outcome.refused
  }
  expect(all).toBeGreaterThan(900)
  expect(refused / all).toBeLessThan(0.02)
})
