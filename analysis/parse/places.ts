import { type LoadOptions, load, type State } from 'js-yaml'
import { escapeSegment, pointerSegments } from '../json.ts'
import { JsonPlaces } from './json-places.ts'
import type { Position } from './position.ts'
import { MAX_DEPTH } from './sanitize.ts'
import { YAML_SCHEMA } from './yaml-schema.ts'

const START: Position = { line: 1, column: 1 }

/**
 * Where JSON pointers stand in a text that parseText has read: a member of an object at its key. What has no place of
 * its own (it came by a YAML merge key, say) is where the nearest part around it is.
 */
export function placesOf(text: string, pointers: Iterable<string>): Map<string, Position> {
  const wanted = new Set(pointers)
  if (wanted.size === 0) return new Map()
  const isJson = /^\uFEFF?\s*[{[]/.test(text)
  const found = (isJson ? new JsonPlaces(text, wanted).find() : undefined) ?? yamlPlaces(text, wanted)
  return new Map([...wanted].map((pointer) => [pointer, nearest(pointer, found)]))
}

function nearest(pointer: string, found: Map<string, Position>): Position {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const position = found.get(at)
    if (position) return position
  }
  return START
}

interface YamlNode extends Position {
  result: unknown
  children: YamlNode[]
}

// js-yaml keeps no places, but says when it begins and ends a node: first a key, then its value.
function yamlPlaces(text: string, wanted: Set<string>): Map<string, Position> {
  const open: YamlNode[] = [{ ...START, result: undefined, children: [] }]
  const listener = (event: 'open' | 'close', state: State & { lineStart?: number }) => {
    if (event === 'open') {
      const column = state.position - (state.lineStart ?? 0) + 1
      open.push({ line: state.line + 1, column, result: undefined, children: [] })
      return
    }
    const node = open.pop()
    if (!node) return
    node.result = state.result
    // A value is first read as if it were a key.
    const [only] = node.children
    if (node.children.length === 1 && only && only.result === node.result) node.children = only.children
    open.at(-1)?.children.push(node)
  }
  // maxDepth is younger than the types of js-yaml.
  const options = { schema: YAML_SCHEMA, json: true, listener, maxDepth: MAX_DEPTH } as LoadOptions
  load(text, options)
  const root = open[0]?.children[0]
  return root ? found(root, wanted) : new Map()
}

function found(root: YamlNode, wanted: Set<string>): Map<string, Position> {
  const places = new Map<string, Position>()
  for (const pointer of wanted) {
    let node: YamlNode | undefined = root
    let at = ''
    for (const segment of pointerSegments(pointer)) {
      const step: ReturnType<typeof below> = node && below(node, segment)
      if (!step) break
      node = step.node
      at += `/${escapeSegment(segment)}`
      places.set(at, { line: step.at.line, column: step.at.column })
    }
  }
  return places
}

function below(
  { result, children }: YamlNode,
  segment: string,
): { at: YamlNode; node: YamlNode } | undefined {
  if (Array.isArray(result)) {
    const node = children[Number(segment)]
    return node && { at: node, node }
  }
  for (let index = 0; index + 1 < children.length; index += 2) {
    const [key, node] = [children[index], children[index + 1]]
    if (key && node && String(key.result) === segment) return { at: key, node }
  }
  return undefined
}
