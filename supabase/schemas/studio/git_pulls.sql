-- What a Git host has of a branch that is edited here: looked at when somebody asks, and pulled when they say so.

-- # Tables

create table public.branch_remotes (
  branch_id bigint primary key references public.branches (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  status text not null default 'looking'
    constraint check_branch_remotes_status check (status in ('looking', 'same', 'behind', 'rewritten', 'gone', 'failed')),
  base_commit text not null constraint check_branch_remotes_base check (base_commit ~ '^[0-9a-f]{7,64}$'),
  tip text constraint check_branch_remotes_tip check (tip ~ '^[0-9a-f]{7,64}$'),
  behind integer constraint check_branch_remotes_behind check (behind >= 0),
  commits jsonb not null default '[]' constraint check_branch_remotes_commits check (jsonb_typeof(commits) = 'array' and pg_column_size(commits) <= 200000),
  paths text[] constraint check_branch_remotes_paths check (cardinality(paths) <= 500),
  reason text constraint check_branch_remotes_reason check (length(reason) <= 2000),
  asked_at timestamptz not null default now(),
  checked_at timestamptz
);
comment on table public.branch_remotes is 'What the Git host had of a branch when somebody looked last. behind: newer commits stand there; rewritten: the commit that the working copy was read from is no part of the branch any more; gone: there is no such branch.';
comment on column public.branch_remotes.base_commit is 'The commit that the working copy was read from when it was looked at.';
comment on column public.branch_remotes.behind is 'How many commits are new there; null where they are too many to count, or the history was rewritten.';
comment on column public.branch_remotes.commits is 'The newest of them, [{sha, parent, author, email, at, message}].';
comment on column public.branch_remotes.paths is 'The files that they change, 500 at most; null where that is not known.';
create index branch_remotes_project_idx on public.branch_remotes (project_id);
create index branch_remotes_workspace_idx on public.branch_remotes (workspace_id);
alter table public.branch_remotes enable row level security;

-- # Rules

create trigger announce_insert after insert on public.branch_remotes referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.branch_remotes referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.branch_remotes referencing old table as changed for each statement execute function private.announce_of_project();

create policy "What a Git host has of a branch is seen by who reads its working copy" on public.branch_remotes for select to authenticated
using (branch_id in (select private.live_working_copies()));

create function private.require_git_copy(branch_id bigint)
returns public.branches
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_writable_copy(require_git_copy.branch_id);
begin
  if branch.commit_hash is null or not exists (select 1 from public.project_repositories r where r.project_id = branch.project_id) then
    perform private.problem('project_without_repository');
  end if;
  return branch;
end
$$;
comment on function private.require_git_copy is 'The branch of a working copy that the caller may write, where it comes from a repository.';

-- # Calls

create function public.look_at_host(p_branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_git_copy(p_branch_id);
begin
  perform private.allow_edits(200);
  insert into public.branch_remotes as r (branch_id, project_id, workspace_id, base_commit)
  select branch.id, branch.project_id, p.workspace_id, branch.commit_hash from public.projects p where p.id = branch.project_id
  on conflict on constraint branch_remotes_pkey do update set status = 'looking', asked_at = now(), reason = null;
  perform graphile_worker.add_job('look_at_branch', json_build_object('branch_id', branch.id, 'user_id', private.current_user_id()),
    queue_name => 'commits:' || branch.project_id, job_key => 'look_at_branch:' || branch.id, max_attempts => 2);
end
$$;
comment on function public.look_at_host is 'Queues a look at what the Git host has of a branch whose working copy comes from there; branch_remotes tells what it found.';

create function public.pull_branch(p_branch_id bigint)
returns public.queued_import
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_git_copy(p_branch_id);
  job uuid;
begin
  perform private.allow_edits(200);
  job := private.queue_git_analysis(branch.project_id, branch.name, 'manual', null, null);
  if job is null then
    perform private.problem('too_many_branches_waiting', 'branch');
  end if;
  return row(job)::public.queued_import;
end
$$;
comment on function public.pull_branch is 'Queues the reading of a branch from its Git host. What is unchanged here follows it; what was changed here stays, and says base_moved where the host has changed it too.';

create type public.branch_look as (branch text, project_id bigint, base text);
comment on type public.branch_look is 'A branch whose host is asked what came since, and the commit that is known of it.';

create function public.svc_begin_look(p_branch_id bigint)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select to_jsonb(row(b.name, b.project_id, b.commit_hash)::public.branch_look)
  from public.branches b join public.branch_remotes r on r.branch_id = b.id
  where b.id = p_branch_id and b.commit_hash is not null
$$;
comment on function public.svc_begin_look is 'What the worker needs to look at a branch at its Git host; null where nobody asks any more.';

create function public.svc_end_look(p_branch_id bigint, p_base text, p_found jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.branch_remotes r
  set status = p_found ->> 'status', base_commit = p_base, tip = p_found ->> 'tip', behind = (p_found ->> 'behind')::integer,
    commits = coalesce(p_found -> 'commits', '[]'),
    paths = case when jsonb_typeof(p_found -> 'paths') = 'array' then array(select jsonb_array_elements_text(p_found -> 'paths')) end,
    reason = left(p_found ->> 'reason', 2000), checked_at = now()
  where r.branch_id = p_branch_id;
  -- The history shows each of them, in their order, before its files are read.
  insert into public.commits (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at, created_at)
  select r.branch_id, c.value ->> 'sha', r.project_id, r.workspace_id, c.value ->> 'parent', coalesce(c.value ->> 'message', ''), c.value ->> 'author',
    c.value ->> 'email', (c.value ->> 'at')::timestamptz, now() - c.ordinality * interval '1 millisecond'
  from public.branch_remotes r cross join jsonb_array_elements(r.commits) with ordinality c
  where r.branch_id = p_branch_id and r.status = 'behind'
  on conflict on constraint commits_pkey do nothing;
end
$$;
comment on function public.svc_end_look is 'Says what the worker found of a branch at its Git host, {status, tip, behind, commits, paths, reason}, beside the commit that it was compared with.';

-- # Grants

grant select on public.branch_remotes to authenticated;
grant execute on function public.look_at_host, public.pull_branch to authenticated;
grant execute on function public.svc_begin_look, public.svc_end_look to service_role;
