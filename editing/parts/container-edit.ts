// Edits of members and elements whose insides nobody has to read: they are added, renamed, moved and deleted by their places.
import { deleteInBlock, hookOf, insertInBlock, moveInBlock, setInBlock } from '../splice/block.ts'
import { type Container, deleteInFlow, indentationAt, insertInFlow, moveInFlow } from '../splice/flow.ts'
import type { Style } from '../splice/style.ts'
import { notSafe } from '../splice/verified.ts'
import { flowText, keyText } from '../splice/write.ts'
import { growth, tidied } from '../text/changes.ts'
import { overlaid } from '../text/overlay.ts'
import { notFound } from '../tree/expect.ts'
import { isAlike, type Member, type Node, nodeAt, Refusal } from '../tree/node.ts'
import { nodeOf } from '../tree/value.ts'
import type { Change, Edit, Key, Path, TextSource } from '../types.ts'
import { readLeaf } from './leaf.ts'
import type { Part } from './part.ts'
import type { PartIndex } from './part-index.ts'
import { saysTheSame } from './same.ts'

/** The changes for an edit of the children of a part, verified by scanning the surroundings of the change anew. */
export function editChildren(index: PartIndex, part: Part, edit: Edit, style: Style): readonly Change[] {
  const names = (part.children ?? []).map(({ key }) => key)
  const step = stepOf(part, names, edit)
  const grows = edit.type === 'add' || edit.type === 'insert'
  const node = shallow(index, part, grows ? edit.path : edit.path.slice(0, -1))
  const changes = tidied(index.text, changesOf(index, node, step, style))
  if (changes.length > 0) verify(index, part, changes, names, step)
  return changes
}

/** An edit with its position. */
interface Step {
  readonly edit: Edit
  readonly at: number
}

function stepOf(part: Part, names: readonly Key[], edit: Edit): Step {
  if (edit.type === 'insert') {
    if (part.kind !== 'list' || !isWithin(edit.index, names.length + 1)) throw notFound()
    return { edit, at: edit.index }
  }
  if (edit.type === 'add') {
    if (part.kind !== 'map') throw notFound()
    mustBeNew(names, edit.key)
    const at = edit.before === undefined ? names.length : names.indexOf(edit.before)
    if (at === -1) throw notFound()
    return { edit, at }
  }
  const key = edit.path.at(-1)
  const at = names.findIndex((name) => String(name) === String(key))
  if (at === -1 || (edit.type === 'move' && !isWithin(edit.index, names.length))) throw notFound()
  if (edit.type === 'rename' && part.kind === 'list')
    throw new Refusal('not_found', 'An element of a list has no name.')
  if (edit.type === 'rename' && edit.key !== key) mustBeNew(names, edit.key)
  return { edit, at }
}

function isWithin(position: number, count: number): boolean {
  return Number.isInteger(position) && position >= 0 && position < count
}

function mustBeNew(names: readonly Key[], key: string): void {
  if (names.includes(key)) throw new Refusal('exists', `There is already “${key.slice(0, 100)}”.`)
}

/** A part as a container of which only the places are known. */
function shallow(index: PartIndex, part: Part, path: Path): Container {
  const flow = index.format === 'json'
  const children = part.children ?? []
  const placeOf = (child: Part): Node => ({
    kind: 'map',
    flow,
    members: [],
    from: flow ? child.from : (child.children?.[0]?.keyFrom ?? child.from),
    get to() {
      return index.endOf(child, [...path, child.key])
    },
  })
  const place = { from: part.from, to: part.to }
  if (part.kind === 'map')
    return {
      kind: 'map',
      flow,
      members: children.map((child): Member => {
        const { key, keyFrom, keyTo, keyStyle } = child
        return { key: String(key), keyFrom, keyTo, keyStyle, value: placeOf(child) }
      }),
      ...place,
    }
  const dashes = flow ? [] : children.map(({ keyFrom }) => keyFrom)
  return { kind: 'list', flow, items: children.map(placeOf), dashes, ...place }
}

function changesOf({ text }: PartIndex, node: Container, { edit, at }: Step, style: Style): Change[] {
  switch (edit.type) {
    case 'add':
    case 'insert': {
      const key = edit.type === 'add' ? edit.key : null
      const insert = node.flow ? insertInFlow : insertInBlock
      return insert(text, node, at, key, nodeOf(edit.value), style)
    }
    case 'delete':
      return node.flow ? deleteInFlow(text, node, at) : deleteInBlock(text, node, at)
    case 'move':
      return (node.flow ? moveInFlow : moveInBlock)(text, node, at, edit.index, style)
    case 'rename': {
      const member = node.kind === 'map' ? node.members[at] : undefined
      if (!member) throw notFound()
      const written = keyText(edit.key, style, member.keyStyle, node.flow)
      return [{ from: member.keyFrom, to: member.keyTo, insert: written }]
    }
    case 'set':
      return setLarge(text, node, at, edit.value, style)
  }
}

// Something that is too large to be read goes as a whole.
function setLarge(text: TextSource, node: Container, at: number, value: unknown, style: Style): Change[] {
  const old = node.kind === 'map' ? node.members[at]?.value : node.items[at]
  if (!old) throw notFound()
  if (!node.flow) return setInBlock(text, old, nodeOf(value), hookOf(text, node, at), style)
  const written = flowText(nodeOf(value), style, style.minified ? null : indentationAt(text, old.from))
  return [{ from: old.from, to: old.to, insert: written }]
}

function verify(
  index: PartIndex,
  part: Part,
  changes: readonly Change[],
  names: readonly Key[],
  step: Step,
): void {
  const children = part.children ?? []
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return
  const ranges = changes.map((change) => index.range(part, change))
  const lo = Math.min(...ranges.map((range) => range?.[0] ?? 0))
  const hi = Math.max(...ranges.map((range) => range?.[1] ?? 0))
  const by = growth(changes)
  const from = Math.min(children[lo]?.start ?? first.from, first.from)
  const to = Math.max(children[hi]?.to ?? last.to, last.to) + by
  const text = overlaid(index.text, changes)
  const found = index.elements(part, text, from, to, lo)
  const meant = namesAfter(names, step)
  const count = hi - lo + 1 + meant.length - names.length
  if (found?.length !== count) throw notSafe()
  if (part.kind === 'map' && found.some(({ key }, position) => key !== meant[lo + position])) throw notSafe()
  verifyValues(index, part, { found, lo, text }, step)
}

// What is new says what was meant; what stood around the places that changed says what it did.
function verifyValues(
  index: PartIndex,
  part: Part,
  { found, lo, text }: { found: readonly Part[]; lo: number; text: TextSource },
  step: Step,
): void {
  const { edit, at } = step
  const children = part.children ?? []
  const order = namesAfter(
    children.map((_, position) => position),
    { ...step, edit: renumbered(edit) },
  )
  const target = edit.type === 'move' ? edit.index : at
  for (const position of new Set([at - 1, at, at + 1, target - 1, target, target + 1])) {
    const now = found[position - lo]
    if (!now) continue
    const before = order[position]
    const old = typeof before === 'number' ? children[before] : undefined
    const isSame =
      old && !(edit.type === 'set' && position === at)
        ? saysTheSame({ text: index.text, part: old }, { text, part: now }, index.format)
        : says(text, now, index, edit)
    if (!isSame) throw notSafe()
  }
}

/** The same edit of positions, among which what is new has none. */
function renumbered(edit: Edit): Edit {
  if (edit.type === 'add' || edit.type === 'insert') return { ...edit, type: 'add', key: 'new' }
  return edit.type === 'rename' ? { type: 'set', path: edit.path, value: null } : edit
}

function says(text: TextSource, part: Part, index: PartIndex, edit: Edit): boolean {
  if (edit.type !== 'add' && edit.type !== 'insert' && edit.type !== 'set') return false
  const leaf = readLeaf(text, part, index.format, false)
  const value = nodeAt(leaf.root, leaf.path)
  return value !== undefined && isAlike(value, nodeOf(edit.value))
}

function namesAfter(names: readonly Key[], { edit, at }: Step): Key[] {
  switch (edit.type) {
    case 'add':
      return names.toSpliced(at, 0, edit.key)
    case 'insert':
      return names.toSpliced(at, 0, at)
    case 'delete':
      return names.toSpliced(at, 1)
    case 'move':
      return names.toSpliced(at, 1).toSpliced(edit.index, 0, ...names.slice(at, at + 1))
    case 'rename':
      return names.with(at, edit.key)
    case 'set':
      return [...names]
  }
}
