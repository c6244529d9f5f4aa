// What an edit means on plain values, written apart from the engine: what the engine does to a text must come to the same.
import { load } from 'js-yaml'
import { parseExact } from '../../../analysis/parse/exact-number.ts'
import { YAML_SCHEMA } from '../../../analysis/parse/yaml-schema.ts'
import type { Edit, Format, Key, Path } from '../../../editing/types.ts'
import { at } from './random-edits.ts'

type Entries = [string, unknown][]

/** A text as the analysis reads it. */
export function parsed(text: string, format: Format): unknown {
  return format === 'json' ? parseExact(text) : load(text, { schema: YAML_SCHEMA, json: true })
}

/** A value after an edit; undefined for an edit that means nothing. */
export function edited(value: unknown, edit: Edit): unknown {
  if (edit.type === 'add' || edit.type === 'insert')
    return within(value, edit.path, (node) => grown(node, edit))
  const key = edit.path.at(-1)
  if (key === undefined) return edit.type === 'set' ? edit.value : undefined
  return within(value, edit.path.slice(0, -1), (node) => {
    if (Array.isArray(node)) return listAfter(node, Number(key), edit)
    return isObject(node) ? build(entriesAfter(Object.entries(node), String(key), edit)) : undefined
  })
}

/**
 * A value as text, in which the order of keys counts, unless it is `loose`: JavaScript puts keys that are numbers first,
 * wherever they stand in a file.
 */
export function spelled(value: unknown, loose: boolean): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (loose && isObject(item))
      return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
    return Object.is(item, -0) ? 0 : item
  })
}

/** Whether an edit is of an object with such keys, or brings one. */
export function isLoose(value: unknown, edit: Edit): boolean {
  const around = [at(value, edit.path), at(value, edit.path.slice(0, -1))]
  const keys = around.flatMap((node) => (isObject(node) ? Object.keys(node) : []))
  return keys.some((key) => /^\d+$/.test(key)) || /"\d+":|"key":"\d/.test(JSON.stringify(edit))
}

function within(node: unknown, path: Path, change: (node: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(node)
  if (Array.isArray(node)) return put(node, Number(key), within(node[Number(key)], rest, change))
  if (!isObject(node)) return undefined
  const inner = within(Object.getOwnPropertyDescriptor(node, key)?.value, rest, change)
  return inner === undefined
    ? undefined
    : build(Object.entries(node).map(([name, item]) => [name, name === String(key) ? inner : item]))
}

function put(list: unknown[], index: number, item: unknown): unknown[] | undefined {
  return item === undefined ? undefined : list.with(index, item)
}

function grown(node: unknown, edit: Extract<Edit, { type: 'add' | 'insert' }>): unknown {
  if (edit.type === 'insert')
    return Array.isArray(node) ? node.toSpliced(edit.index, 0, edit.value) : undefined
  if (!isObject(node) || Object.hasOwn(node, edit.key)) return undefined
  const entries = Object.entries(node)
  const index =
    edit.before === undefined ? entries.length : entries.findIndex(([name]) => name === edit.before)
  return build(entries.toSpliced(index, 0, [edit.key, edit.value]))
}

function listAfter(list: unknown[], index: number, edit: Edit): unknown {
  if (edit.type === 'set') return list.with(index, edit.value)
  if (edit.type === 'delete') return list.toSpliced(index, 1)
  return edit.type === 'move' ? list.toSpliced(index, 1).toSpliced(edit.index, 0, list[index]) : undefined
}

function entriesAfter(entries: Entries, key: Key, edit: Edit): Entries | undefined {
  const index = entries.findIndex(([name]) => name === key)
  const entry = entries[index]
  if (!entry) return undefined
  if (edit.type === 'set') return entries.with(index, [entry[0], edit.value])
  if (edit.type === 'delete') return entries.toSpliced(index, 1)
  if (edit.type === 'move') return entries.toSpliced(index, 1).toSpliced(edit.index, 0, entry)
  if (edit.type !== 'rename' || (edit.key !== key && entries.some(([name]) => name === edit.key)))
    return undefined
  return entries.with(index, [edit.key, entry[1]])
}

function build(entries: Entries | undefined): object | undefined {
  return entries && Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
