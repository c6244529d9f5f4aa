set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_may_link(workspace_id bigint, workspace_role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
begin
  for wanted in
    select (p ->> 'project_id')::bigint as id, coalesce(p ->> 'role', 'viewer')::public.project_member_role as role
    from jsonb_array_elements(projects) p
  loop
    if wanted.role = 'owner' then
      perform private.problem('owner_not_invited');
    end if;
    if not exists (select 1 from public.projects p where p.id = wanted.id and p.workspace_id = require_may_link.workspace_id) then
      perform private.problem('project_not_found', 'project_id');
    end if;
    perform private.require_in_project(wanted.id, 'project_members_add');
    perform private.require_in_project(wanted.id, private.rank_of_adding(private.role_to_give(wanted.role, workspace_role)));
  end loop;
  for wanted in select (g #>> '{}')::bigint as id from jsonb_array_elements(groups) g loop
    if not exists (select 1 from public.groups g where g.id = wanted.id and g.workspace_id = require_may_link.workspace_id)
      or not private.can_in_group(wanted.id, 'group_member_add') then
      perform private.problem('group_not_found', 'group_id');
    end if;
    if workspace_role = 'guest' then
      perform private.problem('guest_invited_as_group_admin');
    end if;
  end loop;
  for wanted in
    select (t ->> 'team_id')::bigint as id, coalesce(t ->> 'role', 'member')::public.team_role as role from jsonb_array_elements(teams) t
  loop
    if not exists (select 1 from public.teams t where t.id = wanted.id and t.workspace_id = require_may_link.workspace_id)
      or not private.can_in_team(wanted.id, case wanted.role when 'admin' then 'team_admin_add' else 'team_member_add' end) then
      perform private.problem('team_not_found', 'team_id');
    end if;
    if wanted.role = 'admin' then
      perform private.require_nothing_against(private.reason_against_administering(workspace_role));
    end if;
  end loop;
end
$function$;
