import { tidied } from '../text/changes.ts'
import { isAlike, type ListNode, type MapNode, type Node, nodeAt } from '../tree/node.ts'
import { plainValueOf } from '../tree/plain-value.ts'
import { nodeOf } from '../tree/value.ts'
import type { Change, Edit, Path } from '../types.ts'
import { Composition } from './compose.ts'
import type { Style } from './style.ts'
import { notSafe, type Readable, verified } from './verified.ts'

// Beyond this, what is new is written as a whole.
const MOST_STEPS = 40

/**
 * The changes for an edit, verified. An object or list that takes the place of another keeps all that is alike in both as
 * its author wrote it, with the comments. Throws Refusal.
 */
export function changesFor(before: Readable, edit: Edit, style: Style): readonly Change[] {
  const steps = edit.type === 'set' ? stepsOf(nodeAt(before.root, edit.path), edit) : null
  if (!steps) return verified(before, edit, style).changes
  const composition = new Composition(before.text.length)
  let now = before
  for (const step of steps) {
    const { changes, after } = verified(now, step, style)
    composition.add(changes)
    now = after
  }
  const reached = nodeAt(now.root, edit.path)
  if (edit.type === 'set' && (!reached || !isAlike(reached, nodeOf(edit.value)))) throw notSafe()
  return tidied(before.text, composition.changes())
}

function stepsOf(old: Node | undefined, { path, value }: Extract<Edit, { type: 'set' }>): Edit[] | null {
  if (!old || old.kind === 'scalar' || old.kind === 'alias') return null
  const steps: Edit[] = []
  return between(old, nodeOf(value), path, steps) && steps.length <= MOST_STEPS ? steps : null
}

/** Adds the steps from one node to another; false where they do not lead there. */
function between(old: Node, now: Node, path: Path, steps: Edit[]): boolean {
  if (isAlike(old, now)) return true
  if (old.kind === 'map' && now.kind === 'map' && old.members.length > 0 && now.members.length > 0)
    return betweenMaps(old, now, path, steps)
  if (old.kind === 'list' && now.kind === 'list' && old.items.length > 0 && now.items.length > 0)
    return betweenLists(old, now, path, steps)
  if (path.length === 0) return false
  steps.push({ type: 'set', path, value: worth(now) })
  return true
}

function betweenMaps(old: MapNode, now: MapNode, path: Path, steps: Edit[]): boolean {
  const names = old.members.map(({ key }) => key)
  const wanted = now.members.map(({ key }) => key)
  if (new Set(names).size !== names.length || old.members.some(({ odd }) => odd)) return false
  const kept = names.filter((name) => wanted.includes(name))
  // Where the order of what stays is another, or nothing stays, it is written anew.
  if (kept.length === 0 || kept.join('\n') !== wanted.filter((name) => names.includes(name)).join('\n'))
    return false
  for (const name of names) if (!wanted.includes(name)) steps.push({ type: 'delete', path: [...path, name] })
  for (const { key, value } of now.members) {
    const before = old.members.find((member) => member.key === key)
    if (before && !between(before.value, value, [...path, key], steps)) return false
  }
  for (const [index, { key, value }] of now.members.entries()) {
    if (names.includes(key)) continue
    const before = wanted.slice(index + 1).find((name) => names.includes(name))
    steps.push({ type: 'add', path, key, value: worth(value), ...(before !== undefined && { before }) })
  }
  return true
}

function betweenLists(old: ListNode, now: ListNode, path: Path, steps: Edit[]): boolean {
  const [a, b] = [old.items, now.items]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && alikeAt(a, b, start, start)) start++
  let end = 0
  while (end < most - start && alikeAt(a, b, a.length - 1 - end, b.length - 1 - end)) end++
  const [was, is] = [a.length - start - end, b.length - start - end]
  for (let index = start; index < start + Math.min(was, is); index++) {
    const [before, after] = [a[index], b[index]]
    if (before && after && !between(before, after, [...path, index], steps)) return false
  }
  for (let count = was; count > is; count--)
    steps.push({ type: 'delete', path: [...path, start + count - 1] })
  for (let index = start + was; index < start + is; index++) {
    const item = b[index]
    if (item) steps.push({ type: 'insert', path, index, value: worth(item) })
  }
  return true
}

function alikeAt(a: readonly Node[], b: readonly Node[], i: number, j: number): boolean {
  const [one, other] = [a[i], b[j]]
  return one !== undefined && other !== undefined && isAlike(one, other)
}

function worth(node: Node): unknown {
  return plainValueOf(node, () => undefined)
}
