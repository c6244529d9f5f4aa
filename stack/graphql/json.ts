// JSON from outside, without losing digits: integers that a double cannot hold come as bigint.

/** Any value of a request or cursor; undefined stands for one that was not given. */
export type Input = null | undefined | boolean | number | bigint | string | Input[] | { [key: string]: Input }

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) ? BigInt(source) : value

/** Parses a text; throws SyntaxError. */
export function parseJson(text: string): Input {
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) as Input
}

export function isObject(value: Input): value is { [key: string]: Input } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
