// Edits at random places, with values that are awkward to write.
import type { Edit, Key, Path } from '../../../editing/types.ts'

/** Numbers from 0 up to 1. */
export type Random = () => number

const TEXTS = [
  '',
  ' ',
  'plain',
  'two words',
  'a: b',
  'a #b',
  '#c',
  '- d',
  '? e',
  'f:',
  "it's",
  '"q"',
  'back\\slash',
  '200',
  '1.0',
  '1e3',
  'true',
  'no',
  'null',
  '~',
  '2020-01-01',
  '0x1F',
  '1_000',
  '12:30',
  '[x]',
  '{y}',
  'a, b',
  '*star',
  '&amp',
  '!bang',
  '%per',
  '@at',
  '`tick`',
  '|',
  '>',
  'line\nline',
  'ends\n',
  'two\n\nlines\n\n',
  ' leads\nx',
  'trails \nx',
  'tab\tin',
  '\ttab',
  'cr\rx',
  'nel\u0085',
  'ls\u2028',
  '\ufeffbom',
  'é',
  '🙂 smile',
  '\ud800',
  'nul\u0000',
  '---',
  '...',
  '--- x',
  '<<',
  '=',
  '-',
  '?',
  ':',
  'a:b',
  ': x',
  '__proto__',
  '#/components/schemas/Pet',
  'http://x.org/?a=b#c',
  'x'.repeat(300),
  'key with "both\' quotes',
  '-1',
  '.5',
  '+1',
  '.inf',
  '0o7',
]
const KEYS = [
  'name',
  'x-note',
  '200',
  'default',
  '/pets/{id}',
  'a b',
  'a: b',
  '#k',
  "it's",
  '"q"',
  '',
  ' ',
  '__proto__',
  'constructor',
  'null',
  'true',
  '1.0',
  '<<',
  'é',
  '🙂',
  '[k]',
  '{k}',
  'a,b',
  '*k',
  '&k',
  '-',
  '- k',
  '?',
  '~',
  'line\nbreak',
  'application/json',
  '2XX',
  '0',
  '007',
]

function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}

/** A value of JSON, up to some levels deep. */
export function randomValue(random: Random, depth = 2): unknown {
  const kind = random()
  if (depth > 0 && kind < 0.2)
    return Object.fromEntries(
      Array.from({ length: Math.floor(random() * 4) }, () => [
        safeKey(random),
        randomValue(random, depth - 1),
      ]),
    )
  if (depth > 0 && kind < 0.35)
    return Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, depth - 1))
  if (kind < 0.45) return pick(random, [0, 1, -1, 1.5, 1e21, 1e-7, 42, Number.MAX_SAFE_INTEGER])
  if (kind < 0.55) return pick(random, [true, false, null])
  return pick(random, TEXTS)
}

// An object literal takes `__proto__` for something else.
function safeKey(random: Random): string {
  const key = pick(random, KEYS)
  return key === '__proto__' ? 'proto' : key
}

/** An edit of something that a value has, hardly ever one that means nothing. */
export function randomEdit(random: Random, value: unknown): Edit {
  const path = randomPath(random, value)
  const node = at(value, path)
  const kind = random()
  if (Array.isArray(node) && kind < 0.5)
    return {
      type: 'insert',
      path,
      index: Math.floor(random() * (node.length + 1)),
      value: randomValue(random),
    }
  if (isMap(node) && kind < 0.5) return randomAdd(random, path, node)
  if (path.length === 0) return randomEdit(random, value)
  const parent = at(value, path.slice(0, -1))
  const turn = random()
  if (turn < 0.35) return { type: 'set', path, value: randomValue(random) }
  if (turn < 0.55) return { type: 'delete', path }
  if (turn < 0.75) {
    const count = Array.isArray(parent) ? parent.length : Object.keys(parent as object).length
    return { type: 'move', path, index: Math.floor(random() * count) }
  }
  return Array.isArray(parent)
    ? { type: 'set', path, value: randomValue(random) }
    : { type: 'rename', path, key: pick(random, KEYS) }
}

function randomAdd(random: Random, path: Path, node: object): Edit {
  const keys = Object.keys(node)
  const key = pick(random, KEYS)
  const value = randomValue(random)
  return keys.length > 0 && random() < 0.4
    ? { type: 'add', path, key, value, before: pick(random, keys) }
    : { type: 'add', path, key, value }
}

// A way down to anywhere, seldom to what holds everything.
function randomPath(random: Random, value: unknown): Path {
  const path: Key[] = []
  for (let node = value; isMap(node) || Array.isArray(node); node = at(node, path.slice(-1))) {
    const keys: Key[] = Array.isArray(node) ? [...node.keys()] : Object.keys(node)
    if (keys.length === 0 || random() < 0.15) break
    path.push(pick(random, keys))
  }
  return path
}

/** What stands at a path of a value. */
export function at(value: unknown, path: Path): unknown {
  let node = value
  for (const key of path) node = isMap(node) || Array.isArray(node) ? own(node, key) : undefined
  return node
}

function own(node: object, key: Key): unknown {
  return Object.getOwnPropertyDescriptor(node, key)?.value
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
