// The language: operations, fragments, aliases, variables, directives, and the words of refusals.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8'))
})
afterAll(() => graph?.close())

const refusal = (message: string) => ({ errors: [{ message }] })
const failure = (message: string) => ({ data: null, errors: [{ message }] })
const one = { email: 'aardvark@x.com' }

describe('operations', () => {
  const two = 'query A { accountByPk(id: 1) { email } } query B { accountByPk(id: 2) { email } }'
  it('are chosen by name', async () => {
    expect(await graph.ask(two, { operationName: 'B' })).toEqual({
      data: { accountByPk: { email: 'bat@x.com' } },
    })
    expect(await graph.ask(two)).toEqual(refusal('Operation not found'))
    expect(await graph.ask(two, { operationName: 'C' })).toEqual(refusal('Operation not found'))
    expect(await graph.ask('query A { accountByPk(id: 1) { email } }', { operationName: 'B' })).toEqual(
      refusal('Operation not found'),
    )
  })
  it.each([
    ['{ __typename } query A { __typename }', 'Anonymous operations must be the only defined operation'],
    ['query A { __typename } query A { __typename }', 'Operation names must be unique'],
    ['subscription { a }', 'Subscriptions are not supported'],
    ['{ __typename @skip(if: true) }', 'Selection set must not be empty'],
    ['fragment A on Account { id }', 'Operation not found'],
  ])('%s', async (query, message) => {
    expect(await graph.ask(query)).toEqual(refusal(message))
  })
  it('are parsed with a place for what is wrong', async () => {
    expect(await graph.ask('{\n  accountCollection( }')).toEqual(
      refusal('query parse error: Parse error at 2:22\nExpected Name, found "}".'),
    )
    expect(await graph.ask('')).toEqual(refusal('query parse error: Parse error at 1:1\nUnexpected <EOF>.'))
  })
})

describe('selections', () => {
  it('have aliases, fragments, and __typename everywhere', async () => {
    const answer = await graph.ask(`
      query { __typename all: accountCollection(first: 1) { __typename ...Page } }
      fragment Page on AccountConnection {
        pageInfo { __typename more: hasNextPage }
        rows: edges { __typename node { kind: __typename ...Short ... on Account { id } ... on Blog { name } ... { number: id } ... on Node { nodeId } } }
      }
      fragment Short on Account { mail: email blogs: blogCollection(first: 1) { edges { node { __typename owner { __typename } } } } }`)
    expect(answer).toEqual({
      data: {
        __typename: 'Query',
        all: {
          __typename: 'AccountConnection',
          pageInfo: { __typename: 'PageInfo', more: true },
          rows: [
            {
              __typename: 'AccountEdge',
              node: {
                kind: 'Account',
                mail: 'aardvark@x.com',
                blogs: { edges: [{ node: { __typename: 'Blog', owner: { __typename: 'Account' } } }] },
                id: 1,
                number: 1,
                nodeId: 'WyJwdWJsaWMiLCAiYWNjb3VudCIsIDFd',
              },
            },
          ],
        },
      },
    })
    expect(
      await graph.ask(
        'mutation { __typename deleteFromRankedCollection(filter: {id: {eq: 99}}) { __typename } }',
      ),
    ).toEqual({
      data: { __typename: 'Mutation', deleteFromRankedCollection: { __typename: 'RankedDeleteResponse' } },
    })
  })
  it('of the same field are one', async () => {
    expect(
      await graph.ask(
        '{ accountByPk(id: 1) { id } accountByPk(id: 1) { email blogCollection { edges { cursor } } blogCollection { edges { node { id } } } } }',
      ),
    ).toEqual({
      data: {
        accountByPk: {
          id: 1,
          email: 'aardvark@x.com',
          blogCollection: {
            edges: [1, 2, 3].map((id) => ({
              cursor: Buffer.from(`[${id}]`).toString('base64'),
              node: { id },
            })),
          },
        },
      },
    })
  })
  it('answer more than fifty fields of a row', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `f${index}`)
    const answer = await graph.ask(
      `{ accountByPk(id: 1) { ${names.map((name) => `${name}: id`).join(' ')} } }`,
    )
    expect(answer.data.accountByPk).toEqual(Object.fromEntries(names.map((name) => [name, 1])))
  })
  it('keep long aliases whole', async () => {
    const alias = 'a'.repeat(200)
    expect(await graph.ask(`{ ${alias}: accountByPk(id: 1) { ${alias}: id } }`)).toEqual({
      data: { [alias]: { [alias]: 1 } },
    })
  })
  it.each([
    ['{ nope { id } }', 'Unknown field "nope" on type Query'],
    ['{ accountCollection { nope } }', 'Unknown field "nope" on type AccountConnection'],
    ['{ accountCollection { edges { nope } } }', 'Unknown field "nope" on type AccountEdge'],
    ['{ accountCollection { edges { node { nope } } } }', 'Unknown field "nope" on type Account'],
    ['{ accountCollection { pageInfo { nope } } }', 'Unknown field "nope" on type PageInfo'],
    ['{ accountByPk(id: 1) { ...Nope } }', 'no fragment named Nope on type Account'],
    ['{ accountByPk(id: 1) { ...B } } fragment B on Blog { id }', 'no fragment named B on type Account'],
    ['{ accountByPk(id: 1) { id(x: 1) } }', 'Input contains extra keys ["x"]'],
    ['{ accountByPk(id: 1) { x: id x: email } }', 'Fields `email` and `id` are different'],
    [
      '{ accountByPk(id: 1) { blogCollection(first: 1) { edges { cursor } } blogCollection(first: 2) { edges { cursor } } } }',
      'Two fields named `blogCollection` have different arguments',
    ],
    ['{ accountByPk(id: 1) { id @upper } }', 'Unknown directive upper'],
    ['{ accountByPk(id: 1) { id @skip } }', 'Incorrect arguments to directive @skip'],
    ['{ accountByPk(id: 1) { id @include(when: true) } }', 'Unknown argument to @include: when'],
    ['{ accountByPk(id: 1) { id @include(if: $no) } }', 'Value for "if" in @include directive is required'],
  ])('%s', async (query, message) => {
    expect(await graph.ask(query)).toEqual(failure(message))
  })
  it('answer what they can', async () => {
    expect(await graph.ask('{ accountByPk(id: 1) { email } nope blogByPk(id: 1) { nope } }')).toEqual({
      data: { accountByPk: one },
      errors: [
        { message: 'Unknown field "nope" on type Query' },
        { message: 'Unknown field "nope" on type Blog' },
      ],
    })
  })
  it('fail together when the database fails', async () => {
    expect(await graph.ask('{ accountByPk(id: 1) { email } blogPostByPk(id: "x") { title } }')).toEqual(
      failure('invalid input syntax for type uuid: "x"'),
    )
  })
})

describe('variables', () => {
  it('are put in, with their defaults', async () => {
    const query = `query ($id: Int = 2, $filter: BlogFilter, $order: [BlogOrderBy!] = [{id: DescNullsLast}], $name: String) {
      accountByPk(id: $id) { email }
      blogCollection(first: $first, filter: {and: [$filter, {name: {like: $name}}]}, orderBy: $order) { edges { node { id } } } }`
    const ids = async (variables: unknown) => {
      const { data } = await graph.ask(query, { variables })
      return [
        data.accountByPk.email,
        data.blogCollection.edges.map((edge: { node: { id: number } }) => edge.node.id),
      ]
    }
    expect(await ids({ filter: { id: { gt: 1 } } })).toEqual(['bat@x.com', [4, 3, 2]])
    expect(
      await ids({ id: 1, filter: { id: { gt: 1 } }, order: { id: 'AscNullsFirst' }, first: 2, name: '%3' }),
    ).toEqual(['aardvark@x.com', [3, 4]])
  })
  it('decide about @skip and @include', async () => {
    const query =
      'query ($yes: Boolean!, $no: Boolean = false) { accountByPk(id: 1) { id @skip(if: $yes) email @include(if: $yes) ... on Account @include(if: $no) { createdAt } ...F @skip(if: $no) } } fragment F on Account { f: id }'
    expect(await graph.ask(query, { variables: { yes: true } })).toEqual({
      data: { accountByPk: { ...one, f: 1 } },
    })
    expect(await graph.ask(query, { variables: { yes: false, no: true } })).toEqual({
      data: { accountByPk: { id: 1, createdAt: '2025-01-01T00:00:00' } },
    })
  })
  it('are an object', async () => {
    expect(await graph.ask('{ __typename }', { variables: [1] })).toEqual(
      refusal('variables must be an object'),
    )
    expect(await graph.ask('{ __typename }', { variables: null })).toEqual({ data: { __typename: 'Query' } })
  })
})

describe('over HTTP', () => {
  it('takes what PostgREST would hand to the function', async () => {
    const answer = await graph.send({
      query: '{ __typename }',
      extensions: {},
      operationName: null,
      variables: null,
    })
    expect([answer.status, answer.json]).toEqual([200, { data: { __typename: 'Query' } }])
  })
  it.each([
    ['another method', undefined, { method: 'GET' }, 405, 'PGRST117'],
    ['another path', { query: '{ __typename }' }, { path: '/more' }, 404, 'PGRST125'],
    ['a batch', [{ query: '{ __typename }' }], {}, 400, 'PGRST102'],
    ['no JSON', '{', {}, 400, 'PGRST102'],
    ['a bare text', '"{ __typename }"', {}, 400, 'PGRST102'],
    ['a key of its own', { query: '{ __typename }', id: 1 }, {}, 404, 'PGRST202'],
    ['a bad token', { query: '{ __typename }' }, { token: 'a.b.c' }, 401, 'PGRST301'],
  ])('refuses %s', async (_, body, options, status, code) => {
    const answer = await graph.send(body, options)
    expect([answer.status, (answer.json as { code?: string }).code]).toEqual([status, code])
  })
})
