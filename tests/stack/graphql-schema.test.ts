// What a role sees: names, grants, comments, introspection, and that changes show up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printSchemaFor } from '../../stack/graphql/print-schema.ts'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

let graph: GraphStack
let user: string
beforeAll(async () => {
  graph = await startGraphql(readFileSync(join(import.meta.dirname, 'graphql-schema.sql'), 'utf8'))
  user = await graph.token()
})
afterAll(() => graph?.close())

const fieldsOf = async (type: string, token?: string): Promise<string[] | undefined> => {
  const query = `{ __type(name: "${type}") { fields { name } inputFields { name } enumValues { name } } }`
  const found = (await graph.ask(query, token === undefined ? {} : { token })).data.__type
  return (found?.fields ?? found?.inputFields ?? found?.enumValues)?.map(
    (field: { name: string }) => field.name,
  )
}
const sdl = (role: string) => printSchemaFor(graph.engine.catalog.current, role)

describe('names', () => {
  it('follow the tables, or the comments', async () => {
    // Columns, then relationships, then functions by name.
    expect(await fieldsOf('Account')).toEqual([
      'nodeId',
      'id',
      'email',
      'createdAt',
      'secretHash',
      'blogCollection',
      'reviews',
      'profile',
      'big',
      'host',
      'firstBlog',
      'fullName',
      'longBlogs',
    ])
    expect(await fieldsOf('Vocable')).toEqual(['nodeId', 'id', 'word'])
    expect(await fieldsOf('Feeling')).toEqual(['VERY_HAPPY', 'sad'])
    expect(await fieldsOf('AccountInsertInput')).toEqual(['email', 'createdAt', 'secretHash'])
    expect(await fieldsOf('EverythingUpdateInput')).not.toContain('twice')
    expect(await fieldsOf('BlogPostFilter')).toEqual([
      'id',
      'blogId',
      'editorId',
      'title',
      'body',
      'tags',
      'status',
      'score',
      'createdAt',
      'nodeId',
      'and',
      'or',
      'not',
    ])
    expect(await fieldsOf('StringFilter')).toEqual([
      'eq',
      'gt',
      'gte',
      'ilike',
      'in',
      'iregex',
      'is',
      'like',
      'lt',
      'lte',
      'neq',
      'regex',
      'startsWith',
    ])
    expect(await fieldsOf('StringListFilter')).toEqual(['containedBy', 'contains', 'eq', 'is', 'overlaps'])
  })
  it('are not inflected unless the schema says so', async () => {
    const before = `'@graphql({"inflect_names": true, "max_rows": 40, "introspection": true})'`
    await graph.change(`comment on schema public is '@graphql({"introspection": true})'`)
    expect(await fieldsOf('blog_post')).toEqual([
      'nodeId',
      'id',
      'blog_id',
      'editor_id',
      'title',
      'body',
      'tags',
      'status',
      'score',
      'created_at',
      'blog',
      'reviewer',
    ])
    expect(
      await graph.ask(
        '{ blog_postCollection(first: 1) { edges { node { blog { account { id } } } } } add_nums(a: 1) blogByPk(id: 1) { owner_id } }',
      ),
    ).toEqual({
      data: {
        blog_postCollection: { edges: [{ node: { blog: { account: { id: 1 } } } }] },
        add_nums: 11,
        blogByPk: { owner_id: 1 },
      },
    })
    await graph.change(
      `comment on schema public is '@graphql({"inflect_names": true, "introspection": true, "resolve_base_type": true})'`,
    )
    expect(await graph.ask('{ __type(name: "Profile") { fields { name type { name } } } }')).toMatchObject({
      data: { __type: { fields: expect.arrayContaining([{ name: 'share', type: { name: 'Int' } }]) } },
    })
    await graph.change(`comment on schema public is ${before}`)
    expect(await graph.ask('{ __type(name: "Profile") { fields { name type { name } } } }')).toMatchObject({
      data: { __type: { fields: expect.arrayContaining([{ name: 'share', type: { name: 'Opaque' } }]) } },
    })
  })
  it('leave out what has no key, no name or no place', () => {
    const text = sdl('service_role')
    for (const name of ['noKey', 'keyless', 'parted', 'notValid', 'hiddenFunction', 'onChange', 'secrets'])
      expect(text).not.toMatch(new RegExp(`\\b${name}(Collection)?\\b`))
    expect(text).toContain('parted2025Collection')
  })
  it('that two want belong to the first', async () => {
    await graph.change(
      'create table public.page_info (id int primary key); create table public.blog_edge (id int primary key); grant select on public.page_info, public.blog_edge to service_role',
    )
    expect((await graph.ask('{ pageInfoCollection { edges { cursor } } }')).errors).toEqual([
      { message: 'Unknown field "pageInfoCollection" on type Query' },
    ])
    expect((await graph.ask('{ blogCollection(first: 1) { edges { cursor } } }')).data).toBeDefined()
    await graph.change('drop table public.page_info, public.blog_edge')
  })
})

describe('grants', () => {
  it('decide about tables and columns', async () => {
    expect(await fieldsOf('Account', graph.anonKey)).toEqual([
      'nodeId',
      'id',
      'email',
      'createdAt',
      'blogCollection',
    ])
    expect(await fieldsOf('BlogPost', graph.anonKey)).toBeUndefined()
    expect(await fieldsOf('AccountFilter', graph.anonKey)).toEqual([
      'id',
      'email',
      'createdAt',
      'nodeId',
      'and',
      'or',
      'not',
    ])
    expect(await fieldsOf('Account', user)).toEqual([
      'nodeId',
      'id',
      'email',
      'createdAt',
      'blogCollection',
      'reviews',
    ])
  })
  it('decide about changes', async () => {
    expect(await fieldsOf('Mutation', graph.anonKey)).toEqual(['addAccount', 'failWith', 'makeBlogs'])
    expect(await fieldsOf('Mutation', user)).toEqual([
      'addAccount',
      'deleteFromNoteCollection',
      'deleteFromRankedCollection',
      'failWith',
      'insertIntoBlogCollection',
      'insertIntoNoteCollection',
      'makeBlogs',
      'updateBlogCollection',
      'updateNoteCollection',
    ])
    expect(await fieldsOf('BlogInsertInput', user)).toEqual(['ownerId', 'name'])
    expect(await fieldsOf('BlogUpdateInput', user)).toEqual(['name'])
    expect(
      await graph.ask(
        'mutation { insertIntoBlogCollection(objects: {ownerId: 1, name: "Mine"}) { affectedCount records { name owner { email } } } }',
        { token: user },
      ),
    ).toEqual({
      data: {
        insertIntoBlogCollection: {
          affectedCount: 1,
          records: [{ name: 'Mine', owner: { email: 'aardvark@x.com' } }],
        },
      },
    })
    expect(
      await graph.ask('mutation { updateBlogCollection(set: {ownerId: 2}) { affectedCount } }', {
        token: user,
      }),
    ).toEqual({
      data: null,
      errors: [{ message: 'Input for type BlogUpdateInput contains extra keys ["ownerId"]' }],
    })
    expect(
      await graph.ask('mutation { deleteFromBlogCollection { affectedCount } }', { token: user }),
    ).toEqual({
      data: null,
      errors: [{ message: 'Unknown field "deleteFromBlogCollection" on type Mutation' }],
    })
  })
  it('show a hidden thing as one that does not exist', async () => {
    for (const [query, name, type] of [
      ['{ blogPostCollection { edges { cursor } } }', 'blogPostCollection', 'Query'],
      ['{ accountByPk(id: 1) { passwordHash } }', 'passwordHash', 'Account'],
      ['{ accountByPk(id: 1) { secretHash } }', 'secretHash', 'Account'],
      ['{ accountByPk(id: 1) { fullName } }', 'fullName', 'Account'],
      ['{ hiddenFunction }', 'hiddenFunction', 'Query'],
    ]) {
      expect(await graph.ask(query ?? '', { token: graph.anonKey })).toEqual({
        data: null,
        errors: [{ message: `Unknown field "${name}" on type ${type}` }],
      })
    }
    expect(
      await graph.ask('{ accountCollection(filter: {secretHash: {eq: "x"}}) { edges { cursor } } }', {
        token: user,
      }),
    ).toMatchObject({
      errors: [{ message: 'Input for type AccountFilter contains extra keys ["secretHash"]' }],
    })
  })
  it('without any change leave no Mutation', async () => {
    await graph.admin.query('alter schema public owner to postgres')
    await graph.change('revoke execute on all functions in schema public from public, anon')
    expect(await graph.ask('mutation { addAccount(email: "x") }', { token: graph.anonKey })).toEqual({
      data: null,
      errors: [{ message: 'Unknown type Mutation' }],
    })
    await graph.change(
      'grant execute on all functions in schema public to public; revoke execute on function public.hidden_function() from public',
    )
  })
})

describe('introspection', () => {
  it('answers the tools', async () => {
    const answer = await graph.ask(getIntrospectionQuery({ inputValueDeprecation: false }))
    expect(answer.errors).toBeUndefined()
    const text = printSchema(buildClientSchema(answer.data))
    expect(text).toContain('type AccountConnection')
    expect(text).toContain('atMost: Int! = 1')
  })
  it('is a field beside others, with its own variables and fragments', async () => {
    expect(
      await graph.ask(
        'query ($n: String!, $id: Int!) { t: __type(name: $n) { ...T } no: __type(name: "Nope") { name } accountByPk(id: $id) { id } __schema { queryType { name } } } fragment T on __Type { kind name }',
        {
          variables: { n: 'Blog', id: 1 },
        },
      ),
    ).toEqual({
      data: {
        t: { kind: 'OBJECT', name: 'Blog' },
        no: null,
        accountByPk: { id: 1 },
        __schema: { queryType: { name: 'Query' } },
      },
    })
    expect((await graph.ask('{ __schema { nope } }')).errors?.[0]?.message).toContain('nope')
  })
  it('is off unless the comment says so', async () => {
    await graph.change(`comment on schema public is '@graphql({"inflect_names": true, "max_rows": 40})'`)
    expect(await graph.ask('{ __schema { queryType { name } } }')).toEqual({
      data: null,
      errors: [{ message: 'Unknown field "__schema" on type Query' }],
    })
    expect(await graph.ask('{ __type(name: "Blog") { name } accountByPk(id: 1) { id } }')).toEqual({
      data: { accountByPk: { id: 1 } },
      errors: [{ message: 'Unknown field "__type" on type Query' }],
    })
    await graph.change(
      `comment on schema public is '@graphql({"inflect_names": true, "max_rows": 40, "introspection": true})'`,
    )
  })
  it('shows the types as pg_graphql gives them', () => {
    const text = sdl('authenticated')
    expect(buildSchema(text)).toBeDefined()
    expect(sdl('authenticated')).toBe(text)
    for (const piece of [
      '"""Who writes"""\ntype Account implements Node {',
      '  """Globally Unique Record Identifier"""\n  nodeId: ID!',
      '  owner: Account!',
      '  reviewer: Account\n',
      '  blogCollection(',
      'input NoteInsertInput {\n  body: String\n  parentId: BigInt\n  tenant: String\n}',
      '  parent: Note\n',
      'type BlogSumAggregateResult {',
      '  addNums(a: Int!, b: Int = 10): Int',
      '  say(word: String = "hi"): String',
      'enum PostStatus {\n  PENDING\n  RELEASED\n}',
    ])
      expect(text).toContain(piece)
  })
})

describe('changes of the database', () => {
  it('show up, and unknown names are looked for once more', async () => {
    await graph.admin.query(
      'create table public.later (id int primary key); grant select on public.later to service_role; insert into public.later values (1)',
    )
    expect(await graph.ask('{ laterCollection { edges { node { id } } } }')).toEqual({
      data: { laterCollection: { edges: [{ node: { id: 1 } }] } },
    })
    await graph.change('alter table public.later add column word text default $$x$$')
    expect(await graph.ask('{ laterByPk(id: 1) { word } }')).toEqual({ data: { laterByPk: { word: 'x' } } })
    await graph.change('drop table public.later')
    expect(await graph.ask('{ laterByPk(id: 1) { word } }')).toEqual({
      data: null,
      errors: [{ message: 'Unknown field "laterByPk" on type Query' }],
    })
  })
})
