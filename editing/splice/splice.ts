import { notFound } from '../tree/expect.ts'
import { childOf, indexOf, isShared, type MapNode, type Node, nodeAt, Refusal } from '../tree/node.ts'
import { MERGED } from '../tree/plain-value.ts'
import { nodeOf } from '../tree/value.ts'
import type { Change, Edit, Key, Path } from '../types.ts'
import { deleteInBlock, hookOf, insertInBlock, moveInBlock, setInBlock, setRoot } from './block.ts'
import { type Container, deleteInFlow, indentationAt, insertInFlow, moveInFlow } from './flow.ts'
import type { Style } from './style.ts'
import { flowText, keyText, scalarText } from './write.ts'

/**
 * The changes of a text for one edit of its tree, not yet verified. Throws Refusal for what names nothing and for what
 * only its author can decide on.
 */
export function spliced(text: string, root: Node, edit: Edit, style: Style): Change[] {
  mustBeOwn(root, edit)
  if (edit.type === 'add' || edit.type === 'insert') return grow(text, root, edit, style)
  if (edit.path.length === 0) {
    if (edit.type !== 'set') throw notFound()
    return style.format === 'json' || isFlow(root)
      ? setFlow(text, root, nodeOf(edit.value), style)
      : setRoot(text, root, nodeOf(edit.value), style)
  }
  const parent = containerAt(root, edit.path.slice(0, -1))
  const index = positionOf(parent, edit.path.at(-1) ?? '')
  const old = parent.kind === 'map' ? parent.members[index]?.value : parent.items[index]
  if (!old) throw notFound()
  switch (edit.type) {
    case 'set':
      return set(text, parent, index, old, nodeOf(edit.value), style)
    case 'rename':
      return rename(parent, index, edit.key, style)
    case 'move':
      if (parent.kind === 'map') mustNotMerge(parent)
      return parent.flow
        ? moveInFlow(text, parent, index, edit.index, style)
        : moveInBlock(text, parent, index, edit.index, style)
    case 'delete':
      return remove(text, root, parent, index, edit.path, style)
  }
}

function set(text: string, parent: Container, index: number, old: Node, value: Node, style: Style): Change[] {
  if (old.kind === 'scalar' && value.kind === 'scalar' && Object.is(old.value, value.value)) return []
  return parent.flow
    ? setFlow(text, old, value, style)
    : setInBlock(text, old, value, hookOf(text, parent, index), style)
}

function setFlow(text: string, old: Node, value: Node, style: Style): Change[] {
  const several = style.format === 'json' ? !style.minified : text.slice(old.from, old.to).includes('\n')
  const written =
    value.kind === 'scalar'
      ? scalarText(value, style, true, old.kind === 'scalar' ? old.style : undefined)
      : flowText(value, style, several ? indentationAt(text, old.from) : null)
  const space = old.from === old.to && text[old.from - 1] === ':' ? ' ' : ''
  return [{ from: old.from, to: old.to, insert: space + written }]
}

function rename(parent: Container, index: number, key: string, style: Style): Change[] {
  const member = parent.kind === 'map' ? parent.members[index] : undefined
  if (!member) throw notFound()
  if (member.key === key) return []
  return [
    { from: member.keyFrom, to: member.keyTo, insert: keyText(key, style, member.keyStyle, parent.flow) },
  ]
}

function remove(
  text: string,
  root: Node,
  parent: Container,
  index: number,
  path: Path,
  style: Style,
): Change[] {
  if (parent.flow) return deleteInFlow(text, parent, index)
  const count = parent.kind === 'map' ? parent.members.length : parent.items.length
  if (count > 1) return deleteInBlock(text, parent, index)
  // The last one leaves an empty object or list, which has to be said.
  const none = nodeOf(parent.kind === 'map' ? {} : [])
  return setAt(text, root, path.slice(0, -1), none, style)
}

function setAt(text: string, root: Node, path: Path, value: Node, style: Style): Change[] {
  if (path.length === 0) return setRoot(text, root, value, style)
  const parent = containerAt(root, path.slice(0, -1))
  const index = positionOf(parent, path.at(-1) ?? '')
  const old = parent.kind === 'map' ? parent.members[index]?.value : parent.items[index]
  if (!old) throw notFound()
  return set(text, parent, index, old, value, style)
}

function grow(
  text: string,
  root: Node,
  edit: Extract<Edit, { type: 'add' | 'insert' }>,
  style: Style,
): Change[] {
  const node = containerAt(root, edit.path)
  const value = nodeOf(edit.value)
  const key = edit.type === 'add' ? edit.key : null
  const index = edit.type === 'insert' ? edit.index : placeOf(node, edit.before)
  const isEmpty = (node.kind === 'map' ? node.members.length : node.items.length) === 0
  const outer = edit.path.length === 0 ? undefined : containerAt(root, edit.path.slice(0, -1))
  // Empty brackets among lines become lines.
  if (isEmpty && style.format === 'yaml' && !outer?.flow)
    return setAt(text, root, edit.path, filled(node, key, value), style)
  if (node.flow) return insertInFlow(text, node, index, key, value, style)
  return insertInBlock(text, node, index, key, value, style)
}

function filled(node: Container, key: string | null, value: Node): Node {
  return node.kind === 'list'
    ? { ...node, flow: false, items: [value] }
    : { ...node, flow: false, members: [{ key: key ?? '', keyFrom: 0, keyTo: 0, keyStyle: 'plain', value }] }
}

function placeOf(node: Container, before: string | undefined): number {
  if (node.kind !== 'map') return 0
  return before === undefined ? node.members.length : node.members.findIndex(({ key }) => key === before)
}

function containerAt(root: Node, path: Path): Container {
  const node = nodeAt(root, path)
  if (node?.kind !== 'map' && node?.kind !== 'list') throw notFound()
  return node
}

function positionOf(parent: Container, key: Key): number {
  return parent.kind === 'list'
    ? indexOf(key)
    : parent.members.findLastIndex((member) => member.key === String(key))
}

function isFlow(node: Node): boolean {
  return (node.kind === 'map' || node.kind === 'list') && node.flow
}

/** Throws Refusal where an edit would change something beyond its place, or something that a name elsewhere means. */
function mustBeOwn(root: Node, { type, path }: Edit): void {
  let node: Node = root
  for (const key of path) {
    mustNotBeAnchored(node)
    if (node.kind === 'alias') throw shared(node)
    if (node.kind === 'map') mustBeSingle(node, String(key))
    const child = childOf(node, key)
    if (!child) throw notFound()
    node = child
  }
  if (type === 'add' || type === 'insert') mustNotBeAnchored(node)
  else if (isShared(node)) throw shared(node)
  if (node.tag !== undefined && type === 'set')
    throw new Refusal('not_safe', 'The value has a tag of YAML, which only its author can change.', node)
}

function mustNotBeAnchored(node: Node): void {
  if (node.anchor !== undefined) throw shared(node)
}

function shared(node: Node): Refusal {
  return new Refusal('not_safe', 'This is shared with other places by an anchor or an alias of YAML.', node)
}

// What is merged has no position of its own.
function mustNotMerge(node: MapNode): void {
  if (node.members.some(({ odd }) => odd === MERGED)) throw shared(node)
}

function mustBeSingle(node: MapNode, key: string): void {
  const members = node.members.filter((member) => member.key === key)
  const [first] = members
  if (!first) throw node.members.some(({ odd }) => odd === MERGED) ? shared(node) : notFound()
  const place = { from: first.keyFrom, to: first.keyTo }
  if (members.length > 1)
    throw new Refusal('not_safe', `“${key.slice(0, 100)}” stands here more than once.`, place)
  if (first.odd) throw new Refusal('not_safe', `This is ${first.odd}, which only the code can show.`, place)
}
