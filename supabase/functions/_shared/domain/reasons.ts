// Reasons and their sentences: what the database says to people, for functions that have to say the same.
import { isProblemCode, type Problem } from './errors.ts'
import catalogue from './reasons.json' with { type: 'json' }

export type Reason = keyof typeof catalogue.reasons
export type Params = Record<string, string>

interface Entry {
  code?: string
  status?: number
  sentence: string
  field?: string
}

const entries: Record<Reason, Entry> = catalogue.reasons

/** The sentence of a reason, its names in braces filled in. */
export function sentenceOf(reason: Reason, params: Params = {}): string {
  return entries[reason].sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The reason "${reason}" came without its "${name}".`)
    return value
  })
}

/** The problem that the database raises with this reason. */
export function problemFor(reason: Reason, params?: Params): Problem {
  const { code, status, field } = entries[reason]
  if (!isProblemCode(code) || status === undefined)
    throw new Error(`The catalogue refuses nothing with "${reason}".`)
  const detail = sentenceOf(reason, params)
  return { code, status, detail, fields: field ? [{ field, message: detail }] : [] }
}
