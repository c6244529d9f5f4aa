// Reading: pages, filters, orders, relationships, computed fields, scalars.
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
const errors = async (query: string, variables?: unknown) =>
  (await graph.ask(query, { variables })).errors?.map(({ message }) => message)
/** The values of one field over the edges of a collection. */
const list = async (collection: string, args: string, field = 'id') => {
  const answer = await data(`{ it: ${collection}Collection${args} { edges { node { ${field} } } } }`)
  return answer.it.edges.map((edge: { node: Record<string, unknown> }) => edge.node[field])
}

describe('pages', () => {
  it('show edges, cursors, counts and what lies around them', async () => {
    expect(
      await data(
        '{ accountCollection(first: 2) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { nodeId id } } } }',
      ),
    ).toEqual({
      accountCollection: {
        totalCount: 5,
        pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'WzFd', endCursor: 'WzJd' },
        edges: [
          { cursor: 'WzFd', node: { nodeId: 'WyJwdWJsaWMiLCAiYWNjb3VudCIsIDFd', id: 1 } },
          { cursor: 'WzJd', node: { nodeId: 'WyJwdWJsaWMiLCAiYWNjb3VudCIsIDJd', id: 2 } },
        ],
      },
    })
  })

  const info = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { id } }'
  const page = async (args: string) => {
    const { it } = await data(`{ it: accountCollection(${args}) { ${info} } }`)
    const { hasPreviousPage, hasNextPage, startCursor, endCursor } = it.pageInfo
    return [
      hasPreviousPage,
      it.edges.map((edge: { node: { id: number } }) => edge.node.id),
      hasNextPage,
      startCursor,
      endCursor,
    ]
  }
  it.each([
    ['first: 2, after: "WzJd"', [true, [3, 4], true, 'WzNd', 'WzRd']],
    ['first: 2, after: "WzRd"', [true, [5], false, 'WzVd', 'WzVd']],
    ['first: 2, after: "WzVd"', [false, [], false, null, null]],
    ['last: 2', [true, [4, 5], false, 'WzRd', 'WzVd']],
    ['last: 2, before: "WzRd"', [true, [2, 3], true, 'WzJd', 'WzNd']],
    ['last: 2, before: "WzJd"', [false, [1], true, 'WzFd', 'WzFd']],
    ['before: "WzNd"', [false, [1, 2], true, 'WzFd', 'WzJd']],
    ['first: 2, offset: 1', [true, [2, 3], true, 'WzJd', 'WzNd']],
    ['first: 2, after: "WzFd", offset: 2', [true, [4, 5], false, 'WzRd', 'WzVd']],
    ['first: 0', [false, [], true, null, null]],
    ['first: 2, after: null', [false, [1, 2], true, 'WzFd', 'WzJd']],
    [
      'first: 1, orderBy: [{email: DescNullsLast}]',
      [false, [5], true, 'WyJlbGVwaGFudEB4LmNvbSIsIDVd', 'WyJlbGVwaGFudEB4LmNvbSIsIDVd'],
    ],
    [
      'first: 2, after: "WyJlbGVwaGFudEB4LmNvbSIsIDVd", orderBy: [{email: DescNullsLast}]',
      [true, [4, 3], true, 'WyJkb2dAeC5jb20iLCA0XQ==', 'WyJjYXRAeC5jb20iLCAzXQ=='],
    ],
    [
      'last: 2, orderBy: [{email: DescNullsLast}]',
      [true, [2, 1], false, 'WyJiYXRAeC5jb20iLCAyXQ==', 'WyJhYXJkdmFya0B4LmNvbSIsIDFd'],
    ],
  ])('%s', async (args, expected) => {
    expect(await page(args)).toEqual(expected)
  })

  it.each([
    ['AscNullsLast', [1, 3, 2, 4]],
    ['AscNullsFirst', [2, 4, 1, 3]],
    ['DescNullsLast', [3, 1, 2, 4]],
    ['DescNullsFirst', [2, 4, 3, 1]],
  ])('walk over nulls %s, both ways', async (direction, expected) => {
    const order = `orderBy: [{score: ${direction}}]`
    const walk = async (way: 'first' | 'last') => {
      const seen: number[] = []
      let cursor: string | undefined
      for (let step = 0; step < 6; step++) {
        const from = cursor ? `, ${way === 'first' ? 'after' : 'before'}: "${cursor}"` : ''
        const { it } = await data(
          `{ it: rankedCollection(${way}: 1, ${order}${from}) { edges { cursor node { id } } } }`,
        )
        if (it.edges.length === 0) break
        seen.push(it.edges[0].node.id)
        cursor = it.edges[0].cursor
      }
      return seen
    }
    expect(await walk('first')).toEqual(expected)
    expect(await walk('last')).toEqual(expected.toReversed())
  })

  it('walk over a key of two columns', async () => {
    const first = await data('{ pairCollection(first: 1) { edges { cursor node { note } } } }')
    expect(first.pairCollection.edges[0]).toEqual({ cursor: 'WzEsIDFd', node: { note: 'one' } })
    expect(await list('pair', '(after: "WzEsIDFd")', 'note')).toEqual(['two', 'three'])
  })

  it('hold 30 rows, or as many as the table or its schema says', async () => {
    await graph.admin.query('insert into public.ranked (id) select generate_series(101, 200)')
    const ofSchema = (setting: string) =>
      graph.change(
        `comment on schema public is '@graphql({"inflect_names": true, ${setting}"introspection": true})'`,
      )
    try {
      expect(await list('ranked', '')).toHaveLength(40)
      expect(await list('ranked', '(first: 100)')).toHaveLength(40)
      expect(await list('ranked', '(last: 100)')).toHaveLength(40)
      await ofSchema('')
      expect(await list('ranked', '')).toHaveLength(30)
      await ofSchema('"max_rows": 40, ')
      await graph.change(`comment on table public.ranked is '@graphql({"max_rows": 50})'`)
      expect(await list('ranked', '')).toHaveLength(50)
      expect(await list('ranked', '(first: 100)')).toHaveLength(50)
    } finally {
      await ofSchema('"max_rows": 40, ')
      await graph.change('comment on table public.ranked is null')
      await graph.admin.query('delete from public.ranked where id > 100')
    }
  })

  it.each([
    ['first: 1, last: 1', 'only one of "first" and "last" may be provided'],
    ['before: "WzFd", after: "WzFd"', 'only one of "before" and "after" may be provided'],
    ['first: 1, before: "WzFd"', '"first" may only be used with "after"'],
    ['last: 1, after: "WzFd"', '"last" may only be used with "before"'],
    ['last: 1, offset: 1', '"offset" may only be used with "first" and "after"'],
    ['first: -1', '`first` must be an unsigned integer'],
    ['last: -1', '`last` must be an unsigned integer'],
    ['offset: -1', '`offset` must be an unsigned integer'],
    ['first: "1"', 'Invalid input for Int type'],
    ['first: 1.5', 'Invalid input for Int type'],
    ['size: 1', 'Input contains extra keys ["size"]'],
  ])('refuse %s', async (args, message) => {
    expect(await errors(`{ accountCollection(${args}) { edges { cursor } } }`)).toEqual([message])
  })
})

describe('filters', () => {
  it.each([
    ['{id: {eq: 2}}', [2]],
    ['{id: {neq: 2}}', [1, 3, 4]],
    ['{id: {gt: 1, lte: 3}}', [2, 3]],
    ['{id: {gte: 3}, name: {like: "B%"}}', [4]],
    ['{id: {lt: 2}}', [1]],
    ['{id: {in: [1, 4, 9]}}', [1, 4]],
    ['{id: {in: 4}}', [4]],
    ['{id: {in: []}}', []],
    ['{description: {is: NULL}}', [4]],
    ['{description: {is: NOT_NULL}}', [1, 2, 3]],
    ['{description: {eq: null}}', []],
    ['{name: {ilike: "a: %"}}', [1, 2, 3]],
    ['{name: {startsWith: "A:"}}', [1, 2, 3]],
    ['{name: {regex: "^A.*[12]$"}}', [1, 2]],
    ['{name: {iregex: "^b"}}', [4]],
    ['{name: {like: "%*%"}}', []],
    ['{nodeId: {eq: "WyJwdWJsaWMiLCAiYmxvZyIsIDJd"}}', [2]],
    ['{and: [{id: {gt: 1}}, {id: {lt: 4}}]}', [2, 3]],
    ['{or: [{id: {eq: 1}}, {name: {eq: "A: Blog 3"}}]}', [1, 3]],
    ['{not: {id: {eq: 1}}}', [2, 3, 4]],
    ['{not: {id: {eq: 1}, name: {like: "A%"}}}', [2, 3, 4]],
    ['{or: [{id: {eq: 1}}, {and: [{id: {eq: 3}, not: {name: {eq: "A: Blog 2"}}}]}]}', [1, 3]],
    ['{or: [{id: {gt: 1}, name: {like: "%3"}}, {id: {eq: 1}}]}', [1, 3, 4]],
    ['{and: [], or: [{}], not: {}}', [1, 2, 3, 4]],
    ['{}', [1, 2, 3, 4]],
    ['null', [1, 2, 3, 4]],
  ])('%s', async (filter, expected) => {
    expect(await list('blog', `(filter: ${filter})`)).toEqual(expected)
  })

  it.each([
    ['blogPost', '{status: {eq: RELEASED}}', 'title', ['Post 1 in A Blog 1', 'Post 1 in A Blog 2']],
    ['blogPost', '{status: {in: [PENDING]}, tags: {is: NULL}}', 'title', ['Post 1 in A Blog 3']],
    ['blogPost', '{tags: {contains: "tech"}}', 'title', ['Post 1 in A Blog 1', 'Post 2 in A Blog 1']],
    ['blogPost', '{tags: {contains: ["tech", "update"]}}', 'title', ['Post 1 in A Blog 1']],
    ['blogPost', '{tags: {containedBy: ["personal", "x"]}}', 'title', ['Post 1 in A Blog 2']],
    [
      'blogPost',
      '{tags: {overlaps: ["update", "personal"]}}',
      'title',
      ['Post 1 in A Blog 1', 'Post 1 in A Blog 2'],
    ],
    ['blogPost', '{tags: {eq: ["personal"]}}', 'title', ['Post 1 in A Blog 2']],
    ['blogPost', '{score: {gt: "12345678901234567890"}}', 'title', ['Post 1 in A Blog 2']],
    ['blogPost', '{id: {eq: "00000000-0000-0000-0000-000000000002"}}', 'title', ['Post 2 in A Blog 1']],
    ['profile', '{feeling: {eq: VERY_HAPPY}}', 'accountId', [1]],
    [
      'everything',
      '{big: {eq: "9223372036854775807"}, id: {eq: 9007199254740993}}',
      'id',
      ['9007199254740993'],
    ],
    ['everything', '{yes: {eq: true}}', 'word', ['word']],
    ['everything', '{address: {eq: "10.0.0.1"}}', 'word', ['word']],
    [
      'everything',
      '{numbers: {contains: 2}, day: {eq: "2025-03-01"}, noon: {gt: "11:00"}}',
      'word',
      ['word'],
    ],
    ['everything', '{half: {eq: 1.5}, at: {lt: "2025-03-01T08:00:01Z"}}', 'word', ['word']],
  ])('%s %s', async (collection, filter, field, expected) => {
    expect((await list(collection, `(filter: ${filter})`, field)).toSorted()).toEqual(expected)
  })

  it.each([
    ['blog', '{id: {like: "x"}}', 'Input for type IntFilter contains extra keys ["like"]'],
    ['blog', '{nothing: {eq: 1}}', 'Input for type BlogFilter contains extra keys ["nothing"]'],
    ['blog', '{id: 1}', 'Invalid input for IntFilter type'],
    ['blog', '{id: {eq: "x"}}', 'Invalid input for Int type'],
    ['blog', '{id: {is: null}}', 'Error transpiling Is filter value type'],
    ['blog', '{id: {is: MAYBE}}', 'Invalid input for FilterIs type'],
    ['blog', '{id: {in: [null]}}', 'Invalid input for NonNull type'],
    ['blogPost', '{status: {eq: LOST}}', 'Invalid input for PostStatus type'],
    ['blogPost', '{score: {eq: 1.5}}', 'Invalid input for BigFloat type. String required'],
    ['blogPost', '{id: {eq: "x"}}', 'invalid input syntax for type uuid: "x"'],
    [
      'blog',
      '{nodeId: {eq: "WyJwdWJsaWMiLCAiYWNjb3VudCIsIDFd"}}',
      'nodeId belongs to a different collection',
    ],
    [
      'account',
      `{email: {eq: "${'x'.repeat(31)}"}}`,
      'Invalid input for String type. Maximum character length 30',
    ],
    ['everything', '{data: {eq: "1"}}', 'Input for type EverythingFilter contains extra keys ["data"]'],
  ])('refuse %s %s', async (collection, filter, message) => {
    expect(await errors(`{ ${collection}Collection(filter: ${filter}) { edges { cursor } } }`)).toEqual([
      message,
    ])
  })
})

describe('orders', () => {
  it.each([
    ['[{ownerId: DescNullsLast}, {name: DescNullsFirst}]', [4, 3, 2, 1]],
    ['{description: AscNullsFirst}', [4, 1, 2, 3]],
    ['[{description: DescNullsLast}]', [3, 2, 1, 4]],
    ['[{description: null}]', [1, 2, 3, 4]],
    ['null', [1, 2, 3, 4]],
  ])('%s', async (order, expected) => {
    expect(await list('blog', `(orderBy: ${order})`)).toEqual(expected)
  })
  it('refuses what is no order', async () => {
    expect(await errors('{ blogCollection(orderBy: [{name: Up}]) { edges { cursor } } }')).toEqual([
      'Invalid input for OrderByDirection type',
    ])
    expect(
      await errors('{ everythingCollection(orderBy: [{data: AscNullsLast}]) { edges { cursor } } }'),
    ).toEqual(['Input for type EverythingOrderBy contains extra keys ["data"]'])
  })
})
