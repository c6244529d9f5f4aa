import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stringify } from 'yaml'
import type { Format } from '../../../editing/types.ts'
import { seeded } from '../seeded.ts'
import { randomValue } from './random-edits.ts'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures')

export interface Sample {
  name: string
  format: Format
  text: string
}

/** Files with all that makes editing hard, and a real one. */
export function handMade(): Sample[] {
  const read = (path: string) => readFileSync(resolve(FIXTURES, path), 'utf8')
  const hard = read('editing/hard.yaml')
  return [
    { name: 'hard.yaml', format: 'yaml', text: hard },
    { name: 'hard.yaml with CR at line ends', format: 'yaml', text: hard.replaceAll('\n', '\r\n') },
    { name: 'hard.json', format: 'json', text: read('editing/hard.json') },
    { name: 'todo.yaml', format: 'yaml', text: read('todo-12kb.yaml') },
  ]
}

/** A file with random content in a random style. */
export function generated(seed: number): Sample {
  const random = seeded(seed)
  const value = Object.fromEntries(
    ['info', 'paths', 'components', 'tags', 'x-last'].map((key) => [key, randomValue(random, 5)]),
  )
  const width = [0, 1, 2, 4][seed % 4] ?? 2
  if (seed % 2 === 0) {
    const text = JSON.stringify(value, null, seed % 8 === 2 ? '\t' : width)
    return { name: `generated ${seed}`, format: 'json', text }
  }
  const text = stringify(value, {
    indent: Math.max(2, width),
    indentSeq: seed % 3 > 0,
    singleQuote: seed % 5 > 2,
    lineWidth: 60,
  })
  return { name: `generated ${seed}`, format: 'yaml', text }
}
