// What pg_graphql's own regression files show of comments, names and keys, beyond what the documentation says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

const SQL = `
set role postgres;
comment on schema public is '@graphql({"inflect_names": true, "introspection": true})';
create table shelf (id serial primary key, label text not null, "no name!" int);
create table "Book" (isbn varchar(13) primary key, shelf_id int not null references shelf (id), title text not null);
create table page (no text primary key);
create table "odd key" ("the key" int primary key);
comment on table "odd key" is '@graphql({"name": "Odd"})';
insert into "odd key" values (7);
insert into shelf (label) values ('top');
create view shelf_label as select id, label from shelf;
comment on view shelf_label is '@graphql({"primary_key_columns": ["id"], "totalCount": {"enabled": "true"}})';
comment on column shelf_label.label is '@graphql({"not_null": true})';
comment on column "Book".title is '@graphql({"not_null": false})';
create function shout(shelf) returns text immutable language sql as $$ select upper($1.label) $$;
grant usage on schema public to service_role;
grant all on all tables in schema public to service_role;
reset role;`

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(SQL)
})
afterAll(() => graph?.close())

const kindsOf = async (type: string): Promise<Record<string, string>> => {
  const { data } = await graph.ask(`{ __type(name: "${type}") { fields { name type { kind } } } }`)
  return Object.fromEntries(
    data.__type.fields.map((field: { name: string; type: { kind: string } }) => [
      field.name,
      field.type.kind,
    ]),
  )
}

describe('the schema', () => {
  it('takes from a comment whether a column is ever null', async () => {
    expect(await kindsOf('ShelfLabel')).toEqual({ nodeId: 'NON_NULL', id: 'SCALAR', label: 'NON_NULL' })
    expect(await kindsOf('Book')).toMatchObject({ isbn: 'NON_NULL', title: 'SCALAR' })
    expect(await graph.ask('{ shelfLabelCollection { totalCount } }')).toEqual({
      data: { shelfLabelCollection: { totalCount: 1 } },
    })
  })

  it('extends a type by any function of its row', async () => {
    expect(await graph.ask('{ shelfCollection { edges { node { shout } } } }')).toEqual({
      data: { shelfCollection: { edges: [{ node: { shout: 'TOP' } }] } },
    })
  })

  it('asks by key for text and not for varchar, and lists types by name', async () => {
    const { data } = await graph.ask(
      '{ __type(name: "Query") { fields { name } } __schema { types { name } } }',
    )
    const fields = data.__type.fields.map(({ name }: { name: string }) => name)
    expect(fields).toEqual(expect.arrayContaining(['pageByPk', 'shelfByPk', 'bookCollection']))
    expect(fields).not.toContain('bookByPk')
    const types = data.__schema.types.map(({ name }: { name: string }) => name)
    expect(types).toEqual([...types].sort())
  })

  it('keeps a table whose only columns have no name in the graph', async () => {
    expect(await kindsOf('Odd')).toEqual({ nodeId: 'NON_NULL' })
    expect(await graph.ask('{ oddCollection { edges { node { nodeId } } } }')).toEqual({
      data: {
        oddCollection: {
          edges: [{ node: { nodeId: Buffer.from('["public", "odd key", 7]').toString('base64') } }],
        },
      },
    })
  })

  it('describes its directives', async () => {
    const { data } = await graph.ask('{ __schema { directives { name description args { description } } } }')
    expect(data.__schema.directives[1]).toEqual({
      name: 'skip',
      description: 'This field or fragment will be skipped when the `if` argument is true.',
      args: [{ description: 'Skipped when true' }],
    })
  })
})

describe('a comment that cannot be read', () => {
  const key = (rest: string) => `{"foreign_keys": [{"local_columns": ["id"]${rest}}]}`
  it.each([
    ['{not json', 'invalid input syntax for type json'],
    ['{"primary_key_columns": "no"}', 'string "no", expected a sequence'],
    ['{"primary_key_columns": [1]}', 'integer `1`, expected a string'],
    ['{"foreign_keys": [true]}', 'boolean `true`, expected struct TableDirectiveForeignKey'],
    [key(''), 'missing field `foreign_schema`'],
    [key(', "foreign_schema": {}'), 'map, expected a string'],
  ])('refuses every request: %s', async (setting, reason) => {
    await graph.change(`comment on table page is '@graphql(${setting})'`)
    try {
      const { data, errors } = await graph.ask('{ __typename }')
      expect(data).toBeUndefined()
      expect(errors).toEqual([{ message: expect.stringContaining(reason) }])
    } finally {
      await graph.change('comment on table page is null')
    }
    expect(await graph.ask('{ __typename }')).toEqual({ data: { __typename: 'Query' } })
  })
})
