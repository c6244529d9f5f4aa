-- Publishing: the working copy becomes the content of its branch, by analysis; states that were published can be restored.

-- # Tables

create table private.publications (
  job_id uuid primary key references public.task_logs (job_id) on delete cascade,
  message text not null check (length(message) <= 5000)
);
comment on table private.publications is 'What somebody said of a working copy that they published.';
alter table private.publications enable row level security;

create table private.commit_files (
  branch_id bigint not null,
  sha text not null,
  path text not null,
  workspace_id bigint not null,
  hash bytea not null,
  primary key (branch_id, sha, path),
  foreign key (branch_id, sha) references public.commits (branch_id, sha) on delete cascade,
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.commit_files is 'The files of the hundred newest commits of a branch that has its history here, or is edited in the Studio; of a repository, of the commits that were read since.';
create index commit_files_file_idx on private.commit_files (workspace_id, hash);
alter table private.commit_files enable row level security;

-- # Rules

create function private.settle_documents(branch_id bigint, published jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What is not what was read begins, unopened, with the file that it had.
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, d.hash
  from public.documents d
  left join jsonb_to_recordset(published) as p (id uuid, epoch integer) on p.id = d.id
  where d.branch_id = settle_documents.branch_id and d.hash is not null and p.epoch is distinct from d.epoch
    and not exists (select 1 from private.document_snapshots s where s.document_id = d.id)
  on conflict do nothing;
  delete from private.document_sources s
  using public.documents d, jsonb_to_recordset(published) as p (id uuid, epoch integer)
  where s.document_id = d.id and d.id = p.id and d.epoch = p.epoch and d.branch_id = settle_documents.branch_id;
  update public.documents d set hash = decode(p.hash, 'hex'), published_path = p.path,
    is_edited = d.epoch <> p.epoch or d.seq > p.seq, base_moved = false, moved_hash = null
  from jsonb_to_recordset(published) as p (id uuid, epoch integer, seq bigint, path text, hash text)
  where d.id = p.id and d.branch_id = settle_documents.branch_id
    and (d.hash, d.published_path, d.is_edited, d.base_moved) is distinct from (decode(p.hash, 'hex'), p.path, d.epoch <> p.epoch or d.seq > p.seq, false);
  update public.documents d set hash = null, published_path = null, base_moved = false, moved_hash = null
  where d.branch_id = settle_documents.branch_id and d.hash is not null
    and not exists (select 1 from jsonb_to_recordset(published) as p (id uuid) where p.id = d.id);
end
$$;
comment on function private.settle_documents is 'After a working copy was published, [{id, epoch, seq, path, hash}] as it was read: documents are as published unless somebody went on meanwhile. For the worker, in the transaction that swaps the content in.';

create function private.keep_commit_files(branch_id bigint, sha text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  if not exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = keep_commit_files.branch_id and (
      p.type in ('web', 'local') or exists (select 1 from private.working_copies w where w.branch_id = b.id))) then
    return;
  end if;
  insert into private.commit_files (branch_id, sha, path, workspace_id, hash)
  select f.branch_id, keep_commit_files.sha, f.path, f.workspace_id, f.hash
  from public.branch_files f where f.branch_id = keep_commit_files.branch_id
  on conflict do nothing;
  delete from private.commit_files c
  where c.branch_id = keep_commit_files.branch_id and c.sha in (
    select o.sha from public.commits o
    where o.branch_id = keep_commit_files.branch_id and o.analyzed_at is not null
    order by o.analyzed_at desc, o.sha offset most);
end
$$;
comment on function private.keep_commit_files is 'Keeps which files a commit has, of projects whose history is here alone, and of branches that are edited here: of the hundred newest. For the worker, once the branch has them.';

-- # Calls

create function public.publish_working_copy(p_branch_id bigint, p_message text default '')
returns public.queued_import
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  project public.projects;
  job uuid;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  if project.type = 'vcs' then
    perform private.problem('content_comes_from_git');
  elsif not private.may_track(project.id, branch.name) then
    perform private.problem('upgrade_required', 'multi_branch');
  elsif exists (select 1 from public.documents d where d.branch_id = branch.id and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  end if;
  -- What is queued has not been read yet: it brings this too.
  select t.job_id into job from public.task_logs t
  where t.branch_id = branch.id and t.task_id = 'analyze' and t.source = 'studio' and t.status = 'queued' and t.started_at is null
  order by t.created_at desc limit 1 for update;
  if job is null then
    if not exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed) then
      perform private.problem('nothing_to_publish');
    end if;
    insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by, source)
    values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', private.current_user_id(), 'studio')
    returning job_id into job;
    perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  end if;
  insert into private.publications (job_id, message) values (job, left(coalesce(p_message, ''), 5000))
  on conflict (job_id) do update set message = excluded.message;
  perform private.allow_edits(60);
  return row(job)::public.queued_import;
end
$$;
comment on function public.publish_working_copy is 'Queues the analysis of a working copy as it is when its turn comes: it becomes the content of the branch, and a commit. Asked again before that, it is the same job.';

create function public.resolve_documents(p_ids uuid[], p_hashes text[])
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_documents(p_ids);
  if cardinality(p_hashes) is distinct from cardinality(p_ids) then
    perform private.problem('required', 'hashes');
  elsif exists (
    select 1 from unnest(p_ids, p_hashes) as r (id, hash) join public.documents d on d.id = r.id
    where d.base_moved and coalesce(encode(d.moved_hash, 'hex'), '') <> lower(coalesce(r.hash, ''))) then
    -- Moved once more since: what was brought together is not what the branch has.
    perform private.problem('working_copy_behind');
  end if;
  update public.documents d
  set hash = d.moved_hash, is_edited = true, base_moved = false, moved_hash = null, updated_at = now(),
    -- Named like a file that the branch has got, a document takes its place.
    published_path = case
      when d.moved_hash is null then null
      when d.published_path is null or exists (
        select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash) then d.path
      else d.published_path end
  where d.id = any (p_ids) and d.base_moved;
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$$;
comment on function public.resolve_documents is 'Says that documents under which the branch had moved hold by now what they should of it, each with the SHA-256 (hex; empty where the branch has nothing any more) of what they were brought together with: from then on they differ from that.';

create function public.create_version(p_project_id bigint, p_name text, p_from_branch_id bigint)
returns public.branch_name
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  origin public.branches;
  branch public.branches;
  wanted constant text := btrim(coalesce(p_name, ''));
  most constant integer := 200;
  held bigint;
  most_bytes constant bigint := 104857600;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  select * into origin from public.branches b where b.id = p_from_branch_id and b.project_id = project.id;
  if project.type <> 'web' then
    perform private.problem('versions_of_web_projects');
  elsif origin.id is null then
    perform private.problem('branch_not_found');
  elsif length(wanted) > 100 or private.is_git_branch(wanted) is not true then
    perform private.problem('branch_name_invalid', 'name');
  elsif exists (select 1 from public.branches b where b.project_id = project.id and (b.slug = private.branch_slug(wanted) or lower(b.name) = lower(wanted))) then
    perform private.problem('version_name_taken');
  elsif (select count(*) from public.branches b where b.project_id = project.id) >= most then
    perform private.problem('too_many_versions');
  end if;
  perform private.require_feature(project.workspace_id, 'multi_branch');
  perform private.make_working_copy(origin);
  select sum(d.size + d.waiting_bytes) into held from public.documents d where d.branch_id = origin.id;
  if held > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
  insert into public.branches (project_id, name, slug, yjs_document_id, baseline_branch_id)
  values (project.id, wanted, private.branch_slug(wanted), gen_random_uuid(), origin.id) returning * into branch;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id);
  with pairs as materialized (
    select gen_random_uuid() as new_id, d.* from public.documents d where d.branch_id = origin.id and d.deleted_at is null
  ), made as (
    insert into public.documents (id, branch_id, project_id, workspace_id, path, kind, size, eol, bom, epoch, seq, waiting_bytes, updated_by)
    select p.new_id, branch.id, p.project_id, p.workspace_id, p.path, p.kind, p.size, p.eol, p.bom, p.epoch, p.seq, p.waiting_bytes, private.current_user_id()
    from pairs p
  ), snapshots as (
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    select p.new_id, s.epoch, s.seq, s.state, s.seq from pairs p join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
  ), typed as (
    insert into private.document_updates (document_id, seq, epoch, key, author_id, update, created_at)
    select p.new_id, u.seq, u.epoch, u.key, u.author_id, u.update, u.created_at
    from pairs p
    join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
    join private.document_updates u on u.document_id = p.id and u.seq > s.seq
  )
  insert into private.document_sources (document_id, workspace_id, text, upload, hash)
  select p.new_id, p.workspace_id, o.text, o.upload, case when o.document_id is null then p.hash else o.hash end
  from pairs p left join private.document_sources o on o.document_id = p.id
  where not exists (select 1 from private.document_snapshots s where s.document_id = p.id and s.epoch = p.epoch)
    and num_nonnulls(o.text, o.upload, o.hash, p.hash) > 0;
  held := coalesce(held, 0) + private.copy_comments(origin.id, branch.id);
  perform private.allow_edits(200 + (held / 4096)::integer);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
end
$$;
comment on function public.create_version is 'Makes a version of a web project from the working copy of another one: with all that was typed there and the threads that are open, published by nobody yet.';

create function public.restore_commit(p_branch_id bigint, p_sha text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  other uuid[];
  touched integer;
begin
  if not exists (select 1 from private.commit_files c where c.branch_id = branch.id and c.sha = p_sha) then
    perform private.problem('commit_not_kept');
  end if;
  -- Renewed, so that the clean-up does not take for orphans what documents refer to in a moment.
  update public.files f set created_at = now()
  from private.commit_files c
  where c.branch_id = branch.id and c.sha = p_sha and f.workspace_id = c.workspace_id and f.hash = c.hash and f.created_at < now() - interval '1 hour';
  -- Deleted ones come back where they were; the newest, where there were several.
  update public.documents d set deleted_at = null, updated_at = now()
  where d.id in (
    select distinct on (g.path) g.id
    from public.documents g join private.commit_files c on c.branch_id = g.branch_id and c.sha = p_sha and c.path = g.path
    where g.branch_id = branch.id and g.deleted_at is not null
      and not exists (select 1 from public.documents l where l.branch_id = g.branch_id and l.path = g.path and l.deleted_at is null)
    order by g.path, g.deleted_at desc);
  select array_agg(d.id) into other
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.branch_id = branch.id and d.deleted_at is null and (d.is_edited or d.hash is distinct from c.hash);
  perform private.begin_epoch(coalesce(other, '{}'));
  delete from private.document_sources s where s.document_id = any (other);
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, c.hash
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.id = any (other) and d.hash is distinct from c.hash;
  update public.documents d set is_edited = d.hash is distinct from c.hash, size = f.size, updated_at = now(), updated_by = private.current_user_id(),
    kind = case when private.seems_binary(d.path) then 'binary' else 'text' end
  from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
  where c.branch_id = branch.id and c.sha = p_sha and c.path = d.path and d.id = any (other);
  touched := coalesce(cardinality(other), 0);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.branch_id = branch.id and d.deleted_at is null
    and not exists (select 1 from private.commit_files c where c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path);
  with made as (
    insert into public.documents (branch_id, project_id, workspace_id, path, kind, size, updated_by)
    select branch.id, branch.project_id, c.workspace_id, c.path, case when private.seems_binary(c.path) then 'binary' else 'text' end, f.size,
      private.current_user_id()
    from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
    where c.branch_id = branch.id and c.sha = p_sha
      and not exists (select 1 from public.documents d where d.branch_id = c.branch_id and d.path = c.path and d.deleted_at is null)
    returning id, path, workspace_id
  )
  insert into private.document_sources (document_id, workspace_id, hash)
  select m.id, m.workspace_id, c.hash from made m join private.commit_files c on c.branch_id = branch.id and c.sha = p_sha and c.path = m.path;
  perform private.allow_edits(200);
  return touched;
end
$$;
comment on function public.restore_commit is 'Makes the working copy what a commit of the branch was: nothing is published by it, and each document that differed begins a new epoch. Answers how many there were.';

create type public.commit_file as (path text, hash text, size bigint);
comment on type public.commit_file is 'A file of a commit: its SHA-256 (hex) and size.';

create function public.commit_files(p_branch_id bigint, p_sha text)
returns setof public.commit_file
language sql
stable
security definer
set search_path = ''
as $$
  select row(c.path, encode(c.hash, 'hex'), f.size)::public.commit_file
  from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
  where c.branch_id = p_branch_id and c.sha = p_sha and (private.studio_access(p_branch_id)).view = 'live'
  order by c.path
$$;
comment on function public.commit_files is 'The files of a commit whose files are kept, for who reads the working copy of its branch.';

-- # Grants

grant execute on function
  public.publish_working_copy, public.resolve_documents, public.create_version, public.restore_commit, public.commit_files
to authenticated;
