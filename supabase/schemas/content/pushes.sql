-- Pushes: what scripts send with a CI token. The files of a push replace those of its branch; what the project holds already is not sent.

-- # Tables

create table private.task_files (
  job_id uuid not null references public.task_logs (job_id) on delete cascade,
  path text not null check (private.is_project_path(path)),
  workspace_id bigint not null,
  hash bytea not null,
  primary key (job_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.task_files is 'Files of a push that the project holds already, so that they were not sent again.';
create index task_files_file_idx on private.task_files (workspace_id, hash);
alter table private.task_files enable row level security;

create table private.pushes (
  job_id uuid primary key references public.task_logs (job_id) on delete cascade,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  awaited_images integer constraint check_pushes_awaited_images check (awaited_images >= 0),
  asked_images text[]
);
comment on table private.pushes is 'What a push consists of (branch, commit, paths and hashes), so that one that is sent again is known.';
comment on column private.pushes.awaited_images is 'How many images are still to come by calls of their own; null where the push came whole.';
comment on column private.pushes.asked_images is 'The paths of the images that were asked for: others are not taken. Null until the client has said which it has.';
alter table private.pushes enable row level security;

-- # Rules

create function private.same_push(branch_id bigint, fingerprint text)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select newest.job_id
  from (
    select t.job_id, t.status from public.task_logs t
    where t.branch_id = same_push.branch_id and t.task_id = 'analyze'
    order by t.created_at desc limit 1) newest
  join private.pushes p on p.job_id = newest.job_id and p.fingerprint = same_push.fingerprint
  where newest.status <> 'failed'
$$;
comment on function private.same_push is 'The task of this very push, where it is the last thing that came to its branch and did not fail: sent again it changes nothing.';

create function private.push_folder(project_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select p.workspace_id || '/ci-' || p.id || '/' from public.projects p where p.id = push_folder.project_id
$$;
comment on function private.push_folder is 'Where the files of a project''s pushes lie in the bucket uploads.';

create function private.branch_to_push(project public.projects, branch_name text)
returns public.branches
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  wanted_slug constant text := private.branch_slug(branch_name);
begin
  -- The project is the lock: two first pushes make one branch.
  perform 1 from public.projects p where p.id = project.id for no key update;
  select * into branch from public.branches b where b.project_id = project.id and b.slug = wanted_slug;
  if branch.id is not null then
    return branch;
  end if;
  -- The empty default branch of a new project takes the name of the first one that is pushed.
  update public.branches b set name = left(branch_name, 100), slug = wanted_slug
  where b.project_id = project.id and b.is_default and b.last_analyzed_at is null
    and not exists (select 1 from public.task_logs t where t.branch_id = b.id)
  returning b.* into branch;
  if branch.id is not null then
    return branch;
  end if;
  if not private.may_track(project.id, branch_name) then
    perform private.require_feature(project.workspace_id, 'multi_branch');
  end if;
  insert into public.branches (project_id, name, slug) values (project.id, left(branch_name, 100), wanted_slug) returning * into branch;
  return branch;
end
$$;
comment on function private.branch_to_push is 'The branch of a project that a push names; it is made where there is none.';

create function private.require_room_for_pushes(project_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  folder constant text := private.push_folder(project_id);
  waiting record;
begin
  -- By ranges of names, which the index on them serves.
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into waiting
  from storage.objects o
  where o.bucket_id = 'uploads' and o.name ~>=~ folder and o.name ~<~ (rtrim(folder, '/') || '0');
  if waiting.files >= 20000 or waiting.bytes >= 1073741824 then
    perform private.problem('too_many_files_waiting');
  end if;
end
$$;
comment on function private.require_room_for_pushes is 'Refuses a push to a project of which 20,000 files or 1 GiB wait, by whichever call it comes.';

-- # Calls

create function public.svc_files_held(p_project_id bigint, p_hashes text[])
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct encode(f.hash, 'hex')
  from public.branches b join public.branch_files f on f.branch_id = b.id
  where b.project_id = p_project_id and f.hash = any (array(select decode(h, 'hex') from unnest(p_hashes[1:5000]) h where h ~ '^[0-9a-f]{64}$'))
$$;
comment on function public.svc_files_held is 'Which of at most 5,000 files (SHA-256, hex) some branch of this project holds: they need not be sent again. Those of other projects do not count, whose content the caller may not know.';

create type public.prepared_push as (folder text, job_id uuid, held jsonb, uploaded jsonb);
comment on type public.prepared_push is 'What is there already of a push: where its files go, its task where this very push came last, and hashes of files that branches hold and that an attempt before has sent.';

create function public.svc_prepare_push(p_project_id bigint, p_branch text, p_fingerprint text, p_hashes text[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine constant text := private.push_folder(p_project_id) || p_fingerprint || '/';
begin
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  return to_jsonb(row(mine, (
      select private.same_push(b.id, p_fingerprint)
      from public.branches b where b.project_id = p_project_id and b.slug = private.branch_slug(p_branch)), (select coalesce(jsonb_agg(hash),
        '[]') from public.svc_files_held(p_project_id, p_hashes) hash), (
      select coalesce(jsonb_agg(substr(o.name, length(mine) + 1)), '[]') from storage.objects o
      where o.bucket_id = 'uploads' and o.name ~>=~ mine and o.name ~<~ (rtrim(mine, '/') || '0')))::public.prepared_push);
end
$$;
comment on function public.svc_prepare_push is 'What is there already of a push: {folder, job_id, held, uploaded}. job_id where this very push came before; held and uploaded: hashes that need not be sent, those of the project''s branches and those of an attempt that broke off.';

create type public.queued_push as (job_id uuid, branch_id bigint, branch_slug text, came_before boolean);
comment on type public.queued_push is 'A push with its task; came_before: the same push came before, and nothing was queued.';

create function public.svc_queue_push(
  p_project_id bigint, p_token_hash text, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb,
  p_fingerprint text default null, p_images text[] default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  branch public.branches;
  job uuid;
  kept integer;
  most_files constant integer := 5000;
  images constant bigint := (select count(*) from unnest(p_images) path where private.is_project_path(path));
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  if jsonb_array_length(p_uploads) + jsonb_array_length(p_held) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  elsif jsonb_array_length(p_uploads) + jsonb_array_length(p_held) = 0 then
    perform private.problem('import_without_file');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  branch := private.branch_to_push(project, p_branch);
  -- Behind the lock on the project: of two alike the second finds the first.
  job := private.same_push(branch.id, p_fingerprint);
  if job is not null then
    return to_jsonb(row(job, branch.id, branch.slug, true)::public.queued_push);
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'push',
    substring(lower(p_commit_hash) from '^[0-9a-f]{7,64}$'))
  returning job_id into job;
  if p_fingerprint is not null then
    insert into private.pushes (job_id, fingerprint, awaited_images) values (job, p_fingerprint, nullif(images, 0));
  end if;
  perform private.add_uploads(job, p_uploads, private.push_folder(project.id));
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, h ->> 'path', project.workspace_id, decode(h ->> 'hash', 'hex')
  from jsonb_array_elements(p_held) h
  where private.is_project_path(h ->> 'path') and h ->> 'hash' in (
    select public.svc_files_held(project.id, array(select held ->> 'hash' from jsonb_array_elements(p_held) held)));
  get diagnostics kept = row_count;
  if kept <> jsonb_array_length(p_held) then
    perform private.problem('upload_not_found');
  end if;
  -- Those that do not come stay as they are.
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, f.path, f.workspace_id, f.hash from public.branch_files f
  where f.branch_id = branch.id and f.path = any (p_images) and not exists (
    select 1 from jsonb_array_elements(p_uploads || p_held) sent where sent ->> 'path' = f.path);
  perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id,
    case when images > 0 then now() + interval '2 minutes' end);
  return to_jsonb(row(job, branch.id, branch.slug, false)::public.queued_push);
end
$$;
comment on function public.svc_queue_push is 'Queues the analysis of what a CI token pushed that still holds, named by its SHA-256: uploads [{path, object}] and files the project holds already [{path, hash}], which together replace the content of the branch. With a fingerprint the same push again is answered with its task, unless that failed or the branch has changed since. With p_images, the paths of images that follow by calls of their own, the analysis waits for them.';

create function private.push_awaiting_images(project_id bigint, branch_id bigint)
returns uuid
language sql
security definer
set search_path = ''
as $$
  select t.job_id
  from public.task_logs t join private.pushes p on p.job_id = t.job_id and p.awaited_images > 0
  where t.branch_id = push_awaiting_images.branch_id and t.project_id = push_awaiting_images.project_id
    and t.status = 'queued' and t.task_id = 'analyze'
  order by t.created_at desc limit 1
  for update of t
$$;
comment on function private.push_awaiting_images is 'The newest push to a branch that waits for its images, locked; null where there is none.';

create function public.svc_await_images(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_paths text[])
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  job uuid;
  asked constant text[] := array(select distinct path from unnest(p_paths) path where private.is_project_path(path) order by path);
  left_to_come bigint;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
  if job is null then
    return null;
  end if;
  select count(*) into left_to_come from unnest(asked) image
  where not exists (select 1 from private.task_uploads u where u.job_id = job and u.path = image);
  update private.pushes p set awaited_images = left_to_come, asked_images = asked where p.job_id = job;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return asked;
end
$$;
comment on function public.svc_await_images is 'Which images of those that a client has are asked for, by their paths: none whose path leads out of the project. The analysis of the newest push to the branch waits for the last of them, ten minutes for each at most. Null where no push waits.';

create function public.svc_add_pushed_image(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_path text, p_object text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  job uuid;
  most_bytes constant bigint := private.most_import_bytes();
  came_before boolean;
  left_to_come integer;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
  if job is null then
    -- Of the last one, whose answer did not arrive, there is nothing left to do.
    return exists (
      select 1 from private.task_uploads u join private.pushes p on p.job_id = u.job_id join public.task_logs t on t.job_id = u.job_id
      where t.project_id = p_project_id and t.branch_id = p_branch_id and t.status in ('queued', 'running') and p.awaited_images = 0 and u.path = p_path);
  end if;
  if private.is_project_path(p_path) is not true then
    perform private.problem('import_path_invalid');
  elsif not exists (select 1 from private.pushes p where p.job_id = job and p_path = any (p.asked_images)) then
    return false;
  end if;
  delete from private.task_uploads u where u.job_id = job and u.path = p_path;
  came_before := found;
  perform private.add_uploads(job, jsonb_build_array(jsonb_build_object('path', p_path, 'object', p_object)), private.push_folder(p_project_id));
  if (
    select sum((o.metadata ->> 'size')::bigint)
    from private.task_uploads u join storage.objects o on o.bucket_id = 'uploads' and o.name = u.object
    where u.job_id = job) > most_bytes
  then
    perform private.problem('import_too_large');
  end if;
  update private.pushes p set awaited_images = p.awaited_images - (not came_before)::integer where p.job_id = job returning p.awaited_images into left_to_come;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return true;
end
$$;
comment on function public.svc_add_pushed_image is 'Adds an image to the push that waits for it, and starts its analysis with the last one; one that comes again takes the place of the first. False where no push waits, or not for this one.';

create type public.pushed_branch as (id bigint, name text, slug text, is_default boolean, commit_hash text);
comment on type public.pushed_branch is 'A branch, as who pushes to its project knows it.';

create function public.svc_pushed_branches(p_project_id bigint)
returns public.pushed_branch[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(row(b.id, b.name, b.slug, b.is_default, b.commit_hash)::public.pushed_branch order by b.is_default desc, b.id), '{}')
  from (
    select b.id, b.name, b.slug, b.is_default, b.commit_hash from public.branches b
    where b.project_id = p_project_id order by b.is_default desc, b.id limit 1000) b
$$;
comment on function public.svc_pushed_branches is 'The branches of a project, the default one first: for who pushes to it.';

create function public.svc_branch_to_push(p_project_id bigint, p_token_hash text, p_branch text)
returns public.pushed_branch
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  branch public.branches;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  if not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  elsif exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  branch := private.branch_to_push(project, p_branch);
  return row(branch.id, branch.name, branch.slug, branch.is_default, branch.commit_hash)::public.pushed_branch;
end
$$;
comment on function public.svc_branch_to_push is 'The branch that a push names, made where there is none.';

create type public.pushed_task_line as (
  seq integer, level text, message text, at timestamptz, rule text, path text, line_number integer, column_number integer);
comment on type public.pushed_task_line is 'What a task said: with the file, line and column that it is about, where it is about one.';

create type public.pushed_task as (
  job_id uuid, task_id text, project_id bigint, branch_id bigint, branch_ref text, event text, status text, payload jsonb,
  started_at timestamptz, duration_ms integer, created_at timestamptz, source text, commit_hash text, pull_request jsonb,
  task_log_lines public.pushed_task_line[]);
comment on type public.pushed_task is 'A task with its log, as who pushed for it sees it.';

create function public.svc_pushed_task(p_project_id bigint, p_job_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(t.job_id, t.task_id, t.project_id, t.branch_id, t.branch_ref, t.event, t.status, t.payload,
    t.started_at, t.duration_ms, t.created_at, t.source, t.commit_hash, t.pull_request, (
      select coalesce(array_agg(
        row(l.seq, l.level, l.message, l.at, l.rule, l.path, l.line_number, l.column_number)::public.pushed_task_line order by l.seq), '{}')
      from (select * from public.task_log_lines l where l.job_id = t.job_id order by l.seq limit 1000) l))::public.pushed_task)
  from public.task_logs t
  where t.job_id = p_job_id and t.project_id = p_project_id
$$;
comment on function public.svc_pushed_task is 'A task of the project that a CI token is for, with its log; null for any other.';

-- # Grants

grant execute on function
  public.svc_files_held, public.svc_prepare_push, public.svc_queue_push, public.svc_pushed_task, public.svc_await_images, public.svc_add_pushed_image,
  public.svc_pushed_branches, public.svc_branch_to_push
to service_role;
