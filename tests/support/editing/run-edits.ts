// Random edits of a text one after the other, each compared with what it means on plain values.
import { Description } from '../../../editing/description.ts'
import { applyChanges, sourceOf } from '../../../editing/text/changes.ts'
import type { Change, Format } from '../../../editing/types.ts'
import { seeded } from '../seeded.ts'
import { edited, isLoose, parsed, spelled } from './model.ts'
import { randomEdit } from './random-edits.ts'

export interface Outcome {
  made: number
  /** Refused although the edit means something, by their reasons. */
  refused: number
  reasons: Map<string, number>
  /** What went wrong, as a person reads it. */
  wrong: string[]
  /** Milliseconds of each edit and of telling the description of it. */
  times: number[]
}

interface Run {
  text: string
  format: Format
  seed: number
  edits: number
  /** After how many edits the first text is taken up again. */
  restart: number
  /** Every how many edits the whole text is read anew and compared; the others the engine verifies itself. */
  check: number
}

/** Edits a text at random places. */
export function runEdits({ text: first, format, seed, edits, restart, check }: Run): Outcome {
  const random = seeded(seed)
  const outcome: Outcome = { made: 0, refused: 0, reasons: new Map(), wrong: [], times: [] }
  const start = parsed(first, format)
  let [text, value] = [first, start]
  let description = new Description(sourceOf(text), format)
  for (let count = 0; count < edits; count++) {
    if (count % restart === 0) {
      ;[text, value] = [first, start]
      description = new Description(sourceOf(text), format)
    }
    const edit = randomEdit(random, value)
    const loose = isLoose(value, edit)
    const meant = edited(value, edit)
    const began = performance.now()
    const result = description.edit(edit)
    if ('refused' in result) {
      if (meant !== undefined || result.refused === 'not_safe')
        refuse(outcome, `${edit.type}: ${result.reason}`)
      continue
    }
    const before = text
    text = applyChanges(text, result.changes)
    description.changed(result.changes, sourceOf(text))
    outcome.times.push(performance.now() - began)
    outcome.made += 1
    const told = `${JSON.stringify(edit)} → ${JSON.stringify(result.changes)}`
    if (!isTidy(before, result.changes)) outcome.wrong.push(`not the smallest: ${told}`)
    value = meant
    if (count % check === 0) {
      const actual = readAnew(text, format)
      if (spelled(actual, loose) !== spelled(meant, loose)) outcome.wrong.push(`not what was meant: ${told}`)
      value = actual
    }
    if (outcome.wrong.length > 3) break
  }
  return outcome
}

function refuse(outcome: Outcome, reason: string): void {
  outcome.refused += 1
  outcome.reasons.set(reason, (outcome.reasons.get(reason) ?? 0) + 1)
}

function readAnew(text: string, format: Format): unknown {
  try {
    return parsed(text, format)
  } catch (error) {
    return String(error)
  }
}

/** Whether changes are in order, apart, and none writes what stands there. */
function isTidy(text: string, changes: readonly Change[]): boolean {
  return changes.every(({ from, to, insert }, index) => {
    const last = changes[index - 1]
    return from <= to && to <= text.length && (!last || last.to < from) && text.slice(from, to) !== insert
  })
}
