-- Exports of a workspace: everything in it as one archive, made by the worker for an owner, and kept for a day; and imports of such archives.

-- # Tables

create table private.workspace_exports (
  id uuid primary key default gen_random_uuid(),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'success', 'failed')),
  parts integer not null default 0 check (parts >= 0),
  size bigint not null default 0 check (size >= 0),
  checksum text check (checksum ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  link_hash bytea unique,
  link_until timestamptz
);
comment on table private.workspace_exports is 'Archives of whole workspaces, for who asked for them: in parts in the bucket exports, {workspace}/{id}/{part}. A download goes by a link of some minutes, kept as its hash.';
create index workspace_exports_workspace_idx on private.workspace_exports (workspace_id, created_at desc);
create index workspace_exports_user_idx on private.workspace_exports (user_id, created_at);
create unique index workspace_exports_open_idx on private.workspace_exports (workspace_id, user_id) where status in ('queued', 'running');
alter table private.workspace_exports enable row level security;

create table private.workspace_imports (
  checksum text primary key check (checksum ~ '^[0-9a-f]{64}$'),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  -- What is there already, so that one that was cut off goes on.
  steps text[] not null default '{}',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Of people who were nobody here before: they go with an import that is refused.
  account_ids bigint[] not null default '{}'
);
comment on table private.workspace_imports is 'Archives that were imported, by the SHA-256 of their manifest: the same one again makes nothing twice.';
create index workspace_imports_workspace_idx on private.workspace_imports (workspace_id);
alter table private.workspace_imports enable row level security;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 52428800, '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- # Rules

create function private.is_importing()
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Whoever comes by PostgREST comes as its authenticator, whatever they set.
  select session_user <> 'authenticator' and coalesce(current_setting('waymark.importing', true), '') = 'on'
$$;
comment on function private.is_importing is 'Whether an operator brings in an archive: its own trail comes with it, so that none is written of the import''s rows.';

create function private.keeps_export(export private.workspace_exports)
returns boolean
language sql
stable
set search_path = ''
as $$
  select export.created_at > now() - interval '1 day'
$$;
comment on function private.keeps_export is 'Whether an archive is still to be had.';

-- # Calls

create type public.workspace_export as (
  id uuid, status text, size bigint, checksum text, created_at timestamptz, finished_at timestamptz, expires_at timestamptz
);
comment on type public.workspace_export is 'An archive of a workspace, for who asked for it: how far it is, its size in bytes and its SHA-256 once it is made, and until when it can be downloaded.';

create function private.export_item(export private.workspace_exports)
returns public.workspace_export
language sql
stable
set search_path = ''
as $$
  select row(export.id, export.status, export.size, export.checksum, export.created_at, export.finished_at,
    export.created_at + interval '1 day')::public.workspace_export
$$;
comment on function private.export_item is 'An archive as it is shown.';

create function public.workspace_exports(p_workspace_id bigint)
returns setof public.workspace_export
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  return query
  select (private.export_item(e)).* from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = private.current_user_id() and private.keeps_export(e)
  order by e.created_at desc;
end
$$;
comment on function public.workspace_exports is 'The archives that the caller asked for within a day.';

create function public.export_workspace(p_workspace_id bigint)
returns public.workspace_export
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  made private.workspace_exports;
  most_a_day constant integer := 5;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  -- Not of the account: what a session for this workspace alone may do is enough, as for the link below.
  perform private.require_recent_proof();
  -- One after the other, so that two clicks make one archive.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('workspace export ' || me, 0));
  select * into made from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running') and private.keeps_export(e);
  if private.is_job_alive('export_workspace:' || made.id) then
    return private.export_item(made);
  end if;
  -- Its worker was killed too often.
  update private.workspace_exports e set status = 'failed', finished_at = now()
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running');
  if (select count(*) from private.workspace_exports e where e.user_id = me and private.keeps_export(e)) >= most_a_day
    or (select count(*) from private.workspace_exports e where e.workspace_id = p_workspace_id and private.keeps_export(e)) >= 2 * most_a_day then
    perform private.problem('too_many_workspace_exports');
  end if;
  insert into private.workspace_exports (workspace_id, user_id) values (p_workspace_id, me) returning * into made;
  perform graphile_worker.add_job('export_workspace', json_build_object('export_id', made.id),
    queue_name => 'export_workspace', job_key => 'export_workspace:' || made.id, max_attempts => 4);
  perform private.log_activity(p_workspace_id, 'workspace.exported');
  return private.export_item(made);
end
$$;
comment on function public.export_workspace is 'Has everything in a workspace put into one archive, for the caller alone: five a day, and one at a time. Needs a proof of the last ten minutes.';

create function public.link_to_workspace_export(p_id uuid)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  link constant text := private.new_token();
  held private.workspace_exports;
begin
  select * into held from private.workspace_exports e where e.id = p_id and e.user_id = private.current_user_id() for update;
  if held.id is null or held.status <> 'success' or not private.keeps_export(held)
    or not private.can_in_workspace(held.workspace_id, 'WorkspaceDelete') then
    perform private.problem('workspace_export_not_found');
  end if;
  perform private.require_recent_proof();
  update private.workspace_exports e set link_hash = private.token_hash(link), link_until = now() + interval '5 minutes' where e.id = held.id;
  return link;
end
$$;
comment on function public.link_to_workspace_export is 'A link of five minutes to an archive of one''s own, for a browser that downloads it; the one before ends.';

create type public.stored_archive as (folder text, parts integer, size bigint, name text);
comment on type public.stored_archive is 'Where the parts of an archive lie, and what its file is called.';

create function public.svc_workspace_export(p_link text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(e.workspace_id || '/' || e.id, e.parts, e.size, w.slug || '-' || to_char(e.created_at at time zone 'UTC',
    'YYYY-MM-DD') || '.zip')::public.stored_archive)
  from private.workspace_exports e
  join public.workspaces w on w.id = e.workspace_id
  -- Who is no owner any more has nothing to take along.
  join public.workspace_members m on m.workspace_id = e.workspace_id and m.user_id = e.user_id and m.role = 'owner' and m.is_active
  where e.link_hash = private.token_hash(p_link) and e.link_until > now() and e.status = 'success' and private.keeps_export(e)
$$;
comment on function public.svc_workspace_export is 'Where the parts of an archive lie to which a link leads: {folder, parts, size, name}; null where it leads nowhere, or not any more.';

-- # Grants

grant execute on function public.workspace_exports, public.export_workspace, public.link_to_workspace_export to authenticated;
grant execute on function public.svc_workspace_export to service_role;
