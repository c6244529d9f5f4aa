// Functions as fields of Query and Mutation.
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

describe('what is impossible for now', () => {
  // No room on the disk, no connection left, shutting down.
  it.each(['53100', '53300', '57P01', '58030'])('(%s) is a 503 and no answer', async (state) => {
    await current.change(
      `create function public.fail_as() returns int language plpgsql as $$ begin raise sqlstate '${state}'; end $$`,
    )
    const { status, json } = await current.send({ query: 'mutation { failAs }' })
    expect([status, json]).toEqual([503, expect.objectContaining({ code: state })])
  })
})

describe('functions', () => {
  it('that read are fields of Query', async () => {
    expect(
      await data(
        `query ($j: JSON!) { addNums(a: 1) five: addNums(a: 2, b: 3) say other: say(word: null) bigAnswer
          jsonAnswer(given: $j) listAnswer(words: ["a", "b\\"c"])
          accountByEmail(wanted: "bat@x.com") { id fullName blogCollection { edges { node { name } } } } none: accountByEmail(wanted: "") { id }
          accountsLike(pattern: "%t@x.com", first: 1, orderBy: {id: DescNullsLast}) { totalCount pageInfo { hasNextPage hasPreviousPage } edges { cursor node { email } } } }`,
        { j: '{"x": 1}' },
      ),
    ).toEqual({
      addNums: 11,
      five: 5,
      say: 'hi',
      other: null,
      bigAnswer: '9007199254740993',
      jsonAnswer: '{"x": 1, "seen": true}',
      listAnswer: ['a', 'b"c', 'end'],
      accountByEmail: {
        id: 2,
        fullName: 'Name of bat@x.com',
        blogCollection: { edges: [{ node: { name: 'B: Blog 3' } }] },
      },
      none: null,
      accountsLike: {
        totalCount: 3,
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
        edges: [{ cursor: 'WzUsIDVd', node: { email: 'elephant@x.com' } }],
      },
    })
  })
  it('that change something are fields of Mutation, called once', async () => {
    expect(
      await data(
        'mutation { addAccount(email: "new@x.com") makeBlogs(owner: 1, names: ["x", "y", "z"], first: 2) { totalCount pageInfo { hasNextPage } edges { node { name owner { id } } } aggregate { count } } }',
      ),
    ).toEqual({
      addAccount: 6,
      makeBlogs: {
        totalCount: 3,
        pageInfo: { hasNextPage: true },
        edges: [{ node: { name: 'x', owner: { id: 1 } } }, { node: { name: 'y', owner: { id: 1 } } }],
        aggregate: { count: 3 },
      },
    })
    expect(await count('blog')).toBe(7)
    expect(await ask('{ addAccount(email: "x") }')).toEqual(
      refusal('Unknown field "addAccount" on type Query'),
    )
  })
  it('need the arguments that have no default', async () => {
    expect(await ask('{ addNums(b: 1) }')).toEqual(refusal('Invalid input for NonNull type'))
    expect(await ask('{ addNums(a: "x") }')).toEqual(refusal('Invalid input for Int type'))
    expect(await ask('{ addNums(a: 1, c: 2) }')).toEqual(refusal('Input contains extra keys ["c"]'))
  })
  it('of the wrong kind are absent', async () => {
    for (const name of [
      'nothing',
      'overloaded(a: 1)',
      'many(v: [1])',
      'nameless',
      'aRecord',
      'aTable',
      'clashing { edges { cursor } }',
      'onChange',
    ]) {
      const field = /^\w+/.exec(name)?.[0]
      expect(await ask(`{ ${name} }`)).toEqual(refusal(`Unknown field "${field}" on type Query`))
    }
  })
  it('of enums and of rows that the graph does not show are absent, wherever their types are from', async () => {
    await current.change(`
      create schema elsewhere;
      create table elsewhere.thing (id int primary key);
      create type elsewhere.shade as enum ('dark');
      create function public.any_thing() returns elsewhere.thing language sql stable as 'select null::elsewhere.thing';
      create function public.shades() returns elsewhere.shade[] language sql stable as 'select null::elsewhere.shade[]';
      create function public.is_dark(shade elsewhere.shade) returns boolean language sql stable as 'select true';
      create function public.is_posted(status public.post_status) returns boolean language sql stable as 'select true';
      create function public.first_octet(address inet) returns int language sql stable as 'select 127';`)
    const { __type } = await data('{ __type(name: "Query") { fields { name } } }')
    const names = __type.fields.map(({ name }: { name: string }) => name)
    expect(names).toContain('firstOctet')
    for (const name of ['anyThing', 'shades', 'isDark', 'isPosted']) expect(names).not.toContain(name)
  })
  it('take all of a text of fixed length', async () => {
    await current.change(`
      create function public.joined(a char(2), b char(3)[], c bit(3)) returns text language sql stable
        as $$ select a || array_to_string(b, '') || c::text $$`)
    expect(await data('{ joined(a: "He", b: ["llo", "!"], c: "101") }')).toEqual({ joined: 'Hello!101' })
  })
  it('of sets that say they have one row show that row', async () => {
    await current.change(`
      create function public.one_account(wanted int) returns setof public.account rows 1 language sql stable
        as $$ select * from public.account where id = wanted $$;
      create function public._writer(rec public.blog) returns setof public.account rows 1 language sql stable
        as $$ select * from public.account where id = rec.owner_id $$`)
    expect(
      await data(
        '{ oneAccount(wanted: 1) { id } none: oneAccount(wanted: 99) { id } blogByPk(id: 4) { writer { id } } }',
      ),
    ).toEqual({ oneAccount: { id: 1 }, none: null, blogByPk: { writer: { id: 2 } } })
  })
  it('show the defaults that are integers, floats, truths and texts', async () => {
    await current.change(`
      create function public.defaults(a int = 1, b float = 1.5, c boolean = true, d text = 'it''s', e bigint = 1,
        f numeric = 1, g varchar = 'x', h int = 1 + 1, i int = null) returns int language sql stable as 'select 1'`)
    const { __type } = await data('{ __type(name: "Query") { fields { name args { name defaultValue } } } }')
    const field = __type.fields.find(({ name }: { name: string }) => name === 'defaults')
    const shown = field.args.map((arg: { defaultValue: string | null }) => arg.defaultValue)
    expect(shown).toEqual(['1', '1.5', 'true', '"it\'s"', null, null, null, null, null])
  })
  it('run as the caller', async () => {
    const token = await current.token({ sub: 'me' })
    expect(await ask('{ whoAmI }', undefined, token)).toEqual({ data: { whoAmI: 'authenticated me' } })
    expect(await ask('{ whoAmI }', undefined, current.anonKey)).toEqual({ data: { whoAmI: 'anon -' } })
  })
})

describe('a view without a key', () => {
  beforeEach(() =>
    current.admin.query(`
      create view public.summaries as select id, email, length(email) as size from public.account;
      grant select on public.summaries to service_role;
      create function public._summary(a public.account) returns public.summaries language sql stable as
        $$ select s from public.summaries s where s.id = a.id $$;
      create function public.first_summary() returns public.summaries language sql stable as
        $$ select s from public.summaries s order by id limit 1 $$;
      grant execute on all functions in schema public to service_role;
      notify pgrst, 'reload schema'`),
  )

  it('is what a computed field may return: a row without an id', async () => {
    const account =
      '{ accountCollection(first: 1, orderBy: {id: AscNullsLast}) { edges { node { summary { __typename email size } } } } }'
    expect(await data(account)).toEqual({
      accountCollection: {
        edges: [
          {
            node: {
              summary: { __typename: 'Summaries', email: expect.any(String), size: expect.any(Number) },
            },
          },
        ],
      },
    })
    expect(await data('{ __type(name: "Summaries") { interfaces { name } fields { name } } }')).toEqual({
      __type: { interfaces: [], fields: [{ name: 'id' }, { name: 'email' }, { name: 'size' }] },
    })
  })

  it('is no collection, and no field of Query returns it', async () => {
    const { __schema: shown } = await data('{ __schema { queryType { fields { name } } } }')
    const fields = shown.queryType.fields.map(({ name }: { name: string }) => name)
    expect(fields.filter((name: string) => /summar/i.test(name))).toEqual([])
  })
})
