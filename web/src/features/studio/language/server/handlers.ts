import { complete } from '../../../../../../editing/assist/complete.ts'
import { hover, startOf } from '../../../../../../editing/assist/hover.ts'
import { Description } from '../../../../../../editing/description.ts'
import { repair, repairBroken } from '../../../../../../editing/merge/repair.ts'
import { mergeTexts } from '../../../../../../editing/merge/texts.ts'
import {
  formatOf,
  type Plan,
  planMove,
  planRename,
  siteAt,
  subjectAt,
  usesOf,
} from '../../../../../../editing/references/index.ts'
import { applyChanges, sourceOf, trimmed } from '../../../../../../editing/text/changes.ts'
import type { Change, Edit, Path, Refused } from '../../../../../../editing/types.ts'
import { isOfPart } from '../part.ts'
import type { Method, Planned, Requests } from '../protocol.ts'
import { formatted } from './format.ts'
import { shownPlan } from './plans.ts'
import { ownRuleset, placesOf, ruledAt } from './ruled.ts'
import { replacement, search } from './search.ts'
import { sliceOf } from './slice.ts'
import type { Texts } from './texts.ts'

type Handlers = {
  [Name in Method]: (
    ask: Requests[Name]['ask'],
  ) => Requests[Name]['answer'] | Generator<void, Requests[Name]['answer']>
}

/** How each question is answered; one that takes long by a generator. */
export function handlersOf(texts: Texts): Handlers {
  return {
    complete: ({ path, offset }) => complete(texts.references, path, offset),
    hover: ({ path, offset }) => hover(texts.references, path, offset),
    definition: ({ path, offset }) => definition(texts, path, offset),
    subject: ({ path, offset }) => {
      const format = formatOf(path)
      const isData = format === 'json' || format === 'yaml'
      const at = isData ? described(texts, path, format).pathAt(offset) : []
      return subjectAt(texts.references, path, at, offset)
    },
    subjectOf: ({ path, at }) => {
      const site = texts.references.index(path)?.sites.find((one) => one.kind === 'tag' && isAt(one.path, at))
      return subjectAt(texts.references, path, at, site?.range.from ?? -1)
    },
    uses: ({ subject }) => {
      const byFile = Map.groupBy(usesOf(texts.references, subject), ({ file }) => file)
      return [...byFile].map(([path, uses]) => {
        const lines = texts.linesOf(path)
        return { path, hits: uses.map(({ range }) => lines.hit(range)) }
      })
    },
    rename: ({ subject, to, more }) => {
      const plan = planRename(texts.references, subject, to)
      return shownPlan(texts, more && !('refused' in plan) ? withEdits(texts, plan, more) : plan)
    },
    move: ({ moves }) => {
      const map = new Map(moves.map(({ from, to }) => [from, to]))
      return shownPlan(texts, planMove(texts.references, map, texts.others))
    },
    search: (query) => search(texts, query),
    replace: (query) => replace(texts, query),
    format: ({ path }) => {
      const format = formatOf(path)
      if (format !== 'json' && format !== 'yaml') return { refused: 'This file cannot be put in order.' }
      return ofOneFile(texts, path, formatted(texts.references.text(path), format))
    },
    fix: ({ path, edits }) => ofOneFile(texts, path, fix(texts, path, edits)),
    slice: ({ path, offset, at }) => {
      const format = formatOf(path)
      const isData = format === 'json' || format === 'yaml'
      const place = at ?? (isData ? described(texts, path, format).pathAt(offset) : [])
      return sliceOf(texts.references, path, place)
    },
    ruled: ({ path, offset }) => ruledAt(texts, path, offset),
    ruleset: () => ownRuleset(texts),
    places: ({ path, part, paths }) => {
      const lines = texts.linesOf(path)
      return placesOf(texts, path, paths).map((range, index) =>
        part === null || isOfPart(part, paths[index] ?? []) ? { range, ...lines.at(range.from) } : null,
      )
    },
    merge: ({ format, base, ours, theirs }) => mergeTexts(format, base, ours, theirs),
    repair: ({ onlyBroken, format, ...together }) =>
      onlyBroken ? repairBroken(format, together) : repair(format, together),
    texts: () => texts.references.paths.map((path) => ({ path, text: texts.references.text(path) })),
  }
}

function isAt(path: Path, at: Path): boolean {
  return path.length === at.length && path.every((key, index) => String(key) === String(at[index]))
}

/** A plan with edits of one of its files, which meet none of its changes. */
function withEdits(
  texts: Texts,
  plan: Plan,
  { path, edits }: { path: string; edits: readonly Edit[] },
): Plan | Refused {
  const format = formatOf(path)
  if (edits.length === 0 || (format !== 'json' && format !== 'yaml')) return plan
  const description = described(texts, path, format)
  const changes: Change[] = []
  for (const edit of edits) {
    const edited = description.edit(edit)
    if ('refused' in edited) return edited
    changes.push(...edited.changes)
  }
  const known = plan.files.find((file) => file.path === path)
  const all = [...(known?.changes ?? []), ...changes].sort((a, b) => a.from - b.from)
  if (all.some(({ from }, index) => from < (all[index - 1]?.to ?? 0)))
    return { refused: 'not_safe', reason: 'What changes with it stands in its own name.' }
  return { ...plan, files: [...plan.files.filter((file) => file !== known), { path, changes: all }] }
}

function* replace(
  texts: Texts,
  query: Requests['replace']['ask'],
): Generator<void, Requests['replace']['answer']> {
  const plan: Plan | Refused = yield* replacement(texts, query)
  return shownPlan(texts, plan)
}

function described(texts: Texts, path: string, format: 'json' | 'yaml'): Description {
  return new Description(sourceOf(texts.references.text(path)), format)
}

function definition(texts: Texts, path: string, offset: number): Requests['definition']['answer'] {
  const { references } = texts
  const index = references.index(path)
  const site = index && siteAt(index, offset)
  const resolved = site && references.resolved(path).get(site)
  const subject = site && !resolved ? subjectAt(references, path, [], offset) : null
  const target =
    resolved?.to === 'place' ? resolved.target : subject && 'target' in subject ? subject.target : null
  if (!target) return null
  const place = references.locate(target.file, target.path)
  if (!place) return null
  const from = startOf(references.text(target.file), place.range.from)
  return { path: target.file, range: place.key ?? { from, to: from } }
}

/** The changes of edits that follow each other, as one list that counts in the text as it is. */
function fix(
  texts: Texts,
  path: string,
  edits: readonly Edit[],
): { changes: readonly Change[] } | { refused: string } {
  const format = formatOf(path)
  if (format !== 'json' && format !== 'yaml') return { refused: 'This file has no values to change.' }
  const text = texts.references.text(path)
  let now = text
  let last: readonly Change[] = []
  for (const edit of edits) {
    const edited = new Description(sourceOf(now), format).edit(edit)
    if ('refused' in edited) return { refused: edited.reason }
    last = edited.changes
    now = applyChanges(now, last)
  }
  return {
    changes: edits.length === 1 ? last : [trimmed(0, text, now)].filter((change) => change !== null),
  }
}

function ofOneFile(
  texts: Texts,
  path: string,
  found: { changes: readonly Change[] } | { refused: string },
): Planned {
  if ('refused' in found) return found
  const files = found.changes.length === 0 ? [] : [{ path, changes: found.changes }]
  return shownPlan(texts, { files, moves: [], notes: [] })
}
