import { describe, expect, it } from 'vitest'
import { checkDescription } from '../../../analysis/check.ts'
import { analyze } from '../../../analysis/index.ts'
import { lintText, recommendedRuleset } from '../../../lint/index.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'

const stack = sharedStack()

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  responses: Record<string, { description?: string }>
}

describe('the description of the API', () => {
  it('can be read by anyone and imported by ourselves without a complaint', async () => {
    const answer = await call(stack, '/openapi.json')
    expect(answer.status).toBe(200)
    expect(checkDescription(answer.text, 'waymark.json')).toMatchObject({
      kind: 'openapi3.1',
      diagnostics: [],
    })
    const result = analyze([{ path: 'reference/waymark.json', content: answer.text }])
    expect(result.diagnostics).toEqual([])
    expect(result.counts.operation).toBeGreaterThan(25)
  })

  // A project of the demo has it, and no style guide: whoever looks around there meets these rules first.
  it('keeps to what Spectral recommends', async () => {
    const { text } = await call(stack, '/openapi.json')
    const found = await lintText({ path: 'waymark.json', content: text }, recommendedRuleset(), {
      read: () => undefined,
    })
    expect(found.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([])
  })

  it('says of every call what it is, to which chapter it belongs and how it refuses', async () => {
    const { paths, tags } = (await call(stack, '/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>
      tags: { name: string }[]
    }>()
    const chapters = tags.map(({ name }) => name)
    const ids = new Set<string>()
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const at = `${method} ${path}`
        expect([at, operation.summary?.length ?? 0]).not.toEqual([at, 0])
        expect([at, chapters]).toEqual([at, expect.arrayContaining(operation.tags ?? ['?'])])
        expect([at, ids.has(operation.operationId ?? '')]).toEqual([at, false])
        ids.add(operation.operationId ?? '')
        if (path !== '/openapi.json')
          expect([at, Object.keys(operation.responses)]).toEqual([at, expect.arrayContaining(['500'])])
      }
    }
    for (const path of [
      '/auth/login',
      '/auth/signup/workspace',
      '/workspaces/{id}/projects',
      '/projects/{id}/nodes/{slug}',
    ]) {
      expect(Object.keys(paths)).toContain(path)
    }
  })
})
