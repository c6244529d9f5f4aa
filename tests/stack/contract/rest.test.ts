// PostgREST, as its client and its documentation know it.
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson, type Person, server, target, visitor } from './clients.ts'

const anon = visitor()
let ada: Person
beforeAll(async () => {
  ada = await aPerson()
})

const titles = (rows: { title: string }[] | null) => rows?.map(({ title }) => title)

/** A raw call, for what the client hides. */
function raw(path: string, init: RequestInit = {}): Promise<Response> {
  const { url, anonKey } = target()
  return fetch(`${url}/rest/v1/${path}`, { ...init, headers: { apikey: anonKey, ...init.headers } })
}

describe('filters', () => {
  const books = () => anon.from('books').select('title').order('id')
  type Query = ReturnType<typeof books>
  const LATHE = 'The Lathe of Heaven'
  const DISPOSSESSED = 'The Dispossessed'
  const cases: [string, (query: Query) => Query, string[]][] = [
    ['eq', (q) => q.eq('pages', 204), ['Solaris']],
    ['neq', (q) => q.neq('shelf', 'front'), [LATHE, 'Kindred']],
    ['gt', (q) => q.gt('pages', 387), ['Anonymous, 100% "quoted"']],
    ['gte', (q) => q.gte('pages', 387), [DISPOSSESSED, 'Anonymous, 100% "quoted"']],
    ['lt', (q) => q.lt('pages', 204), [LATHE]],
    ['lte', (q) => q.lte('pages', 204), [LATHE, 'Solaris']],
    ['like', (q) => q.like('title', 'The %'), [DISPOSSESSED, LATHE]],
    ['ilike', (q) => q.ilike('title', '%SOL%'), ['Solaris']],
    ['like any', (q) => q.likeAnyOf('title', ['Sol%', 'Kin%']), ['Solaris', 'Kindred']],
    ['like all', (q) => q.likeAllOf('title', ['The%', '%Heaven']), [LATHE]],
    ['match', (q) => q.filter('title', 'match', '^S'), ['Solaris']],
    ['imatch', (q) => q.filter('title', 'imatch', '^s'), ['Solaris']],
    ['is null', (q) => q.is('published_at', null), ['Kindred', 'Anonymous, 100% "quoted"']],
    ['not is null', (q) => q.not('author_id', 'is', null).eq('shelf', 'back'), [LATHE, 'Kindred']],
    [
      'in',
      (q) => q.filter('title', 'in', '(Solaris,"Anonymous, 100% \\"quoted\\"")'),
      ['Solaris', 'Anonymous, 100% "quoted"'],
    ],
    [
      'isdistinct',
      (q) => q.filter('author_id', 'isdistinct', '1'),
      ['Solaris', 'Kindred', 'Anonymous, 100% "quoted"'],
    ],
    ['cs on arrays', (q) => q.contains('tags', ['ocean', 'mind']), ['Solaris']],
    ['cs on json', (q) => q.contains('data', { awards: ['hugo'] }), [DISPOSSESSED]],
    ['cd', (q) => q.containedBy('tags', ['ocean', 'mind', 'time']).neq('tags', '{}'), ['Solaris', 'Kindred']],
    ['ov', (q) => q.overlaps('tags', ['moon', 'time']), [DISPOSSESSED, 'Kindred']],
    ['sl', (q) => q.rangeLt('span', '[25,50)'), [DISPOSSESSED, LATHE]],
    ['sr', (q) => q.rangeGt('span', '[0,25)'), ['Kindred']],
    ['nxl', (q) => q.rangeGte('span', '[5,20)'), [LATHE, 'Kindred']],
    ['nxr', (q) => q.rangeLte('span', '[5,20)'), [DISPOSSESSED, LATHE]],
    ['adj', (q) => q.rangeAdjacent('span', '[20,30)'), [LATHE, 'Kindred']],
    ['range overlap', (q) => q.overlaps('span', '[8,12)'), [DISPOSSESSED, LATHE]],
    ['fts', (q) => q.textSearch('words', 'heaven & lathe'), [LATHE]],
    ['plfts', (q) => q.textSearch('words', 'heaven lathe', { type: 'plain' }), [LATHE]],
    ['phfts', (q) => q.textSearch('words', 'lathe of heaven', { type: 'phrase' }), [LATHE]],
    [
      'wfts',
      (q) => q.textSearch('words', 'heaven or solaris', { type: 'websearch', config: 'english' }),
      [LATHE, 'Solaris'],
    ],
    ['match several', (q) => q.match({ author_id: 1, shelf: 'back' }), [LATHE]],
    ['or', (q) => q.or('pages.eq.204,and(shelf.eq.back,pages.lt.200)'), [LATHE, 'Solaris']],
    ['not.or', (q) => q.not('pages', 'in', '(204,387,900)'), [LATHE, 'Kindred']],
    ['a JSON path', (q) => q.eq('data->deep->x', 1), [DISPOSSESSED]],
    ['a JSON path as text', (q) => q.eq('data->awards->>0', 'hugo'), [DISPOSSESSED]],
  ]
  it.each(cases)('%s', async (_name, filter, expected) => {
    const { data, error } = await filter(books())
    expect(error).toBeNull()
    expect(titles(data)).toEqual(expected)
  })
})

describe('what is selected', () => {
  it('embeds to-one, to-many, one-to-one and many-to-many', async () => {
    const { data, error } = await anon
      .from('books')
      .select('title, author:authors(name), covers(colour), readers(name)')
      .in('id', [1, 5])
      .order('id')
      .order('name', { referencedTable: 'readers' })
    expect(error).toBeNull()
    expect(data).toEqual([
      {
        title: 'The Dispossessed',
        author: { name: 'Ursula' },
        covers: { colour: 'white' },
        readers: [{ name: 'Ada' }, { name: 'Grace' }],
      },
      { title: 'Anonymous, 100% "quoted"', author: null, covers: null, readers: [] },
    ])
  })

  it('filters, orders and limits inside an embed, and drops rows by !inner', async () => {
    const { data } = await anon
      .from('authors')
      .select('name, books!inner(title)')
      .gt('books.pages', 190)
      .order('name')
      .order('title', { referencedTable: 'books' })
      .limit(1, { referencedTable: 'books' })
    expect(data).toEqual([
      { name: 'Octavia', books: [{ title: 'Kindred' }] },
      { name: 'Stanisław', books: [{ title: 'Solaris' }] },
      { name: 'Ursula', books: [{ title: 'The Dispossessed' }] },
    ])
  })

  it('spreads, aliases, casts and follows JSON paths', async () => {
    const { data } = await anon
      .from('books')
      .select('name:title, price::text, award:data->awards->>0, ...authors(writer:name)')
      .eq('id', 1)
      .single()
    expect(data).toEqual({ name: 'The Dispossessed', price: '12.50', award: 'hugo', writer: 'Ursula' })
  })

  it('keeps large numbers, enums, arrays and times as PostgREST writes them', async () => {
    const answer = await raw('books?id=eq.1&select=big,shelf,tags,span,published_at,price')
    expect(await answer.text()).toBe(
      '[{"big":9007199254740993,"shelf":"front","tags":["utopia","moon"],"span":"[1,10)","published_at":"1974-05-01T12:00:00+00:00","price":12.50}]',
    )
  })

  it('orders by several columns, nulls first or last, and by an embed', async () => {
    const { data } = await anon
      .from('authors')
      .select('name')
      .order('born', { ascending: false, nullsFirst: false })
    expect(data?.map(({ name }) => name)).toEqual(['Octavia', 'Ursula', 'Stanisław', 'Nobody'])
    const { data: byAuthor } = await anon
      .from('books')
      .select('title, authors(name)')
      .order('authors(name)')
      .order('title')
      .limit(2)
    expect(titles(byAuthor)).toEqual(['Kindred', 'Solaris'])
  })

  it('has functions of a row as columns', async () => {
    const { data } = await anon.from('books').select('title, _shout').eq('id', 3).single()
    expect(data).toEqual({ title: 'Solaris', _shout: 'SOLARIS' })
  })
})

describe('pages and counts', () => {
  it('counts exactly, and by the planner', async () => {
    const exact = await anon.from('books').select('*', { count: 'exact', head: true })
    expect(exact.count).toBe(5)
    for (const count of ['planned', 'estimated'] as const) {
      const { count: found, error } = await anon.from('books').select('id', { count })
      expect(error).toBeNull()
      expect(found).toBeGreaterThan(0)
    }
  })

  it('ranges answer 206 with Content-Range, and 416 behind the end', async () => {
    const part = await raw('books?select=id&order=id', { headers: { prefer: 'count=exact', range: '1-2' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, '1-2/5'])
    expect(await part.json()).toEqual([{ id: 2 }, { id: 3 }])
    const behind = await raw('books?select=id&offset=50', { headers: { prefer: 'count=exact' } })
    expect(behind.status).toBe(416)
    expect(await behind.json()).toMatchObject({ code: 'PGRST103' })
    const { data } = await anon.from('books').select('id').order('id').range(3, 4)
    expect(data).toEqual([{ id: 4 }, { id: 5 }])
  })

  it('single rows are objects; none or several are an error with its code', async () => {
    const none = await anon.from('books').select('id').eq('id', 0).single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const several = await anon.from('books').select('id').maybeSingle()
    expect(several.error?.code).toBe('PGRST116')
    const maybe = await anon.from('books').select('id').eq('id', 0).maybeSingle()
    expect([maybe.data, maybe.error]).toEqual([null, null])
  })

  it('CSV has a header line', async () => {
    const { data } = await anon.from('books').select('id,title').gte('id', 3).order('id').csv()
    expect(data?.trim()).toBe('id,title\n3,Solaris\n4,Kindred\n5,"Anonymous, 100% ""quoted"""')
  })
})

describe('writing', () => {
  it('inserts, returns, updates and deletes what the policies allow', async () => {
    const made = await ada.client.from('notes').insert({ body: 'one' }).select().single()
    expect([made.status, made.data?.body, made.data?.owner]).toEqual([201, 'one', ada.id])
    const changed = await ada.client
      .from('notes')
      .update({ body: 'two' })
      .eq('id', made.data?.id)
      .select('body')
      .single()
    expect(changed.data).toEqual({ body: 'two' })
    const bob = await aPerson()
    expect((await bob.client.from('notes').select()).data).toEqual([])
    expect(
      (await bob.client.from('notes').update({ body: 'x' }).eq('id', made.data?.id).select()).data,
    ).toEqual([])
    const forged = await bob.client.from('notes').insert({ body: 'x', owner: ada.id })
    expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
    const gone = await ada.client.from('notes').delete({ count: 'exact' }).eq('id', made.data?.id)
    expect([gone.status, gone.count]).toEqual([204, 1])
  })

  it('upserts, by primary key and by another unique constraint, and ignores duplicates', async () => {
    const { client } = ada
    const first = await client
      .from('authors')
      .upsert({ name: 'Iain', born: 1900 }, { onConflict: 'name' })
      .select()
      .single()
    const second = await client
      .from('authors')
      .upsert({ name: 'Iain', born: 1954 }, { onConflict: 'name' })
      .select()
      .single()
    expect(second.data).toEqual({ ...first.data, born: 1954 })
    const ignored = await client
      .from('authors')
      .upsert({ name: 'Iain', born: 1 }, { onConflict: 'name', ignoreDuplicates: true })
      .select()
    expect(ignored.data).toEqual([])
    await client.from('authors').delete().eq('name', 'Iain')
  })

  it('bulk inserts fill missing keys with null or, asked so, with the default', async () => {
    const { client } = ada
    const rows = [{ title: 'A', tags: ['x'] }, { title: 'B' }]
    const made = await client
      .from('books')
      .insert(rows, { defaultToNull: false })
      .select('title, tags')
      .order('title')
    expect(made.data).toEqual([
      { title: 'A', tags: ['x'] },
      { title: 'B', tags: [] },
    ])
    const refused = await client.from('books').insert(rows)
    expect(refused.error?.code).toBe('23502')
    await client.from('books').delete().in('title', ['A', 'B'])
  })

  it('Prefer: return=minimal, max-affected and tx stay what they are', async () => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const minimal = await raw('counters', {
      method: 'POST',
      headers: { ...headers, prefer: 'return=minimal' },
      body: '{"name":"c1"}',
    })
    expect([minimal.status, await minimal.text()]).toEqual([201, ''])
    const bounded = await raw('counters?value=gte.0', {
      method: 'PATCH',
      headers: { ...headers, prefer: 'handling=strict, max-affected=0' },
      body: '{"value":5}',
    })
    expect([bounded.status, (await bounded.json()).code]).toEqual([400, 'PGRST124'])
    const strict = await raw('books', { headers: { prefer: 'handling=strict, nonsense' } })
    expect((await strict.json()).code).toBe('PGRST122')
    await ada.client.from('counters').delete().eq('name', 'c1')
  })
})

describe('functions', () => {
  it('are called by POST and by GET, with defaults', async () => {
    expect((await anon.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await anon.rpc('add', { a: 1 }, { get: true })).data).toBe(2)
  })

  it('that return rows are filtered, ordered and embedded like tables', async () => {
    const { data } = await anon
      .rpc('books_thicker_than', { p_pages: 200 })
      .select('title, authors(name)')
      .lt('pages', 300)
      .order('title')
    expect(data).toEqual([
      { title: 'Kindred', authors: { name: 'Octavia' } },
      { title: 'Solaris', authors: { name: 'Stanisław' } },
    ])
  })

  it('may not write when asked by GET, and not at all without the grant', async () => {
    const reading = await ada.client.rpc('count_up', { p_name: 'x' }, { get: true })
    expect([reading.status, reading.error?.code]).toEqual([405, '25006'])
    expect((await anon.rpc('count_up', { p_name: 'x' })).error?.code).toBe('42501')
  })

  it('choose status, message, details and hint of their refusals', async () => {
    const { status, error } = await anon.rpc('refuse')
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: 'PT409', message: 'Taken', details: 'field: name', hint: 'CONFLICT' })
  })

  it('know who asks', async () => {
    expect((await anon.rpc('who')).data).toEqual({ role: 'anon', sub: null, email: null })
    expect((await ada.client.rpc('who')).data).toEqual({
      role: 'authenticated',
      sub: ada.id,
      email: ada.email,
    })
    expect((await server().rpc('who')).data).toMatchObject({ role: 'service_role' })
  })
})

describe('errors', () => {
  it.each([
    ['an unknown table', () => anon.from('nowhere').select(), 404, 'PGRST205'],
    ['an unknown column', () => anon.from('books').select('nothing'), 400, '42703'],
    ['an unknown relationship', () => anon.from('books').select('hidden(word)'), 400, 'PGRST200'],
    [
      'two embeds of one name',
      () => anon.from('books').select('covers(colour), covers(book_id)'),
      400,
      '42712',
    ],
    ['an unknown function', () => anon.rpc('nowhere'), 404, 'PGRST202'],
    ['a value of another type', () => anon.from('books').select().eq('pages', 'many'), 400, '22P02'],
    ['a table without a grant', () => anon.from('hidden').select(), 401, '42501'],
    ['a check that fails', () => ada.client.from('notes').insert({ body: 'x'.repeat(200) }), 400, '23514'],
    [
      'a missing reference',
      () => ada.client.from('books').insert({ title: 'x', author_id: 999 }),
      409,
      '23503',
    ],
    ['a duplicate', () => ada.client.from('authors').insert({ name: 'Ursula' }), 409, '23505'],
  ])('%s', async (_what, ask, status, code) => {
    const answer = await ask()
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })

  it('a bad token is refused', async () => {
    const answer = await raw('books', { headers: { authorization: 'Bearer a.b.c' } })
    expect(answer.status).toBe(401)
  })
})

describe('the schema', () => {
  async function asOwner(work: (db: pg.Client) => Promise<void>): Promise<void> {
    const db = new pg.Client({ connectionString: target().dbUrl })
    await db.connect()
    try {
      await work(db)
    } finally {
      await db.end()
    }
  }

  it('is read again when told to', () =>
    asOwner(async (db) => {
      await db.query(`create table if not exists public.fresh (id int primary key);
        grant select on public.fresh to anon; notify pgrst, 'reload schema'`)
      await expect.poll(async () => (await anon.from('fresh').select()).error, { timeout: 15_000 }).toBeNull()
      await db.query(`drop table public.fresh; notify pgrst, 'reload schema'`)
    }))

  it("has options that the project's owner sets: aggregates are off until then", () =>
    asOwner(async (db) => {
      const code = async () => (await anon.from('books').select('id.max()')).error?.code
      expect(await code()).toBe('PGRST123')
      const change = (what: string) =>
        db.query(`alter role authenticator ${what}; notify pgrst, 'reload config'`)
      try {
        await change(`set pgrst.db_aggregates_enabled = 'true'`)
        await expect.poll(code, { timeout: 15_000 }).toBeUndefined()
      } finally {
        // The role is everybody's who uses this instance.
        await change('reset pgrst.db_aggregates_enabled')
      }
      await expect.poll(code, { timeout: 15_000 }).toBe('PGRST123')
    }))
})
