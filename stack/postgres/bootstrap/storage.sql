-- The Storage API's tables and functions as a Supabase project has them. The rows say what exists and the
-- policies on them who may do what; the bytes lie beside the database (stack/storage).
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres, dashboard_user;

-- The hosted platform lets `postgres` write policies on these tables through an extension of its own
-- (supautils); here membership in the owner does it.
grant supabase_storage_admin to postgres;

set local role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_name_length_check check (length(name) <= 100)
);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);

create function storage.foldername(name text) returns text[]
language sql immutable
return trim_array(string_to_array(name, '/'), least(1, cardinality(string_to_array(name, '/'))));

create function storage.filename(name text) returns text
language sql immutable
return split_part(name, '/', -1);

create function storage.extension(name text) returns text
language sql immutable
return split_part(split_part(name, '/', -1), '.', -1);

-- What begins with `prefix` and then `search`, up to the next slash: sub-folders (without an id) and objects, as
-- the caller's policies show them. Names are relative to `prefix`; upper and lower case are the same. `levels` is
-- for callers of older versions.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
)
returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  sort_by text := case
    when lower(sortcolumn) in ('updated_at', 'created_at', 'last_accessed_at') then lower(sortcolumn)
    else 'name'
  end;
  direction text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
begin
  return query execute format(
    $query$
    with met as (
      select substr(o.name, length($1) + 1) as rest, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata,
             length($2) + strpos(substr(o.name, length($1 || $2) + 1), '/') - 1 as folder_length
        from storage.objects o
       where o.bucket_id = $3 and starts_with(lower(o.name), lower($1 || $2))
    ), folder as (
      select distinct on (%1$s) left(rest, folder_length) as name
        from met
       where folder_length >= length($2)
       order by %1$s, lower(rest) collate "C", rest collate "C"
    ), entry as (
      select folder.name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
             null::timestamptz as last_accessed_at, null::jsonb as metadata
        from folder
      union all
      select rest, met.id, met.updated_at, met.created_at, met.last_accessed_at, met.metadata
        from met
       where folder_length < length($2)
    )
    select * from entry
     order by %2$s
     limit $4 offset $5
    $query$,
    case sort_by
      when 'name' then 'lower(left(rest, folder_length)) collate "C"'
      else 'left(rest, folder_length) collate "C"'
    end,
    case sort_by
      when 'name' then format(
        $order$lower(name || case when id is null then '/' else '' end) collate "C" %1$s, name collate "C"$order$,
        direction
      )
      else format(
        'id is not null, case when id is null then name end collate "C" %1$s, %2$I %1$s, name collate "C"',
        direction,
        sort_by
      )
    end
  ) using coalesce(prefix, ''), coalesce(search, ''), bucketname, least(limits, 1500), offsets;
end
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row deleted by hand would leave its bytes behind for ever.
create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

reset role;
