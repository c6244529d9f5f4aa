-- Exports: files of a branch in another form, made by the worker when somebody asks for one, and kept for a day.

-- # Tables

create table private.exports (
  id uuid primary key default gen_random_uuid(),
  branch_id bigint not null references public.branches (id) on delete cascade,
  analyzed_at timestamptz not null,
  path text not null,
  kind text not null check (kind in ('original', 'bundled', 'dereferenced')),
  format text not null check (format in ('json', 'yaml')),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea,
  error text check (length(error) <= 2000),
  created_at timestamptz not null default now(),
  cost bigint not null default 0 check (cost >= 0),
  unique (branch_id, analyzed_at, path, kind, format),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.exports is 'A file of a branch, as it was analysed then, in another form: being made while hash and error are null.';
comment on column private.exports.cost is 'What a file that was refused takes of the bytes of a day, by the work that was in vain.';
create index exports_file_idx on private.exports (workspace_id, hash);
create index exports_created_idx on private.exports (workspace_id, created_at);
alter table private.exports enable row level security;

-- # Rules

create function private.own_format(path text)
returns text
language sql
immutable
set search_path = ''
return case when path ~* '\.json$' then 'json' when path ~* '\.ya?ml$' then 'yaml' end;
comment on function private.own_format is 'The notation of a file by its name; null for one that has no other form.';

create function private.export_bytes_left(workspace_id bigint)
returns bigint
language sql
stable
set search_path = ''
return 1073741824 - coalesce((
  select sum(coalesce(f.size, 0) + e.cost) from private.exports e left join public.files f using (workspace_id, hash)
  where e.workspace_id = export_bytes_left.workspace_id), 0);
comment on function private.export_bytes_left is 'How many more bytes of other forms a workspace may have made today: what was made lies on a disk, and what was refused took processors, that all share.';

create function private.allow_exports(workspace_id bigint)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.export_bytes_left(allow_exports.workspace_id) < 0
    or (select count(*) > 5000 from private.exports e
      where e.workspace_id = allow_exports.workspace_id and (e.hash is not null or e.error is not null))
  then
    perform private.problem('too_many_exports');
  end if;
end
$$;
comment on function private.allow_exports is 'Refuses another form where the workspace had its share of the day: of what was made or refused, not of what waits.';

-- # Calls

create type public.exported_file as (object text, error text);
comment on type public.exported_file is 'A file in another form, or why there is none; neither while the worker makes it.';

create function public.svc_export(p_branch_id bigint, p_path text, p_kind text, p_format text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch record;
  made private.exports;
begin
  select b.id, b.last_analyzed_at, p.workspace_id into branch
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.branch_files f on f.branch_id = b.id and f.path = p_path
  where b.id = p_branch_id and b.last_analyzed_at is not null;
  if branch.id is null then
    return null;
  end if;
  select * into made from private.exports e
  where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at
    and e.path = p_path and e.kind = p_kind and e.format = p_format;
  if made.id is null then
    perform private.allow_exports(branch.workspace_id);
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    values (branch.id, branch.last_analyzed_at, p_path, p_kind, p_format, branch.workspace_id)
    on conflict (branch_id, analyzed_at, path, kind, format) do update set created_at = now()
    returning * into made;
  end if;
  -- One of all those of its branch may wait for somebody who still wants them all.
  if made.hash is null and made.error is null and not private.is_job_alive('export:' || made.id) then
    perform graphile_worker.add_job('export_file', json_build_object('export_id', made.id),
      queue_name => 'export:' || branch.workspace_id, job_key => 'export:' || made.id, max_attempts => 3);
  end if;
  return to_jsonb(row((
    select f.workspace_id || '/' || f.object_id from public.files f where f.workspace_id = made.workspace_id and f.hash = made.hash),
      made.error)::public.exported_file);
end
$$;
comment on function public.svc_export is 'A file of a branch in another form: {object, error}, both null while the worker makes it; null where there is no such file. For the function that has asked whether the caller may list the file.';

create type public.exported_path as (path text, object text, error text);
comment on type public.exported_path is 'A file of a branch in another form, by its path, or why there is none.';

create function public.svc_export_branch(p_branch_id bigint, p_kind text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch record;
  job_key constant text := 'export-branch:' || p_branch_id || ':' || p_kind;
begin
  select b.id, b.last_analyzed_at, p.workspace_id into branch
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = p_branch_id and b.last_analyzed_at is not null;
  if exists (
    select 1 from public.branch_files f
    where f.branch_id = branch.id and private.own_format(f.path) is not null and not exists (
      select 1 from private.exports e
      where e.branch_id = f.branch_id and e.analyzed_at = branch.last_analyzed_at
        and e.path = f.path and e.kind = p_kind and e.format = private.own_format(f.path)))
  then
    perform private.allow_exports(branch.workspace_id);
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    select f.branch_id, branch.last_analyzed_at, f.path, p_kind, private.own_format(f.path), branch.workspace_id
    from public.branch_files f
    where f.branch_id = branch.id and private.own_format(f.path) is not null
    order by f.path
    on conflict (branch_id, analyzed_at, path, kind, format) do nothing;
  end if;
  if exists (
    select 1 from private.exports e
    where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at and e.kind = p_kind
      and e.format = private.own_format(e.path) and e.hash is null and e.error is null)
  then
    -- A job makes what it can within a minute, so that others of the workspace have their turn: who still waits asks on.
    if not private.is_job_alive(job_key) then
      perform graphile_worker.add_job('export_branch', json_build_object('branch_id', branch.id, 'kind', p_kind),
        queue_name => 'export:' || branch.workspace_id, job_key => job_key, max_attempts => 3);
    end if;
    return null;
  end if;
  return coalesce((
    select jsonb_agg(row(e.path, f.workspace_id || '/' || f.object_id, e.error)::public.exported_path order by e.path)
    from private.exports e left join public.files f using (workspace_id, hash)
    where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at and e.kind = p_kind
      and e.format = private.own_format(e.path)), '[]');
end
$$;
comment on function public.svc_export_branch is 'The JSON and YAML files of a branch in another form, each in its own notation: [{path, object, error}]; null while the worker makes them. For the function that has asked whether the caller may list the files.';

-- # Grants

grant execute on function public.svc_export, public.svc_export_branch to service_role;
