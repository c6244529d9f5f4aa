// The graph itself: relationships, computed fields, single rows, aggregates, how values are written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8'))
})
afterAll(() => graph?.close())

const data = async (query: string, variables?: unknown) => {
  const answer = await graph.ask(query, { variables })
  expect(answer.errors).toBeUndefined()
  return answer.data
}
const errors = async (query: string) => (await graph.ask(query)).errors?.map(({ message }) => message)

describe('relationships', () => {
  it('lead to one and to many, with pages and counts of their own', async () => {
    const answer = await data(`{
      accountByPk(id: 1) {
        blogCollection(first: 1, orderBy: [{id: DescNullsLast}], filter: {id: {lt: 3}}) {
          totalCount
          pageInfo { hasNextPage endCursor }
          edges { cursor node { id owner { id email } blogPostCollection { edges { node { title } } } } }
        }
      }
    }`)
    expect(answer.accountByPk).toEqual({
      blogCollection: {
        totalCount: 2,
        pageInfo: { hasNextPage: true, endCursor: 'WzIsIDJd' },
        edges: [
          {
            cursor: 'WzIsIDJd',
            node: {
              id: 2,
              owner: { id: 1, email: 'aardvark@x.com' },
              blogPostCollection: { edges: [{ node: { title: 'Post 1 in A Blog 2' } }] },
            },
          },
        ],
      },
    })
  })
  it('page below many rows at once', async () => {
    const answer = await data(`{
      accountCollection(first: 3) { edges { node {
        blogCollection(last: 1) { pageInfo { hasPreviousPage hasNextPage } edges { node { id } } }
      } } } }`)
    expect(answer.accountCollection.edges.map((edge: { node: unknown }) => edge.node)).toEqual([
      {
        blogCollection: {
          pageInfo: { hasPreviousPage: true, hasNextPage: false },
          edges: [{ node: { id: 3 } }],
        },
      },
      {
        blogCollection: {
          pageInfo: { hasPreviousPage: false, hasNextPage: false },
          edges: [{ node: { id: 4 } }],
        },
      },
      { blogCollection: { pageInfo: { hasPreviousPage: false, hasNextPage: false }, edges: [] } },
    ])
  })
  it('take the names that comments give, and are singular by a unique key', async () => {
    expect(
      await data(`{ accountByPk(id: 3) { reviews { edges { node { title reviewer { id } } } } profile { bio } }
        other: accountByPk(id: 1) { profile { bio account { id } } } }`),
    ).toEqual({
      accountByPk: {
        reviews: {
          edges: [
            { node: { title: 'Post 1 in A Blog 1', reviewer: { id: 3 } } },
            { node: { title: 'Post 1 in A Blog 2', reviewer: { id: 3 } } },
          ],
        },
        profile: null,
      },
      other: { profile: { bio: 'writes', account: { id: 1 } } },
    })
  })
  it('join keys of several columns', async () => {
    expect(
      await data(
        '{ pairUseCollection { edges { node { id pair { note pairUseCollection { edges { node { id } } } } } } } }',
      ),
    ).toEqual({
      pairUseCollection: {
        edges: [
          { node: { id: 1, pair: { note: 'two', pairUseCollection: { edges: [{ node: { id: 1 } }] } } } },
          { node: { id: 2, pair: null } },
        ],
      },
    })
  })
  it('are declared for views by comments', async () => {
    expect(
      await data(
        '{ personCollection(first: 1) { edges { node { nodeId email profile { bio people { edges { node { email } } } } } } } }',
      ),
    ).toEqual({
      personCollection: {
        edges: [
          {
            node: {
              nodeId: 'WyJwdWJsaWMiLCAicGVyc29uIiwgMV0=',
              email: 'aardvark@x.com',
              profile: { bio: 'writes', people: { edges: [{ node: { email: 'aardvark@x.com' } }] } },
            },
          },
        ],
      },
    })
  })
})

describe('computed fields', () => {
  it('are functions of the row, with one row, many rows or a value', async () => {
    expect(
      await data(`{ accountCollection(first: 2) { edges { node { fullName host big
        firstBlog { name owner { email } } longBlogs(first: 1) { edges { cursor node { name } } pageInfo { hasNextPage } } } } } }`),
    ).toEqual({
      accountCollection: {
        edges: [
          {
            node: {
              fullName: 'Name of aardvark@x.com',
              host: 'x.com',
              big: '9007199254740993',
              firstBlog: { name: 'A: Blog 1', owner: { email: 'aardvark@x.com' } },
              longBlogs: {
                edges: [{ cursor: 'WzJd', node: { name: 'A: Blog 2' } }],
                pageInfo: { hasNextPage: true },
              },
            },
          },
          {
            node: {
              fullName: 'Name of bat@x.com',
              host: 'x.com',
              big: '9007199254740993',
              firstBlog: { name: 'B: Blog 3', owner: { email: 'bat@x.com' } },
              longBlogs: {
                edges: [{ cursor: 'WzRd', node: { name: 'B: Blog 3' } }],
                pageInfo: { hasNextPage: false },
              },
            },
          },
        ],
      },
    })
  })
  it('give null where a function has no row', async () => {
    expect(
      await data('{ accountByPk(id: 5) { firstBlog { name } longBlogs { edges { cursor } } } }'),
    ).toEqual({
      accountByPk: { firstBlog: null, longBlogs: { edges: [] } },
    })
  })
})

describe('single rows', () => {
  it('are found by key', async () => {
    expect(
      await data(
        'query ($id: Int!) { accountByPk(id: $id) { email } no: accountByPk(id: 99) { email } pairByPk(leftId: 1, rightId: 2) { note } everythingByPk(id: "9007199254740993") { word } }',
        { id: 2 },
      ),
    ).toEqual({
      accountByPk: { email: 'bat@x.com' },
      no: null,
      pairByPk: { note: 'two' },
      everythingByPk: { word: 'word' },
    })
  })
  it('are found by key only when all of it is given', async () => {
    expect(await errors('{ pairByPk(leftId: 1) { note } }')).toEqual([
      'Missing primary key column(s): right_id',
    ])
    expect(await errors('{ accountByPk(id: null) { email } }')).toEqual(['Invalid input for NonNull type'])
  })
  it('are found by nodeId, whatever their type', async () => {
    expect(
      await data(`{ a: node(nodeId: "WyJwdWJsaWMiLCAiYWNjb3VudCIsIDJd") { __typename nodeId ... on Account { email } ... on Blog { name } }
        b: node(nodeId: "WyJwdWJsaWMiLCAiYmxvZyIsIDFd") { ... on Account { email } ... on Blog { name } }
        c: node(nodeId: "WyJwdWJsaWMiLCAiYmxvZyIsIDk5XQ==") { nodeId } }`),
    ).toEqual({
      a: { __typename: 'Account', nodeId: 'WyJwdWJsaWMiLCAiYWNjb3VudCIsIDJd', email: 'bat@x.com' },
      b: { name: 'A: Blog 1' },
      c: null,
    })
  })
})

describe('aggregates', () => {
  it('count and compute over all that match, whatever the page', async () => {
    expect(
      await data(`{ blogCollection(first: 1, filter: {id: {gt: 1}}) { edges { node { id } }
        aggregate { count sum { id ownerId } avg { id } min { id name description } max { id name } } } }`),
    ).toEqual({
      blogCollection: {
        edges: [{ node: { id: 2 } }],
        aggregate: {
          count: 3,
          sum: { id: 9, ownerId: 4 },
          avg: { id: 3 },
          min: { id: 2, name: 'A: Blog 2', description: 'a desc2' },
          max: { id: 4, name: 'B: Blog 3' },
        },
      },
    })
  })
  it('work below a row, and over nothing', async () => {
    const answer = await data(
      '{ accountCollection(first: 3) { edges { node { blogCollection { aggregate { __typename count sum { id } } } } } } }',
    )
    expect(
      answer.accountCollection.edges.map(
        (edge: { node: { blogCollection: { aggregate: unknown } } }) => edge.node.blogCollection.aggregate,
      ),
    ).toEqual([
      { __typename: 'BlogAggregate', count: 3, sum: { id: 6 } },
      { __typename: 'BlogAggregate', count: 1, sum: { id: 4 } },
      { __typename: 'BlogAggregate', count: 0, sum: { id: null } },
    ])
  })
  it('are one object even when nothing is computed', async () => {
    expect(
      await data(
        '{ blogCollection { aggregate { __typename max { __typename } } other: aggregate { sum } } }',
      ),
    ).toEqual({
      blogCollection: {
        aggregate: { __typename: 'BlogAggregate', max: { __typename: 'BlogMaxAggregateResult' } },
        other: { sum: {} },
      },
    })
  })
  it('are there where a comment asks for them, and not of UUIDs', async () => {
    expect(await errors('{ accountCollection { aggregate { count } } }')).toEqual([
      'enable the aggregate directive to use aggregates',
    ])
    expect(await errors('{ blogPostCollection { totalCount } }')).toEqual([
      'Unknown field "totalCount" on type BlogPostConnection',
    ])
    expect(await errors('{ blogPostCollection { aggregate { min { id } } } }')).toEqual([
      'UUID fields (like "id") are not supported for min/max aggregation because they don\'t have a meaningful natural ordering',
    ])
  })
})

describe('values', () => {
  it('keep their digits and their forms', async () => {
    const fields =
      'id small number big exact half whole yes word short letter at localAt day noon key data raw address bytes numbers bigs words flags exacts datas twice'
    expect((await data(`{ everythingByPk(id: "9007199254740993") { ${fields} } }`)).everythingByPk).toEqual({
      id: '9007199254740993',
      small: 1,
      number: 2,
      big: '9223372036854775807',
      exact: '12345678901234567890.123',
      half: 1.5,
      whole: 0.1,
      yes: true,
      word: 'word',
      short: 'abc',
      letter: 'x ',
      at: '2025-03-01T08:00:00.123456+00:00',
      localAt: '2025-03-01T10:00:00',
      day: '2025-03-01',
      noon: '12:00:00',
      key: '11111111-1111-1111-1111-111111111111',
      data: '{"a": [1, "x"], "big": 12345678901234567890}',
      raw: '{"b":  2}',
      address: '10.0.0.1',
      bytes: '\\xdeadbeef',
      numbers: [1, 2],
      bigs: ['9007199254740993'],
      words: ['a', 'b c'],
      flags: [true, false],
      exacts: ['1.10'],
      datas: ['{"c": 1}'],
      twice: 4,
    })
    expect((await data(`{ everythingByPk(id: 2) { ${fields} } }`)).everythingByPk).toMatchObject({
      id: '2',
      data: null,
      bigs: null,
    })
  })
  it('of enums follow their mappings; domains are opaque unless the schema resolves them', async () => {
    expect(await data('{ profileCollection { edges { node { feeling share } } } }')).toEqual({
      profileCollection: {
        edges: [{ node: { feeling: 'VERY_HAPPY', share: 50 } }, { node: { feeling: 'sad', share: null } }],
      },
    })
  })
})
