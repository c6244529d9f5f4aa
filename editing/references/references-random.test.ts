import { describe, expect, it } from 'vitest'
import { afterPlan, type Plan, planMove, planRename, References, usesOf } from './index.ts'
import { relativePath } from './write.ts'

const set = (files: Record<string, string>) =>
  new References(Object.entries(files).map(([path, text]) => ({ path, text })))

const component = (path: string[], file: string) =>
  ({ type: 'component', target: { file, path }, name: path.at(-1) ?? '' }) as const

function made(references: References, plan: ReturnType<typeof planRename>): Record<string, string> {
  if ('refused' in plan) throw new Error(plan.reason)
  const after = afterPlan(references, plan)
  return Object.fromEntries(after.paths.map((path) => [path, after.text(path)]))
}

describe('at random', () => {
  // Seeded (mulberry32): the same hundred sets each time.
  const random = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let next = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next
    return ((next ^ (next >>> 14)) >>> 0) / 2 ** 32
  }
  const targets = (references: References, path: string) => [...references.resolved(path).values()]
  const NAMES = ['A', 'B-1', 'C.d', 'E_f', '200', 'null', 'true']

  it('renames and moves lead to the same values, and back to the same bytes', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const next = random(seed)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
      const paths = ['api.json', 'x/one.yaml', 'x/y/two.yaml', 'docs/a.md']
      const refTo = (from: string): string => {
        const file = pick(paths.slice(0, 3))
        return `${file === from ? '' : relativePath(from, file)}#/components/schemas/${pick(NAMES)}`
      }
      const schemas = (from: string) =>
        Object.fromEntries(
          NAMES.map((name) => [name, next() < 0.6 ? { items: { $ref: refTo(from) } } : { title: name }]),
        )
      const yaml = (from: string) =>
        `openapi: 3.0.0\ncomponents:\n  schemas:\n${Object.entries(schemas(from))
          .map(
            ([name, schema]) =>
              `    "${name}":  # ${name}\n      ${'items' in schema ? `items: {$ref: '${(schema.items as { $ref: string }).$ref}'}` : 'title: x'}\n`,
          )
          .join('')}`
      const files = {
        'api.json': JSON.stringify(
          { openapi: '3.0.0', components: { schemas: schemas('api.json') } },
          null,
          next() < 0.5 ? 2 : 0,
        ),
        'x/one.yaml': yaml('x/one.yaml'),
        'x/y/two.yaml': yaml('x/y/two.yaml'),
        'docs/a.md': `[a](../${pick(paths.slice(0, 3))}/components/schemas/${pick(NAMES)})`,
      }
      const references = set(files)
      const back = (after: References, plan: Plan | { reason: string }) => made(after, plan as Plan)
      if (next() < 0.5) {
        const file = pick(paths.slice(0, 3))
        const name = pick(NAMES)
        const path = ['components', 'schemas', name]
        const there = planRename(references, component(path, file), 'New')
        if ('refused' in there) throw new Error(there.reason)
        const after = afterPlan(references, there)
        const renamed = component(['components', 'schemas', 'New'], file)
        expect(usesOf(after, renamed)).toHaveLength(usesOf(references, component(path, file)).length)
        expect(back(after, planRename(after, renamed, name))).toEqual(files)
      } else {
        const from = pick(paths)
        const to = pick(['z.', 'x/z.', 'x/y/z/w.', 'docs/z.']) + from.split('.').at(-1)
        const there = planMove(references, new Map([[from, to]]))
        if ('refused' in there) throw new Error(there.reason)
        // What still leads there is left as it is, so that the way back may be written otherwise.
        const after = afterPlan(references, there)
        const again = set(back(after, planMove(after, new Map([[to, from]]))))
        for (const path of paths) expect(targets(again, path)).toEqual(targets(references, path))
      }
    }
  })
})
