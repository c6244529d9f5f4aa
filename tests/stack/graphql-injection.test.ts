// SQL in every position of a document and of its variables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8'))
})
afterAll(() => graph?.close())

// Roles are of all databases: one of another test may come and go.
const world = async () =>
  (
    await graph.admin.query(`select (select count(*) from public.account) as accounts, (select count(*) from public.blog) as blogs,
      (select count(*) from private.secrets) as secrets, (select count(*) from pg_roles where rolname !~ '^rest_reporter_') as roles,
      (select count(*) from pg_class) as relations`)
  ).rows[0]

const base64 = (text: string) => Buffer.from(text).toString('base64')
describe('SQL', () => {
  const evil = [
    `1; drop table public.account; --`,
    `1' or '1'='1`,
    `1" or "1"="1`,
    `') or 1=1 --`,
    `x\\'; select pg_sleep(9); --`,
    `$1; delete from public.blog`,
    `$$; delete from public.blog; $$`,
    `(select word from private.secrets)`,
    `a"."b"; reset role; select "`,
    `*/ union select word from private.secrets /*`,
    `\u0000`,
    `}','{`,
    `\ud800`,
  ]
  const positions: [string, (text: string) => [string, unknown?, string?]][] = [
    ['a document', (text) => [text]],
    ['a field', (text) => [`{ ${text} { edges { cursor } } }`]],
    ['an alias', (text) => [`{ ${text}: accountByPk(id: 1) { id } }`]],
    ['an argument name', (text) => [`{ accountCollection(${text}: 1) { edges { cursor } } }`]],
    [
      'a literal',
      (text) => [
        `{ accountCollection(filter: {email: {eq: ${JSON.stringify(text)}}}) { edges { cursor } } }`,
      ],
    ],
    [
      'an enum',
      (text) => [
        'query ($v: PostStatus) { blogPostCollection(filter: {status: {eq: $v}}) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'a UUID',
      (text) => [
        'query ($v: UUID) { blogPostCollection(filter: {id: {eq: $v}}) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'a list',
      (text) => [
        'query ($v: [String!]) { accountCollection(filter: {email: {in: $v}}) { edges { cursor } } }',
        { v: [text, text] },
      ],
    ],
    [
      'a pattern',
      (text) => [
        'query ($v: String) { accountCollection(filter: {email: {like: $v}}) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'a regular expression',
      (text) => [
        'query ($v: String) { blogCollection(filter: {name: {iregex: $v}}) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'an array filter',
      (text) => [
        'query ($v: [String!]) { blogPostCollection(filter: {tags: {overlaps: $v}}) { edges { cursor } } }',
        { v: [text] },
      ],
    ],
    [
      'an opaque value',
      (text) => [
        'query ($v: Opaque) { everythingCollection(filter: {address: {eq: $v}}) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'an object for an opaque value',
      (text) => [
        'query ($v: Opaque) { everythingCollection(filter: {address: {eq: $v}}) { edges { cursor } } }',
        { v: { [text]: text } },
      ],
    ],
    [
      'a filter key',
      (text) => [
        'query ($v: AccountFilter) { accountCollection(filter: $v) { edges { cursor } } }',
        { v: { [text]: { eq: 1 } } },
      ],
    ],
    [
      'a filter operator',
      (text) => [
        'query ($v: AccountFilter) { accountCollection(filter: $v) { edges { cursor } } }',
        { v: { id: { [text]: 1 } } },
      ],
    ],
    [
      'an order',
      (text) => [
        'query ($v: [AccountOrderBy!]) { accountCollection(orderBy: $v) { edges { cursor } } }',
        { v: [{ [text]: 'AscNullsLast' }, { id: text }] },
      ],
    ],
    [
      'a direction',
      (text) => [
        'query ($v: [AccountOrderBy!]) { accountCollection(orderBy: $v) { edges { cursor } } }',
        { v: [{ id: text }] },
      ],
    ],
    [
      'a page',
      (text) => [
        'query ($v: Int) { accountCollection(first: $v, offset: $v) { edges { cursor } } }',
        { v: text },
      ],
    ],
    [
      'a cursor',
      (text) => ['query ($v: Cursor) { accountCollection(after: $v) { edges { cursor } } }', { v: text }],
    ],
    [
      'a value in a cursor',
      (text) => [
        'query ($v: Cursor) { accountCollection(after: $v) { edges { cursor } } }',
        { v: base64(JSON.stringify([text])) },
      ],
    ],
    ['a node id', (text) => ['query ($v: ID!) { node(nodeId: $v) { nodeId } }', { v: text }]],
    [
      'a table in a node id',
      (text) => [
        'query ($v: ID!) { node(nodeId: $v) { nodeId } }',
        { v: base64(JSON.stringify(['public', text, 1])) },
      ],
    ],
    [
      'a key in a node id',
      (text) => [
        'query ($v: ID!) { node(nodeId: $v) { nodeId } }',
        { v: base64(JSON.stringify(['public', 'account', text])) },
      ],
    ],
    ['a key', (text) => ['query ($v: BigInt!) { everythingByPk(id: $v) { id } }', { v: text }]],
    [
      'an inserted value',
      (text) => [
        'mutation ($v: [EverythingInsertInput!]!) { insertIntoEverythingCollection(objects: $v) { affectedCount } }',
        { v: [{ id: text, data: text, address: text, numbers: [text] }] },
      ],
    ],
    [
      'inserted JSON',
      (text) => [
        'mutation ($v: [EverythingInsertInput!]!) { insertIntoEverythingCollection(objects: $v) { affectedCount } }',
        { v: [{ id: '1', data: text }] },
      ],
    ],
    [
      'an inserted key',
      (text) => [
        'mutation ($v: [EverythingInsertInput!]!) { insertIntoEverythingCollection(objects: $v) { affectedCount } }',
        { v: [{ [text]: 1 }] },
      ],
    ],
    [
      'an updated value',
      (text) => [
        'mutation ($v: EverythingUpdateInput!) { updateEverythingCollection(set: $v, atMost: 0) { affectedCount } }',
        { v: { at: text, words: [text] } },
      ],
    ],
    [
      'atMost',
      (text) => [
        'mutation ($v: Int!) { deleteFromRankedCollection(filter: {id: {eq: 99}}, atMost: $v) { affectedCount } }',
        { v: text },
      ],
    ],
    [
      'a function argument',
      (text) => [
        'query ($v: String) { say(word: $v) accountsLike(pattern: $v) { totalCount } listAnswer(words: [$v]) }',
        { v: text },
      ],
    ],
    ['a JSON argument', (text) => ['query ($v: JSON!) { jsonAnswer(given: $v) }', { v: text }]],
    ['a type name', (text) => ['query ($v: String!) { __type(name: $v) { name } }', { v: text }]],
    ['an operation name', (text) => [`query A { __typename } query B { x: __typename }`, {}, text]],
    ['a variable name', (text) => ['query ($a: Int) { accountByPk(id: $a) { id } }', { [text]: text }]],
  ]
  it.each(positions)('in %s stays text', async (_, make) => {
    const before = await world()
    for (const text of evil) {
      const [query, variables, operationName] = make(text)
      const answer = await graph.send({
        query,
        ...(variables !== undefined && { variables }),
        ...(operationName !== undefined && { operationName }),
      })
      expect(answer.status, `${text}: ${answer.text}`).toBe(200)
      expect(answer.text).not.toContain('hunter2')
      expect(answer.text).not.toMatch(/syntax error at or near|unterminated quoted|Internal/)
    }
    expect(await world()).toEqual(before)
  })
  it('in a value finds and keeps exactly that value', async () => {
    const name = `'; drop table public.blog; -- "\\$1 \u2028 {a,"b"}`
    const made = await graph.ask(
      'mutation ($n: String) { insertIntoBlogCollection(objects: {ownerId: 1, name: $n}) { records { name } } }',
      { variables: { n: name } },
    )
    expect(made.data.insertIntoBlogCollection.records).toEqual([{ name }])
    const found = await graph.ask(
      'query ($n: [String!]) { blogCollection(filter: {name: {in: $n}}) { edges { node { name } } } say(word: "\\"quoted\\" \\\\") }',
      { variables: { n: [name] } },
    )
    expect(found.data).toEqual({ blogCollection: { edges: [{ node: { name } }] }, say: '"quoted" \\' })
    await graph.admin.query('delete from public.blog where id > 4')
  })
})
