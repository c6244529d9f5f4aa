import { describe, expect, it } from 'vitest'
import { faultLine, lintText, RulesetError, readRuleset } from '../index.ts'

const among = (texts: Record<string, string>) => ({
  read: (path: string) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
})

function faultsOf(text: string, more: Record<string, string> = {}): string[] {
  try {
    readRuleset('api/.spectral.yaml', among({ 'api/.spectral.yaml': text, ...more }))
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    expect(error.message).toBe('Invalid Spectral Ruleset Provided')
    return error.faults.map(faultLine)
  }
  return []
}

const rule = (given: string, then = 'function: truthy') =>
  `rules:\n  mine:\n    given: ${JSON.stringify(given)}\n    then:\n      ${then}\n`

describe('a ruleset that is not one', () => {
  it.each([
    ['rules: [', /^api\/\.spectral\.yaml:\d+:\d+: /],
    ['[]', /:1:1: The ruleset is no object\.$/],
    ['{}', /:1:1: /],
    ['rules:\n  mine: 7', /:2:3: rule "mine": /],
    ['rules:\n  mine: { given: $ }', /:2:3: rule "mine": the rule must have at least "given" and "then"/],
    ['rules:\n  mine: warn', /:2:3: rule "mine": Cannot extend non-existing rule: "mine"$/],
    [rule('$', 'function: fetch'), /:5:7: rule "mine": There is no function "fetch"\.$/],
    [rule('$', 'function: constructor'), /There is no function "constructor"\.$/],
    [rule('$', 'function: pattern'), /rule "mine": .*pattern/],
    [rule('x'), /:3:5: rule "mine": must be a valid JSON Path expression/],
    [rule('#Nothing'), /rule "mine": Alias "Nothing" does not exist/],
    [`formats: [oas9]\n${rule('$')}`, /:1:11: There is no format "oas9"\.$/],
    [`functions: [own]\n${rule('$')}`, /:1:1: Functions of one’s own are programs and are not run\./],
    [
      'extends: https://example.com/rules.yaml',
      /:1:1: "https:\/\/example\.com\/rules\.yaml" is not extended/,
    ],
    ['extends: "@company/rules"', /is not extended/],
    ['extends: ./other.yaml', /There is no file "\.\/other\.yaml"\.$/],
    ['extends: ../../etc/passwd.yaml', /There is no file/],
    ['extends: .spectral.yaml', /extends this file\.$/],
    ['extends: [[spectral:oas, some]]', /:1:11: allowed types are "off", "recommended" and "all"/],
    ['extends: spectral:oas\nparserOptions: { duplicateKeys: loud }', /:2:18: the value has to be one of/],
    ['overrides: []', /must not be empty/],
  ])('%j is refused with its place', (text, expected) => {
    expect(faultsOf(text).join('\n')).toMatch(expected)
  })

  it('names the file that is extended where the fault is there', () => {
    const faults = faultsOf('extends: ../base.yml', { 'base.yml': rule('$', 'function: nope') })
    expect(faults).toEqual(['base.yml:5:7: rule "mine": There is no function "nope".'])
  })

  it('refuses circles over files', () => {
    const faults = faultsOf('extends: ./b.yaml', { 'api/b.yaml': 'extends: ./.spectral.yaml' })
    expect(faults.join()).toMatch(/^api\/b\.yaml:1:1: .* extends this file\.$/)
  })

  it('counts what aliases make before it is made', () => {
    const names = Array.from({ length: 30 }, (_, index) => `A${index}`)
    const aliases = names.map(
      (name, index) => `  ${name}: ["#${names[index + 1] ?? 'End'}.a", "#${names[index + 1] ?? 'End'}.b"]`,
    )
    const text = `aliases:\n${aliases.join('\n')}\n  End: [$]\n${rule('#A0')}`
    expect(faultsOf(text).join('\n')).toContain('more than 1000 expressions')
    expect(faultsOf(`aliases: { A: ["#B"], B: ["#A"] }\n${rule('#A')}`).join('\n')).toContain('circle')
  })
})

describe('an expression that is a program', () => {
  it.each([
    '$[?(@.constructor.constructor("return process")())]',
    '$[?(@["constructor"])]',
    "$[?(@['con'+'structor'])]",
    '$[?(@["\\u0063onstructor"])]',
    '$[?(@[@.key])]',
    '$[?(process.exit())]',
    '$[?(globalThis)]',
    '$[?(@.a = 1)]',
    '$[?(@.__proto__.polluted)]',
    '$[?(@.match.call("x"))]',
    '$[?(@.a.constructor.name.constructor)]',
    '$[?(`a`)]',
    '$[?((() => 1)())]',
    '$[?(@.filter(x))]',
    '$[?(import("fs"))]',
    '$[?(new Date())]',
    '$[?({}.x)]',
    '$[(@.length-1).constructor]',
    '$[?(@.a',
    '$..[?(eval("1"))]',
    '$[?(this.x)]',
    '$[?(@.a; process)]',
    '$[?@.a]',
    `$['("ab".repeat(3))']`,
    `$['(@.name.padEnd(8,"*"))']`,
    "$['?(x=5)']",
    `$["a'(@.x.repeat(2))'b"]`,
    '$["a\\""][?(process)]["b"]',
    `$.a'[?(process)]'`,
    '$["a\\"][?(process)]',
    `$${'.a'.repeat(2000)}`,
  ])('%s is refused', (expression) => {
    expect(faultsOf(rule(expression))).not.toEqual([])
    expect(faultsOf(rule('$', `{ function: truthy, field: ${JSON.stringify(expression)} }`))).not.toEqual([])
  })

  it.each([
    "$..parameters[?(@.in === 'path' && @.name.match(/^i(d|)$/i))]",
    '$.paths[?(@property.startsWith("/a") || !(@.get))]~',
    "$..[?(@property !== 'properties' && @ && (@.enum || @.type))]",
    "$..[?(@.enum && @.enum.constructor.name === 'Array')]",
    '$.servers[(@.length-1)]',
    '$.paths[*][?(@property === "get" || @property === "x-y")]^.put',
    "$..[?(@ && @['x-a'] && @.b[0] >= 1.5)]",
    '$..[?(@string() || @null())]',
    '$.paths["/a(b"].get',
    '$.paths["a", "b"]',
  ])('%s is taken', (expression) => {
    expect(faultsOf(rule(expression))).toEqual([])
  })
})

describe('a lint', () => {
  const lint = (text: string, content: string) =>
    lintText({ path: 'api/a.yaml', content }, readRuleset('r.yaml', among({ 'r.yaml': text })), among({}))

  it('fetches nothing: what was not handed in is not there', async () => {
    const content = 'a: { $ref: "https://example.com/x.yaml" }\nb: { $ref: "../../../etc/hostname" }\n'
    const found = await lint(rule('$.c'), content)
    expect(found.map(({ code }) => code)).toEqual(['invalid-ref', 'invalid-ref'])
    expect(found[0]?.message).toContain('is not fetched')
  })

  it('says a message as it is written, whatever the text would have it compute', async () => {
    const text =
      'rules:\n  mine: { message: "{{value}}", given: $.a, then: { function: pattern, functionOptions: { match: "^z" } } }\n'
    const found = await lint(text, 'a: "#{{process.exit(1)}}"\n')
    expect(found).toHaveLength(1)
  })
})
