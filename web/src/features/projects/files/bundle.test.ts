import { describe, expect, it } from 'vitest'
import { bundleOf, type PickedFile } from '../../../shared/import-files/bundle.ts'
import { readRuleset } from './ruleset.ts'

const file = (path: string, text = ''): PickedFile => ({ path, content: new Blob([text]) })

describe('a bundle', () => {
  it('leaves out the folder that holds all', () => {
    const { name, files, leftOut } = bundleOf([
      file('pets/reference/a.yaml'),
      file('pets/toc.json'),
      file('pets/run.exe'),
    ])
    expect([name, leftOut]).toEqual(['pets', 1])
    expect(files.map(({ path }) => path)).toEqual(['reference/a.yaml', 'toc.json'])
  })

  it('keeps folders that mean something, and those that differ', () => {
    const paths = (...given: string[]) =>
      bundleOf(given.map((path) => file(path))).files.map(({ path }) => path)
    expect(paths('.stoplight/styleguide.json')).toEqual(['.stoplight/styleguide.json'])
    expect(paths('a/x.md', 'b/x.md')).toEqual(['a/x.md', 'b/x.md'])
  })

  it('wants a file that is read, and not too many', () => {
    expect(() => bundleOf([file('a.exe')])).toThrow('There is no file among these that can be imported.')
    const many = Array.from({ length: 1001 }, (_, n) => file(`${n}.md`))
    expect(() => bundleOf(many)).toThrow('At most 1,000 files can be imported at once.')
    expect(bundleOf(many.slice(1)).files).toHaveLength(1000)
  })
})

describe('a ruleset', () => {
  it.each([
    ['ours.yml', 'extends: spectral:oas', '.spectral.yaml', 'ours'],
    ['ours.json', '{"rules": {}}', '.spectral.json', 'ours'],
    ['.spectral.yaml', 'rules: {}', '.spectral.yaml', ''],
  ])('%s is one', async (path, text, known, name) => {
    const bundle = await readRuleset(file(path, text))
    expect(bundle.files.map((one) => one.path)).toEqual([known])
    expect(bundle.name).toBe(name)
  })

  it.each([
    ['notes.md', 'rules: {}'],
    ['list.yaml', '- rules'],
    ['api.yaml', 'openapi: 3.1.0'],
    ['broken.json', '{"rules": '],
    ['own.yaml', '__proto__: {rules: {}}'],
  ])('%s is none', async (path, text) => {
    await expect(readRuleset(file(path, text))).rejects.toThrow('Invalid Spectral Ruleset Provided')
  })
})
