// What an attacker tries: floods, bombs, cycles, forged cursors, other people's rows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alterRoleHere } from '../support/database.ts'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8'))
})
afterAll(() => graph?.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const refused = (message: string) => ({ errors: [{ message }] })

describe('floods', () => {
  const nested = (levels: number) =>
    `{ blogCollection { ${'edges { node { owner { blogCollection { '.repeat(levels)} edges { node { id } } ${'} } } } '.repeat(levels)} } }`
  it.each([
    ['a deep query', nested(8), 'Query selection depth exceeds the maximum allowed depth of 32'],
    [
      'a bomb',
      `{ ${'a { '.repeat(4_000)} b ${'} '.repeat(4_000)} }`,
      'Query selection depth exceeds the maximum allowed depth of 32',
    ],
    [
      'many aliases',
      `{ ${Array.from({ length: 201 }, (_, index) => `a${index}: accountByPk(id: 1) { id }`).join(' ')} }`,
      'Query uses more than the maximum of 200 aliases',
    ],
    [
      'a fragment within itself',
      '{ accountByPk(id: 1) { ...A } } fragment A on Account { id ...A }',
      'Found a cycle between fragments',
    ],
    [
      'fragments in a ring',
      '{ accountByPk(id: 1) { ...A } } fragment A on Account { ...B } fragment B on Account { blogCollection { edges { node { owner { ...A } } } } }',
      'Found a cycle between fragments',
    ],
    [
      'an unused ring',
      '{ __typename } fragment A on Account { ...B } fragment B on Account { ...A }',
      'Found a cycle between fragments',
    ],
    [
      'fragments that double',
      `{ accountByPk(id: 1) { ...F0 } } ${Array.from({ length: 30 }, (_, index) => `fragment F${index} on Account { ...F${index + 1} ...F${index + 1} }`).join(' ')} fragment F30 on Account { id }`,
      'Fragment cycle depth is greater than 50',
    ],
    [
      'fragments that double less',
      `{ accountByPk(id: 1) { ...F0 } } ${Array.from({ length: 20 }, (_, index) => `fragment F${index} on Account { ...F${index + 1} ...F${index + 1} }`).join(' ')} fragment F20 on Account { id }`,
      'Query selects more than the maximum of 5000 fields',
    ],
    [
      'many tokens',
      `{ ${'accountByPk(id: 1) { id } '.repeat(1_500)} }`,
      'query parse error: Parse error at 1:28889\nDocument contains more that 10000 tokens. Parsing aborted.',
    ],
    [
      'a long document',
      `{ say(word: "${'x'.repeat(140_000)}") }`,
      'The document is longer than 131072 characters',
    ],
    [
      'a deep list',
      `{ accountCollection(filter: ${'['.repeat(9_000)}) }`,
      'Query selection depth exceeds the maximum allowed depth of 32',
    ],
  ])('%s is refused', async (_, query, message) => {
    expect(await graph.ask(query)).toEqual(refused(message))
  })
  it('of filters are refused', async () => {
    const deep = (levels: number): unknown => (levels === 0 ? { id: { eq: 1 } } : { not: deep(levels - 1) })
    const ask = (levels: number) =>
      graph.ask('query ($f: AccountFilter) { accountCollection(filter: $f) { edges { cursor } } }', {
        variables: { f: deep(levels) },
      })
    expect((await ask(30)).data).toBeDefined()
    expect(await ask(40)).toEqual({
      data: null,
      errors: [{ message: 'Filter depth exceeds the maximum allowed depth of 32' }],
    })
  })
  it('of bytes are refused', async () => {
    const large = await graph.send({ query: '{ __typename }', variables: { x: 'x'.repeat(1_100_000) } })
    expect(large.status).toBe(413)
  })
  it('of nested JSON are refused', async () => {
    const answer = await graph.send(
      `{"query": "{ __typename }", "variables": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    )
    expect([answer.status, (answer.json as { message?: string }).message ?? answer.json.errors]).toEqual([
      400,
      'Empty or invalid json',
    ])
  })
  it('of batches are refused', async () => {
    const answer = await graph.send(Array.from({ length: 100 }, () => ({ query: '{ __typename }' })))
    expect([answer.status, (answer.json as { message?: string }).message]).toEqual([
      400,
      'Batched requests are not supported: send one operation a request',
    ])
  })
  it('of time end', async () => {
    await graph.change(alterRoleHere('authenticated', `set statement_timeout = '200ms'`))
    const token = await graph.token()
    expect(await graph.ask('{ sleepy(seconds: 30) }', { token })).toEqual({
      data: null,
      errors: [{ message: 'canceling statement due to statement timeout' }],
    })
    await graph.change(alterRoleHere('authenticated', `set statement_timeout = '1min'`))
    expect(await graph.ask('{ patience }', { token })).toEqual({ data: { patience: '10s' } })
    await graph.change(alterRoleHere('authenticated', 'set statement_timeout = 0'))
    expect(await graph.ask('{ patience }', { token })).toEqual({ data: { patience: '10s' } })
    expect(await graph.ask('{ sleepy(seconds: 0) }', { token })).toEqual({ data: { sleepy: false } })
  })
  it('leave the service as it was', async () => {
    expect(await graph.ask('{ accountByPk(id: 1) { id } }')).toEqual({ data: { accountByPk: { id: 1 } } })
    expect(graph.engine.sessions.usage.waiting).toBe(0)
  })
})

describe('forged cursors and node ids', () => {
  it.each([
    ['!', 'Failed to decode cursor, error 1'],
    [Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'), 'Failed to decode cursor, error 2'],
    [base64('{'), 'Failed to decode cursor, error 3'],
    [base64('{"a": 1}'), 'Failed to decode cursor, error 4'],
    [base64('[1, 2]'), 'orderBy clause incompatible with pagination cursor'],
    [base64('["x"]'), 'invalid input syntax for type integer: "x"'],
    [base64('[[1]]'), 'invalid input syntax for type integer: "{"1"}"'],
    [base64('[{"a": 1}]'), 'Unexpected object in input value'],
  ])('%s', async (cursor, message) => {
    expect(
      await graph.ask('query ($c: Cursor) { accountCollection(after: $c) { edges { cursor } } }', {
        variables: { c: cursor },
      }),
    ).toEqual({
      data: null,
      errors: [{ message }],
    })
  })
  it.each([
    ['!', 'Invalid value passed to nodeId argument. Error 2'],
    [Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'), 'Invalid value passed to nodeId argument. Error 3'],
    [base64('{'), 'Invalid value passed to nodeId argument. Error 4'],
    [base64('{"a": 1}'), 'Invalid value passed to nodeId argument. Error 10'],
    [base64('["public", "account"]'), 'Invalid value passed to nodeId argument. Error 5'],
    [base64('[1, "account", 1]'), 'Invalid value passed to nodeId argument. Error 6'],
    [base64('["public", 1, 1]'), 'Invalid value passed to nodeId argument. Error 7'],
    [base64('["public", "account", 1, 2]'), 'Invalid value passed to nodeId argument. Error 5'],
    [
      base64('["private", "secrets", 1]'),
      'Collection referenced by nodeId did not match any known collection',
    ],
    [base64('["public", "no_key", 1]'), 'Collection referenced by nodeId did not match any known collection'],
    [base64('["public", "account", "x"]'), 'invalid input syntax for type integer: "x"'],
  ])('%s', async (id, message) => {
    expect(
      await graph.ask('query ($id: ID!) { node(nodeId: $id) { nodeId } }', { variables: { id } }),
    ).toEqual({ data: null, errors: [{ message }] })
  })
  it('reach no table that the role may not see', async () => {
    const id = base64('["public", "blog_post", "00000000-0000-0000-0000-000000000001"]')
    expect(await graph.ask(`{ node(nodeId: "${id}") { nodeId } }`, { token: graph.anonKey })).toEqual({
      data: null,
      errors: [{ message: 'Collection referenced by nodeId did not match any known collection' }],
    })
  })
})

describe('row level security', () => {
  const notes =
    '{ noteCollection { totalCount aggregate { count max { body } } pageInfo { hasNextPage hasPreviousPage } edges { cursor node { body parent { body } noteCollection { totalCount edges { node { body } } } } } } }'
  it('holds in lists, nested rows, counts and aggregates', async () => {
    const a = await graph.ask(notes, { token: await graph.token({ tenant: 'a' }) })
    expect(a.data.noteCollection).toEqual({
      totalCount: 3,
      aggregate: { count: 3, max: { body: 'a3' } },
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      edges: [
        {
          cursor: 'WzFd',
          node: {
            body: 'a1',
            parent: null,
            noteCollection: { totalCount: 1, edges: [{ node: { body: 'a2' } }] },
          },
        },
        {
          cursor: 'WzJd',
          node: { body: 'a2', parent: { body: 'a1' }, noteCollection: { totalCount: 0, edges: [] } },
        },
        // Its parent is another tenant's.
        { cursor: 'WzVd', node: { body: 'a3', parent: null, noteCollection: { totalCount: 0, edges: [] } } },
      ],
    })
    const stranger = await graph.ask(notes, { token: await graph.token({ tenant: 'c' }) })
    expect(stranger.data.noteCollection).toMatchObject({
      totalCount: 0,
      edges: [],
      aggregate: { count: 0, max: { body: null } },
    })
  })
  it('holds behind cursors, ids and keys', async () => {
    const token = await graph.token({ tenant: 'a' })
    const answer = await graph.ask(
      `{ after: noteCollection(after: "${base64('[2]')}") { edges { node { body } } } noteByPk(id: "3") { body }
        node(nodeId: "${base64('["public", "note", 3]')}") { nodeId } byId: noteCollection(filter: {nodeId: {eq: "${base64('["public", "note", 3]')}"}}) { edges { cursor } }
        pages: noteCollection(last: 1, before: "${base64('[5]')}") { pageInfo { hasNextPage hasPreviousPage } edges { node { body } } } }`,
      { token },
    )
    expect(answer.data).toEqual({
      after: { edges: [{ node: { body: 'a3' } }] },
      noteByPk: null,
      node: null,
      byId: { edges: [] },
      pages: { pageInfo: { hasNextPage: true, hasPreviousPage: true }, edges: [{ node: { body: 'a2' } }] },
    })
  })
  it('holds for changes', async () => {
    const token = await graph.token({ tenant: 'a' })
    const answer = await graph.ask(
      `mutation { updateNoteCollection(set: {body: "x"}, filter: {id: {eq: "3"}}) { affectedCount } deleteFromNoteCollection(filter: {id: {eq: "3"}}) { affectedCount }
        insertIntoNoteCollection(objects: {body: "mine"}) { records { body tenant } } }`,
      { token },
    )
    expect(answer.data).toEqual({
      updateNoteCollection: { affectedCount: 0 },
      deleteFromNoteCollection: { affectedCount: 0 },
      insertIntoNoteCollection: { records: [{ body: 'mine', tenant: 'a' }] },
    })
    expect(
      await graph.ask(
        'mutation { insertIntoNoteCollection(objects: {body: "x", tenant: "b"}) { affectedCount } }',
        { token },
      ),
    ).toEqual({
      data: null,
      errors: [{ message: 'new row violates row-level security policy for table "note"' }],
    })
  })
  it('is another one for each caller at the same time', async () => {
    const tenants = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'a' : 'b'))
    const answers = await Promise.all(
      tenants.map(
        async (tenant) =>
          (
            await graph.ask('{ noteCollection { edges { node { tenant } } } }', {
              token: await graph.token({ tenant }),
            })
          ).data,
      ),
    )
    for (const [index, answer] of answers.entries())
      expect(
        new Set(answer.noteCollection.edges.map((edge: { node: { tenant: string } }) => edge.node.tenant)),
      ).toEqual(new Set([tenants[index]]))
  })
})
