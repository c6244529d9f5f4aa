import type { Located } from '../files/source-document.ts'
import { withoutMarks, writeExactNumbers } from '../parse/exact-number.ts'
import type { JsonValue, NodeType } from '../types.ts'
import { RULES, type RuleName } from './rules.ts'
import type { Change, ChangeGroup, Level } from './types.ts'

// More than anybody reads, and what a hostile pair of documents may cost.
const MAX_CHANGES = 20_000
const MAX_VALUE = 120

/** What a change is about: the operation, or the whole description. */
export interface Subject {
  node: NodeType
  /** The node; without it, that of the whole document. */
  uri?: string
  operation?: { method: string; path: string }
  /** Whether it was a draft or an alpha, which promise nothing: what changes there breaks nothing. */
  unpromised?: boolean
}

/** What is said about a change beside its rule. Values are written as JSON and shortened. */
export interface Details {
  /** Where: in the new description unless it stands only in the old one. */
  at: Located
  side?: 'old' | 'new'
  place?: string
  name?: string
  before?: JsonValue | undefined
  after?: JsonValue | undefined
}

/** A change before its line and column are known. */
export type FoundChange = Omit<Change, 'place'> & { at: Located; uri: string }

/** Collects changes, up to a bound. */
export class ChangeList {
  readonly found: FoundChange[] = []
  truncated = false
  /** URI of the document that is compared. */
  document = ''

  /** Whether there is room for more; who walks large things asks, and stops. */
  get full(): boolean {
    return this.found.length >= MAX_CHANGES
  }

  /** Adds a change of a rule of rules.ts. */
  add(subject: Subject, rule: RuleName, details: Details): void {
    const [level, message] = RULES[rule]
    this.addAs(subject, rule, level, message, details)
  }

  /** Adds a change of a rule whose name, level and sentence were put together. */
  addAs(subject: Subject, rule: string, level: Level, message: string, details: Details): void {
    if (this.full) {
      this.truncated = true
      return
    }
    const { unpromised = false, ...about } = subject
    const reached = unpromised ? 'patch' : level
    const { at, side = 'new', place = '', name = '' } = details
    const before = details.before === undefined ? undefined : shortened(details.before)
    const after = details.after === undefined ? undefined : shortened(details.after)
    const words: Record<string, string> = {
      place,
      name: `“${cut(name)}”`,
      before: before ?? 'nothing',
      after: after ?? 'nothing',
    }
    this.found.push({
      uri: this.document,
      rule,
      level: reached,
      group: groupOf(rule, reached),
      message: message.replace(/\{(\w+)\}/g, (all, key: string) => words[key] ?? all),
      ...about,
      side,
      at,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })
  }
}

/** How a change of a rule is shown that has reached a level. */
export function groupOf(rule: string, level: Level): ChangeGroup {
  if (level !== 'patch') return 'breaking'
  return /^new-|-added($|-)/.test(rule) ? 'added' : 'fixed'
}

/** A value as short text: strings in quotation marks, everything else as JSON. */
function shortened(value: JsonValue): string {
  if (typeof value === 'string') return `“${cut(withoutMarks(value))}”`
  return cut(writeExactNumbers(JSON.stringify(value)))
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text
}
