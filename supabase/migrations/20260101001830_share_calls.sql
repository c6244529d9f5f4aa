-- Sharing a project: who has access and why, and giving it to members and addresses.

create function private.explain_project_role(user_id bigint, project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with project as (
      select p.visibility, p.is_open, m.role as workspace_role
      from public.projects p
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_open
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), said as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then format('admin, because workspace %ss administer every project', p.workspace_role)
          when 'workspace' then format('%s, because the project is %s', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, p.visibility)
          when 'group' then format('%s, because of the administration of the group %s', s.counting, s.via_name)
          when 'team' then format('%s, because of the team %s', s.counting, s.via_name)
          else case s.given
            when 'owner' then format('%s, because the project belongs to them', s.counting)
            when 'inherit' then format('%s, because the project was shared at the workspace role', s.counting)
            else format('%s, because the project was shared by name', s.counting) end
        end || case when s.is_capped then format(' (not %s: workspace %ss are read-only)', s.role, p.workspace_role) else '' end as sentence
      from sources s cross join project p
    )
    select jsonb_build_object(
      'role', private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      'summary', coalesce(
        (select s.sentence from said s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select case
          when p.is_open then 'reader of published branches, because the project is public'
          when p.workspace_role is null then 'no access, because only members of the workspace get in'
          when p.visibility = 'private' then 'no access, because the project is private and was not shared with them'
          else format('no access, because workspace %ss see only what was shared with them', p.workspace_role) end from project p)),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('source', s.source, 'role', s.counting, 'counts', s.counts, 'sentence', s.sentence,
          'team_id', case s.source when 'team' then s.via_id end, 'team', case s.source when 'team' then s.via_name end,
          'group_id', case s.source when 'group' then s.via_id end, 'group', case s.source when 'group' then s.via_name end))
          order by s.counts desc, s.role desc, s.source), '[]') from said s))
  );
end
$$;
comment on function private.explain_project_role is 'Somebody''s role in a project with everything that gives it, from the sources that the rule itself reads.';

create function public.project_access_list(p_project_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns jsonb
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
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(page.person, sees_addresses) || jsonb_build_object(
          'workspace_role', page.workspace_role, 'role', page.role, 'effective_role', why.answer -> 'role',
          'sources', why.answer -> 'reasons', 'explanation', why.answer -> 'summary',
          'may_change', page.role is distinct from 'owner'
            and (page.role is null or private.rank_of_adding(private.role_to_give(page.role, page.workspace_role)) = any (held)),
          'may_remove', removes and page.role is not null and page.role <> 'owner') order by page.place), '[]')
        from page cross join lateral (select private.explain_project_role((page.person).user_id, p_project_id) as answer) why),
      'total', (select count(*) from shown),
      'invitations', case when sees_addresses then private.invited_to_project(p_project_id) else '[]' end,
      'everyone', private.roles_by_workspace_role(project),
      'visibility', project.visibility));
end
$$;
comment on function public.project_access_list is 'Who has access to a project by name, by a team or by its group, who was invited, and who has it by workspace role alone; each with the reason.';

create function private.roles_by_workspace_role(project public.projects)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('workspace_role', meaning.workspace_role, 'role', meaning.role, 'count', counted.n, 'explanation',
      case when meaning.is_global then format('admin, because workspace %ss administer every project', meaning.workspace_role)
        else format('%s, because the project is %s', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, project.visibility) end)
      order by meaning.workspace_role desc), '[]')
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
  );
end
$$;

create function private.invited_to_project(project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email, 'role', link.role, 'expires_at', i.expires_at) order by i.email)
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()), '[]');
end
$$;

create function public.add_project_member(
  p_project_id bigint, p_email text, p_role public.project_member_role default 'editor', p_workspace_role public.workspace_role default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role);
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('VALIDATION_ERROR', 400, 'Only a member of the workspace can own a project.', 'role');
  end if;
  return private.invite_with(host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]')
    || jsonb_build_object('user_id', null, 'role', p_role);
end
$$;
comment on function public.add_project_member is 'Shares a project with an address: a member gets the role, anybody else is invited with it.';

create function public.add_project_members(p_project_id bigint, p_members jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.do_each('user_id', p_members,
    'select private.add_to_project(($2 ->> ''project_id'')::bigint, $1)', jsonb_build_object('project_id', p_project_id));
end
$$;
comment on function public.add_project_members is 'Shares a project with many, each as the rules allow.';

create function private.add_to_project(project_id bigint, wish jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  role constant public.project_member_role := coalesce(wish ->> 'role', 'editor');
begin
  if wish ->> 'user_id' is null then
    return public.add_project_member(project_id, wish ->> 'email', role, (wish ->> 'workspace_role')::public.workspace_role);
  end if;
  perform public.set_project_member(project_id, (wish ->> 'user_id')::bigint, role);
  return jsonb_build_object('type', 'member', 'user_id', wish -> 'user_id', 'invitation_id', null, 'role', role);
end
$$;

create function public.remove_project_member(p_project_id bigint, p_user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  select pm.role into theirs from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  if theirs = 'owner' then
    perform private.problem('USER_IS_OWNER', 403, 'The owner of a project keeps it until somebody else becomes the owner.');
  end if;
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
end
$$;
comment on function public.remove_project_member is 'Takes back what somebody was given by name; not from the owner.';

create function public.transfer_project_ownership(p_project_id bigint, p_user_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  previous bigint;
begin
  perform private.require_in_project(p_project_id, 'project_ownership_update');
  perform 1 from public.projects p where p.id = p_project_id for update;
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return jsonb_build_object('owner', private.person(p_user_id), 'previous_owner', private.person(previous));
end
$$;
comment on function public.transfer_project_ownership is 'Makes another member the owner; the previous one becomes an admin.';

create function public.project_assignable_members(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.candidates(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$$;
comment on function public.project_assignable_members is 'Members with whom a project can still be shared by name.';

grant execute on function
  public.project_access_list, public.add_project_member, public.add_project_members, public.remove_project_member, public.transfer_project_ownership, public.project_assignable_members
to authenticated;
