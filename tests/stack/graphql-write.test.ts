// Changing: inserts, updates, deletes, and that a document does all or nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

const schema = readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8')
let graph: GraphStack | undefined
let current: GraphStack
beforeEach(async () => {
  // Each test its own world: they count rows and sequences.
  await graph?.close()
  graph = await startGraphql(schema)
  current = graph
})
afterAll(() => graph?.close())

const ask = (query: string, variables?: unknown, token?: string) =>
  current.ask(query, { variables, ...(token && { token }) })
const data = async (query: string, variables?: unknown) => {
  const answer = await ask(query, variables)
  expect(answer.errors).toBeUndefined()
  return answer.data
}
const refusal = (message: string) => ({ data: null, errors: [{ message }] })
const count = async (table: string) =>
  Number((await current.admin.query(`select count(*) from public.${table}`)).rows[0].count)

describe('inserts', () => {
  it('add records and answer with them', async () => {
    expect(
      await data(
        `mutation ($objects: [BlogInsertInput!]!) {
          insertIntoBlogCollection(objects: $objects) {
            __typename affectedCount records { id name description owner { email } blogPostCollection { edges { cursor } } }
          }
        }`,
        {
          objects: [
            { ownerId: 2, name: 'New', description: null },
            { ownerId: 3, name: 'Newer' },
          ],
        },
      ),
    ).toEqual({
      insertIntoBlogCollection: {
        __typename: 'BlogInsertResponse',
        affectedCount: 2,
        records: [
          {
            id: 5,
            name: 'New',
            description: null,
            owner: { email: 'bat@x.com' },
            blogPostCollection: { edges: [] },
          },
          {
            id: 6,
            name: 'Newer',
            description: null,
            owner: { email: 'cat@x.com' },
            blogPostCollection: { edges: [] },
          },
        ],
      },
    })
  })
  it('take a single object for a list, and defaults for what is not given', async () => {
    expect(
      await data(
        `mutation ($status: PostStatus) { insertIntoBlogPostCollection(objects: {blogId: 1, title: "T", tags: ["a,b", "c\\"d"], score: "0.10", status: $status}) {
          records { title tags score status createdAt } } }`,
      ),
    ).toEqual({
      insertIntoBlogPostCollection: {
        records: [
          {
            title: 'T',
            tags: ['a,b', 'c"d'],
            score: '0.10',
            status: 'PENDING',
            createdAt: '2025-02-01T00:00:00+00:00',
          },
        ],
      },
    })
  })
  it('mix rows with and without a value', async () => {
    const answer = await data(
      `mutation { insertIntoBlogPostCollection(objects: [{blogId: 1, title: "A", status: RELEASED}, {blogId: 2, title: "B"}]) { records { title status } } }`,
    )
    expect(answer.insertIntoBlogPostCollection.records).toEqual([
      { title: 'A', status: 'RELEASED' },
      { title: 'B', status: 'PENDING' },
    ])
  })
  it('take every kind of value', async () => {
    const values = {
      id: '9007199254740995',
      small: 3,
      big: 42,
      exact: '1.50',
      half: 2.5,
      whole: 3,
      yes: false,
      word: 'wörd',
      at: '2025-01-01T00:00:00Z',
      day: '2025-01-02',
      noon: '13:00',
      key: '22222222-2222-2222-2222-222222222222',
      data: '{"n": 12345678901234567890}',
      raw: '[1,  2]',
      address: '::1',
      numbers: [1, null, 3],
      words: [],
      datas: ['{"d": 1}', null],
    }
    const body = JSON.stringify({
      query: `mutation ($o: [EverythingInsertInput!]!) { insertIntoEverythingCollection(objects: $o) {
        records { id small big exact half whole yes word at day noon key data raw address numbers words datas } } }`,
      variables: { o: [values] },
    })
    const answer = (await current.send(body)).json
    expect(answer).toEqual({
      data: {
        insertIntoEverythingCollection: {
          records: [
            {
              ...values,
              big: '42',
              at: '2025-01-01T00:00:00+00:00',
              noon: '13:00:00',
              datas: ['{"d": 1}', null],
            },
          ],
        },
      },
    })
  })
  it('keep the digits of numbers that a double cannot hold', async () => {
    const body = `{"query": "mutation ($b: BigInt) { insertIntoEverythingCollection(objects: {id: 3, big: $b}) { records { big } } }", "variables": {"b": 9007199254740993}}`
    expect((await current.send(body)).json.data.insertIntoEverythingCollection.records).toEqual([
      { big: '9007199254740993' },
    ])
    expect(
      await data(
        'mutation { insertIntoEverythingCollection(objects: {id: 4, big: 9007199254740993}) { records { big } } }',
      ),
    ).toEqual({ insertIntoEverythingCollection: { records: [{ big: '9007199254740993' }] } })
  })
  it('go through views', async () => {
    expect(
      await data(
        'mutation { insertIntoPersonCollection(objects: {email: "new@x.com"}) { records { id email nodeId } } }',
      ),
    ).toEqual({
      insertIntoPersonCollection: {
        records: [{ id: 6, email: 'new@x.com', nodeId: 'WyJwdWJsaWMiLCAicGVyc29uIiwgNl0=' }],
      },
    })
  })
  it.each([
    ['objects: []', 'At least one record must be provided to objects'],
    ['', 'Invalid input for NonNull type'],
    [
      'objects: [{id: 9, ownerId: 1, name: "x"}]',
      'Input for type BlogInsertInput contains extra keys ["id"]',
    ],
    [
      'objects: [{ownerId: 1}]',
      'null value in column "name" of relation "blog" violates not-null constraint',
    ],
    [
      'objects: [{ownerId: 99, name: "x"}]',
      'insert or update on table "blog" violates foreign key constraint "blog_owner_id_fkey"',
    ],
    ['objects: [null]', 'Invalid input for NonNull type'],
    ['objects: "x"', 'Invalid input for BlogInsertInput type'],
  ])('refuse %s', async (args, message) => {
    expect(
      await ask(`mutation { insertIntoBlogCollection${args && `(${args})`} { affectedCount } }`),
    ).toEqual(refusal(message))
    expect(await count('blog')).toBe(4)
  })
})

describe('updates', () => {
  it('change what the filter finds', async () => {
    expect(
      await data(
        'mutation { updateBlogCollection(set: {description: null, name: "X"}, filter: {ownerId: {eq: 1}}, atMost: 3) { affectedCount records { id name description owner { id } } } }',
      ),
    ).toEqual({
      updateBlogCollection: {
        affectedCount: 3,
        records: [1, 2, 3].map((id) => ({ id, name: 'X', description: null, owner: { id: 1 } })),
      },
    })
  })
  it('touch one row at most unless told otherwise, or none of them', async () => {
    expect(await ask('mutation { updateBlogCollection(set: {name: "X"}) { affectedCount } }')).toEqual(
      refusal('update impacts too many records'),
    )
    expect(
      await ask(
        'mutation { updateBlogCollection(set: {name: "X"}, filter: {id: {eq: 1}}, atMost: 0) { affectedCount } }',
      ),
    ).toEqual(refusal('update impacts too many records'))
    expect((await current.admin.query(`select * from public.blog where name = 'X'`)).rowCount).toBe(0)
    expect(
      await data(
        'mutation { updateBlogCollection(set: {name: "X"}, filter: {id: {eq: 1}}) { affectedCount } }',
      ),
    ).toEqual({
      updateBlogCollection: { affectedCount: 1 },
    })
  })
  it('find nothing without a fuss', async () => {
    expect(
      await data(
        'mutation { updateBlogCollection(set: {name: "X"}, filter: {id: {eq: 99}}) { affectedCount records { id } } }',
      ),
    ).toEqual({
      updateBlogCollection: { affectedCount: 0, records: [] },
    })
  })
  it('write JSON, lists and enums', async () => {
    expect(
      await data(
        'mutation ($j: JSON) { updateEverythingCollection(set: {data: $j, numbers: [7], raw: null}, filter: {id: {eq: "9007199254740993"}}) { records { data numbers raw } } updateProfileCollection(set: {feeling: VERY_HAPPY}, filter: {accountId: {eq: 2}}) { records { feeling } } }',
        { j: '{"deep": {"x": [1.50]}}' },
      ),
    ).toEqual({
      updateEverythingCollection: { records: [{ data: '{"deep": {"x": [1.50]}}', numbers: [7], raw: null }] },
      updateProfileCollection: { records: [{ feeling: 'VERY_HAPPY' }] },
    })
    expect(
      (await current.admin.query('select feeling from public.profile where account_id = 2')).rows,
    ).toEqual([{ feeling: 'very happy' }])
  })
  it.each([
    ['set: {}', 'At least one mapping must be provided to set argument'],
    ['filter: {}', 'Invalid input for NonNull type'],
    ['set: {name: 1}', 'Invalid input for String type'],
    ['set: {id: 1}', 'Input for type BlogUpdateInput contains extra keys ["id"]'],
  ])('refuse %s', async (args, message) => {
    expect(await ask(`mutation { updateBlogCollection(${args}) { affectedCount } }`)).toEqual(
      refusal(message),
    )
  })
  it('refuse JSON that is none', async () => {
    expect(
      await ask('mutation { updateEverythingCollection(set: {data: "{"}, atMost: 9) { affectedCount } }'),
    ).toEqual(refusal('invalid input syntax for type json'))
  })
})

describe('deletes', () => {
  it('remove what the filter finds and answer with it', async () => {
    expect(
      await data(
        'mutation { deleteFromRankedCollection(filter: {score: {is: NULL}}, atMost: 2) { affectedCount records { id nodeId } } }',
      ),
    ).toEqual({
      deleteFromRankedCollection: {
        affectedCount: 2,
        records: [
          { id: 2, nodeId: 'WyJwdWJsaWMiLCAicmFua2VkIiwgMl0=' },
          { id: 4, nodeId: 'WyJwdWJsaWMiLCAicmFua2VkIiwgNF0=' },
        ],
      },
    })
    expect(await count('ranked')).toBe(2)
  })
  it('touch one row at most unless told otherwise', async () => {
    expect(await ask('mutation { deleteFromRankedCollection { affectedCount } }')).toEqual(
      refusal('delete impacts too many records'),
    )
    expect(await count('ranked')).toBe(4)
  })
})

describe('a document', () => {
  it('does all of it', async () => {
    expect(
      await data(`mutation {
        a: insertIntoAccountCollection(objects: {email: "a@new"}) { records { id } }
        b: updateAccountCollection(set: {email: "b@new"}, filter: {email: {eq: "a@new"}}) { records { id email } }
        c: deleteFromAccountCollection(filter: {email: {eq: "b@new"}}) { affectedCount }
      }`),
    ).toEqual({
      a: { records: [{ id: 6 }] },
      b: { records: [{ id: 6, email: 'b@new' }] },
      c: { affectedCount: 1 },
    })
  })
  it.each([
    [
      'a mistake before',
      'b: insertIntoBlogCollection(objects: {nope: 1}) { affectedCount }',
      'Input for type BlogInsertInput contains extra keys ["nope"]',
    ],
    [
      'a failing row',
      'b: insertIntoBlogCollection(objects: {ownerId: 1}) { affectedCount }',
      'null value in column "name" of relation "blog" violates not-null constraint',
    ],
    ['too many rows', 'b: deleteFromRankedCollection { affectedCount }', 'delete impacts too many records'],
    ['an exception', 'b: failWith(message: "No such luck")', 'No such luck'],
    [
      'an unknown field',
      'b: deleteEverything { affectedCount }',
      'Unknown field "deleteEverything" on type Mutation',
    ],
  ])('does nothing after %s', async (_, second, message) => {
    expect(
      await ask(
        `mutation { a: insertIntoAccountCollection(objects: {email: "a@new"}) { affectedCount } ${second} }`,
      ),
    ).toEqual(refusal(message))
    expect(await count('account')).toBe(5)
    expect(await count('ranked')).toBe(4)
  })
})
