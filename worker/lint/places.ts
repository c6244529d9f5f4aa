// Where findings stand: in which node, and what makes the same violation on another branch the same.
import { createHash } from 'node:crypto'
import { isObject, own, pointer } from '../../analysis/json.ts'
import type { Finding } from '../../lint/index.ts'
import { storable } from '../storable.ts'

/** A finding, and what its node is known by when its name changes. */
export interface FoundInNode extends Finding {
  digest?: string
}

/** A finding as a row of public.findings. */
export interface FindingRow {
  rule: string
  severity: FoundInNode['severity']
  message: string
  documentation_url: string | null
  file: string
  pointer: string
  start_line: number
  start_column: number
  end_line: number
  end_column: number
  node_uri: string | null
  anchor: string
  place: string
  same_key: string
  fingerprint: string
  node_digest: string | null
}

/** The findings of a branch as rows, each once. `nodes`: those of the branch, the stable id of each by its uri. */
export function rowsOf(findings: Iterable<FoundInNode>, nodes: Map<string, string>): FindingRow[] {
  const rows = new Map<string, FindingRow>()
  for (const finding of findings) {
    const row = rowOf(finding, nodes)
    if (!rows.has(row.fingerprint)) rows.set(row.fingerprint, row)
  }
  return [...rows.values()]
}

function rowOf(finding: FoundInNode, nodes: Map<string, string>): FindingRow {
  const { code, severity, message, path, range, documentationUrl, digest } = finding
  const file = storable(finding.file, 1000)
  const { uri, id, inNode } = nodeAt(finding, nodes)
  const whole = path.map((segment) => String(segment))
  const said = {
    rule: storable(code, 200),
    severity,
    message: storable(message, 2000),
    documentation_url: documentationUrl === undefined ? null : storable(documentationUrl, 1000),
    file,
    pointer: storable(pointer(...whole), 4000),
    start_line: range.start.line + 1,
    start_column: range.start.character + 1,
    end_line: range.end.line + 1,
    end_column: range.end.character + 1,
    node_uri: uri,
    anchor: id === null ? `file:${file}` : `id:${storable(id, 1000)}`,
    place: storable(pointer(...whole.slice(inNode)), 4000),
  }
  // What was added to a list before it moves a place, and makes no other of it.
  const general = pointer(
    ...path.slice(inNode).map((segment) => (typeof segment === 'number' ? '*' : segment)),
  )
  return {
    ...said,
    same_key: hashOf([said.rule, said.anchor, general]),
    fingerprint: hashOf(said),
    node_digest: digest ?? null,
  }
}

/** The nearest node around a place: its uri, its stable id, and how much of the place leads there. */
export function nodeAt({ file, path }: Pick<FoundInNode, 'file' | 'path'>, nodes: Map<string, string>) {
  for (let length = path.length; length >= 0; length--) {
    const uri = `/${file}${pointer(...path.slice(0, length))}`
    const id = nodes.get(uri)
    if (id !== undefined) return { uri, id, inNode: length }
  }
  return { uri: null, id: null, inNode: 0 }
}

/**
 * What a node is known by when its name changes: the id that tools know an operation by, else what it says.
 * @param root of its file
 */
export function digestAt(root: unknown, path: Finding['path']): string | undefined {
  let value = root
  for (const segment of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, segment) : undefined
  if (value === undefined) return undefined
  const operationId = isObject(value) ? own(value, 'operationId') : undefined
  return hashOf(typeof operationId === 'string' && operationId !== '' ? { operationId } : { value })
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
