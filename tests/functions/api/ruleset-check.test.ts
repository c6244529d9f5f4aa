// A ruleset is checked as linting reads it: nothing of it is run, and nothing of it can stop the server.
import { beforeAll, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace

beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

const check = (files: unknown, ruleset: unknown = '.spectral.yaml', token = workspace.owner.token) =>
  call(stack, `/workspaces/${workspace.id}/rulesets/check`, { token, json: { ruleset, files } })
const faults = async (text: string, more: Record<string, string> = {}) =>
  (await check({ '.spectral.yaml': text, ...more })).json<{ faults: object[] }>().faults

it('says file, line and rule of all that is wrong, and nothing of what can be used', async () => {
  const rule = '{given: $.info, then: {field: contact, function: truthy}}'
  expect(
    await faults(`extends: [spectral:oas, ./base.yaml]\nrules: {ours: ${rule}}`, {
      'base.yaml': 'rules: {}',
    }),
  ).toEqual([])
  expect(
    await faults('rules:\n  loud:\n    given: $\n    then:\n      function: shout\n', {
      'other.yaml': 'rules: [',
    }),
  ).toEqual([
    { file: '.spectral.yaml', line: 5, column: 7, rule: 'loud', message: 'There is no function "shout".' },
  ])
  expect(await faults('extends: ./base.yaml', { 'base.yaml': 'rules: {a: {given: $}}' })).toMatchObject([
    { file: 'base.yaml', line: 1, rule: 'a' },
  ])
})

it.each([
  ['functions: [steal]\nrules: {a: warn}', /Functions of one’s own are programs and are not run/],
  ['functionsDir: /etc\nfunctions: [passwd]', /Functions of one’s own/],
  ['extends: https://169.254.169.254/latest', /is not extended/],
  ['extends: ../../../../etc/passwd.yaml', /There is no file/],
  ['extends: [./.spectral.yaml]', /extends this file/],
  [
    'rules: {a: {given: "$[?(@.constructor.constructor(\'return Deno\')())]", then: {function: truthy}}}',
    /constructor/,
  ],
  ['rules: {a: {given: "$", then: {function: __proto__}}}', /There is no function/],
])('refuses what reaches for more than rules may: %s', async (text, reason) => {
  expect(JSON.stringify(await faults(text))).toMatch(reason)
})

it('takes no more than it can read, of who may add style guides alone', async () => {
  for (const wrong of [undefined, 'all', {}, { '.spectral.yaml': 1 }, { 'other.yaml': '' }])
    expect((await check(wrong)).status).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`${n}.yaml`, '']))
  expect((await check(many, '0.yaml')).status).toBe(400)
  expect((await check({ '.spectral.yaml': ' '.repeat(1_000_001) })).status).toBe(413)
  const viewer = await aMember(stack, workspace, 'viewer')
  expect(refusalIn(await check({ '.spectral.yaml': '' }, undefined, viewer.token)).status).toBe(403)
})
