// pg_graphql, as its documentation describes it.
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson, type Person, target } from './clients.ts'

let ada: Person
beforeAll(async () => {
  ada = await aPerson()
})

interface Answer {
  data?: unknown
  errors?: { message: string }[]
}

async function ask(query: string, variables: object = {}, token?: string): Promise<Answer> {
  const { url, anonKey } = target()
  const answer = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

describe('collections', () => {
  it('are connections with edges, cursors, page info and a total', async () => {
    const page = (after: string | null) =>
      ask(
        `query($after: Cursor) { booksCollection(first: 2, after: $after, orderBy: [{id: AscNullsLast}]) {
          totalCount edges { cursor node { id title } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
        { after },
      )
    const first = (await page(null)).data as Page
    expect(first.booksCollection.totalCount).toBe(5)
    expect(first.booksCollection.edges.map(({ node }) => node)).toEqual([
      { id: '1', title: 'The Dispossessed' },
      { id: '2', title: 'The Lathe of Heaven' },
    ])
    expect(first.booksCollection.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = (await page(first.booksCollection.pageInfo.endCursor)).data as Page
    expect(second.booksCollection.edges.map(({ node }) => node.id)).toEqual(['3', '4'])
    expect(second.booksCollection.pageInfo.hasPreviousPage).toBe(true)
  })

  interface Page {
    booksCollection: {
      totalCount: number
      edges: { cursor: string; node: { id: string; title: string } }[]
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string }
    }
  }

  it.each([
    ['eq', '{shelf: {eq: back}}', [2, 4]],
    ['neq', '{shelf: {neq: back}}', [1, 3, 5]],
    ['in', '{id: {in: [1, 4]}}', [1, 4]],
    ['gt and lte', '{pages: {gt: 184, lte: 264}}', [3, 4]],
    ['is', '{publishedAt: {is: NULL}}', [4, 5]],
    ['like', '{title: {like: "The %"}}', [1, 2]],
    ['ilike', '{title: {ilike: "%SOL%"}}', [3]],
    ['startsWith', '{title: {startsWith: "Kin"}}', [4]],
    ['regex', '{title: {regex: "^S"}}', [3]],
    ['contains', '{tags: {contains: ["ocean"]}}', [3]],
    ['or', '{or: [{id: {eq: 1}}, {title: {eq: "Kindred"}}]}', [1, 4]],
    ['not', '{not: {shelf: {eq: front}}}', [2, 4]],
  ])('are filtered: %s', async (_name, filter, ids) => {
    const { data, errors } = await ask(
      `{ booksCollection(filter: ${filter}, orderBy: [{id: AscNullsLast}]) { edges { node { id } } } }`,
    )
    expect(errors).toBeUndefined()
    const { booksCollection } = data as { booksCollection: { edges: { node: { id: string } }[] } }
    expect(booksCollection.edges.map(({ node }) => Number(node.id))).toEqual(ids)
  })

  it('follow foreign keys both ways, and have functions of a row as fields', async () => {
    const { data } = await ask(`{ authorsCollection(filter: {name: {eq: "Ursula"}}) { edges { node { name
      booksCollection(orderBy: [{title: AscNullsLast}]) { edges { node { title shout author { name } } } } } } } }`)
    expect(data).toEqual({
      authorsCollection: {
        edges: [
          {
            node: {
              name: 'Ursula',
              booksCollection: {
                edges: [
                  {
                    node: {
                      title: 'The Dispossessed',
                      shout: 'THE DISPOSSESSED',
                      author: { name: 'Ursula' },
                    },
                  },
                  {
                    node: {
                      title: 'The Lathe of Heaven',
                      shout: 'THE LATHE OF HEAVEN',
                      author: { name: 'Ursula' },
                    },
                  },
                ],
              },
            },
          },
        ],
      },
    })
  })
})

describe('values', () => {
  it('are strings where a number would lose digits, and JSON is text', async () => {
    const { data } = await ask(
      `{ booksCollection(filter: {id: {eq: 1}}) { edges { node { id big price tags shelf data } } } }`,
    )
    expect(data).toEqual({
      booksCollection: {
        edges: [
          {
            node: {
              id: '1',
              big: '9007199254740993',
              price: '12.50',
              tags: ['utopia', 'moon'],
              shelf: 'front',
              data: expect.stringContaining('"awards"'),
            },
          },
        ],
      },
    })
  })
})

describe('documents', () => {
  it('use fragments, aliases, variables with defaults and directives', async () => {
    const { data } = await ask(
      `query Q($id: BigInt = 3, $more: Boolean!) {
        one: booksCollection(filter: {id: {eq: $id}}) { edges { node { ...B pages @include(if: $more) shelf @skip(if: $more) } } }
      } fragment B on Books { name: title }`,
      { more: true },
    )
    expect(data).toEqual({ one: { edges: [{ node: { name: 'Solaris', pages: 204 } }] } })
  })

  it('know functions as fields', async () => {
    expect((await ask('{ add(a: 1, b: 2) }')).data).toEqual({ add: 3 })
    expect((await ask('{ add(a: 1) }')).data).toEqual({ add: 2 })
    const counted = await ask('mutation { countUp(pName: "g") }', {}, ada.token)
    expect(counted.data).toEqual({ countUp: 1 })
    await ada.client.from('counters').delete().eq('name', 'g')
  })

  it('that name what is not there, or not granted, are refused', async () => {
    expect((await ask('{ hiddenCollection { edges { node { id } } } }')).errors?.[0]?.message).toMatch(
      /hiddenCollection/,
    )
    expect((await ask('{ booksCollection { edges { node { nothing } } } }')).errors?.[0]?.message).toMatch(
      /Unknown field .nothing. on type/,
    )
  })
})

describe('mutations', () => {
  it('insert, update and delete what the policies allow, with records', async () => {
    const made = await ask(
      `mutation { insertIntoNotesCollection(objects: [{body: "one"}, {body: "two"}]) { affectedCount records { body owner } } }`,
      {},
      ada.token,
    )
    expect(made.data).toEqual({
      insertIntoNotesCollection: {
        affectedCount: 2,
        records: [
          { body: 'one', owner: ada.id },
          { body: 'two', owner: ada.id },
        ],
      },
    })
    const changed = await ask(
      `mutation { updateNotesCollection(set: {body: "three"}, filter: {body: {eq: "two"}}) { affectedCount records { body } } }`,
      {},
      ada.token,
    )
    expect(changed.data).toEqual({
      updateNotesCollection: { affectedCount: 1, records: [{ body: 'three' }] },
    })
    const bob = await aPerson()
    const theirs = await ask(
      `mutation { deleteFromNotesCollection(filter: {body: {eq: "one"}}) { affectedCount } }`,
      {},
      bob.token,
    )
    expect(theirs.data).toEqual({ deleteFromNotesCollection: { affectedCount: 0 } })
  })

  it('that would change more rows than atMost change none', async () => {
    const carl = await aPerson()
    await carl.client.from('notes').insert([{ body: 'x' }, { body: 'y' }])
    const answer = await ask(
      `mutation { insertIntoNotesCollection(objects: [{body: "z"}]) { affectedCount } deleteFromNotesCollection { affectedCount } }`,
      {},
      carl.token,
    )
    expect(answer.errors?.[0]?.message).toBe('delete impacts too many records')
    expect((await carl.client.from('notes').select('body').order('body')).data).toEqual([
      { body: 'x' },
      { body: 'y' },
    ])
  })
})
