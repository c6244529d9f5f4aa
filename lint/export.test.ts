// What is exported is read by Spectral's own command, which finds the same by it as ours.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { spectralLint } from '../tests/support/spectral.ts'
import { lintText, readGuides, readRuleset } from './index.ts'
import { EXPORTED_ROOT, exportedRuleset } from './ruleset/export.ts'

const parts = [
  {
    name: 'House / style!',
    root: 'rules/.spectral.yaml',
    isOwn: false,
    files: {
      'rules/.spectral.yaml': `extends: [[spectral:oas, off], ./base.yaml]
aliases: {Info: [$.info]}
rules:
  must-have-contact: {given: '#Info', then: {field: contact, function: truthy}, severity: error}
  operation-tags: warn
overrides:
  - files: ['old*.yaml']
    rules: {must-have-contact: hint, old-title: {given: '#Info', then: {field: title, function: pattern, functionOptions: {match: ^New}}}}
except:
  'quiet.yaml#/info': [must-have-contact]
`,
      'rules/base.yaml': `rules: {has-licence: {given: $.info, then: {field: license, function: truthy}}}\n`,
    },
  },
  {
    name: 'Own',
    root: '.spectral.json',
    isOwn: true,
    files: {
      '.spectral.json':
        '{"extends": "./more.yaml", "rules": {"has-licence": "off", "operation-tags": "error"}}',
      'more.yaml': 'rules: {}',
    },
  },
]
const api =
  'openapi: 3.0.3\ninfo: {title: Old, version: "1"}\npaths: {/a: {get: {responses: {"200": {description: OK}}}}}\n'
const texts = { 'new.yaml': api, 'old.yaml': api, 'quiet.yaml': api }

it('finds the same by what is exported as Spectral does', async () => {
  const files: Record<string, string> = { ...exportedRuleset(parts), ...texts }
  expect(Object.keys(files).slice(0, 4)).toEqual([
    EXPORTED_ROOT,
    'guides/1-house-style/rules/base.yaml',
    'guides/1-house-style/rules/.spectral.json',
    'guides/2-own/more.yaml',
  ])
  const folder = mkdtempSync(join(tmpdir(), 'exported-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const expected = spectral(folder)
    const among = { read: (path: string) => files[path] }
    const ruleset = readRuleset(EXPORTED_ROOT, among)
    const found: string[] = []
    for (const path of Object.keys(texts))
      for (const { code, severity, path: at } of await lintText({ path, content: api }, ruleset, among))
        found.push([path, code, severity, at.join('/')].join(' '))
    expect(found.sort()).toEqual(expected)
    expect((await asLinted()).sort()).toEqual(expected)
    expect(expected).toEqual([
      'new.yaml must-have-contact error info',
      'new.yaml operation-tags error paths//a/get',
      'old.yaml must-have-contact hint info',
      'old.yaml old-title warn info/title',
      'old.yaml operation-tags error paths//a/get',
      'quiet.yaml operation-tags error paths//a/get',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// As the worker does, which has no use for an export.
async function asLinted(): Promise<string[]> {
  const { ruleset, faults } = readGuides(
    parts.map(({ root, isOwn, files }) => ({
      path: root,
      isOwn,
      files: { read: (path: string) => (files as Record<string, string>)[path] },
    })),
  )
  expect(faults.flat()).toEqual([])
  const found: string[] = []
  if (ruleset)
    for (const path of Object.keys(texts))
      for (const { code, severity, path: at } of await lintText({ path, content: api }, ruleset, {
        read: () => undefined,
      }))
        found.push([path, code, severity, at.join('/')].join(' '))
  return found
}

function spectral(folder: string): string[] {
  const found = spectralLint<{ source: string; code: string; severity: number; path: string[] }>(folder, [
    '-r',
    EXPORTED_ROOT,
    ...Object.keys(texts),
  ])
  const severities = ['error', 'warn', 'info', 'hint']
  return found
    .map(({ source, code, severity, path }) =>
      [source.slice(folder.length + 1), code, severities[severity], path.join('/')].join(' '),
    )
    .sort()
}

it('is not longer than what it is made of by much', () => {
  const exported = (ruleset: object) =>
    exportedRuleset([
      {
        name: 'Own',
        root: '.spectral.json',
        isOwn: true,
        files: { '.spectral.json': JSON.stringify(ruleset) },
      },
    ])
  const overrides = Array.from({ length: 2000 }, () => ({ files: ['a'], rules: {} }))
  expect(() => exported({ rules: {}, aliases: { A: [`$.${'a'.repeat(2000)}`] }, overrides })).toThrow(
    'too many overrides',
  )
  expect(exported({ rules: {}, aliases: { A: ['$.info'] }, overrides })[EXPORTED_ROOT]).toContain('$.info')
  const yaml = `rules: {}\nx: &x ${'x'.repeat(10_000)}\ny: [${'*x,'.repeat(1000)}]\n`
  expect(() =>
    exportedRuleset([{ name: 'Own', root: 'a.yaml', isOwn: true, files: { 'a.yaml': yaml } }]),
  ).toThrow('too long')
  let deep: unknown = Array.from({ length: 60_000 }, () => 1)
  for (let depth = 0; depth < 50; depth++) deep = [deep]
  expect(exported({ rules: {}, deep })[EXPORTED_ROOT]?.length).toBeLessThan(200_000)
})
