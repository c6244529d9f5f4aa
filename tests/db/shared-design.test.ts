// The copies of the matrices equal the decisions they were copied from, where those are at hand.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = (file: string) => new URL(`../../supabase/functions/_shared/domain/${file}`, import.meta.url)
const design = (file: string) => new URL(`../../../shared/design/${file}`, import.meta.url)
const json = (url: URL) => JSON.parse(readFileSync(url, 'utf8'))

test.each(['permissions.json', 'plans.json'])('%s is the decided one', (file) => {
  const decided = existsSync(design(file)) ? json(design(file)) : json(here(file))
  expect(json(here(file))).toEqual(decided)
})
