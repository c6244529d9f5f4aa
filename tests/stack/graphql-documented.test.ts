// What pg_graphql's documentation and its own tests show, with the answers they show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GraphStack, startGraphql } from '../support/graphql.ts'

const SQL = `
set role postgres;
comment on schema public is '@graphql({"introspection": true})';
create schema priv;
create table "Blog" (id serial primary key, name varchar(255) not null, description varchar(255), "createdAt" timestamp not null default '2023-07-24T04:01:09.882781');
insert into "Blog" (name, description) values ('A: Blog 1', 'a desc1'), ('A: Blog 2', 'a desc2'), ('A: Blog 3', 'a desc3'), ('B: Blog 3', 'b desc1');
create table "Account" (id serial primary key, email varchar(255) not null, "firstName" varchar(255), "lastName" varchar(255));
insert into "Account" (email, "firstName", "lastName") values ('a@example.com', 'Foo', 'Fooington'), ('a@example.com', null, null), ('b@example.com', null, null);
create table "Post" (id serial primary key, "accountId" integer references "Account" (id), title text not null);
insert into "Post" ("accountId", title) values (1, 'First');
create function "_fullName"(rec "Account") returns text immutable strict language sql as $$ select format('%s %s', rec."firstName", rec."lastName") $$;
comment on function "_fullName" is '@graphql({"name": "displayName"})';
create function "addNums"(a int, b int) returns int immutable language sql as $$ select a + b $$;
create function "addAccount"(email text) returns int volatile language sql as $$ insert into "Account" (email) values (email) returning id $$;
create function "accountById"("accountId" int) returns "Account" stable language sql as $$ select * from "Account" where id = "accountId" $$;
create function "accountsByEmail"("emailToSearch" text) returns setof "Account" stable language sql as $$ select * from "Account" where email = "emailToSearch" $$;
create table person (id int primary key, name text, email text);
insert into person values (1, 'Alice', 'alice@example.com'), (2, 'Bob', 'bob@example.com'), (3, 'Charlie', null);
create table item (item_id int, product_id int, quantity int, price numeric(10, 2), primary key (item_id, product_id));
insert into item values (1, 101, 2, 10.99), (1, 102, 1, 24.99), (2, 101, 3, 10.99);
create table product (id serial primary key, name text not null, price numeric not null, stock int not null);
insert into product (name, price, stock) values ('Widget', 9.99, 100), ('Gadget', 19.99, 50), ('Gizmo', 29.99, 25);
create table priv.secret (id serial primary key, token text not null);
insert into priv.secret (token) values ('s1');
grant usage on schema public, priv to service_role;
grant all on all tables in schema public, priv to service_role;
grant usage on all sequences in schema public to service_role;
reset role;`

let graph: GraphStack
beforeAll(async () => {
  graph = await startGraphql(SQL, ['public', 'priv'])
})
afterAll(() => graph?.close())

const blogs = (...ids: number[]) => ({
  data: {
    blogCollection: {
      edges: ids.map((id) => ({ cursor: Buffer.from(`[${id}]`).toString('base64'), node: { id } })),
    },
  },
})
const edges = '{ edges { cursor node { id } } }'

describe('the API page', () => {
  it('pages forward', async () => {
    const page =
      '{ pageInfo { startCursor endCursor hasPreviousPage hasNextPage } edges { cursor node { id } } }'
    expect(await graph.ask(`{ blogCollection(first: 2, after: null) ${page} }`)).toEqual({
      data: {
        blogCollection: {
          edges: [
            { node: { id: 1 }, cursor: 'WzFd' },
            { node: { id: 2 }, cursor: 'WzJd' },
          ],
          pageInfo: { startCursor: 'WzFd', endCursor: 'WzJd', hasNextPage: true, hasPreviousPage: false },
        },
      },
    })
    expect(await graph.ask(`{ blogCollection(first: 2, after: "WzJd") ${page} }`)).toEqual({
      data: {
        blogCollection: {
          edges: [
            { node: { id: 3 }, cursor: 'WzNd' },
            { node: { id: 4 }, cursor: 'WzRd' },
          ],
          pageInfo: { startCursor: 'WzNd', endCursor: 'WzRd', hasNextPage: false, hasPreviousPage: true },
        },
      },
    })
  })
  it.each([
    ['{id: {lt: 3}}', [1, 2]],
    ['{and: [{id: {eq: 1}}, {name: {eq: "A: Blog 1"}}]}', [1]],
    ['{or: [{id: {eq: 1}}, {name: {eq: "A: Blog 2"}}]}', [1, 2]],
    ['{not: {id: {eq: 1}}}', [2, 3, 4]],
    [
      '{or: [{id: {eq: 1}}, {id: {eq: 2}}, {and: [{id: {eq: 3}, not: {name: {eq: "A: Blog 2"}}}]}]}',
      [1, 2, 3],
    ],
    ['{id: {gt: 1}, or: [{id: {eq: 1}}, {id: {eq: 4}}]}', [4]],
  ])('filters by %s', async (filter, ids) => {
    expect(await graph.ask(`{ blogCollection(filter: ${filter}) ${edges} }`)).toEqual(blogs(...ids))
  })
  it('retrieves a node', async () => {
    expect(
      await graph.ask(
        '{ node(nodeId: "WyJwdWJsaWMiLCAiQmxvZyIsIDFd") { nodeId ... on Blog { name description createdAt } } }',
      ),
    ).toEqual({
      data: {
        node: {
          name: 'A: Blog 1',
          nodeId: 'WyJwdWJsaWMiLCAiQmxvZyIsIDFd',
          description: 'a desc1',
          createdAt: '2023-07-24T04:01:09.882781',
        },
      },
    })
  })
  it('relates by the column’s name without its suffix', async () => {
    expect(
      await graph.ask(
        '{ postCollection { edges { node { title account { email postCollection { edges { node { id } } } } } } } }',
      ),
    ).toEqual({
      data: {
        postCollection: {
          edges: [
            {
              node: {
                title: 'First',
                account: { email: 'a@example.com', postCollection: { edges: [{ node: { id: 1 } }] } },
              },
            },
          ],
        },
      },
    })
  })
})

describe('the functions page', () => {
  it('calls them', async () => {
    expect(await graph.ask('query { addNums(a: 2, b: 3) }')).toEqual({ data: { addNums: 5 } })
    expect(await graph.ask('query { accountById(accountId: 1) { id email displayName } }')).toEqual({
      data: { accountById: { id: 1, email: 'a@example.com', displayName: 'Foo Fooington' } },
    })
    expect(
      await graph.ask(
        'query { accountsByEmail(emailToSearch: "a@example.com", first: 1) { edges { node { id email } } } }',
      ),
    ).toEqual({
      data: { accountsByEmail: { edges: [{ node: { id: 1, email: 'a@example.com' } }] } },
    })
    expect(await graph.ask('mutation { addAccount(email: "email@example.com") }')).toEqual({
      data: { addAccount: 4 },
    })
  })
})

describe('its tests', () => {
  it('of keys', async () => {
    expect(
      await graph.ask(
        '{ personByPk(id: 2) { id name email nodeId } no: personByPk(id: 999) { id } itemByPk(item_id: 1, product_id: 102) { quantity price } }',
      ),
    ).toEqual({
      data: {
        personByPk: {
          id: 2,
          name: 'Bob',
          email: 'bob@example.com',
          nodeId: 'WyJwdWJsaWMiLCAicGVyc29uIiwgMl0=',
        },
        no: null,
        itemByPk: { price: '24.99', quantity: 1 },
      },
    })
    expect(
      await graph.ask(
        'query GetItem($itemId: Int!, $productId: Int!) { itemByPk(item_id: $itemId, product_id: $productId) { quantity } }',
        { variables: { itemId: 2, productId: 101 } },
      ),
    ).toEqual({
      data: { itemByPk: { quantity: 3 } },
    })
    expect(await graph.ask('{ itemByPk(item_id: 1) { quantity } }')).toEqual({
      data: null,
      errors: [{ message: 'Missing primary key column(s): product_id' }],
    })
  })
  it('of aggregates', async () => {
    await graph.change(`comment on table product is '@graphql({"aggregate": {"enabled": true}})'`)
    expect(
      await graph.ask(
        '{ productCollection { aggregate { count sum { price stock } avg { price } max { price name } min { stock } } } }',
      ),
    ).toEqual({
      data: {
        productCollection: {
          aggregate: {
            avg: { price: 19.99 },
            count: 3,
            max: { name: 'Widget', price: 29.99 },
            min: { stock: 25 },
            sum: { price: 59.97, stock: 175 },
          },
        },
      },
    })
  })
  it('of introspection, by schema', async () => {
    const type = async (name: string) => (await graph.ask(`{ __type(name: "${name}") { name kind } }`)).data
    const collections = async () =>
      (await graph.ask('{ __schema { queryType { fields { name } } } }')).data.__schema.queryType.fields
        .map((field: { name: string }) => field.name)
        .filter((name: string) => /^(person|secret)Collection$/.test(name))
    expect(await collections()).toEqual(['personCollection'])
    expect(await type('secret')).toEqual({ __type: null })
    expect(await type('nothing')).toEqual({ __type: null })
    expect(await graph.ask('{ secretCollection { edges { node { id token } } } }')).toEqual({
      data: { secretCollection: { edges: [{ node: { id: 1, token: 's1' } }] } },
    })
    await graph.change(`comment on schema priv is '@graphql({"inflect_names": true, "introspection": true})'`)
    expect(await collections()).toEqual(['personCollection', 'secretCollection'])
    expect(await type('Secret')).toEqual({ __type: { kind: 'OBJECT', name: 'Secret' } })
    await graph.change(`comment on schema public is '@graphql({"introspection": false})'`)
    expect(await type('person')).toEqual({ __type: null })
    expect(await collections()).toEqual(['secretCollection'])
    await graph.change('comment on schema public is null; comment on schema priv is null')
    expect(await graph.ask('{ __schema { queryType { name } } personByPk(id: 1) { name } }')).toEqual({
      data: { personByPk: { name: 'Alice' } },
      errors: [{ message: 'Unknown field "__schema" on type Query' }],
    })
    expect(await graph.ask('fragment F on Query { __type(name: "person") { name } } { ...F }')).toEqual({
      data: null,
      errors: [{ message: 'Unknown field "__type" on type Query' }],
    })
  })
})
