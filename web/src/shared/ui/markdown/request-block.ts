// The ```json http block of an article: {method, url, headers?, body?}, as the docs render it.
import type { Draft } from './edits.ts'
import type { RequestValues } from './request-form.ts'

const fence = /^ {0,3}```json http[^\n]*\n([\s\S]*?)^ {0,3}```[ \t]*$/gm

export interface RequestBlock {
  from: number
  to: number
  values: RequestValues
  /** Members that the form does not show, such as `query`: they stay. */
  rest: Record<string, unknown>
}

/** The block that the cursor is in; undefined where there is none, or none that can be read. */
export function requestBlockAt({ text, start, end }: Draft): RequestBlock | undefined {
  for (const match of text.matchAll(fence)) {
    const from = match.index
    const to = from + match[0].length
    if (from > start || to < end) continue
    const value = parse(match[1] ?? '')
    if (!isRecord(value) || typeof value.url !== 'string') return undefined
    const { method, url, headers, body, ...rest } = value
    const values = { method: methodOf(method), url, headers: rowsOf(headers), body: textOf(body) }
    return { from, to, values, rest }
  }
  return undefined
}

/** The block for what the form holds. A body that is JSON stays JSON, any other is a text. */
export function writeRequestBlock(values: RequestValues, rest: Record<string, unknown> = {}): string {
  const headers = Object.fromEntries(
    values.headers.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value.trim()]),
  )
  const body = values.body.trim()
  const block = {
    method: values.method.toLowerCase(),
    url: values.url.trim(),
    ...rest,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { body: parse(body) ?? body }),
  }
  return `\`\`\`json http\n${JSON.stringify(block, null, 2)}\n\`\`\``
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function methodOf(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : 'GET'
}

function rowsOf(value: unknown): RequestValues['headers'] {
  if (!isRecord(value)) return []
  return Object.entries(value).map(([name, item]) => ({ name, value: String(item) }))
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
