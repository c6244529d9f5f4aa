// Plans as they are shown: with the lines that change.
import type { Plan } from '../../../../../../editing/references/index.ts'
import { applyChanges, offsetBy } from '../../../../../../editing/text/changes.ts'
import type { Change, Refused } from '../../../../../../editing/types.ts'
import type { Planned, ShownChange } from '../protocol.ts'
import type { Texts } from './texts.ts'

const MOST_LINE = 300

/** A plan with what every change does to its line. */
export function shownPlan(texts: Texts, plan: Plan | Refused): Planned {
  if ('refused' in plan) return { refused: plan.reason }
  const files = plan.files.map(({ path, changes }) => ({
    path,
    length: texts.references.text(path).length,
    changes: changes.map((change) => shownChange(texts, path, change)),
  }))
  return { files, moves: plan.moves, notes: plan.notes }
}

function shownChange(texts: Texts, path: string, change: Change): ShownChange {
  const text = texts.references.text(path)
  const lines = texts.linesOf(path)
  const whole = lines.around(change)
  // Of a long line what is around the change.
  const from = Math.max(whole.from, change.from - MOST_LINE / 2)
  const to = Math.min(whole.to, change.to + MOST_LINE / 2)
  const was = text.slice(from, to)
  return {
    change,
    before: text.slice(change.from, change.to),
    line: lines.at(change.from).line,
    was: was.trim().toWellFormed(),
    is: applyChanges(was, offsetBy([change], -from))
      .trim()
      .toWellFormed(),
  }
}
