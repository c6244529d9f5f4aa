// What a text of JSON or YAML says, with the places where it says it.
import type { Key, Path, Refused } from '../types.ts'

/** How a scalar is written; `none` is a value that is left out (`key:`). */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'none'

interface Place {
  /** Of the value, without comments around it; UTF-16 units in the text that was read. */
  readonly from: number
  readonly to: number
  /** The name others may call it by (`&name`). */
  readonly anchor?: string | undefined
  /** A tag its author gave it (`!!str`). */
  readonly tag?: string | undefined
}

export interface Member {
  readonly key: string
  readonly keyFrom: number
  readonly keyTo: number
  readonly keyStyle: ScalarStyle
  /** Why neither the key nor what is under it is edited: `? key`, an alias as key. */
  readonly odd?: string | undefined
  readonly value: Node
}

export interface MapNode extends Place {
  readonly kind: 'map'
  readonly flow: boolean
  readonly members: readonly Member[]
}

export interface ListNode extends Place {
  readonly kind: 'list'
  readonly flow: boolean
  readonly items: readonly Node[]
  /** Where the dash of each item stands; empty in flow style. */
  readonly dashes: readonly number[]
}

/** A number that JavaScript would round is the marked text of decision 39. */
export type ScalarValue = string | number | boolean | null

export interface ScalarNode extends Place {
  readonly kind: 'scalar'
  readonly style: ScalarStyle
  readonly value: ScalarValue
}

export interface AliasNode extends Place {
  readonly kind: 'alias'
  readonly name: string
}

export type Node = MapNode | ListNode | ScalarNode | AliasNode

/** Deeper than any description, shallower than any stack. */
export const MAX_DEPTH = 300

/** Why something is not done, thrown inside the engine and answered at its door. */
export class Refusal extends Error {
  readonly refused: Refused
  constructor(refused: Refused['refused'], reason: string, at?: { from: number; to: number }) {
    super(reason)
    this.refused = { refused, reason, ...(at && { at: { from: at.from, to: at.to } }) }
  }
}

/** The child a key names; of members with the same name the last, as parsers read them. */
export function childOf(node: Node, key: Key): Node | undefined {
  return node.kind === 'list' ? node.items[indexOf(key)] : memberOf(node, key)?.value
}

/** The member of that name. */
export function memberOf(node: Node, key: Key): Member | undefined {
  return node.kind === 'map' ? node.members.findLast((member) => member.key === String(key)) : undefined
}

/** The node at a path, undefined where nothing stands there. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root
  for (const key of path) node = node && childOf(node, key)
  return node
}

/** The position a key of a list means; -1 for what is none. */
export function indexOf(key: Key): number {
  if (typeof key === 'number') return key
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : -1
}

/** Keys of an object, positions of a list, null for anything else. */
export function keysOf(node: Node): Key[] | null {
  if (node.kind === 'map') return [...new Set(node.members.map(({ key }) => key))]
  return node.kind === 'list' ? node.items.map((_, index) => index) : null
}

/** Whether two nodes say the same, in the same order, with the same anchors and tags, however they are written. */
export function isAlike(a: Node, b: Node): boolean {
  if (a.anchor !== b.anchor || a.tag !== b.tag) return false
  if (a.kind === 'map' && b.kind === 'map')
    return (
      a.members.length === b.members.length &&
      a.members.every((member, index) => {
        const other = b.members[index]
        return other !== undefined && member.key === other.key && isAlike(member.value, other.value)
      })
    )
  if (a.kind === 'list' && b.kind === 'list')
    return (
      a.items.length === b.items.length &&
      a.items.every((item, index) => {
        const other = b.items[index]
        return other !== undefined && isAlike(item, other)
      })
    )
  if (a.kind === 'alias' && b.kind === 'alias') return a.name === b.name
  return a.kind === 'scalar' && b.kind === 'scalar' && Object.is(a.value, b.value)
}

/** Whether a node, or one under it, has what only its author can decide on: an anchor, an alias. */
export function isShared(node: Node): boolean {
  if (node.anchor !== undefined || node.kind === 'alias') return true
  if (node.kind === 'map') return node.members.some((member) => isShared(member.value))
  return node.kind === 'list' && node.items.some(isShared)
}
