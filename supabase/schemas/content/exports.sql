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
  unique (branch_id, analyzed_at, path, kind, format),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.exports is 'A file of a branch, as it was analysed then, in another form: being made while hash and error are null.';
create index exports_file_idx on private.exports (workspace_id, hash);
create index exports_created_idx on private.exports (workspace_id, created_at);
alter table private.exports enable row level security;

-- # Calls

create function public.svc_export(p_branch_id bigint, p_path text, p_kind text, p_format text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch record;
  made private.exports;
  most_bytes constant bigint := 1073741824;
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
    -- Of the day: what was made lies on a disk that all share.
    if (
      select coalesce(sum(f.size), 0) > most_bytes or count(*) > 5000
      from private.exports e left join public.files f on f.workspace_id = e.workspace_id and f.hash = e.hash
      where e.workspace_id = branch.workspace_id)
    then
      perform private.problem('too_many_exports');
    end if;
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    values (branch.id, branch.last_analyzed_at, p_path, p_kind, p_format, branch.workspace_id)
    on conflict (branch_id, analyzed_at, path, kind, format) do update set created_at = now()
    returning * into made;
    perform graphile_worker.add_job('export_file', json_build_object('export_id', made.id),
      queue_name => 'export:' || branch.workspace_id, job_key => 'export:' || made.id, max_attempts => 3);
  end if;
  return jsonb_build_object('error', made.error, 'object', (
    select f.workspace_id || '/' || f.object_id from public.files f where f.workspace_id = made.workspace_id and f.hash = made.hash));
end
$$;
comment on function public.svc_export is 'A file of a branch in another form: {object, error}, both null while the worker makes it; null where there is no such file. For the function that has asked whether the caller may list the file.';

-- # Grants

grant execute on function public.svc_export to service_role;
