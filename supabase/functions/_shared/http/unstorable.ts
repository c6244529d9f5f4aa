// Text that Postgres does not hold: with a NUL, or half of a character. It refuses the whole request and says not where.
import type { FieldProblem } from '../domain/errors.ts'
import type { AppContext } from './context.ts'
import { DataError, type ProblemError, refusal } from './problem.ts'

const message = 'Must not contain a NUL character or half of a surrogate pair.'
const mostNamed = 20

/** A refusal by the database with the fields of the body that it is about, where such text is the reason. */
export async function namingUnstorable(c: AppContext, problem: ProblemError): Promise<ProblemError> {
  if (!(problem.cause instanceof DataError) || problem.problem.fields.length > 0) return problem
  // Read before, and kept by Hono; where a route has read it by itself there is nothing left of it.
  const fields = unstorableFields(await c.req.json().catch(() => null))
  return fields.length > 0 ? refusal('VALIDATION_ERROR', message, { fields, cause: problem.cause }) : problem
}

/** The fields of a body whose text, or whose own name, Postgres does not hold: the first twenty. */
export function unstorableFields(body: unknown): FieldProblem[] {
  const found: FieldProblem[] = []
  // Not by recursion: a body can be nested deeper than a stack is.
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value: body }]
  while (found.length < mostNamed) {
    const next = waiting.pop()
    if (!next) break
    const { path, value } = next
    const texts = [value, path.at(-1)].filter((text) => typeof text === 'string')
    if (texts.some((text) => text.includes('\0') || !text.isWellFormed()))
      found.push({ field: path.map(shown).join('.'), message })
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value).reverse())
        waiting.push({ path: [...path, name], value: inner })
  }
  return found
}

const shown = (name: string) => name.toWellFormed().replaceAll('\0', '\ufffd')
