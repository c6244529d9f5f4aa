// What an edit means, said on the tree: the guard compares it with what the changed text says.
import type { Edit } from '../types.ts'
import { childOf, indexOf, type ListNode, type MapNode, type Member, type Node, Refusal } from './node.ts'
import { memberFor, nodeOf } from './value.ts'

/** The tree after an edit. Throws Refusal where the edit names nothing, or something that is there already. */
export function expected(root: Node, edit: Edit): Node {
  if (edit.type === 'set' && edit.path.length === 0) return nodeOf(edit.value)
  if (edit.type === 'add' || edit.type === 'insert')
    return under(root, edit.path, 0, (node) => grown(node, edit))
  const last = edit.path.at(-1)
  if (last === undefined)
    throw new Refusal('not_found', 'The whole file is neither renamed, moved nor deleted.')
  return under(root, edit.path.slice(0, -1), 0, (node) => {
    if (!childOf(node, last)) throw notFound()
    return node.kind === 'list'
      ? listAfter(node, indexOf(last), edit)
      : mapAfter(node as MapNode, String(last), edit)
  })
}

export function notFound(): Refusal {
  return new Refusal('not_found', 'What was to be changed is no longer there.')
}

function under(node: Node, path: Edit['path'], depth: number, change: (node: Node) => Node): Node {
  const key = path[depth]
  if (key === undefined) return change(node)
  const child = childOf(node, key)
  if (!child) throw notFound()
  const changed = under(child, path, depth + 1, change)
  if (node.kind === 'list') return { ...node, items: node.items.with(indexOf(key), changed) }
  return replaced(node as MapNode, String(key), (member) => ({ ...member, value: changed }))
}

function replaced(node: MapNode, key: string, change: (member: Member) => Member): MapNode {
  const index = node.members.findLastIndex((member) => member.key === key)
  const member = node.members[index]
  if (!member) throw notFound()
  return { ...node, members: node.members.with(index, change(member)) }
}

function grown(node: Node, edit: Extract<Edit, { type: 'add' | 'insert' }>): Node {
  const value = nodeOf(edit.value)
  if (edit.type === 'insert') {
    if (node.kind !== 'list' || edit.index < 0 || edit.index > node.items.length) throw notFound()
    return { ...node, items: node.items.toSpliced(edit.index, 0, value) }
  }
  if (node.kind !== 'map') throw notFound()
  mustBeNew(node, edit.key)
  const at =
    edit.before === undefined ? node.members.length : node.members.findIndex(({ key }) => key === edit.before)
  if (at === -1) throw notFound()
  return { ...node, members: node.members.toSpliced(at, 0, memberFor(edit.key, value)) }
}

function mapAfter(node: MapNode, key: string, edit: Edit): Node {
  const index = node.members.findLastIndex((member) => member.key === key)
  if (edit.type === 'set') return replaced(node, key, (member) => ({ ...member, value: nodeOf(edit.value) }))
  if (edit.type === 'delete') return { ...node, members: node.members.toSpliced(index, 1) }
  if (edit.type === 'move') return { ...node, members: moved(node.members, index, edit.index) }
  if (edit.type !== 'rename') throw notFound()
  if (edit.key !== key) mustBeNew(node, edit.key)
  return replaced(node, key, (member) => ({ ...member, key: edit.key }))
}

function listAfter(node: ListNode, index: number, edit: Edit): Node {
  if (edit.type === 'set') return { ...node, items: node.items.with(index, nodeOf(edit.value)) }
  if (edit.type === 'delete') return { ...node, items: node.items.toSpliced(index, 1) }
  if (edit.type === 'move') return { ...node, items: moved(node.items, index, edit.index) }
  throw new Refusal('not_found', 'An element of a list has no name.')
}

function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const one = all[from]
  if (one === undefined || !Number.isInteger(to) || to < 0 || to >= all.length) throw notFound()
  return all.toSpliced(from, 1).toSpliced(to, 0, one)
}

function mustBeNew(node: MapNode, key: string): void {
  if (node.members.some((member) => member.key === key))
    throw new Refusal('exists', `There is already “${key.slice(0, 100)}”.`)
}
