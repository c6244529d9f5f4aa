-- Access to the Studio: in which mode somebody opens a project, and which working copies they read.

-- # Tables

create table private.working_copies (
  branch_id bigint primary key references public.branches (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.working_copies is 'The branches that were opened in the Studio, and so have documents.';
create index working_copies_workspace_idx on private.working_copies (workspace_id);
alter table private.working_copies enable row level security;

-- # Rules

create function private.studio_mode(type text, may_update boolean, may_read boolean, has_account boolean)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when type = 'cli' then 'notEditable'
    when not may_update and not may_read then 'none'
    when type = 'vcs' and not has_account then 'connect'
    when may_update then 'readWrite'
    else 'readOnly'
  end
$$;
comment on function private.studio_mode is 'The one rule of access modes: by the type of a project, what somebody may do with its content, and whether an account at its Git host is at hand (theirs, or the project''s service account).';

create function private.studio_view(reads_drafts boolean, reads_branch boolean, is_full_member boolean)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when reads_drafts then 'live'
    when reads_branch and is_full_member then 'published'
  end
$$;
comment on function private.studio_view is 'What of a working copy somebody sees: live what is being written, for who reads drafts; else the files that are as published, for full members only: files hold what is internal, hidden, or no page at all; null is nothing.';

create type private.studio_access as (mode text, view text, reason text);
comment on type private.studio_access is 'The mode in which somebody opens a branch, what they see of its working copy, and why not more.';

create function private.studio_access(branch public.branches)
returns private.studio_access
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  permissions constant text[] := array(select m.permission from public.my_project_permissions(branch.project_id) m);
  is_linked constant boolean := branch.id in (select private.shared_branch_ids());
  may_read constant boolean := 'project_read' = any (permissions) or is_linked;
  has_service_account constant boolean := exists (select 1 from public.project_service_accounts a where a.project_id = branch.project_id);
  may_update boolean := 'project_contents_update' = any (permissions);
  is_maker boolean;
  access private.studio_access;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  is_maker := private.can_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  may_update := may_update and (project.type <> 'vcs' or has_service_account or is_maker);
  access.mode := private.studio_mode(project.type, may_update, may_read, has_service_account or exists (
    select 1 from public.project_repositories r
    join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = private.current_user_id()
    where r.project_id = project.id));
  access.reason := case
    when access.mode = 'notEditable' then 'studio_not_editable'
    when access.mode = 'connect' then 'studio_connect_account'
    when access.mode <> 'readWrite' and project.is_read_only then 'project_over_plan'
    when access.mode <> 'readWrite' and not is_maker then 'studio_needs_maker'
    when access.mode = 'readOnly' then 'studio_needs_editor'
  end;
  if access.mode in ('readOnly', 'readWrite') then
    access.view := private.studio_view('project_unpublished_branch_read' = any (permissions),
      is_linked or branch.is_published and 'project_published_branch_read' = any (permissions),
      'project_published_branch_read' = any (permissions) and private.can_in_workspace(project.workspace_id, 'WorkspaceFullMember'));
    if access.view is null then
      access.mode := 'none';
      access.reason := 'studio_holds_internal';
    end if;
  end if;
  return access;
end
$$;
comment on function private.studio_access(public.branches) is 'In which mode the caller opens a branch, and why not in a better one. A project at a Git host without a service account is changed by who may create projects: the commits are theirs.';

create function private.working_copies_read()
returns table (branch_id bigint, view text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select seen.branch_id, seen.view
  from (
    select w.branch_id, private.studio_view(
        drafts.is_read,
        linked.is_so or b.is_published and published.is_read,
        published.is_read and w.workspace_id in (select private.workspace_ids_with('WorkspaceFullMember'))) as view,
      private.studio_mode(p.type, false, published.is_read or linked.is_so,
        exists (select 1 from public.project_service_accounts a where a.project_id = p.id)
        or exists (
          select 1 from public.project_repositories r
          join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = me
          where r.project_id = p.id)) as mode
    from private.working_copies w
    join public.branches b on b.id = w.branch_id
    join public.projects p on p.id = b.project_id
    cross join lateral (select w.branch_id in (select private.shared_branch_ids()) as is_so) linked
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_unpublished_branch_read') r)
      or p.id in (select private.project_ids_given('project_unpublished_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_unpublished_branch_read')), false) as is_read) drafts
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_published_branch_read') r)
      or p.id in (select private.project_ids_given('project_published_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_published_branch_read')), false) as is_read) published
    where w.workspace_id in (select private.my_workspace_ids()) or w.branch_id in (select private.shared_branch_ids())
  ) seen
  where seen.view is not null and seen.mode = 'readOnly';
end
$$;
comment on function private.working_copies_read is 'The working copies that the caller reads, and what of them: the rules of private.studio_access as a set, for policies. Its size follows what was opened in the Studio, not what exists.';

create function private.live_working_copies()
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select w.branch_id from private.working_copies_read() w where w.view = 'live'
$$;
comment on function private.live_working_copies is 'The working copies of which the caller sees what is being written.';

create function private.published_working_copies()
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select w.branch_id from private.working_copies_read() w where w.view = 'published'
$$;
comment on function private.published_working_copies is 'The working copies of which the caller sees the files that are as published.';

create function private.studio_access(branch_id bigint)
returns private.studio_access
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  branch public.branches;
begin
  select b.* into branch from public.branches b
  where b.id = studio_access.branch_id and exists (select 1 from private.working_copies w where w.branch_id = b.id);
  return case when branch.id is not null then private.studio_access(branch) end;
end
$$;
comment on function private.studio_access(bigint) is 'The same of a working copy; null where there is none.';

create function private.require_writable_copy(branch_id bigint)
returns public.branches
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  access private.studio_access := private.studio_access(branch_id);
begin
  if access.view is null then
    perform private.problem('branch_not_found');
  end if;
  -- One change of the list of files after the other, and none while an analysis swaps its files in.
  select * into branch from public.branches b where b.id = require_writable_copy.branch_id for no key update;
  access := private.studio_access(branch_id);
  if access.view is null or branch.id is null then
    perform private.problem('branch_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.require_writable(branch.project_id);
    perform private.problem('not_allowed_in_project');
  end if;
  return branch;
end
$$;
comment on function private.require_writable_copy is 'A branch whose working copy the caller may change, locked; 404 for who may not know it.';

create function private.hears_working_copy(topic text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document_id constant text := substring(topic from '^document:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  branch_id constant bigint := substring(topic from '^studio:([1-9][0-9]{0,17})$');
begin
  return coalesce((private.studio_access(coalesce(branch_id,
    (select d.branch_id from public.documents d where d.id = document_id::uuid)))).view = 'live', false);
end
$$;
comment on function private.hears_working_copy is 'Whether the caller hears what is typed into a document (document:{id}), or who is where in a working copy (studio:{branch id}).';

create function private.sends_topic()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((private.studio_access(substring(realtime.topic() from '^studio:([1-9][0-9]{0,17})$')::bigint)).mode = 'readWrite', false);
end
$$;
comment on function private.sends_topic is 'Whether the caller may send on the channel that Realtime asks about: where they are in a working copy that they may change. Nothing else is sent by clients.';

create policy "Who may change a working copy says where they are in it" on realtime.messages for insert to authenticated
with check (extension = 'broadcast' and topic = (select realtime.topic()) and (select private.sends_topic()));

-- # Grants

grant execute on function private.live_working_copies, private.published_working_copies, private.sends_topic to authenticated;
grant execute on function private.published_working_copies to anon;
