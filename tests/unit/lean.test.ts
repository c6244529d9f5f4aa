// What stands in for packages in the build (web/lean) is what they would have done.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shortHash } from '../../analysis/hash.ts'

const root = join(import.meta.dirname, '../..')
const spec = join(root, 'node_modules/@stoplight/http-spec')
const part = (name: string): Promise<Record<string, unknown>> => import(join(root, 'web/lean', name))

/** What http-spec calls of a package that it requires under a name. */
function usedAs(name: string): string[] {
  const files = readdirSync(spec, { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.js') && !/node_modules|postman/.test(file))
  const calls = own.flatMap((file) => [
    ...readFileSync(join(spec, file), 'utf8').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')),
  ])
  return [...new Set(calls.map(([, called = '']) => called))]
}

describe('parts of packages', () => {
  it.each([
    ['lodash_1', 'lodash.js'],
    ['json_1', 'stoplight-json.js'],
    ['tslib_1', 'tslib.js'],
    ['fnv', 'fnv-plus.js'],
  ])('has all that is called as %s', async (name, file) => {
    const used = usedAs(name)
    expect(used).not.toEqual([])
    // As text: what it exports again is of packages that Node would load another way.
    const text = readFileSync(join(root, 'web/lean', file), 'utf8')
    expect(used.filter((called) => !new RegExp(`\\b${called}\\b`).test(text))).toEqual([])
  })

  it('hashes as the whole package does', async () => {
    const { fast1a52hex } = (await part('fnv-plus.js')) as { fast1a52hex(text: string): string }
    const texts = ['', 'a', '/pets/{id}', 'Grüße 🐾', 'x'.repeat(1_003), '\u0000\uffff'.repeat(50)]
    expect(texts.map(fast1a52hex)).toEqual(texts.map(shortHash))
  })

  it('exports again as TypeScript does', async () => {
    const { __exportStar: own } = (await part('tslib.js')) as { __exportStar(from: object, to: object): void }
    const { __exportStar: theirs } = createRequire(join(spec, 'index.js'))('tslib') as {
      __exportStar: typeof own
    }
    const made = [own, theirs].map((copy) => {
      const to = { a: 0 }
      copy({ default: 1, a: 2, b: 3 }, to)
      return { ...to }
    })
    expect(made[0]).toEqual(made[1])
  })
})
