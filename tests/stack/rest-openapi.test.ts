// What the root says about tables, keys, defaults and functions: generators of clients read it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type RestStack, startRest } from '../support/rest.ts'

const schema = `
  comment on schema public is E'Shop\\nEverything it sells';
  create table public.makers (id int primary key, name text not null);
  create table public.goods (
    id int primary key,
    maker_id int references public.makers,
    twin_id int unique references public.goods,
    label varchar(20) default 'new',
    price numeric default 9.5,
    sold boolean default false,
    made_at timestamptz default now(),
    tags text[] default '{}',
    more jsonb default '{}'
  );
  comment on table public.goods is E'What is sold\\n\\nBy the piece';
  comment on column public.goods.maker_id is 'Who made it';
  create view public.counted as select count(*) as goods from public.goods;
  create table public.hidden (id int);
  create function public.find_goods(label text, variadic tags text[] default '{}') returns setof public.goods
    language sql stable as $$ select * from public.goods $$;
  comment on function public.find_goods is 'Finds goods';
  create function public.uncallable(int, text) returns int language sql stable as $$ select $1 $$;
  create function public.sell(id int, more json default null) returns void language sql as $$ select $$;
  grant select on public.goods, public.makers, public.counted to anon;
`

let rest: RestStack
let document: Answered['json']
beforeAll(async () => {
  rest = await startRest(schema)
  document = (await rest.ask('/')).json
})
afterAll(() => rest.close())

const refs = (names: string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }))

describe('the description at the root', () => {
  it('is called by the first line of the schema comment', () => {
    expect(document.info).toMatchObject({ title: 'Shop', description: 'Everything it sells' })
    expect(Object.keys(document.definitions)).not.toContain('hidden')
  })
  it('tells types, keys and constant defaults of columns', () => {
    const { required, description, properties } = document.definitions.goods
    expect([required, description]).toEqual([['id'], 'What is sold\n\nBy the piece'])
    expect(properties).toEqual({
      id: { type: 'integer', format: 'int32', description: 'Note:\nThis is a Primary Key.<pk/>' },
      maker_id: {
        type: 'integer',
        format: 'int32',
        description:
          "Who made it\n\nNote:\nThis is a Foreign Key to `makers.id`.<fk table='makers' column='id'/>",
      },
      twin_id: {
        type: 'integer',
        format: 'int32',
        description: "Note:\nThis is a Foreign Key to `goods.id`.<fk table='goods' column='id'/>",
      },
      label: { type: 'string', format: 'character varying', default: 'new', maxLength: 20 },
      price: { type: 'number', format: 'numeric', default: 9.5 },
      sold: { type: 'boolean', format: 'boolean', default: false },
      made_at: { type: 'string', format: 'timestamp with time zone', default: 'now()' },
      tags: { type: 'array', format: 'text[]', items: { type: 'string' } },
      more: { format: 'jsonb' },
    })
  })
  it('refers to shared parameters in the paths of relations', () => {
    const { get, post, patch } = document.paths['/makers']
    const filters = ['rowFilter.makers.id', 'rowFilter.makers.name']
    const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
    expect(get.parameters).toEqual(refs([...filters, ...paging]))
    expect(post.parameters).toEqual(refs(['body.makers', 'select', 'preferPost']))
    expect(patch.parameters).toEqual(refs([...filters, 'body.makers', 'preferReturn']))
    const used = [...get.parameters, ...post.parameters, ...patch.parameters]
    for (const { $ref } of used) expect(document.parameters).toHaveProperty([$ref.split('/')[2]])
    expect(document.paths['/goods'].get).toMatchObject({
      summary: 'What is sold',
      description: 'By the piece',
    })
    expect(Object.keys(document.paths['/counted'])).toEqual(['get'])
  })
  it('tells how functions are called', async () => {
    const { get, post } = document.paths['/rpc/find_goods']
    expect(get).toMatchObject({ tags: ['(rpc) find_goods'], summary: 'Finds goods' })
    expect(get.parameters).toEqual([
      { name: 'label', required: true, in: 'query', type: 'string', format: 'text' },
      {
        name: 'tags',
        required: false,
        in: 'query',
        type: 'array',
        items: { type: 'string', format: 'text' },
        collectionFormat: 'multi',
      },
    ])
    expect(post.parameters[0].schema.required).toEqual(['label'])
    expect(Object.keys(document.paths)).not.toContain('/rpc/uncallable')
    expect((await rest.ask('/rpc/uncallable', { method: 'OPTIONS' })).status).toBe(404)
    const volatile = document.paths['/rpc/sell']
    expect(volatile.get).toBeUndefined()
    expect(volatile.post.parameters[0].schema).toEqual({
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', format: 'int32' }, more: { format: 'json' } },
    })
  })
})
