// Cursors and node ids: base64 of a JSON array. Anybody can forge one, so that each step may fail.
import { GraphError } from './errors.ts'
import { type Input, parseJson } from './json.ts'
import { boundText } from './values.ts'

/** The order values of a cursor, as texts to bind. */
export function readCursor(cursor: string): (string | null)[] {
  const values = decode(cursor, (step) => `Failed to decode cursor, error ${step}`)
  if (!Array.isArray(values)) throw new GraphError('Failed to decode cursor, error 4')
  return values.map(boundText)
}

export interface NodeId {
  schema: string
  table: string
  key: (string | null)[]
}

/** The table and key that a node id names. */
export function readNodeId(id: Input): NodeId {
  const refuse = (step: number) => `Invalid value passed to nodeId argument. Error ${step}`
  if (typeof id !== 'string') throw new GraphError('Invalid value passed to nodeId argument, Error 1')
  const values = decode(id, (step) => refuse(step + 1))
  if (!Array.isArray(values)) throw new GraphError(refuse(10))
  const [schema, table, ...key] = values
  if (key.length === 0) throw new GraphError(refuse(5))
  if (typeof schema !== 'string') throw new GraphError(refuse(6))
  if (typeof table !== 'string') throw new GraphError(refuse(7))
  return { schema, table, key: key.map(boundText) }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function decode(text: string, message: (step: number) => string): Input {
  if (!BASE64.test(text)) throw new GraphError(message(1))
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let json: string
  try {
    json = utf8.decode(Buffer.from(text, 'base64'))
  } catch {
    throw new GraphError(message(2))
  }
  try {
    return parseJson(json)
  } catch {
    throw new GraphError(message(3))
  }
}
