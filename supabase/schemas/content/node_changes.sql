-- Changes of content: how each analysis of a branch differs from the one before it, and from the default branch.

-- # Tables

create table public.node_changes (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  workspace_id bigint not null,
  job_id uuid references public.task_logs (job_id) on delete set null,
  compared_with text not null check (compared_with in ('previous', 'default')),
  commit_hash text,
  node_uri text not null check (octet_length(node_uri) between 1 and 2000),
  node_type text not null,
  node_name text not null default '' check (length(node_name) <= 1000),
  is_internal boolean not null default false,
  operation text not null check (operation in ('added', 'removed', 'updated')),
  semver text not null check (semver in ('major', 'minor', 'patch', 'none')),
  rule text not null default '' check (length(rule) <= 100),
  message text not null check (length(message) <= 2000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  is_hidden boolean not null default false,
  value_before text check (length(value_before) <= 500),
  value_after text check (length(value_after) <= 500)
);
comment on table public.node_changes is 'Differences of a branch from its analysis before (a history, one job after the other) and from the default branch (as of now).';
comment on column public.node_changes.value_before is 'What stood there, as short text; null where nothing did, where it says nothing by itself, and of changes that were written without it.';
comment on column public.node_changes.value_after is 'What stands there now, in the same way.';
create index node_changes_branch_idx on public.node_changes (branch_id, compared_with, id desc);
create index node_changes_node_idx on public.node_changes (branch_id, node_uri, id desc);
create index node_changes_job_idx on public.node_changes (job_id);
alter table public.node_changes enable row level security;

create table private.branch_comparisons (
  branch_id bigint primary key references public.branches (id) on delete cascade,
  content_hash text not null,
  default_content_hash text not null,
  is_known boolean not null,
  compared_at timestamptz not null default now()
);
comment on table private.branch_comparisons is 'Which content of a branch was compared with which content of the default branch: the rows of node_changes that say "default" are about these two.';
comment on column private.branch_comparisons.is_known is 'False where the two could not be compared: a file is lost, or it takes too long.';
alter table private.branch_comparisons enable row level security;

-- # Rules

create policy "Changes are read with their branch, those of internal nodes by full members, of hidden ones by who changes the content" on public.node_changes for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = node_changes.branch_id)
  and (not is_internal or workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
  and (not is_hidden or exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = node_changes.branch_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_contents_update')))
        or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
    )
  ))
);
create policy "Changes of public projects are read by anyone" on public.node_changes for select to anon
using (exists (
  select 1 from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node_changes.branch_id and not node_changes.is_internal and not node_changes.is_hidden and b.is_published and p.is_open
));

create function private.comparison_state(branch_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when b.is_default or b.content_hash is null or d.content_hash is null then 'none'
    when c.content_hash is distinct from b.content_hash or c.default_content_hash is distinct from d.content_hash then 'outdated'
    when c.is_known then 'current'
    else 'unknown' end
  from public.branches b
  left join public.branches d on d.project_id = b.project_id and d.is_default
  left join private.branch_comparisons c on c.branch_id = b.id
  where b.id = comparison_state.branch_id
$$;
comment on function private.comparison_state is 'Whether what is said of a branch and the default one is about both as they are now (current) or were (outdated), cannot be said (unknown), or nothing is to be compared (none).';

create function private.queue_comparison(branch_id bigint, place bigint default 1)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- One a branch, and one at a time of a workspace. The first ones of each project come before the later ones of others.
  perform graphile_worker.add_job('compare_branch', json_build_object('branch_id', b.id),
    queue_name => 'compare:' || p.workspace_id, job_key => 'compare_branch:' || b.id, max_attempts => 5, priority => least(place, 1000)::integer)
  from public.branches b join public.projects p on p.id = b.project_id where b.id = queue_comparison.branch_id;
end
$$;
comment on function private.queue_comparison is 'Has the worker compare a branch with the default one, if it is not compared with it as it is. place: how many of its project come before.';

create function private.keep_comparisons()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_branches constant integer := 100;
begin
  if not new.is_default then
    -- Also where the analysis has compared it: the default branch may have moved meanwhile.
    perform private.queue_comparison(new.id);
    return null;
  end if;
  delete from public.node_changes c where c.branch_id = new.id and c.compared_with = 'default';
  delete from private.branch_comparisons c where c.branch_id = new.id;
  perform private.queue_comparison(outdated.id, outdated.place)
  from (
    select b.id, row_number() over (order by b.last_analyzed_at desc, b.id) as place
    from public.branches b
    where b.project_id = new.project_id and private.comparison_state(b.id) = 'outdated'
    order by b.last_analyzed_at desc, b.id limit most_branches
  ) outdated;
  return null;
end
$$;
comment on function private.keep_comparisons is 'Has branches compared anew with a default branch that has other content or is another one: the hundred that were analysed last. Others are outdated, and say so, until their next analysis.';
create trigger keep_comparisons after update of is_default, content_hash on public.branches for each row
  when (new.content_hash is not null and (new.content_hash is distinct from old.content_hash or new.is_default and not old.is_default))
  execute function private.keep_comparisons();

-- # Grants

grant select on public.node_changes to anon, authenticated;
