-- Tasks: what the worker was asked to do and how it went. Jobs themselves live in graphile-worker's schema.

-- # Tables

create table public.task_logs (
  job_id uuid primary key default gen_random_uuid(),
  task_id text not null check (task_id in ('analyze', 'deleteBranch', 'migrate')),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint references public.projects (id) on delete cascade,
  branch_id bigint references public.branches (id) on delete set null,
  branch_ref text,
  event text check (event in ('manual', 'push', 'pullRequestOpened', 'pullRequestSynchronised', 'pullRequestMerged')),
  status text not null default 'queued' check (status in ('queued', 'running', 'success', 'failed')),
  started_at timestamptz,
  duration_ms integer,
  payload jsonb not null default '{}',
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  source text not null default 'upload' constraint check_task_logs_source check (source in ('upload', 'git', 'studio')),
  commit_hash text constraint check_task_logs_commit check (commit_hash ~ '^[0-9a-f]{7,64}$'),
  pull_request jsonb constraint check_task_logs_pull_request check (jsonb_typeof(pull_request) = 'object' and length(pull_request::text) <= 4000)
);
comment on table public.task_logs is 'What people see of a job: queued, running, success, failed.';
comment on column public.task_logs.source is 'Where the content comes from: files that were uploaded or pushed, the repository at its Git host, or the working copy of the Studio.';
comment on column public.task_logs.pull_request is 'The pull request that an analysis is for: {number, title, target}.';
comment on column public.task_logs.payload is 'progress {phase, done, total} while running, counts after success, error {message, file, line, column} after a failure.';
create index task_logs_workspace_idx on public.task_logs (workspace_id, created_at desc);
create index task_logs_project_idx on public.task_logs (project_id, created_at desc);
create index task_logs_branch_idx on public.task_logs (branch_id, created_at desc);
create index task_logs_created_by_idx on public.task_logs (created_by);
create index task_logs_waiting_ref_idx on public.task_logs (project_id, branch_ref) where status = 'queued' and source = 'git';
create index task_logs_open_idx on public.task_logs (workspace_id) where status in ('queued', 'running');
alter table public.task_logs enable row level security;

create table public.task_log_lines (
  job_id uuid not null references public.task_logs (job_id) on delete cascade,
  seq integer not null,
  level text not null check (level in ('info', 'warn', 'error')),
  message text not null,
  at timestamptz not null default now(),
  rule text constraint check_task_log_lines_rule check (length(rule) <= 100),
  path text constraint check_task_log_lines_path check (length(path) <= 1000),
  line_number integer constraint check_task_log_lines_line check (line_number > 0),
  column_number integer constraint check_task_log_lines_column check (column_number > 0),
  primary key (job_id, seq)
);
comment on table public.task_log_lines is 'What a job said: with the file, line and column that it is about, where it is about one.';
alter table public.task_log_lines enable row level security;

create table private.task_uploads (
  job_id uuid not null references public.task_logs (job_id) on delete cascade,
  path text not null check (private.is_project_path(path)),
  object text not null,
  primary key (job_id, path)
);
comment on table private.task_uploads is 'Files uploaded for an analysis: the path in the project, and the object in the bucket uploads.';
alter table private.task_uploads enable row level security;

-- # Rules

-- Progress is for who looks at the project; the workspace hears of beginnings and ends.
create function private.announce_task_logs()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_task_logs is 'Who hears of a project hears of its tasks.';
create trigger announce_insert after insert on public.task_logs referencing new table as changed for each statement execute function private.announce_task_logs();
create trigger announce_update after update on public.task_logs referencing old table as before new table as changed for each statement execute function private.announce_task_logs();
create trigger announce_delete after delete on public.task_logs referencing old table as changed for each statement execute function private.announce_task_logs();

create function private.announce_status_task_logs()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c join before b using (job_id)
      where c.status is distinct from b.status));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c));
  end if;
  return null;
end
$$;
comment on function private.announce_status_task_logs is 'The workspace hears when one of its tasks begins and when its status changes, and not of every line.';
create trigger announce_status_insert after insert on public.task_logs referencing new table as changed for each statement execute function private.announce_status_task_logs();
create trigger announce_status_update after update on public.task_logs referencing old table as before new table as changed for each statement execute function private.announce_status_task_logs();
create trigger announce_status_delete after delete on public.task_logs referencing old table as changed for each statement execute function private.announce_status_task_logs();

create function private.announce_task_log_lines()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, t.project_id, null, null)::private.change
    from changed c join public.task_logs t on t.job_id = c.job_id));
  return null;
end
$$;
comment on function private.announce_task_log_lines is 'Who hears of a project hears of what its tasks write.';
create trigger announce_insert after insert on public.task_log_lines referencing new table as changed for each statement execute function private.announce_task_log_lines();
create trigger announce_update after update on public.task_log_lines referencing old table as before new table as changed for each statement execute function private.announce_task_log_lines();
create trigger announce_delete after delete on public.task_log_lines referencing old table as changed for each statement execute function private.announce_task_log_lines();

create policy "Task logs are seen with the log permission of the project or the workspace" on public.task_logs for select to authenticated
using (
  project_id is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceAutomationLogsView')))
  or exists (
    select 1 from public.projects p
    where p.id = task_logs.project_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_automation_logs_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_automation_logs_read')))
        or p.group_id = any (array(select private.group_ids_given('project_automation_logs_read'))))
    )
  )
);

create policy "Lines are seen with their log" on public.task_log_lines for select to authenticated
using (exists (select 1 from public.task_logs t where t.job_id = task_log_lines.job_id));

create function private.start_analysis_job(job uuid, host_id bigint, queue text, earliest timestamptz default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  waiting integer;
begin
  select count(*) into waiting from (
    select from public.task_logs t
    where t.workspace_id = host_id and t.status in ('queued', 'running') and t.job_id <> job limit 1000) others;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => queue, run_at => earliest, job_key => 'analyze:' || job, max_attempts => 5, priority => waiting);
end
$$;
comment on function private.start_analysis_job is 'Queues the job of a task log, at once or not before a time; called again it moves that time. One runs after the other in a queue. The more a workspace has waiting, the later its next one comes, so that nobody waits for the hundred imports of another.';

create function private.add_uploads(job uuid, uploads jsonb, folder text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  upload record;
  most_bytes constant bigint := private.most_import_bytes();
  size bigint;
  total bigint := 0;
begin
  for upload in select u ->> 'path' as path, u ->> 'object' as object from jsonb_array_elements(uploads) u loop
    size := null;
    if starts_with(upload.object, folder) then
      -- As Storage recorded it: what it did not measure is not read.
      select (o.metadata ->> 'size')::bigint into size
      from storage.objects o where o.bucket_id = 'uploads' and o.name = upload.object;
    end if;
    if size is null then
      perform private.problem('upload_not_found');
    end if;
    if private.is_project_path(upload.path) is not true then
      perform private.problem('import_path_invalid');
    end if;
    total := total + size;
    if total > most_bytes then
      perform private.problem('import_too_large');
    end if;
    insert into private.task_uploads (job_id, path, object) values (job, upload.path, upload.object);
  end loop;
end
$$;
comment on function private.add_uploads is 'Gives a task its uploaded files, [{path, object}]: only what lies in a folder of the bucket, as large as Storage recorded it.';

create function private.queue_analysis(branch public.branches, uploads jsonb, event text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  job uuid;
  most_files constant integer := private.most_import_files();
begin
  if jsonb_array_length(uploads) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_analysis.event, private.current_user_id())
  returning job_id into job;
  perform private.add_uploads(job, uploads, host_id || '/' || private.current_auth_id() || '/');
  perform private.start_analysis_job(job, host_id, 'branch:' || branch.id);
  return job;
end
$$;
comment on function private.queue_analysis is 'Writes the task log and queues the job, both or neither. Only what the caller uploaded can be named.';

-- # Calls

create type public.queued_import as (job_id uuid);
comment on type public.queued_import is 'The job that analyses uploaded files.';

create function public.import_files(p_project_id bigint, p_branch_slug text, p_uploads jsonb)
returns public.queued_import
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  if jsonb_array_length(coalesce(p_uploads, '[]')) = 0 then
    perform private.problem('import_without_file');
  end if;
  return row(private.queue_analysis(branch, p_uploads, 'manual'))::public.queued_import;
end
$$;
comment on function public.import_files is 'Queues the analysis of uploaded files: they replace the content of the branch when it succeeds.';

-- # Grants

grant select on public.task_logs, public.task_log_lines to authenticated;

grant execute on function public.import_files to authenticated;
