import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { analyze, snapshotText } from '../../analysis/index.ts'
import { refsIn } from '../../analysis/testing.ts'
import type { AnalysisResult, JsonObject, SourceFile } from '../../analysis/types.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures')
const SHARED = resolve(import.meta.dirname, '../../../shared/fixtures/openapi')

function folder(path: string): SourceFile[] {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => {
    const full = join(entry.parentPath, entry.name)
    return { path: full.slice(path.length + 1), content: readFileSync(full, 'utf8') }
  })
}

function file(path: string, content = readFileSync(path, 'utf8')): SourceFile[] {
  return [{ path: `reference/${path.slice(path.lastIndexOf('/') + 1)}`, content }]
}

/** URIs whose data differs between two analyses. */
function changed(before: AnalysisResult, after: AnalysisResult): string[] {
  const texts = new Map(before.nodes.map((node) => [node.uri, snapshotText(node.data)]))
  return after.nodes.filter((node) => texts.get(node.uri) !== snapshotText(node.data)).map(({ uri }) => uri)
}

const inputs: [string, SourceFile[]][] = [
  ['todo-12kb', file(join(FIXTURES, 'todo-12kb.yaml'))],
  ['project-todos', folder(join(FIXTURES, 'project-todos'))],
]

describe.each(inputs)('%s', (name, files) => {
  test('is analysed as before', async () => {
    await expect(`${JSON.stringify(analyze(files), null, 1)}\n`).toMatchFileSnapshot(
      join(FIXTURES, 'golden', `${name}.json`),
    )
  })

  test('gives the same bytes again, whatever the order of its files', () => {
    expect(JSON.stringify(analyze(files.toReversed()))).toBe(JSON.stringify(analyze(files)))
  })
})

test('a change to one operation changes the data of that node alone', () => {
  const path = join(FIXTURES, 'todo-12kb.yaml')
  const text = readFileSync(path, 'utf8')
  const after = analyze(file(path, text.replace('summary: List Todos', 'summary: Every todo')))
  expect(changed(analyze(file(path)), after)).toEqual(['/reference/todo-12kb.yaml/paths/~1todos/get'])
})

describe.skipIf(!existsSync(SHARED))('real descriptions', () => {
  test.each([
    ['box-1.8mb.json', { article: 0, schema: 305, api: 1, operation: 296 }],
    ['asana-3mb.yaml', { article: 0, schema: 273, api: 1, operation: 247 }],
    ['stripe-3.5mb.json', { article: 0, schema: 443, api: 1, operation: 374 }],
    ['github-13mb.json', { article: 0, schema: 969, api: 1, operation: 1223 }],
  ])('%s: every operation, no dangling reference, unique slugs, no node above 256 KB', (name, counts) => {
    const result = analyze(file(join(SHARED, name)))
    expect(result.counts).toEqual(counts)
    expect(result.diagnostics).toEqual([])
    expect(new Set(result.nodes.map(({ slug }) => slug)).size).toBe(result.nodes.length)
    const uris = new Set(result.nodes.map(({ uri }) => uri))
    for (const { data } of result.nodes) {
      expect(snapshotText(data).length).toBeLessThan(256 * 1024)
      const bundled = new Set(Object.keys((data.__bundled__ as JsonObject | undefined) ?? {}))
      const ours = refsIn(data).filter((ref) => !ref.startsWith('#/components/examples/'))
      expect(ours.filter((ref) => !uris.has(ref) && !bundled.has(ref.replace('#/__bundled__/', '')))).toEqual(
        [],
      )
    }
  })

  test('one changed operation of 1,223 is one changed snapshot', () => {
    const path = join(SHARED, 'github-13mb.json')
    const text = readFileSync(path, 'utf8')
    const edited = text.replace(/("summary":\s*")Get the authenticated user"/, '$1Who am I"')
    expect(edited).not.toBe(text)
    expect(changed(analyze(file(path)), analyze(file(path, edited)))).toEqual([
      '/reference/github-13mb.json/paths/~1user/get',
    ])
  })
})
