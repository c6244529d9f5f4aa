-- Migrations: projects that come from another platform, by a key of it that is kept while the job runs and no longer.

-- # Tables

create table private.project_migrations (
  job_id uuid primary key references public.task_logs (job_id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  source text not null constraint check_project_migrations_source check (source in ('next', 'stoplight', 'swaggerhub', 'postman')),
  account text not null constraint check_project_migrations_account check (length(account) <= 200),
  external_id text not null constraint check_project_migrations_external_id check (length(external_id) between 1 and 300),
  sealed_key jsonb,
  created_by bigint references public.users (id) on delete set null
);
comment on table private.project_migrations is 'Projects that are, or were, brought over from another platform: what a project was there, and into which project here it goes.';
comment on column private.project_migrations.account is 'Whose projects they are there: an owner, or a workspace; empty where the key says so.';
comment on column private.project_migrations.sealed_key is 'The key of the platform, sealed by the functions {ciphertext, key_id}; null once the task has ended, however it did.';
create unique index project_migrations_open_idx on private.project_migrations (workspace_id, source, account, external_id) where sealed_key is not null;
create index project_migrations_workspace_idx on private.project_migrations (workspace_id, source);
create index project_migrations_project_idx on private.project_migrations (project_id);
create index project_migrations_created_by_idx on private.project_migrations (created_by);
alter table private.project_migrations enable row level security;

create table private.migrated_versions (
  job_id uuid not null references private.project_migrations (job_id) on delete cascade,
  version text not null constraint check_migrated_versions_version check (length(version) between 1 and 300),
  analysis uuid references public.task_logs (job_id) on delete set null,
  primary key (job_id, version)
);
comment on table private.migrated_versions is 'Versions that a migration is done with: handed to an analysis, or left out. A migration that was interrupted goes on behind them.';
create index migrated_versions_analysis_idx on private.migrated_versions (analysis);
alter table private.migrated_versions enable row level security;

-- # Rules

create function private.forget_migration_key()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.project_migrations m set sealed_key = null where m.job_id = new.job_id;
  return null;
end
$$;
comment on function private.forget_migration_key is 'With the end of its task, whoever ends it, the key of a migration is gone.';
create trigger forget_migration_key after update of status on public.task_logs
  for each row when (new.task_id = 'migrate' and new.status in ('success', 'failed')) execute function private.forget_migration_key();

create function private.reason_against_migration(host_id bigint, source text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when source is null or source not in ('next', 'stoplight', 'swaggerhub', 'postman') then 'migration_source_unknown'
    when source = 'next' and not exists (select 1 from public.workspaces w where w.id = host_id and w.migrated_from_next) then 'not_migrated_from_next'
  end
$$;
comment on function private.reason_against_migration is 'Why nothing comes into a workspace from a platform, or null: from NEXT only what belongs to a workspace that came from there.';

create function private.require_migration(workspace_id bigint, source text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceProjectsCreate');
  if source = 'next' then
    perform private.require_in_workspace(workspace_id, 'WorkspaceBilling');
  end if;
  perform private.require_nothing_against(private.reason_against_migration(workspace_id, source), 'source');
end
$$;
comment on function private.require_migration is 'Who makes projects brings them over; from NEXT also needs the permission of billing, as its screen does.';

create function private.migration_project(host_id bigint, wanted_source text, wanted_account text, wanted_id text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.project_id
  from private.project_migrations m
  join public.task_logs t on t.job_id = m.job_id
  join public.projects p on p.id = m.project_id
  where m.workspace_id = host_id and m.source = wanted_source and m.account = wanted_account and m.external_id = wanted_id
    and p.type = 'web' and private.can_in_project(p.id, 'project_contents_update')
  order by t.created_at desc
  limit 1
$$;
comment on function private.migration_project is 'The project that one of another platform became here, where the caller may still write it.';

create function private.queue_migration(host_id bigint, from_source text, from_account text, key jsonb, draft jsonb, wanted_visibility text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted_id constant text := draft ->> 'external_id';
  into_project bigint := private.migration_project(host_id, from_source, from_account, wanted_id);
  made public.created_project;
  job uuid;
begin
  if coalesce(length(wanted_id), 0) not between 1 and 300 then
    perform private.problem('required', 'external_id');
  end if;
  if exists (
    select 1 from private.project_migrations m
    where m.workspace_id = host_id and m.source = from_source and m.account = from_account and m.external_id = wanted_id and m.sealed_key is not null)
  then
    perform private.problem('migration_under_way');
  end if;
  if into_project is null then
    made := public.create_project(host_id, draft ->> 'name', p_description => draft ->> 'description', p_visibility => wanted_visibility);
    into_project := (made.project).id;
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, event, created_by)
  values ('migrate', host_id, into_project, 'manual', private.current_user_id())
  returning job_id into job;
  insert into private.project_migrations (job_id, workspace_id, project_id, source, account, external_id, sealed_key, created_by)
  values (job, host_id, into_project, from_source, from_account, wanted_id, key, private.current_user_id());
  -- One after the other in a workspace: what waits for another platform holds one place.
  perform graphile_worker.add_job('migrate', json_build_object('job_id', job),
    queue_name => 'migrate:' || host_id, job_key => 'migrate:' || job, max_attempts => 10);
  return jsonb_build_object('job_id', job, 'project_id', into_project);
end
$$;
comment on function private.queue_migration is 'Queues the migration of one project into the project that it became before, or into a new one. Its job knows it by the id of its task alone.';

create function private.may_bring_over(job uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.project_migrations m
    join public.project_role_permissions allowed on allowed.permission = 'project_contents_update'
      and allowed.role = private.effective_project_role(m.created_by, m.project_id)
    where m.job_id = job)
$$;
comment on function private.may_bring_over is 'Whether who queued a migration may still change the content of its project: a migration may take hours.';

create function private.has_room_for_migration(job uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  -- By ranges of names, which the index on them serves.
  select count(*) < 20000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
  from private.project_migrations m
  join lateral (
    select distinct f.workspace_id from private.project_migrations f where f.created_by = m.created_by
  ) place on true
  join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (place.workspace_id || '/migrate-') and o.name ~<~ (place.workspace_id || '/migrate.')
  join private.project_migrations own on own.created_by = m.created_by and own.job_id::text = substr(split_part(o.name, '/', 2), length('migrate-') + 1)
  where m.job_id = has_room_for_migration.job
$$;
comment on function private.has_room_for_migration is 'Whether fewer than 20,000 files and 2 GiB of who queued a migration wait to be imported, of all that they bring over: they lie on a disk that all share.';

create function private.keep_migrations_bounded()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  job constant uuid := (regexp_match(new.name, '^[0-9]+/migrate-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/'))[1];
begin
  if job is null then
    return new;
  end if;
  -- Of many at once each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('migrations of ' || m.created_by, 0)) from private.project_migrations m where m.job_id = job;
  if not private.has_room_for_migration(job) then
    raise exception using errcode = 'insufficient_privilege', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_migrations_bounded is 'Refuses a file of a migration when it comes, where too much of who queued it waits; the worker asks before a version, and waits.';
create trigger keep_migrations_bounded before insert on storage.objects
  for each row when (new.bucket_id = 'uploads') execute function private.keep_migrations_bounded();

create function private.queue_migrated_version(job uuid, version text, branch_name text, uploads jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  migration private.project_migrations;
  project public.projects;
  branch public.branches;
  analysis uuid;
begin
  select * into migration from private.project_migrations m where m.job_id = job for update;
  if not found or exists (select 1 from private.migrated_versions v where v.job_id = job and v.version = queue_migrated_version.version) then
    return null;
  end if;
  if not private.may_bring_over(job) then
    perform private.problem('project_not_found');
  end if;
  if not private.is_git_branch(branch_name) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = migration.project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = project.id) then
    perform private.problem('content_comes_from_git');
  end if;
  branch := private.branch_to_push(project, branch_name);
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', migration.created_by)
  returning job_id into analysis;
  perform private.add_uploads(analysis, uploads, project.workspace_id || '/migrate-' || job || '/');
  perform private.start_analysis_job(analysis, project.workspace_id, 'branch:' || branch.id);
  insert into private.migrated_versions (job_id, version, analysis) values (job, queue_migrated_version.version, analysis);
  return analysis;
end
$$;
comment on function private.queue_migrated_version is 'Hands the files of a version to an analysis of its branch, once: asked again, after an interruption, it does nothing and answers null.';

-- # Calls

create function public.check_migration(p_workspace_id bigint, p_source text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_migration(p_workspace_id, p_source);
  return true;
end
$$;
comment on function public.check_migration is 'Refuses who may not bring projects over from a platform: asked before another server is.';

create function public.may_migrate_from_next()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.workspaces w
    where w.migrated_from_next and w.id = any (array(select private.workspace_ids_with('WorkspaceBilling'))))
$$;
comment on function public.may_migrate_from_next is 'Whether the caller has billing of a workspace that came from NEXT: the list of what is there names no workspace.';

create function public.queue_migrations(
  p_workspace_id bigint, p_source text, p_account text, p_key jsonb, p_projects jsonb, p_visibility text default 'internal')
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_migration(p_workspace_id, p_source);
  if jsonb_typeof(p_projects) is distinct from 'array' then
    perform private.problem('required', 'projects');
  elsif jsonb_typeof(p_key) is distinct from 'object' or jsonb_typeof(p_key -> 'ciphertext') is distinct from 'string'
    or jsonb_typeof(p_key -> 'key_id') is distinct from 'string' or length(p_key::text) > 20000
  then
    perform private.problem('migration_key_invalid', 'api_key');
  end if;
  perform private.require_few(jsonb_array_length(p_projects), 1, 'too_many_changes_at_once', 'projects');
  for draft in select value from jsonb_array_elements(p_projects) loop
    begin
      results := results || private.bulk_success(
        draft -> 'external_id',
        private.queue_migration(p_workspace_id, p_source, left(coalesce(p_account, ''), 200), p_key, draft, p_visibility));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(coalesce(draft -> 'external_id', 'null'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.queue_migrations is 'Queues projects of another platform [{external_id, name, description}]: each for itself becomes a project of the caller''s, at once, which a job fills. The key is sealed by who calls; only the functions can.';

create type public.migration_state as (
  external_id text, account text, job_id uuid, status text, created_at timestamptz, project_name text, project_slug text, left_out integer, error text
);
comment on type public.migration_state is 'How the latest migration of a project of another platform went: left_out, how much could not be taken along.';

create function public.migrations(p_workspace_id bigint, p_source text)
returns setof public.migration_state
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_migration(p_workspace_id, p_source);
  return query
  select distinct on (m.account, m.external_id)
    m.external_id, m.account, m.job_id, t.status, t.created_at, p.name, p.slug, (t.payload ->> 'warnings')::integer, t.payload -> 'error' ->> 'message'
  from private.project_migrations m
  join public.task_logs t on t.job_id = m.job_id
  join public.projects p on p.id = m.project_id
  where m.workspace_id = p_workspace_id and m.source = p_source and private.can_in_project(p.id, 'project_read')
  order by m.account, m.external_id, t.created_at desc
  limit 1000;
end
$$;
comment on function public.migrations is 'What came over from a platform, as far as the caller sees the projects that it became; the latest of each.';

-- # Grants

grant execute on function public.check_migration, public.may_migrate_from_next, public.queue_migrations, public.migrations to authenticated;
