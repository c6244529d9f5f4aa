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
  created_at timestamptz not null default now()
);
comment on table public.node_changes is 'Differences of a branch from its analysis before (a history, one job after the other) and from the default branch (as of now).';
create index node_changes_branch_idx on public.node_changes (branch_id, compared_with, id desc);
create index node_changes_node_idx on public.node_changes (branch_id, node_uri, id desc);
create index node_changes_job_idx on public.node_changes (job_id);
alter table public.node_changes enable row level security;

-- # Rules

create policy "Changes are read with their branch, those of internal nodes by full members" on public.node_changes for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = node_changes.branch_id)
  and (not is_internal or workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
);
create policy "Changes of public projects are read by anyone" on public.node_changes for select to anon
using (exists (
  select 1 from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node_changes.branch_id and not node_changes.is_internal and b.is_published and p.is_open
));

-- # Grants

grant select on public.node_changes to anon, authenticated;
