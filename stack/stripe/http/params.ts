// What a call takes: each parameter by its name in the SDK's types, everything else refused as Stripe refuses it.
import { z } from 'zod'
import type { FormObject } from './form.ts'
import { problem, type StripeProblem } from './problem.ts'

type Shape<P> = { [K in keyof P]?: z.ZodType }

export const text = z.string().max(5_000)
export const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'whole')
  .transform(Number)
export const decimal = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/, 'decimal')
  .transform(Number)
export const flag = z.enum(['true', 'false'], 'flag').transform((word) => word === 'true')
/** Metadata: a key with an empty value is taken away. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50, 'metadata')
/** An empty text takes the value away. */
export const orNothing = <T extends z.ZodType>(type: T) =>
  z.union([z.literal('').transform((): null => null), type])
export const listOf = <T extends z.ZodType>(type: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))
        ? Object.values(value)
        : value,
    z.array(type),
  )
export const inner = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape)
export const expand = { expand: listOf(text).optional() }
export const paging = {
  limit: whole.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  ...expand,
}
export const range = z.union([
  whole,
  inner({ gt: whole.optional(), gte: whole.optional(), lt: whole.optional(), lte: whole.optional() }),
])
/** Whether a moment is within a range of `created[gte]=…`. */
export function within(moment: number, wanted: z.infer<typeof range> | undefined): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return moment === wanted
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted
  return moment > gt && moment >= gte && moment < lt && moment <= lte
}

/** The parameters of a call, named as the type `P` of the SDK names them. */
export function params<P>() {
  return <S extends Shape<P> & { [K in keyof S]: K extends keyof P ? z.ZodType : never }>(shape: S) =>
    z.strictObject({ ...expand, ...shape })
}

/** Reads them; the first thing that is wrong is refused with Stripe's code and the parameter's name. */
export function read<T>(type: z.ZodType<T>, form: FormObject): T {
  const result = type.safeParse(form)
  if (result.success) return result.data
  throw refusal(result.error.issues)
}

function refusal(issues: readonly z.core.$ZodIssue[], above: PropertyKey[] = []): StripeProblem {
  const [issue] = issues
  if (!issue) return problem.malformed('Invalid request.')
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    const param = named([...path, issue.keys[0] ?? ''])
    return problem.malformed(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  if (issue.code === 'invalid_union') {
    // Of several forms the one that came furthest tells best what is wrong.
    const furthest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]
    if (furthest?.length) return refusal(furthest, path)
  }
  const param = named(path)
  // Zod keeps no input in its issues; the sentence says that there was none.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return problem.malformed(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (issue.message === 'whole')
    return problem.malformed(`Invalid integer: ${param}`, param, 'parameter_invalid_integer')
  return problem.malformed(`Invalid ${param}`, param)
}

const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length))

function named(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String)
  return first + rest.map((key) => `[${key}]`).join('')
}

/** New metadata over the old: empty values take keys away, an empty text all of them. */
export function mergeMetadata(
  old: Record<string, string>,
  fresh: Record<string, string> | null | undefined,
): Record<string, string> {
  if (fresh === undefined) return old
  if (fresh === null) return {}
  return Object.fromEntries(Object.entries({ ...old, ...fresh }).filter(([, value]) => value !== ''))
}
