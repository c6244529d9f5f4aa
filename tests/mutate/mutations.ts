// Small changes to SQL that a test should notice: a guard dropped, a condition negated, a conjunct dropped, a bound
// moved by one, an interval stretched a hundredfold.
import { replacing, type Statement, statementsOf } from './statements.ts'

export type Kind = 'guard' | 'negation' | 'conjunct' | 'bound' | 'interval'

export interface Mutation {
  kind: Kind
  /** What is changed: of a policy or trigger the table's name goes before. */
  statement: Statement
  line: number
  before: string
  after: string
  /** Makes the change in a database that has the statement. */
  sql: string
}

interface Change {
  kind: Kind
  start: number
  end: number
  after: string
}

const GUARD = /\bperform private\.(?:require_|gate_|\w+_gate)\w*\([^;]*\);/g
const REFUSAL = /\bif ([^;]*?) then(?=\s+perform private\.(?:problem|refuse)\w*\()/g
const INTERVAL = /(?<=interval ''?)(\d+)(?= \w+''?)/g
const BOUND = /(?:<=|>=|(?<![<>=-])[<>](?![<>=-])|\blimit |\bleast\(|\bgreatest\(|hit\([^;]*?, ) ?(?:\d+)?/g

/** All the changes that can be made in a chapter, in the order of its lines. */
export function mutationsOf(sql: string): Mutation[] {
  return statementsOf(sql).flatMap((statement) => {
    if (statement.kind === null) return []
    const from = statement.kind === 'function' ? statement.text.indexOf('\nas $') : 0
    return changesOf(statement.text)
      .filter(({ start }) => start > from)
      .map((change) => mutationOf(sql, statement, change))
  })
}

function mutationOf(sql: string, statement: Statement, { kind, start, end, after }: Change): Mutation {
  const { text, offset } = statement
  const lineEnd = text.indexOf('\n', end)
  const shown = (changed: string) => changed.trim().replace(/\s+/g, ' ')
  const lineStart = text.lastIndexOf('\n', start) + 1
  const rest = text.slice(end, lineEnd < 0 ? undefined : lineEnd)
  return {
    kind,
    statement,
    line: sql.slice(0, offset + start).split('\n').length,
    before: shown(text.slice(lineStart, end) + rest),
    after: shown(text.slice(lineStart, start) + after + rest),
    sql: replacing(statement, text.slice(0, start) + after + text.slice(end)),
  }
}

function changesOf(text: string): Change[] {
  // Comments and texts become spaces, so that places stay and nothing is changed in them; intervals are texts.
  const blank = (pattern: RegExp) => text.replace(pattern, (found) => found.replace(/[^'\n]/g, ' '))
  const withTexts = blank(/--[^\n]*/g)
  const code = blank(/--[^\n]*|'(?:[^']|'')*'/g)
  const changes: Change[] = []
  const each = (pattern: RegExp, use: (match: RegExpExecArray) => Change | Change[], where = code) => {
    for (const match of where.matchAll(pattern)) changes.push(...[use(match)].flat())
  }
  each(GUARD, ({ 0: found, index }) => change('guard', index, found, 'null;'))
  each(REFUSAL, ({ 0: found, index }) =>
    change('guard', index, found, `if false and (${condition(text, index, found)}) then`),
  )
  each(/\bif ([^;]*?) then\b/g, ({ 0: found, index }) =>
    change('negation', index, found, `if (${condition(text, index, found)}) is not true then`),
  )
  each(/\b(not )?exists \(/g, ({ 0: found, 1: not, index }) =>
    change('negation', index, found, not ? 'exists (' : 'not exists ('),
  )
  each(/\bis (not )?null\b/g, ({ 0: found, 1: not, index }) =>
    change('negation', index, found, not ? 'is null' : 'is not null'),
  )
  each(/(?<= )(?:and|or) /g, ({ index }) => droppedTerm(code, index))
  each(INTERVAL, ({ 0: found, index }) => change('interval', index, found, `${Number(found)}00`), withTexts)
  each(BOUND, ({ 0: found, index }) => movedBound(found, index))
  return changes.sort((one, other) => one.start - other.start || one.end - other.end)
}

// Of `if … then`, with its texts.
function condition(text: string, start: number, found: string): string {
  return text.slice(start + 'if '.length, start + found.length - ' then'.length)
}

function change(kind: Kind, start: number, found: string, after: string): Change {
  return { kind, start, end: start + found.length, after }
}

const OTHER: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

function movedBound(found: string, start: number): Change[] {
  const operator = /^[<>]=?/.exec(found)?.[0]
  if (operator) return [change('bound', start, operator, OTHER[operator] ?? operator)]
  const number = /\d+$/.exec(found)?.[0]
  if (!number) return []
  return [change('bound', start + found.length - number.length, number, String(Number(number) + 1))]
}

const TERM_ENDS = new Set(
  'and or then where order group limit loop returning on for as union left join cross when else end ) ] ; ,'.split(
    ' ',
  ),
)

// The word and what follows it up to the end of the term: the next `and` or `or`, or what closes or ends the condition.
function droppedTerm(code: string, start: number): Change[] {
  if (/\bbetween \S+ $/.test(code.slice(0, start))) return []
  const term = code.slice(start)
  const dropped = (length: number): Change[] => {
    const end = start + term.slice(0, length).trimEnd().length
    return [{ kind: 'conjunct', start, end, after: '' }]
  }
  let depth = 0
  let between = false
  for (const { 0: token, index } of term.matchAll(/[()[\];,]|\b\w+\b/g)) {
    if (token === 'between') between = true
    else if (between && token === 'and') between = false
    else if (index > 0 && depth === 0 && TERM_ENDS.has(token)) return dropped(index)
    if (token === '(' || token === '[') depth++
    if (token === ')' || token === ']') depth--
  }
  return dropped(term.replace(/\s*(\$\w*\$;?)?\s*$/, '').length)
}
