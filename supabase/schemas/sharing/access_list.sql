-- Who has access to a project: by name, by a team, by its group, by workspace role alone, or soon, by an invitation.

-- # Calls

create type public.project_access as (
  user_id bigint,
  username text,
  first_name text,
  last_name text,
  display_name text,
  avatar_url text,
  email text,
  workspace_role public.workspace_role,
  role public.project_member_role,
  effective_role public.project_role,
  sources public.access_reason[],
  explanation text,
  may_change boolean,
  may_remove boolean
);
comment on type public.project_access is 'Somebody who has access to a project, with the reasons. The address is for who reads the members of the workspace; role: what they were given by name, null for nothing.';

create type public.project_invited as (invitation_id bigint, email text, role public.project_member_role, expires_at timestamptz);
comment on type public.project_invited is 'An open invitation that brings somebody into a project.';

create type public.project_access_by_role as (
  workspace_role public.workspace_role,
  role public.project_role,
  count bigint,
  explanation text
);
comment on type public.project_access_by_role is 'How many have access to a project by a workspace role alone, and why.';

create type public.project_access_page as (
  items public.project_access[],
  total bigint,
  invitations public.project_invited[],
  everyone public.project_access_by_role[],
  visibility text
);
comment on type public.project_access_page is 'Who has access to a project by name, by a team or by its group, a page of them; who was invited; who has it by workspace role alone.';

create function public.project_access_list(p_project_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns public.project_access_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  sees_addresses boolean;
  removes boolean;
  held text[];
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select * into project from public.projects p where p.id = p_project_id;
  sees_addresses := private.can_in_workspace(project.workspace_id, 'WorkspaceMembersRead');
  held := array(select r.permission from public.my_project_permissions(p_project_id) r);
  removes := 'project_member_delete' = any (held);
  return (
    with given as (
      select pm.user_id from public.project_members pm where pm.project_id = p_project_id
      union
      select tm.user_id from public.project_teams pt join public.team_members tm on tm.team_id = pt.team_id where pt.project_id = p_project_id
      union
      select ga.user_id from public.group_admins ga where ga.group_id = project.group_id
    ), shown as (
      select p as person, m.role as workspace_role, pm.role
      from given
      join public.workspace_members m on m.workspace_id = project.workspace_id and m.user_id = given.user_id
      join private.people p on p.user_id = given.user_id
      left join public.project_members pm on pm.project_id = p_project_id and pm.user_id = given.user_id
      where private.is_found(p, p_search, sees_addresses)
    ), page as (
      select shown.*, row_number() over (order by role = 'owner' desc nulls last, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      array(
        select row((private.person_for(page.person, sees_addresses)).*,
          page.workspace_role, page.role, why.role, why.reasons, why.summary,
          page.role is distinct from 'owner'
            and (page.role is null or private.rank_of_adding(private.role_to_give(page.role, page.workspace_role)) = any (held)),
          removes and page.role is not null and page.role <> 'owner')::public.project_access
        from page cross join lateral private.explain_project_role((page.person).user_id, p_project_id) why
        order by page.place),
      (select count(*) from shown),
      case when sees_addresses then private.invited_to_project(p_project_id) else '{}' end,
      private.roles_by_workspace_role(project),
      project.visibility)::public.project_access_page);
end
$$;
comment on function public.project_access_list is 'Who has access to a project by name, by a team or by its group, who was invited, and who has it by workspace role alone; each with the reason.';

create function private.roles_by_workspace_role(project public.projects)
returns public.project_access_by_role[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select row(meaning.workspace_role, meaning.role, counted.n,
      case when meaning.is_global then private.sentence('access_by_administration', jsonb_build_object('workspace_roles', private.roles_called(meaning.workspace_role)))
        else private.sentence('access_by_visibility', jsonb_build_object(
          'role', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, 'visibility', project.visibility)) end
    )::public.project_access_by_role
    from (
      select r.workspace_role, g.role is not null as is_global,
        case when g.role is not null then 'workspace_global_admin' when project.visibility <> 'private' then r.implied_role end as role
      from public.workspace_role_project_roles r
      left join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
    ) meaning
    cross join lateral (
      select count(*) as n from public.workspace_members m where m.workspace_id = project.workspace_id and m.role = meaning.workspace_role
    ) counted
    where meaning.role is not null and counted.n > 0
    order by meaning.workspace_role desc
  );
end
$$;
comment on function private.roles_by_workspace_role is 'Who has access to a project by workspace role alone: how many of each role, with the reason.';

create function private.invited_to_project(project_id bigint)
returns public.project_invited[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select row(i.id, i.email, link.role, i.expires_at)::public.project_invited
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and private.is_live(i)
    order by i.email);
end
$$;
comment on function private.invited_to_project is 'Open invitations that bring somebody into a project.';

-- # Grants

grant execute on function public.project_access_list to authenticated;
