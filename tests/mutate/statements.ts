// The statements of a chapter of the schema, with their place: what a small change is made in and applied with.

export interface Statement {
  /** What it makes: a function, a policy on a table, a trigger, a view; null for what is not changed here. */
  kind: 'function' | 'policy' | 'trigger' | 'view' | null
  /** Its name without the schema. */
  name: string
  /** Of a policy or a trigger, with the schema. */
  table?: string
  text: string
  /** Where it begins in the file. */
  offset: number
}

const HEADS: [Exclude<Statement['kind'], null>, RegExp][] = [
  ['function', /^create function \w+\.(?<name>\w+)/],
  ['policy', /^create policy "(?<name>[^"]+)" on (?<table>[\w.]+)/],
  ['trigger', /^create (?:constraint )?trigger (?<name>\w+)[^;]* on (?<table>[\w.]+)/],
  ['view', /^create view \w+\.(?<name>\w+)/],
]

/** The statements of SQL that begins each of them on a line of its own. */
export function statementsOf(sql: string): Statement[] {
  const found: Statement[] = []
  for (const [start, end] of rangesOf(sql)) {
    const text = sql.slice(start, end)
    const head = HEADS.map(([kind, pattern]) => ({ kind, groups: pattern.exec(text)?.groups })).find(
      ({ groups }) => groups,
    )
    const { name = '', table } = head?.groups ?? {}
    found.push({ kind: head?.kind ?? null, name, ...(table ? { table } : {}), text, offset: start })
  }
  return found
}

/** The SQL that puts a changed text in the place of a statement that is there already. */
export function replacing({ kind, name, table }: Statement, text: string): string {
  if (kind === 'function' || kind === 'view') return text.replace(/^create /, 'create or replace ')
  return `drop ${kind} "${name}" on ${table}; ${text}`
}

function rangesOf(sql: string): [number, number][] {
  const ranges: [number, number][] = []
  let start = -1
  // Comments, texts and bodies are one token each: a semicolon in them ends nothing.
  for (const { 0: token, index } of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^\s]/g)) {
    if (token.startsWith('--')) continue
    if (start < 0) start = index
    if (token !== ';') continue
    ranges.push([start, index + 1])
    start = -1
  }
  return ranges
}
