-- Commits to Git hosts: what was edited in the working copy of a repository's branch becomes a commit there, pushed by the worker.

-- # Tables

create table public.document_commits (
  id uuid primary key default gen_random_uuid(),
  branch_id bigint not null references public.branches (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  author_id bigint references public.users (id) on delete set null,
  message text not null constraint check_document_commits_message check (length(message) between 1 and 5000),
  new_branch text constraint check_document_commits_new_branch check (new_branch is null or private.is_git_branch(new_branch)),
  base_commit text not null constraint check_document_commits_base check (base_commit ~ '^[0-9a-f]{7,64}$'),
  status text not null default 'queued' constraint check_document_commits_status check (status in ('queued', 'running', 'pushed', 'moved', 'failed')),
  commit_hash text constraint check_document_commits_commit check (commit_hash ~ '^[0-9a-f]{7,64}$'),
  reason text constraint check_document_commits_reason check (length(reason) <= 2000),
  task_id uuid references public.task_logs (job_id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.document_commits is 'Commits that people make of a working copy at its Git host: queued, pushed, or why not. moved: the branch stands elsewhere there, so nothing was written.';
comment on column public.document_commits.new_branch is 'The branch that the commit begins; null for one on the branch that was edited. Without files the new branch begins at the base itself.';
comment on column public.document_commits.task_id is 'The analysis of what was pushed.';
create unique index document_commits_under_way_idx on public.document_commits (branch_id) where status in ('queued', 'running');
create index document_commits_branch_idx on public.document_commits (branch_id, created_at desc);
create index document_commits_project_idx on public.document_commits (project_id);
create index document_commits_workspace_idx on public.document_commits (workspace_id);
create index document_commits_author_idx on public.document_commits (author_id);
create index document_commits_task_idx on public.document_commits (task_id);
alter table public.document_commits enable row level security;

create table private.document_commit_files (
  commit_id uuid not null references public.document_commits (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  up_to bigint,
  primary key (commit_id, document_id)
);
comment on table private.document_commit_files is 'The documents that somebody chose for a commit.';
comment on column private.document_commit_files.up_to is 'The last update that is committed; null for what the worker finds.';
create index document_commit_files_document_idx on private.document_commit_files (document_id);
alter table private.document_commit_files enable row level security;

-- # Rules

create trigger announce_insert after insert on public.document_commits referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.document_commits referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.document_commits referencing old table as changed for each statement execute function private.announce_of_project();

create policy "Commits of a working copy are seen by who reads it" on public.document_commits for select to authenticated
using (branch_id in (select private.live_working_copies()));

create function private.is_pipeline_path(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- A configuration may lie anywhere by a host's settings; these are the names and folders that hosts look for by themselves.
  select lower(normalize(path, NFKC)) ~ (
    '^\.(github|gitlab|gitea|forgejo|circleci|buildkite|woodpecker|drone|semaphore|azure-pipelines|azuredevops|bitbucket|teamcity|tekton)/'
    || '|^bamboo-specs/'
    || '|(^|/)(codeowners|bitbucket-pipelines\.ya?ml|buildspec\.ya?ml|cloudbuild\.(ya?ml|json)|\.?appveyor\.ya?ml|bitrise\.ya?ml)$'
    || '|(^|/)\.(travis|drone|woodpecker|cirrus|semaphore)\.ya?ml$'
    || '|(^|/)[^/]*\.gitlab-ci[^/]*\.ya?ml$|(^|/)azure-pipelines[^/]*\.ya?ml$|(^|/)([^/]*\.)?jenkinsfile(\.[^/]*)?$')
$$;
comment on function private.is_pipeline_path is 'Whether a file tells a Git host what to run, or who has to agree to changes: it is committed by a person''s own account there, never by a service account.';

create function private.has_account_at_host(user_id bigint, project_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select public.svc_account_at_host(has_account_at_host.project_id, has_account_at_host.user_id) is not null
$$;
comment on function private.has_account_at_host is 'Whether somebody commits to a project with their own account at its host.';

-- # Calls

create function public.commit_documents(p_branch_id bigint, p_message text, p_ids uuid[] default '{}', p_new_branch text default null)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  host_id bigint;
  made uuid;
  wanted constant text := nullif(btrim(coalesce(p_new_branch, '')), '');
  most constant integer := 1000;
begin
  branch := private.require_writable_copy(p_branch_id);
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  if not exists (select 1 from public.project_repositories r where r.project_id = branch.project_id) or branch.commit_hash is null then
    perform private.problem('project_without_repository');
  elsif length(btrim(coalesce(p_message, ''))) not between 1 and 5000 then
    perform private.problem('required', 'message');
  elsif coalesce(cardinality(p_ids), 0) > most then
    perform private.problem('documents_at_once', params => jsonb_build_object('limit', most));
  elsif exists (select 1 from public.document_commits c where c.branch_id = branch.id and c.status in ('queued', 'running')) then
    perform private.problem('commit_under_way');
  end if;
  if wanted is not null then
    if not private.is_git_branch(wanted) or length(wanted) > 100 then
      perform private.problem('branch_name_invalid', 'new_branch');
    elsif not private.can_in_project(branch.project_id, 'project_branch_create_delete') then
      perform private.problem('not_allowed_in_project');
    elsif exists (select 1 from public.branches b where b.project_id = branch.project_id and b.slug = private.branch_slug(wanted)) then
      perform private.problem('git_branch_taken', 'new_branch');
    elsif not private.may_track(branch.project_id, wanted) then
      perform private.require_feature(host_id, 'multi_branch');
    end if;
  end if;
  if exists (
    select 1 from unnest(p_ids) asked where not exists (select 1 from public.documents d where d.id = asked and d.branch_id = branch.id)) then
    perform private.problem('document_not_found');
  elsif exists (select 1 from public.documents d where d.id = any (p_ids) and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  elsif not private.has_account_at_host(private.current_user_id(), branch.project_id) and exists (
    select 1 from public.documents d
    where d.id = any (p_ids) and d.changed and (private.is_pipeline_path(d.path) or private.is_pipeline_path(d.published_path))) then
    perform private.problem('pipeline_needs_own_account');
  elsif not exists (select 1 from public.documents d where d.id = any (p_ids) and d.changed)
    and (wanted is null or cardinality(p_ids) > 0) then
    perform private.problem('nothing_to_commit');
  end if;
  insert into public.document_commits (branch_id, project_id, workspace_id, author_id, message, new_branch, base_commit)
  values (branch.id, branch.project_id, host_id, private.current_user_id(), btrim(p_message), wanted, branch.commit_hash)
  returning id into made;
  insert into private.document_commit_files (commit_id, document_id)
  select made, d.id from public.documents d where d.id = any (p_ids) and d.changed;
  -- Of commits that ended the newest stay.
  delete from public.document_commits c
  where c.branch_id = branch.id and c.id in (
    select o.id from public.document_commits o
    where o.branch_id = branch.id and o.status not in ('queued', 'running') order by o.created_at desc, o.id offset 200);
  perform graphile_worker.add_job('commit_documents', json_build_object('commit_id', made),
    queue_name => 'commits:' || branch.project_id, job_key => 'commit_documents:' || made, max_attempts => 5);
  perform private.allow_edits(200);
  return made;
end
$$;
comment on function public.commit_documents is 'Queues a commit of documents of a working copy that comes from Git, with a message, on its branch or on a new one (which begins where this one stands, without documents too). As they are when the worker reads them. Answers the id in document_commits.';

create function public.svc_begin_commit(p_commit_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  commit public.document_commits;
begin
  update public.document_commits c set status = 'running' where c.id = p_commit_id and c.status in ('queued', 'running') returning * into commit;
  if commit.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'branch', (select b.name from public.branches b where b.id = commit.branch_id),
    'branch_id', commit.branch_id, 'project_id', commit.project_id, 'workspace_id', commit.workspace_id, 'author_id', commit.author_id,
    'message', commit.message, 'new_branch', commit.new_branch, 'base_commit', commit.base_commit,
    'time', extract(epoch from commit.created_at)::bigint,
    -- Whoever lost the right while it waited commits nothing.
    'is_allowed', exists (
      select 1 from public.project_role_permissions may
      where may.role = private.effective_project_role(commit.author_id, commit.project_id) and may.permission = 'project_contents_update')
      and not exists (select 1 from public.projects p where p.id = commit.project_id and p.is_read_only)
      -- As private.studio_access has it: without a service account the commits are of who may create projects.
      and exists (
        select 1 from public.workspace_members m
        where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active
          and (exists (select 1 from public.project_service_accounts a where a.project_id = commit.project_id)
            or exists (
              select 1 from public.workspace_role_permissions p
              where p.role = m.role::text and p.permission = 'WorkspaceProjectsCreate'))),
    'author', (
      select jsonb_build_object('name', private.display_name(u),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null, 'up_to', f.up_to) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
end
$$;
comment on function public.svc_begin_commit is 'What the worker needs to make a commit, once it begins; null for one that has ended. Begun again it answers the same, so that a commit that was pushed is known.';

create function public.svc_account_at_host(p_project_id bigint, p_user_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account)
  from public.project_repositories r
  join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = p_user_id
  where r.project_id = p_project_id
  order by x.last_login_at desc nulls last limit 1
$$;
comment on function public.svc_account_at_host is 'The account of a person at the Git host of a project, encrypted; null where they have none. For the worker, which commits as them. Never to be passed on.';

create function public.svc_end_commit(p_commit_id uuid, p_status text, p_commit_hash text, p_reason text, p_committed jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  commit public.document_commits;
  branch_name text;
  job uuid;
begin
  select * into commit from public.document_commits c where c.id = p_commit_id for update;
  if commit.id is null or commit.status <> 'running' then
    return;
  end if;
  select b.name into branch_name from public.branches b where b.id = commit.branch_id for no key update;
  if p_status = 'pushed' and commit.new_branch is null then
    delete from private.document_sources s
    using public.documents d, jsonb_to_recordset(p_committed) as p (id uuid, epoch integer)
    where s.document_id = d.id and d.id = p.id and d.epoch = p.epoch and d.branch_id = commit.branch_id;
    update public.documents d
    set hash = decode(p.hash, 'hex'), published_path = p.path, is_edited = d.epoch <> p.epoch or d.seq > p.seq, base_moved = false, moved_hash = null
    from jsonb_to_recordset(p_committed) as p (id uuid, epoch integer, seq bigint, path text, hash text)
    where d.id = p.id and d.branch_id = commit.branch_id;
  elsif p_status = 'pushed' then
    -- What went to the new branch is no change of this one, unless somebody went on meanwhile, or its place here is taken.
    begin
      perform private.set_back_documents(commit.branch_id, array(
        select d.id from public.documents d join jsonb_to_recordset(p_committed) as p (id uuid, epoch integer, seq bigint) on p.id = d.id
        where d.branch_id = commit.branch_id and d.epoch = p.epoch and d.seq = p.seq));
    exception when sqlstate 'PT409' then
      null;
    end;
  end if;
  if p_status in ('pushed', 'moved') then
    job := private.queue_git_analysis(commit.project_id, case when p_status = 'pushed' then coalesce(commit.new_branch, branch_name) else branch_name end,
      'push', p_commit_hash, null);
  end if;
  update public.document_commits c
  set status = p_status, commit_hash = p_commit_hash, reason = left(p_reason, 2000), task_id = job, finished_at = now()
  where c.id = commit.id;
end
$$;
comment on function public.svc_end_commit is 'Says how a commit ended: pushed (with what was committed, [{id, epoch, seq, path, hash}]; path and hash null for a deleted one), moved, or failed with a sentence. What was pushed, or has moved, is analysed next.';

-- # Grants

grant select on public.document_commits to authenticated;
grant execute on function public.commit_documents to authenticated;
grant execute on function public.svc_begin_commit, public.svc_account_at_host, public.svc_end_commit to service_role;
