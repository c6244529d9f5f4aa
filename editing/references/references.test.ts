import { describe, expect, it } from 'vitest'
import { parseText } from '../../analysis/parse/parse-text.ts'
import { afterPlan, planMove, planRename, References, subjectAt, unusedComponents, usesOf } from './index.ts'

const API = `openapi: 3.0.3
info: {title: Pets, version: '1'}   # kept
tags:
  - name: pets
security:
- key: []
paths:
  /pets/{id}:
    get:
      operationId: getPet
      tags: [pets, "other"]
      security:
        - key: [read]
      responses:
        '200':
          description: "#/components/schemas/Pet is only a text"
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
              example: {$ref: '#/components/schemas/Pet'}
          links:
            again: {operationId: getPet}
    parameters:
      - $ref: "#/components/parameters/Id"
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X}
  parameters:
    Id: {name: id, in: path, required: true, schema: {$ref: ../models/id.yaml}}
  schemas:
    Pet:
      discriminator:
        propertyName: kind
        mapping:
          dog: Dog
          cat: '#/components/schemas/Cat'
      properties:
        id: {$ref: '../models/id.yaml#'}
        best: {$ref: '#/components/schemas/Pet/properties/friend'}
        friend: {$ref: '#/components/schemas/Pet'}
        note:
          description: |
            $ref: '#/components/schemas/Pet'
          type: string
    Dog: {}
    Cat: {}
    Lonely: {properties: {again: {$ref: '#/components/schemas/Lonely'}}}
`
const FILES = {
  'reference/api.yaml': API,
  'models/id.yaml': 'type: string\n$defs: {Short: {$ref: "#/$defs/Long"}, Long: {}}\n',
  'docs/intro.md':
    '# Hi\n[Pet](../reference/api.yaml/components/schemas/Pet) ![x](../assets/a b.png)\n`[no](../reference/api.yaml)`\n',
  'toc.json': '{"items": [{"uri": "/reference/api.yaml/components/schemas/Pet"}, {"uri": "docs/intro.md"}]}',
}

const set = (files: Record<string, string> = FILES) =>
  new References(Object.entries(files).map(([path, text]) => ({ path, text })))

const component = (path: string[], file = 'reference/api.yaml') =>
  ({ type: 'component', target: { file, path }, name: path.at(-1) ?? '' }) as const

function made(references: References, plan: ReturnType<typeof planRename>): Record<string, string> {
  if ('refused' in plan) throw new Error(plan.reason)
  const after = afterPlan(references, plan)
  return Object.fromEntries(after.paths.map((path) => [path, after.text(path)]))
}

describe('what refers', () => {
  it('leads where the analysis finds it, and not from examples, texts and block scalars', () => {
    const references = set()
    const found = [...references.resolved('reference/api.yaml')].map(([site, to]) => [
      site.value,
      to.to === 'place' ? `${to.target.file}/${to.target.path.join('/')}` : to.to,
    ])
    expect(found).toEqual([
      ['#/components/schemas/Pet', 'reference/api.yaml/components/schemas/Pet'],
      ['#/components/parameters/Id', 'reference/api.yaml/components/parameters/Id'],
      ['../models/id.yaml', 'models/id.yaml/'],
      ['Dog', 'reference/api.yaml/components/schemas/Dog'],
      ['#/components/schemas/Cat', 'reference/api.yaml/components/schemas/Cat'],
      ['../models/id.yaml#', 'models/id.yaml/'],
      [
        '#/components/schemas/Pet/properties/friend',
        'reference/api.yaml/components/schemas/Pet/properties/friend',
      ],
      ['#/components/schemas/Pet', 'reference/api.yaml/components/schemas/Pet'],
      ['#/components/schemas/Lonely', 'reference/api.yaml/components/schemas/Lonely'],
    ])
  })

  it.each([
    ['an encoded key', '#/components/schemas/a~1b%20c', 'place'],
    ['a way through another reference', '#/components/schemas/Ref/properties/x', 'place'],
    ['an anchor', '#here', 'place'],
    ['the name of a file', 'https://example.com/own', 'place'],
    ['another site', 'https://example.com/other', 'outside'],
    ['out of the files', '../../x.yaml', 'outside'],
    ['a circle', '#/components/schemas/Round/properties/x', 'nothing'],
    ['nothing', '#/components/schemas/No', 'nothing'],
    ['no file', 'no.yaml', 'nothing'],
  ])('%s', (_what, ref, to) => {
    const references = set({
      'a/api.json': JSON.stringify({
        openapi: '3.1.0',
        components: {
          schemas: {
            'a/b c': {},
            Ref: { $ref: '#/components/schemas/Full' },
            Full: { properties: { x: { $anchor: 'here' } } },
            Round: { $ref: '#/components/schemas/Round/properties/y' },
          },
        },
      }),
      'own.yaml': '$id: https://example.com/own\ntype: object',
    })
    expect(references.resolve(ref, 'a/api.json').to).toBe(to)
  })

  it('is found under the caret', () => {
    const references = set()
    const at = API.indexOf("schemas/Pet'}") + 3
    expect(subjectAt(references, 'reference/api.yaml', [], at)).toMatchObject({
      type: 'component',
      name: 'Pet',
    })
    const tag = API.indexOf('[pets') + 2
    expect(subjectAt(references, 'reference/api.yaml', [], tag)).toMatchObject({ type: 'tag', name: 'pets' })
  })
})

describe('uses', () => {
  it('are in all files: of the value, and of what is in it', () => {
    const uses = usesOf(set(), component(['components', 'schemas', 'Pet']))
    expect(uses.map(({ file, kind }) => `${file} ${kind}`)).toEqual([
      'reference/api.yaml ref',
      'reference/api.yaml ref',
      'reference/api.yaml ref',
      'docs/intro.md link',
      'toc.json uri',
    ])
  })

  it('of security schemes and tags are names', () => {
    expect(usesOf(set(), component(['components', 'securitySchemes', 'key']))).toHaveLength(2)
    expect(usesOf(set(), { type: 'tag', file: 'reference/api.yaml', name: 'pets' })).toHaveLength(2)
  })

  it('are missing of what only refers to itself', () => {
    expect(unusedComponents(set(), 'reference/api.yaml').map(({ path }) => path.at(-1))).toEqual(['Lonely'])
  })
})

describe('another name', () => {
  it('of a schema is written everywhere, and nothing else is touched', () => {
    const references = set()
    const files = made(
      references,
      planRename(references, component(['components', 'schemas', 'Pet']), 'Animal'),
    )
    expect(files).toEqual({
      ...FILES,
      'reference/api.yaml': API.replace(
        "schema: {$ref: '#/components/schemas/Pet'}",
        "schema: {$ref: '#/components/schemas/Animal'}",
      )
        .replace('    Pet:\n', '    Animal:\n')
        .replace('Pet/properties/friend', 'Animal/properties/friend')
        .replace(
          "friend: {$ref: '#/components/schemas/Pet'}",
          "friend: {$ref: '#/components/schemas/Animal'}",
        ),
      'docs/intro.md': FILES['docs/intro.md'].replace('schemas/Pet', 'schemas/Animal'),
      'toc.json': FILES['toc.json'].replace('schemas/Pet', 'schemas/Animal'),
    })
  })

  it.each([
    ['a mapping by name', ['components', 'schemas', 'Dog'], 'Hound', ['dog: Hound\n', '    Hound: {}']],
    [
      'a mapping by reference',
      ['components', 'schemas', 'Cat'],
      'Tiger',
      ["cat: '#/components/schemas/Tiger'"],
    ],
    [
      'a security scheme',
      ['components', 'securitySchemes', 'key'],
      'token',
      ['- token: []', '- token: [read]', '    token: {type'],
    ],
    ['a path', ['paths', '/pets/{id}'], '/animals/{id}', ['  /animals/{id}:']],
  ])('of %s', (_what, path, to, expected) => {
    const references = set()
    const text = made(references, planRename(references, component(path), to))['reference/api.yaml'] ?? ''
    for (const part of expected) expect(text).toContain(part)
  })

  it.each([
    ['tag', 'pets', 'zoo: all', ["- name: 'zoo: all'", 'tags: [\'zoo: all\', "other"]']],
    ['operationId', 'getPet', 'readPet', ['operationId: readPet', '{operationId: readPet}']],
  ] as const)('of a %s', (type, name, to, expected) => {
    const references = set()
    const text =
      made(references, planRename(references, { type, file: 'reference/api.yaml', name }, to))[
        'reference/api.yaml'
      ] ?? ''
    for (const part of expected) expect(text).toContain(part)
    expect(parseText(text, 'api.yaml').diagnostics).toEqual([])
  })

  it.each([
    ['one that is taken', 'Dog', 'There is “Dog” already.'],
    ['one that OpenAPI does not allow', 'a b', 'Names of components are letters'],
    ['nothing', ' ', 'The new name is empty.'],
  ])('is refused: %s', (_what, to, reason) => {
    const plan = planRename(set(), component(['components', 'schemas', 'Pet']), to)
    expect('reason' in plan && plan.reason).toContain(reason)
  })

  it('is refused where a broken reference would lead to it by chance', () => {
    const text = 'openapi: 3.0.0\ncomponents: {schemas: {A: {}, B: {$ref: "#/components/schemas/C"}}}'
    const references = set({ 'a.yaml': text })
    const plan = planRename(references, component(['components', 'schemas', 'A'], 'a.yaml'), 'C')
    expect(plan).toMatchObject({
      refused: 'not_safe',
      reason: expect.stringContaining('would lead elsewhere'),
    })
  })

  it('of a definition of OpenAPI 2 may be anything, escaped where it is referred to', () => {
    const references = set({
      'a.json': '{"swagger":"2.0","definitions":{"A":{},"B":{"$ref":"#/definitions/A"}}}',
    })
    const files = made(
      references,
      planRename(references, component(['definitions', 'A'], 'a.json'), 'Page«A/b» 1"'),
    )
    expect(files['a.json']).toBe(
      '{"swagger":"2.0","definitions":{"Page«A/b» 1\\"":{},"B":{"$ref":"#/definitions/Page%C2%ABA~1b%C2%BB%201%22"}}}',
    )
  })

  it('reaches the parts of a description in files of their own', () => {
    const references = set({
      'api.yaml': 'openapi: 3.0.0\ntags: [{name: a}]\npaths: {/x: {$ref: paths/x.yaml}}',
      'paths/x.yaml': 'get:\n  tags: [a]\n  security: []\n',
    })
    const files = made(references, planRename(references, { type: 'tag', file: 'api.yaml', name: 'a' }, 'b'))
    expect(files['paths/x.yaml']).toContain('tags: [b]')
  })
})

describe('another path of a file', () => {
  const images = new Set(['assets/a b.png'])
  it.each([
    [
      'a model',
      { 'models/id.yaml': 'reference/common/id.yaml' },
      { 'reference/api.yaml': ['$ref: common/id.yaml}', "$ref: 'common/id.yaml#'"] },
    ],
    [
      'a description',
      { 'reference/api.yaml': 'api.yaml' },
      {
        'api.yaml': ['$ref: models/id.yaml}'],
        'docs/intro.md': ['](../api.yaml/components/schemas/Pet)'],
        'toc.json': ['"/api.yaml/components/schemas/Pet"'],
      },
    ],
    [
      'an article',
      { 'docs/intro.md': 'intro.md' },
      { 'intro.md': ['](reference/api.yaml/components/schemas/Pet)'], 'toc.json': ['"intro.md"'] },
    ],
    ['an image', { 'assets/a b.png': 'docs/a.png' }, {}],
    [
      'a folder',
      { 'reference/api.yaml': 'v1/r/api.yaml', 'models/id.yaml': 'v1/models/id.yaml' },
      { 'v1/r/api.yaml': ["'../models/id.yaml#'"] },
    ],
  ])('%s', (_what, moves, expected) => {
    const references = set()
    const files = made(references, planMove(references, new Map(Object.entries(moves)), images))
    for (const [path, parts] of Object.entries(expected)) {
      for (const part of parts as string[]) expect(files[path]).toContain(part)
    }
  })

  it.each([
    ['taken', 'models/id.yaml', 'There is a file'],
    ['out of the project', '../x.yaml', 'cannot be called'],
  ])('is refused: %s', (_what, to, reason) => {
    const plan = planMove(set(), new Map([['reference/api.yaml', to]]))
    expect('reason' in plan && plan.reason).toContain(reason)
  })
})

describe('hostile texts', () => {
  it.each([
    ['depth in JSON', 'a.json', '['.repeat(200_000)],
    ['depth in YAML', 'a.yaml', '- '.repeat(200_000)],
    ['depth in flow', 'a.yaml', `a: ${'{a: '.repeat(200_000)}`],
    ['an open quote', 'a.yaml', `a: "${'x\n'.repeat(100_000)}`],
    ['backslashes', 'a.json', `{"a": "${'\\'.repeat(200_001)}`],
    ['tabs', 'a.yaml', 'a:\n\t- b\n\t\tc: 1\n'],
  ])('%s ends', (_what, path, text) => {
    const references = set({ [path]: text })
    expect(references.resolved(path).size).toBe(0)
  })
})
