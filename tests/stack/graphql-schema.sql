-- A small world for the GraphQL tests: accounts, blogs, posts, and everything the graph can say about them.
set role postgres;

comment on schema public is '@graphql({"inflect_names": true, "max_rows": 40, "introspection": true})';

create schema private;
create table private.secrets (id int primary key, word text);
insert into private.secrets values (1, 'hunter2');
grant all on all tables in schema private to service_role;

create type public.post_status as enum ('PENDING', 'RELEASED');
create type public.mood as enum ('very happy', 'sad');
comment on type public.mood is '@graphql({"name": "Feeling", "mappings": {"very happy": "VERY_HAPPY"}})';
create domain public.percent as int check (value between 0 and 100);

create table public.account (
  id serial primary key,
  email varchar(30) not null,
  created_at timestamp not null default '2025-01-01',
  password_hash text
);
comment on table public.account is '@graphql({"totalCount": {"enabled": true}, "description": "Who writes"})';
comment on column public.account.password_hash is '@graphql({"name": "secretHash"})';

create table public.blog (
  id serial primary key,
  owner_id integer not null references public.account on delete cascade,
  name varchar(255) not null,
  description varchar(255)
);
comment on table public.blog is '@graphql({"aggregate": {"enabled": true}, "totalCount": {"enabled": true}})';

create table public.blog_post (
  id uuid not null default gen_random_uuid() primary key,
  blog_id integer not null references public.blog on delete cascade,
  editor_id integer references public.account,
  title varchar(255) not null,
  body text,
  tags text[],
  status public.post_status not null default 'PENDING',
  score numeric,
  created_at timestamptz not null default '2025-02-01'
);
comment on constraint blog_post_editor_id_fkey on public.blog_post is '@graphql({"foreign_name": "reviewer", "local_name": "reviews"})';
comment on table public.blog_post is '@graphql({"aggregate": {"enabled": true}})';

create table public.profile (
  account_id int primary key references public.account,
  bio text,
  feeling public.mood,
  share public.percent
);

create table public.everything (
  id bigint primary key,
  small smallint, number integer, big bigint, exact numeric, half real, whole double precision,
  yes boolean, word text, short varchar(5), letter char(2), at timestamptz, local_at timestamp, day date, noon time,
  key uuid, data jsonb, raw json, address inet, bytes bytea,
  numbers int[], bigs bigint[], words text[], flags boolean[], exacts numeric[], datas jsonb[],
  twice int generated always as (number * 2) stored,
  "not valid" text
);

create table public.pair (left_id int, right_id int, note text, primary key (left_id, right_id));
create table public.pair_use (id int primary key, l int, r int, foreign key (l, r) references public.pair);
create table public.no_key (word text);
create table public.ranked (id int primary key, score int);
create table public.parted (id int, at date, primary key (id, at)) partition by range (at);
create table public.parted_2025 partition of public.parted for values from ('2025-01-01') to ('2026-01-01');
create table public.renamed (id int primary key, word text);
comment on table public.renamed is e'Words.\n@graphql({"name": "Vocable"})';

create view public.person as select id, email from public.account;
comment on view public.person is '@graphql({"primary_key_columns": ["id"], "foreign_keys": [{"local_name": "people", "local_columns": ["id"], "foreign_name": "profile", "foreign_schema": "public", "foreign_table": "profile", "foreign_columns": ["account_id"]}]})';
create view public.keyless as select id, email from public.account;

insert into public.account (email) values ('aardvark@x.com'), ('bat@x.com'), ('cat@x.com'), ('dog@x.com'), ('elephant@x.com');
insert into public.blog (owner_id, name, description) values
  (1, 'A: Blog 1', 'a desc1'), (1, 'A: Blog 2', 'a desc2'), (1, 'A: Blog 3', 'a desc3'), (2, 'B: Blog 3', null);
insert into public.blog_post (id, blog_id, editor_id, title, body, tags, status, score) values
  ('00000000-0000-0000-0000-000000000001', 1, 3, 'Post 1 in A Blog 1', 'one', '{tech,update}', 'RELEASED', 1.5),
  ('00000000-0000-0000-0000-000000000002', 1, null, 'Post 2 in A Blog 1', 'two', '{announcement,tech}', 'PENDING', 2),
  ('00000000-0000-0000-0000-000000000003', 2, 3, 'Post 1 in A Blog 2', null, '{personal}', 'RELEASED', 12345678901234567890.25),
  ('00000000-0000-0000-0000-000000000004', 3, null, 'Post 1 in A Blog 3', 'four', null, 'PENDING', null);
insert into public.profile values (1, 'writes', 'very happy', 50), (2, null, 'sad', null);
insert into public.everything values
  (9007199254740993, 1, 2, 9223372036854775807, 12345678901234567890.123, 1.5, 0.1, true, 'word', 'abc', 'x', '2025-03-01 10:00:00.123456+02',
   '2025-03-01 10:00', '2025-03-01', '12:00', '11111111-1111-1111-1111-111111111111', '{"a": [1, "x"], "big": 12345678901234567890}', '{"b":  2}',
   '10.0.0.1', '\xdeadbeef', '{1,2}', '{9007199254740993}', '{a,"b c"}', '{true,false}', '{1.10}', array['{"c": 1}'::jsonb]);
insert into public.everything (id) values (2);
insert into public.pair values (1, 1, 'one'), (1, 2, 'two'), (2, 1, 'three');
insert into public.pair_use values (1, 1, 2), (2, null, 1);
insert into public.ranked values (1, 10), (2, null), (3, 20), (4, null);
insert into public.parted values (1, '2025-05-05');
insert into public.renamed values (1, 'hello');

create function public._full_name(rec public.account) returns text language sql immutable as $$ select 'Name of ' || rec.email $$;
create function public._domain(rec public.account) returns text language sql immutable as $$ select split_part(rec.email, '@', 2) $$;
comment on function public._domain is '@graphql({"name": "host", "description": "Behind the at"})';
create function public._big(rec public.account) returns bigint language sql immutable as $$ select 9007199254740993::bigint $$;
create function public._first_blog(rec public.account) returns public.blog language sql stable as $$ select * from public.blog where owner_id = rec.id order by id limit 1 $$;
create function public._long_blogs(rec public.account) returns setof public.blog language sql stable as $$ select * from public.blog where owner_id = rec.id and id > 1 $$;

create function public.add_nums(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function public.say(word text default 'hi') returns text language sql stable as $$ select word $$;
create function public.big_answer() returns bigint language sql immutable as $$ select 9007199254740993::bigint $$;
create function public.json_answer(given jsonb) returns jsonb language sql immutable as $$ select given || '{"seen": true}' $$;
create function public.list_answer(words text[]) returns text[] language sql immutable as $$ select array_append(words, 'end') $$;
create function public.account_by_email(wanted text) returns public.account language sql stable as $$ select * from public.account where email = wanted $$;
create function public.accounts_like(pattern text) returns setof public.account language sql stable as $$ select * from public.account where email like pattern $$;
create function public.who_am_i() returns text language sql stable as $$ select current_user || ' ' || coalesce(current_setting('request.jwt.claims', true)::json ->> 'sub', '-') $$;
create function public.add_account(email text) returns int language sql volatile as $$ insert into public.account (email) values (email) returning id $$;
create function public.make_blogs(owner int, names text[]) returns setof public.blog language sql volatile as $$
  insert into public.blog (owner_id, name) select owner, n from unnest(names) as n returning * $$;
create function public.sleepy(seconds float) returns boolean language sql stable as $$ select pg_sleep(seconds) is null $$;
create function public.patience() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
create function public.fail_with(message text) returns int language plpgsql volatile as $$ begin raise exception '%', message; end $$;
-- Left out of the graph:
create function public.nothing() returns void language sql as $$ select $$;
create function public.overloaded(a int) returns int language sql immutable as $$ select 1 $$;
create function public.overloaded(a text) returns int language sql immutable as $$ select 2 $$;
create function public.many(variadic v int[]) returns int language sql immutable as $$ select 1 $$;
create function public.nameless(int) returns int language sql immutable as $$ select 1 $$;
create function public.a_record() returns record language sql immutable as $$ select 1, 2 $$;
create function public.a_table() returns table (x int) language sql immutable as $$ select 1 $$;
create function public.clashing(first int) returns setof public.account language sql stable as $$ select * from public.account $$;
create function public.hidden_function() returns int language sql immutable as $$ select 1 $$;
create function public.on_change() returns trigger language plpgsql as $$ begin return new; end $$;
revoke execute on function public.hidden_function() from public, anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;
revoke all on all tables in schema public from anon, authenticated;
grant all on all tables in schema public to service_role;
grant usage on all sequences in schema public to authenticated, service_role;
-- anon reads a little.
grant select (id, email, created_at) on public.account to anon;
grant select on public.blog to anon;
-- authenticated writes blogs, but neither deletes them nor sees every account column.
grant select (id, email, created_at) on public.account to authenticated;
grant select on public.blog, public.blog_post, public.ranked to authenticated;
grant insert (owner_id, name), update (name) on public.blog to authenticated;
grant delete on public.ranked to authenticated;

create table public.note (
  id bigint primary key generated always as identity,
  tenant text not null default (auth.jwt() ->> 'tenant'),
  parent_id bigint references public.note,
  body text not null
);
comment on table public.note is '@graphql({"totalCount": {"enabled": true}, "aggregate": {"enabled": true}})';
alter table public.note enable row level security;
create policy "A tenant sees its own notes" on public.note to authenticated
  using (tenant = (select auth.jwt() ->> 'tenant')) with check (tenant = (select auth.jwt() ->> 'tenant'));
grant select, insert, update, delete on public.note to authenticated;
create index on public.note (tenant);
insert into public.note (tenant, parent_id, body) values ('a', null, 'a1'), ('a', 1, 'a2'), ('b', null, 'b1'), ('b', 1, 'b2'), ('a', 3, 'a3');
reset role;
