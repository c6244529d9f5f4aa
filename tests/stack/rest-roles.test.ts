// Whom a token may speak as, and what the keys of a view are: as PostgREST has it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

const SCHEMA = `
  create table public.authors (id int primary key, name text);
  create table public.books (id int primary key, author_id int references public.authors, title text);
  insert into public.authors values (1, 'Ada');
  insert into public.books values (7, 1, 'Notes');
  create view public.book_authors as
    select b.id as book, a.id as author, b.title from public.books b join public.authors a on a.id = b.author_id;
  create function public.add_book() returns trigger language plpgsql as
    $$ begin insert into public.books values (new.book, new.author, new.title); return new; end $$;
  create trigger add_book instead of insert on public.book_authors for each row execute function public.add_book();
  grant select on public.book_authors to anon;
`
const ROLE = `rest_reporter_${process.pid}`
let rest: RestStack

beforeAll(async () => {
  rest = await startRest(SCHEMA)
  await rest.admin.query(`
    create role ${ROLE} nologin; grant ${ROLE} to authenticator;
    grant usage on schema public to ${ROLE}; grant select, insert on public.authors, public.books, public.book_authors to ${ROLE};
    notify pgrst, 'reload schema'`)
})
afterAll(async () => {
  await rest.admin.query(`drop owned by ${ROLE}; drop role ${ROLE}`)
  await rest.close()
})

describe('a token', () => {
  const ask = async (role: string | undefined) =>
    rest.ask('/authors?select=name,me:name', { token: await rest.token({ role }) })

  it('may carry any role that the authenticator may become', async () => {
    const answer = await ask(ROLE)
    expect([answer.status, answer.json]).toEqual([200, [{ name: 'Ada', me: 'Ada' }]])
  })

  it('without a role speaks as anon', async () => {
    const answer = await ask(undefined)
    expect([answer.status, answer.json.code]).toEqual([401, '42501'])
    expect((await rest.ask('/book_authors', { token: await rest.token({ role: undefined }) })).status).toBe(
      200,
    )
  })

  it.each([
    ['postgres', 403, '42501', 'permission denied to set role "postgres"'],
    ['supabase_auth_admin', 403, '42501', 'permission denied to set role "supabase_auth_admin"'],
    ['nobody_at_all', 401, '22023', 'role "nobody_at_all" does not exist'],
  ])('of the role %s is refused by Postgres', async (role, status, code, message) => {
    const answer = await ask(role)
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([status, code, message])
  })
})

describe('a view on several tables', () => {
  it('has the keys of all of them', async () => {
    const answer = await rest.ask('/book_authors', {
      method: 'POST',
      body: { book: 8, author: 1, title: 'More' },
      headers: { Prefer: 'return=headers-only' },
      token: await rest.token({ role: ROLE }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      '/book_authors?book=eq.8&author=eq.1',
    ])
  })
})
