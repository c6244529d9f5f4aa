-- Reasons for access: why somebody may or may not do something, from the tables that enforce it.

-- # Tables

create type public.access_reason as (
  source text,
  role text,
  counts boolean,
  sentence text,
  team_id bigint,
  team text,
  group_id bigint,
  "group" text
);
comment on type public.access_reason is 'One of the things that give somebody a role; counts: whether the role comes from this. The team or group is of the sources that are one.';

create type public.lacking_permission as (permission text, sentence text);
comment on type public.lacking_permission is 'A permission that somebody lacks, with the sentence that says why.';

create type private.role_reasons as (role public.project_role, summary text, reasons public.access_reason[]);
comment on type private.role_reasons is 'Somebody''s role in a project with everything that gives it.';

-- # Rules

create function private.roles_called(role public.workspace_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case role when 'billing' then 'billing admins' else role || 's' end
$$;
comment on function private.roles_called is 'Those who have a workspace role, as people say it.';

create function private.explain_project_role(user_id bigint, project_id bigint)
returns private.role_reasons
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
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_active
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), weighed as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then private.sentence('access_by_administration', jsonb_build_object('workspace_roles', private.roles_called(p.workspace_role)))
          when 'workspace' then private.sentence('access_by_visibility', jsonb_build_object(
            'role', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, 'visibility', p.visibility))
          when 'group' then private.sentence('access_by_group', jsonb_build_object('role', s.counting, 'group', s.via_name))
          when 'team' then private.sentence('access_by_team', jsonb_build_object('role', s.counting, 'team', s.via_name))
          else private.sentence(case s.direct_role
            when 'owner' then 'access_by_ownership' when 'inherit' then 'access_by_workspace_role' else 'access_by_name' end,
            jsonb_build_object('role', s.counting))
        end as uncapped
      from sources s cross join project p
    ), explained as (
      select s.*, case when s.is_capped
        then private.sentence('access_capped', jsonb_build_object('access', s.uncapped, 'role', s.role, 'workspace_roles', private.roles_called(p.workspace_role)))
        else s.uncapped end as sentence
      from weighed s cross join project p
    )
    select row(
      private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      coalesce(
        (select s.sentence from explained s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select private.sentence(case
          when p.is_open then 'access_for_everybody'
          when p.workspace_role is null then 'no_access_without_membership'
          when p.visibility = 'private' then 'no_access_to_private'
          else 'no_access_unless_shared' end, jsonb_build_object('workspace_roles', private.roles_called(p.workspace_role))) from project p)),
      array(
        select row(s.source, s.counting, s.counts, s.sentence,
          case s.source when 'team' then s.via_id end, case s.source when 'team' then s.via_name end,
          case s.source when 'group' then s.via_id end, case s.source when 'group' then s.via_name end)::public.access_reason
        from explained s
        order by s.counts desc, s.role desc, s.source))::private.role_reasons
  );
end
$$;
comment on function private.explain_project_role is 'Somebody''s role in a project with everything that gives it, from the sources that the rule itself reads.';

-- # Calls

create type public.named_object as (id bigint, name text);
comment on type public.named_object is 'Which workspace, group, team or project it is.';

create type public.access_explanation as (
  kind text,
  object public.named_object,
  "user" public.person,
  role text,
  workspace_role public.workspace_role,
  summary text,
  permissions text[],
  reasons public.access_reason[],
  cannot public.lacking_permission[]
);
comment on type public.access_explanation is 'Somebody''s access to something: their role with its reasons, what it permits, and why the rest is not permitted.';

create type private.access_grounds as (
  role text,
  workspace_role public.workspace_role,
  summary text,
  permissions text[],
  reasons public.access_reason[],
  cannot public.lacking_permission[]
);
comment on type private.access_grounds is 'The explanation of an access, without whose it is and to what.';

create function private.cannot(permission text, sentence text)
returns public.lacking_permission
language sql
stable
security definer
set search_path = ''
as $$
  select row(p.permission, private.sentence('cannot', jsonb_build_object('action', p.phrase, 'reason', cannot.sentence)))::public.lacking_permission
  from private.permission_phrases p where p.permission = cannot.permission
$$;
comment on function private.cannot is 'A permission that somebody lacks, with the sentence that says why.';

create function private.explain_project(user_id bigint, project_id bigint)
returns private.access_grounds
language sql
stable
security definer
set search_path = ''
as $$
  with facts as (
    select why.role, why.summary, why.reasons, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_active, false) as is_locked
    from private.explain_project_role(explain_project.user_id, explain_project.project_id) why
    join public.projects p on p.id = explain_project.project_id
    join public.workspaces w on w.id = p.workspace_id
    left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project.user_id
    left join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  ), cells as (
    select permission, min(role) as lowest, max(role) as highest from public.project_role_permissions group by permission
  )
  select row(
    facts.role,
    facts.workspace_role,
    case when facts.is_locked then private.sentence('no_access_while_locked') else facts.summary end,
    array(select p.permission from public.project_role_permissions p where p.role = facts.role order by p.permission),
    facts.reasons,
    (
      select array_agg(private.cannot(c.permission, case
        when facts.workspace_role is not null and not facts.is_locked and facts.role is null then facts.summary
        else private.sentence(case
          when facts.workspace_role is null then 'cannot_without_membership'
          when facts.is_locked then 'cannot_while_locked'
          when c.permission = 'project_leave' then case
            when facts.role = 'owner' then 'cannot_before_ownership_passes' else 'cannot_leave_what_role_reaches' end
          when facts.workspace_role in ('viewer', 'guest') and c.lowest > facts.highest_role then 'cannot_read_only'
          when c.lowest = 'owner' then 'cannot_below_owner'
          else 'cannot_below_role' end, jsonb_build_object('workspace_roles', private.roles_called(facts.workspace_role), 'role', c.lowest))
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))::private.access_grounds
  from facts
$$;
comment on function private.explain_project is 'Somebodys access to a project: their role with its reasons, what it permits, and why the rest is not permitted.';

create function private.explain_roles(roles text[], permissions text[], matrix jsonb, workspace_role public.workspace_role)
returns private.access_grounds
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    null, workspace_role, null,
    permissions,
    array(
      select row(r, r, true, private.sentence(case r
        when 'workspace_global_admin' then 'role_by_administration'
        when 'admin' then 'role_by_appointment'
        when 'member' then 'role_by_belonging'
        when 'workspace_member' then 'role_by_seeing_teams'
        else 'role_by_creating_projects' end, jsonb_build_object('workspace_roles', private.roles_called(workspace_role))), null, null, null, null)::public.access_reason
      from unnest(roles) r
      order by r),
    array(
      select private.cannot(c.key, case
        when workspace_role is null then private.sentence('cannot_without_membership')
        else private.sentence('cannot_without_role', jsonb_build_object('roles', (
          select string_agg(replace(needed, '_', ' '), ' or ' order by needed) from jsonb_array_elements_text(c.value) needed))) end)
      from jsonb_each(matrix) c where not c.key = any (permissions)
      order by c.key))::private.access_grounds
$$;
comment on function private.explain_roles is 'What the roles of a matrix ({permission: [role]}) give, and what they do not.';

create function public.explain_access(p_user_id bigint, p_kind text, p_object_id bigint)
returns public.access_explanation
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  host_id bigint;
  object_name text;
  theirs public.workspace_role;
  why private.access_grounds;
begin
  case p_kind
    when 'project' then
      perform private.require_in_project(p_object_id, case when p_user_id = me then 'project_read' else 'project_members_add' end);
      select p.workspace_id, p.name into host_id, object_name from public.projects p where p.id = p_object_id;
    when 'group' then
      perform private.require_in_group(p_object_id, case when p_user_id = me then 'group_view' else 'group_member_read' end);
      select g.workspace_id, g.name into host_id, object_name from public.groups g where g.id = p_object_id;
    when 'team' then
      perform private.require_in_team(p_object_id, case when p_user_id = me then 'team_view' else 'team_member_add' end);
      select t.workspace_id, t.name into host_id, object_name from public.teams t where t.id = p_object_id;
    when 'workspace' then
      if p_user_id <> me or private.workspace_role(p_object_id) is null then
        perform private.require_in_workspace(p_object_id, 'WorkspaceMembersRead');
      end if;
      select w.id, w.name into host_id, object_name from public.workspaces w where w.id = p_object_id;
    else
      perform private.problem('access_kind_unknown');
  end case;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
  why := private.explain_access(p_user_id, p_kind, p_object_id);
  return row(p_kind, row(p_object_id, object_name)::public.named_object, private.person(p_user_id), why.*)::public.access_explanation;
end
$$;
comment on function public.explain_access is 'Why somebody may or may not do something with a workspace, group, team or project: for oneself, and for who may share it.';

create function private.explain_access(user_id bigint, kind text, object_id bigint)
returns private.access_grounds
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
  held text[];
  answer private.access_grounds;
begin
  if kind = 'project' then
    return private.explain_project(user_id, object_id);
  end if;
  select m.role into theirs from public.workspace_members m
  where m.user_id = explain_access.user_id and m.is_active and m.workspace_id = case kind
    when 'workspace' then object_id
    when 'group' then (select g.workspace_id from public.groups g where g.id = object_id)
    else (select t.workspace_id from public.teams t where t.id = object_id) end;
  if kind = 'workspace' then
    answer := private.explain_roles('{}', array(
      select p.permission from public.workspace_role_permissions p where p.role = theirs::text order by 1),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.workspace_role_permissions p where p.role <> 'project_export' group by p.permission) c), theirs);
    answer.role := theirs;
    answer.summary := private.sentence(case when theirs is null then 'no_access_to_workspace' else 'role_in_workspace' end, jsonb_build_object('role', theirs));
    if theirs is not null then
      answer.reasons := array[row('membership', theirs, true, private.sentence('role_by_membership', jsonb_build_object('role', theirs)), null, null, null, null)
        ::public.access_reason];
    end if;
    return answer;
  end if;
  if kind = 'group' then
    held := array(select private.group_roles(user_id, object_id));
    answer := private.explain_roles(held, private.group_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.group_role_permissions p group by p.permission) c), theirs);
  else
    held := array(select private.team_roles(user_id, object_id));
    answer := private.explain_roles(held, private.team_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.team_role_permissions p group by p.permission) c), theirs);
  end if;
  answer.role := case
    when 'workspace_global_admin' = any (held) then 'workspace_global_admin'
    when 'admin' = any (held) then 'admin'
    when 'member' = any (held) then 'member'
    when 'workspace_member' = any (held) then 'workspace_member' end;
  answer.summary := coalesce(
    (select r.sentence from unnest(answer.reasons) r
     order by array_position(array['workspace_global_admin', 'admin', 'member', 'workspace_member'], r.source) limit 1),
    private.sentence('no_access_by_anything'));
  return answer;
end
$$;
comment on function private.explain_access is 'The explanation itself, from the tables that enforce it.';

-- # Grants

grant execute on function public.explain_access to authenticated;
