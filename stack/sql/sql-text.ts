/** Quotes a catalog identifier. */
export function ident(name: string): string {
  if (name.includes('\0')) throw new TypeError('an identifier holds a zero byte')
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a schema-qualified catalog name. */
export function qualified(object: { schema: string; name: string }): string {
  return `${ident(object.schema)}.${ident(object.name)}`
}

/** Collects the values of one statement; SQL text only ever holds their numbers. */
export class Params {
  readonly values: (string | null)[] = []

  bind(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/**
 * A page's size, written out, not bound: of an unknown limit Postgres expects the worst, and plans the statement
 * anew each time.
 */
export function wholeSql(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError('not a whole number')
  return String(value)
}

/** A Postgres array literal of texts, for binding as one value whose type Postgres infers. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
