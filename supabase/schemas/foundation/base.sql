-- Base: where things live, who may run them, and the settings of this deployment. Every other chapter stands on this one.

-- # Tables

create schema if not exists private;
comment on schema private is 'Helpers, secrets and everything no API may reach. Clients have no usage on it; policies call its functions all the same.';
revoke all on schema private from public;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_graphql') then
    create extension if not exists pg_graphql;
  end if;
end
$$;

-- Names as GraphQL writes them. Introspection stays off: the schema is committed beside the client.
comment on schema public is '@graphql({"inflect_names": true, "max_rows": 500})';
create collation private.natural (provider = icu, locale = 'und-u-kn-true');
comment on collation private.natural is 'Names as people sort them: "Project 2" before "Project 10", whatever their case.';
grant usage on schema public to anon, authenticated, service_role;

-- Functions are callable by nobody until a grant says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create table private.deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'multi_tenant' check (mode in ('multi_tenant', 'single_tenant')),
  base_url text not null default 'http://waymark.localhost:3000',
  updated_at timestamptz not null default now(),
  grant_key bytea not null default extensions.gen_random_bytes(32),
  activity_days integer check (activity_days > 0),
  strays_sought_to text,
  inside_hosts text[] default '{}'
);
comment on table private.deployment is 'Where and how this installation runs; the worker writes it from its environment at start.';
comment on column private.deployment.grant_key is 'Signs the grants of workspace tokens.';
comment on column private.deployment.activity_days is 'How long activity is kept, in days; null keeps it for ever. The worker writes it from its environment.';
comment on column private.deployment.strays_sought_to is 'The name in the bucket files up to which the clean-up has looked for bytes without a row; null where it begins anew.';
comment on column private.deployment.inside_hosts is 'Hosts of private networks that the operator lets workspaces have called, with their ports where addresses name them; null: any, and by plain HTTP. The worker writes it from its environment.';
alter table private.deployment enable row level security;
insert into private.deployment default values;

-- # Rules

create function private.most_import_bytes()
returns bigint
language sql
immutable
set search_path = ''
as $$
  select 50 * 1024 * 1024::bigint
$$;
comment on function private.most_import_bytes is 'The most that the files of one import, or of a working copy, may have together: maxImportBytes of _shared/domain/imports.ts, which a test compares.';

create function private.most_import_files()
returns integer
language sql
immutable
set search_path = ''
as $$
  select 1000
$$;
comment on function private.most_import_files is 'The most files of one import: maxImportFiles of _shared/domain/imports.ts, which a test compares.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at is 'Keeps updated_at true on every change.';
