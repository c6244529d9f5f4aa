-- One project in all its details, and the workspace it belongs to.

-- # Tables

create type public.project_team as (
  team_id bigint,
  name text,
  slug text,
  icon text,
  icon_color text,
  role public.project_team_role,
  member_count bigint,
  has_read_only_workspace_roles boolean
);
comment on type public.project_team is 'A team as a project lists it.';

create type public.project_details as (
  id bigint,
  slug text,
  name text,
  description text,
  icon_name text,
  icon_color text,
  flavor text,
  type text,
  visibility text,
  updated_at timestamptz,
  "group" public.project_group,
  owner public.person,
  pinned boolean,
  my_role public.project_role,
  my_permissions text[],
  default_branch public.project_branch,
  teams public.project_team[],
  is_default_style_guide boolean,
  extended_style_guide_ids bigint[]
);
comment on type public.project_details is 'A public.project_item, its teams (for who may share it, null for others), whether new projects of the workspace extend it, and which style guides it extends itself, as far as the caller has a role in them.';

create type public.project_workspace as (id bigint, name text, slug text, hide_powered_by boolean);
comment on type public.project_workspace is 'The workspace of a project that may be read from outside.';

-- # Calls

create function public.project_details(p_project_id bigint)
returns public.project_details
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown public.projects;
  item public.project_item;
begin
  if not private.knows_project(p_project_id) then
    perform private.problem('project_not_found');
  end if;
  select * into shown from public.projects p where p.id = p_project_id;
  item := (private.project_items(array[shown]))[1];
  return row(
    item.*, case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end,
    exists (select 1 from public.workspace_default_style_guides d where d.project_id = p_project_id),
    array(
      select s.style_guide_project_id from public.project_style_guides s
      where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read')
      order by s.position, s.style_guide_project_id))::public.project_details;
end
$$;
comment on function public.project_details is 'One project as its screens show it to the caller; its teams for who may share it, null for others.';

create function public.project_workspace(p_project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(w.id, w.name, w.slug, w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'))::public.project_workspace)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and private.knows_project(p.id)
$$;
comment on function public.project_workspace is 'The name of a project''s workspace, for who reads the project without being a member; null for others (hence jsonb).';

-- # Grants

grant execute on function public.project_details, public.project_workspace to anon, authenticated;
