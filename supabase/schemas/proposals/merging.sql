-- Merging: what is proposed becomes part of its branch, by what both sides have made of the files that they began with.

-- # Tables

create table private.branch_origins (
  branch_id bigint primary key references public.branches (id) on delete cascade,
  kept_at timestamptz not null default now()
);
comment on table private.branch_origins is 'Branches of which it is known with which files they began, or were last merged.';
alter table private.branch_origins enable row level security;

create table private.branch_origin_files (
  branch_id bigint not null references private.branch_origins (branch_id) on delete cascade,
  path text not null,
  workspace_id bigint not null,
  hash bytea not null,
  primary key (branch_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.branch_origin_files is 'The files that a branch began with, or had when it was last merged: what it and the branch it is proposed for have made of them since is brought together.';
create index branch_origin_files_file_idx on private.branch_origin_files (workspace_id, hash);
alter table private.branch_origin_files enable row level security;

create table private.proposal_conflicts (
  proposal_id bigint primary key references public.proposals (id) on delete cascade,
  content_hash text not null,
  baseline_content_hash text not null,
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  conflicts integer not null,
  changed integer not null
);
comment on table private.proposal_conflicts is 'What both sides changed, for two contents: [{path, conflicts: [{name, base, ours, theirs}]}]. ours is what the branch has that it is for, theirs what is proposed.';
alter table private.proposal_conflicts enable row level security;

create table private.proposal_merges (
  proposal_id bigint primary key references public.proposals (id) on delete cascade,
  content_hash text not null,
  baseline_content_hash text not null,
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object' and length(choices::text) <= 100000),
  version text,
  user_id bigint references public.users (id) on delete set null,
  job_id uuid references public.task_logs (job_id) on delete set null,
  problem text check (length(problem) <= 2000),
  created_at timestamptz not null default now()
);
comment on table private.proposal_merges is 'The merge of a proposal that was asked for last: which side holds at each conflict, the release that it becomes, its analysis, and why it failed.';
create index proposal_merges_user_idx on private.proposal_merges (user_id);
create index proposal_merges_job_idx on private.proposal_merges (job_id);
alter table private.proposal_merges enable row level security;

create table private.proposal_merge_files (
  proposal_id bigint not null references private.proposal_merges (proposal_id) on delete cascade,
  path text not null,
  workspace_id bigint not null,
  hash bytea not null,
  primary key (proposal_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.proposal_merge_files is 'The files of a proposed branch as they are being merged: what both sides have in common, once they are.';
create index proposal_merge_files_file_idx on private.proposal_merge_files (workspace_id, hash);
alter table private.proposal_merge_files enable row level security;

-- # Rules

create function private.keep_origin(branch_id bigint, from_branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.branch_origins as o (branch_id) values (keep_origin.branch_id) on conflict on constraint branch_origins_pkey do update set kept_at = now();
  delete from private.branch_origin_files f where f.branch_id = keep_origin.branch_id;
  insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
  select keep_origin.branch_id, f.path, f.workspace_id, f.hash from public.branch_files f where f.branch_id = from_branch_id;
end
$$;
comment on function private.keep_origin is 'Remembers that a branch has by now all that another one has.';

create function private.keep_merged_origin(branch_id bigint, proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from private.proposal_merge_files f where f.proposal_id = keep_merged_origin.proposal_id) then
    -- Merged by a worker that wrote none down: what both began with is found out from the commits again.
    delete from private.branch_origins o where o.branch_id = keep_merged_origin.branch_id;
    return;
  end if;
  insert into private.branch_origins as o (branch_id) values (keep_merged_origin.branch_id) on conflict on constraint branch_origins_pkey do update set kept_at = now();
  delete from private.branch_origin_files f where f.branch_id = keep_merged_origin.branch_id;
  with moved as (
    delete from private.proposal_merge_files f where f.proposal_id = keep_merged_origin.proposal_id returning f.path, f.workspace_id, f.hash)
  insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
  select keep_merged_origin.branch_id, m.path, m.workspace_id, m.hash from moved m;
end
$$;
comment on function private.keep_merged_origin is 'Remembers which files of a branch another one has by now. Not those of that other one: the branch has none of what came to it from elsewhere, which the next merge would take for undone.';

create function private.keep_origin_of_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  baseline bigint;
begin
  -- Made from another one of its project, as versions are; where nobody says from which, from the default one.
  select coalesce(new.baseline_branch_id, b.id) into baseline from public.branches b where b.project_id = new.project_id and b.is_default;
  if baseline is not null and not new.is_default and exists (select 1 from public.projects p where p.id = new.project_id and p.type = 'web') then
    perform private.keep_origin(new.id, baseline);
  end if;
  return null;
end
$$;
comment on function private.keep_origin_of_version is 'A new branch begins with what another one has.';
create trigger keep_origin after insert on public.branches for each row execute function private.keep_origin_of_version();

create function private.reason_against_merging(proposal public.proposals)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  baseline public.branches;
begin
  select * into project from public.projects p where p.id = proposal.project_id;
  select * into baseline from public.branches b where b.id = proposal.baseline_branch_id;
  return case
    when proposal.status <> 'open' then 'proposal_has_ended'
    when project.type <> 'web' then 'proposal_merged_elsewhere'
    when not private.can_in_project(project.id, 'project_contents_update') then 'not_allowed_in_project'
    when project.is_read_only then 'project_over_plan'
    when not private.may_track(project.id, baseline.name) then 'upgrade_required'
    when exists (select 1 from private.proposal_checks(proposal) k where k.state in ('failed', 'pending')) then 'proposal_checks_fail'
    when not exists (
      select 1 from private.proposal_conflicts c join public.branches b on b.id = proposal.branch_id
      where c.proposal_id = proposal.id and c.content_hash = b.content_hash and c.baseline_content_hash = baseline.content_hash) then 'proposal_merge_unknown'
  end;
end
$$;
comment on function private.reason_against_merging is 'What speaks against merging a proposal now, whoever would; null for nothing. Conflicts do not: who merges decides them.';

create function private.follow_merge()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  merge private.proposal_merges;
  proposal public.proposals;
  baseline public.branches;
begin
  select m.* into merge from private.proposal_merges m where m.job_id = new.job_id;
  select o.* into proposal from public.proposals o where o.id = merge.proposal_id and o.status = 'merging' for no key update;
  if proposal.id is null then
    return null;
  elsif new.status = 'failed' then
    perform private.give_up_merge(proposal.id, new.payload #>> '{error,message}');
    return null;
  end if;
  select b.* into baseline from public.branches b where b.id = proposal.baseline_branch_id;
  update public.commits c set message = left('Merge ' || proposal.branch_name || ': ' || proposal.title, 5000)
  where c.branch_id = baseline.id and c.sha = baseline.commit_hash and c.message = '';
  if merge.version is not null then
    insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id)
    select proposal.project_id, baseline.id, merge.version, coalesce(proposal.changelog, c.draft, ''), baseline.commit_hash, baseline.last_analyzed_at, merge.user_id
    from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
    on conflict do nothing;
  end if;
  if proposal.branch_id is not null then
    perform private.keep_merged_origin(proposal.branch_id, proposal.id);
  end if;
  delete from private.proposal_merge_files f where f.proposal_id = proposal.id;
  perform private.end_proposal(proposal.id, 'merged');
  perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  return null;
end
$$;
comment on function private.follow_merge is 'Once the merged files are analysed the proposal is merged, and a release where one was asked for; where they cannot be, it is open again and says why.';
create trigger follow_merge after update of status on public.task_logs for each row
  when (new.status in ('success', 'failed') and old.status is distinct from new.status and new.task_id = 'analyze')
  execute function private.follow_merge();

create function private.give_up_merge(proposal_id bigint, problem text, outcome text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  said constant text := coalesce(give_up_merge.problem, private.sentence(case give_up_merge.outcome
    when 'moved' then 'proposal_has_moved' when 'empty' then 'proposal_merge_empty' when 'too large' then 'proposal_merge_too_large'
    else 'proposal_merge_failed' end));
begin
  update private.proposal_merges m set problem = left(said, 2000), job_id = null where m.proposal_id = give_up_merge.proposal_id;
  delete from private.proposal_merge_files f where f.proposal_id = give_up_merge.proposal_id;
  update public.proposals o set status = 'open', ended_by = null, updated_at = now() where o.id = give_up_merge.proposal_id and o.status = 'merging';
  if found then
    perform private.queue_proposal_comparison(give_up_merge.proposal_id);
    perform private.mail_proposal(give_up_merge.proposal_id, 'merge_failed', array[m.user_id])
    from private.proposal_merges m where m.proposal_id = give_up_merge.proposal_id;
  end if;
end
$$;
comment on function private.give_up_merge is 'A merge that cannot be: nothing was changed, the proposal is open again and says why, in the words of its analysis or by what came of it: moved, empty, too large, failed.';

-- # Calls

create type public.proposal_merging as (
  may_merge boolean, reason text, content_hash text, baseline_content_hash text, is_current boolean, conflicts integer,
  changed integer, files jsonb, problem text, may_release boolean, last_version text);
comment on type public.proposal_merging is 'How a proposal would be merged: why not, what both sides changed, [{path, conflicts: [{name, base, ours, theirs}]}], and why the last merge failed.';

create function public.proposal_merge(p_proposal_id bigint)
returns public.proposal_merging
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  reason constant text := private.reason_against_merging(proposal);
begin
  return (
    select row(reason is null, private.sentence(reason), b.content_hash, d.content_hash,
      coalesce(c.content_hash = b.content_hash and c.baseline_content_hash = d.content_hash, false), coalesce(c.conflicts, 0), coalesce(c.changed, 0),
      coalesce(c.files, '[]'), m.problem, private.can_in_project(proposal.project_id, 'project_branch_update'), (
        select r.version from public.releases r where r.project_id = proposal.project_id and r.branch_id = d.id order by r.precedence desc limit 1))::public.proposal_merging
    from (select 1) one
    left join public.branches b on b.id = proposal.branch_id
    left join public.branches d on d.id = proposal.baseline_branch_id
    left join private.proposal_conflicts c on c.proposal_id = proposal.id
    left join private.proposal_merges m on m.proposal_id = proposal.id);
end
$$;
comment on function public.proposal_merge is 'How a proposal would be merged: what both sides changed, whether it may be, and why not; which version was released last.';

create function public.merge_proposal(
  p_proposal_id bigint, p_content_hash text, p_baseline_content_hash text, p_choices jsonb default '{}', p_version text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal public.proposals := private.require_proposal(p_proposal_id, 'project_contents_update');
  reason text;
  found private.proposal_conflicts;
begin
  perform private.allow_proposing();
  perform private.lock_project_with(proposal.project_id, 'project_contents_update');
  -- Both branches as well: what comes meanwhile is not merged unseen.
  perform 1 from public.branches b where b.id in (proposal.branch_id, proposal.baseline_branch_id) order by b.id for share;
  select * into proposal from public.proposals o where o.id = proposal.id for update;
  reason := private.reason_against_merging(proposal);
  if reason = 'upgrade_required' then
    perform private.problem('upgrade_required', 'multi_branch');
  end if;
  perform private.require_nothing_against(reason);
  select * into found from private.proposal_conflicts c where c.proposal_id = proposal.id;
  if found.content_hash is distinct from p_content_hash or found.baseline_content_hash is distinct from p_baseline_content_hash then
    perform private.problem('proposal_has_moved');
  elsif jsonb_typeof(p_choices) is distinct from 'object' or length(p_choices::text) > 100000 or exists (
    select 1 from jsonb_array_elements(found.files) f
    where jsonb_typeof(p_choices -> (f ->> 'path')) is distinct from 'array'
      or jsonb_array_length(p_choices -> (f ->> 'path')) <> jsonb_array_length(f -> 'conflicts')
      or exists (select 1 from jsonb_array_elements(p_choices -> (f ->> 'path')) c where c not in ('"ours"', '"theirs"'))) then
    perform private.problem('proposal_conflicts_open');
  end if;
  if p_version is not null then
    perform private.require_in_project(proposal.project_id, 'project_branch_update');
    if private.version_precedence(p_version) is null then
      perform private.problem('release_version_invalid', 'version');
    elsif exists (select 1 from public.releases r where r.project_id = proposal.project_id and r.version = p_version) then
      perform private.problem('release_version_taken', 'version');
    elsif (select count(*) from public.releases r where r.project_id = proposal.project_id) >= 1000 then
      perform private.problem('too_many_releases');
    end if;
  end if;
  insert into private.proposal_merges as m (proposal_id, content_hash, baseline_content_hash, choices, version, user_id)
  values (proposal.id, found.content_hash, found.baseline_content_hash, p_choices, p_version, private.current_user_id())
  on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash,
    choices = excluded.choices, version = excluded.version, user_id = excluded.user_id, job_id = null, problem = null, created_at = now();
  update public.proposals o set status = 'merging', ended_by = private.current_user_id(), updated_at = now() where o.id = proposal.id;
  perform graphile_worker.add_job('merge_proposal', json_build_object('proposal_id', proposal.id),
    queue_name => 'merge:' || proposal.workspace_id, job_key => 'merge_proposal:' || proposal.id, max_attempts => 10);
end
$$;
comment on function public.merge_proposal is 'Has a proposal merged, of the contents that were looked at: p_choices says at each conflict which side holds, {path: [ours or theirs]}. With p_version it becomes a release, with the changelog as notes.';

-- # Grants

grant execute on function public.proposal_merge, public.merge_proposal to authenticated;
