import { type MapNode, type Node, Refusal } from './node.ts'
import { put } from './value.ts'

/** Finds what an alias stands for. */
export type Anchors = (name: string) => Node | undefined

// What aliases stand for multiplies: more than this is nothing that a form shows.
const MOST_VALUES = 1_000_000

/**
 * The value of a node as JSON has it; merge keys and aliases as the analysis reads them. Numbers that would be rounded
 * are the marked texts of decision 39. Throws Refusal for an alias without anchor, within itself, or that explodes.
 */
export function plainValueOf(node: Node, anchors: Anchors): unknown {
  return new Builder(anchors).value(node)
}

class Builder {
  private readonly anchors: Anchors
  private readonly open = new Set<Node>()
  private count = 0

  constructor(anchors: Anchors) {
    this.anchors = anchors
  }

  value(node: Node): unknown {
    this.count += 1
    if (this.count > MOST_VALUES)
      throw new Refusal('not_safe', 'The YAML aliases stand for too much content.', node)
    if (node.kind === 'scalar') return node.value
    if (node.kind === 'alias') return this.aliased(node.name, node, (target) => this.value(target))
    if (node.kind === 'list') return node.items.map((item) => this.value(item))
    const object: Record<string, unknown> = {}
    for (const { key, value, odd } of node.members) {
      if (odd === MERGED) this.merge(object, value, node)
      else put(object, key, this.value(value))
    }
    return object
  }

  private merge(object: Record<string, unknown>, from: Node, into: MapNode): void {
    if (from.kind === 'alias') this.aliased(from.name, from, (target) => this.merge(object, target, into))
    if (from.kind === 'list') for (const item of from.items) this.merge(object, item, into)
    if (from.kind !== 'map') return
    const own = new Set(into.members.filter(({ odd }) => odd !== MERGED).map(({ key }) => key))
    for (const [key, value] of Object.entries(this.value(from) as object))
      if (!own.has(key) && !Object.hasOwn(object, key)) put(object, key, value)
  }

  private aliased<T>(name: string, alias: Node, use: (target: Node) => T): T {
    const target = this.anchors(name)
    if (!target || this.open.has(target))
      throw new Refusal(
        'not_safe',
        target ? 'A YAML alias refers to something that contains it.' : 'A YAML alias refers to nothing.',
        alias,
      )
    this.open.add(target)
    try {
      return use(target)
    } finally {
      this.open.delete(target)
    }
  }
}

/** Why a member `<<` is odd: what it says stands elsewhere. */
export const MERGED = 'values merged from elsewhere'

/** The node of each anchor of a tree. */
export function anchorsOf(node: Node, found = new Map<string, Node>()): Map<string, Node> {
  if (node.anchor !== undefined) found.set(node.anchor, node)
  if (node.kind === 'map') for (const { value } of node.members) anchorsOf(value, found)
  if (node.kind === 'list') for (const item of node.items) anchorsOf(item, found)
  return found
}
