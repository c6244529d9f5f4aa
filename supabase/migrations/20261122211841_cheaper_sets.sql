set local check_function_bodies = off;

DROP POLICY "Branches are changed with the branch permission" ON "public"."branches";

DROP POLICY "Published branches are read with the project, others by editors" ON "public"."branches";

DROP POLICY "Project members are removed with the delete permission" ON "public"."project_members";

DROP POLICY "Project members are seen by themselves and by who may add membe" ON "public"."project_members";

DROP POLICY "Teams of a project are seen by who may add members" ON "public"."project_teams";

DROP POLICY "Projects are changed with the update permission" ON "public"."projects";

DROP POLICY "Projects are read by who was let in" ON "public"."projects";

DROP POLICY "Task logs are seen with the log permission of the project or th" ON "public"."task_logs";

CREATE OR REPLACE FUNCTION private.branches_read()
 RETURNS SETOF public.branches
 LANGUAGE sql
 STABLE
AS $function$
  select b.* from public.branches b join public.projects p on p.id = b.project_id
  where b.is_published and (
      p.is_open
      or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_published_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_published_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_published_branch_read')))))
    or not b.is_published and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
    or p.workspace_id = any (array(select private.token_workspace_ids()))
$function$;

CREATE OR REPLACE FUNCTION private.group_ids_given(permission text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select ga.group_id
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = group_ids_given.permission
    and allowed.role = least('admin'::public.project_role, meaning.highest_role)
  where ga.user_id = me;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_ids_given(permission text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select given.project_id
  from (
    select pm.project_id, pm.role::text as role
    from public.project_members pm where pm.user_id = me
    union all
    select pt.project_id, pt.role::text
    from public.team_members tm join public.project_teams pt on pt.team_id = tm.team_id
    where tm.user_id = me
  ) given
  join public.projects p on p.id = given.project_id
  join private.my_memberships() m on m.workspace_id = p.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = project_ids_given.permission
    and allowed.role = least(
      case given.role when 'inherit' then meaning.inherited_role else given.role::public.project_role end,
      meaning.highest_role);
end
$function$;

CREATE OR REPLACE FUNCTION private.projects_with(permission text)
 RETURNS SETOF public.projects
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from public.projects p
  where (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role(projects_with.permission))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given(projects_with.permission)))
      or p.group_id = any (array(select private.group_ids_given(projects_with.permission))))
$function$;

CREATE OR REPLACE FUNCTION private.session_of(session_id uuid, auth_id uuid)
 RETURNS private.session
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.session;
begin
  select s.id, s.user_id, o.method, o.integration_id, o.only_workspace_id, coalesce(o.proven_at, s.created_at) > now() - interval '10 minutes'
  into found
  from auth.sessions s
  left join private.sessions o on o.session_id = s.id
  where s.id = session_of.session_id and s.user_id = session_of.auth_id and (s.not_after is null or s.not_after > now());
  -- Opened past our functions: Auth has noted how. Asked apart, for every request comes through here and this is rare.
  if found.id is not null and found.method is null then
    found.method := case when exists (
      select 1 from auth.mfa_amr_claims a where a.session_id = found.id and a.authentication_method = 'password') then 'password' else 'code' end;
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.was_given_something()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  return exists (select 1 from public.workspace_members m where m.auth_id = session.auth_id and m.was_given);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, by_time);

  -- What the caller reads.
  query.workspace_id := p_workspace_id;
  query.visibilities := case when p_workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = p_workspace_id) end;
  query.project_ids := '{}';
  query.group_ids := '{}';
  if private.was_given_something() then
    query.project_ids := array(select private.project_ids_given('project_read'));
    query.group_ids := array(select private.group_ids_given('project_read'));
  end if;

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return jsonb_build_object(
    'items', private.projects_as_json(shown[:rows]),
    'next', case when cardinality(shown) > rows then
      private.project_cursor(case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    'total', total);
end
$function$;

CREATE OR REPLACE FUNCTION request.check_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  headers constant text := current_setting('request.headers', true);
  session private.session;
begin
  -- Few requests prefer anything, and to read all headers is a good part of what this costs.
  if strpos(headers, '"prefer"') > 0 and claims ->> 'role' is distinct from 'service_role'
    and headers::json ->> 'prefer' ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('count_not_exact');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  session := private.session_of((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid);
  if session.id is not null then
    perform set_config('waymark.session', session::text, true),
      set_config('waymark.session_claims', current_setting('request.jwt.claims'), true);
    return;
  end if;
  perform private.problem(private.reason_of_ending((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$function$;

CREATE POLICY "Branches are changed with the branch permission" ON "public"."branches" FOR UPDATE TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = branches.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_branch_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_branch_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_branch_update'::text) AS group_ids_given)))))))))) WITH CHECK ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = branches.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_branch_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_branch_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_branch_update'::text) AS group_ids_given))))))))));

CREATE POLICY "Published branches are read with the project, others by editors" ON "public"."branches" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = branches.project_id) AND (branches.is_published OR ((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_unpublished_branch_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_unpublished_branch_read'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_unpublished_branch_read'::text) AS group_ids_given))))))))));

CREATE POLICY "Project members are removed with the delete permission" ON "public"."project_members" FOR DELETE TO "authenticated" USING (((role <> 'owner'::public.project_member_role) AND (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_members.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_member_delete'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_member_delete'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_member_delete'::text) AS group_ids_given)))))))))));

CREATE POLICY "Project members are seen by themselves and by who may add membe" ON "public"."project_members" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_members.project_id) AND ((project_members.user_id = ( SELECT private.current_user_id() AS current_user_id)) OR ((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_members_add'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_members_add'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_members_add'::text) AS group_ids_given))))))))));

CREATE POLICY "Teams of a project are seen by who may add members" ON "public"."project_teams" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_teams.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_members_add'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_members_add'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_members_add'::text) AS group_ids_given))))))))));

CREATE POLICY "Projects are changed with the update permission" ON "public"."projects" FOR UPDATE TO "authenticated" USING ((((workspace_id, visibility) IN ( SELECT reach_by_role.workspace_id,
    reach_by_role.visibility
   FROM private.reach_by_role('project_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((id = ANY (ARRAY( SELECT private.project_ids_given('project_update'::text) AS project_ids_given))) OR (group_id = ANY (ARRAY( SELECT private.group_ids_given('project_update'::text) AS group_ids_given))))))) WITH CHECK ((((workspace_id, visibility) IN ( SELECT reach_by_role.workspace_id,
    reach_by_role.visibility
   FROM private.reach_by_role('project_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((id = ANY (ARRAY( SELECT private.project_ids_given('project_update'::text) AS project_ids_given))) OR (group_id = ANY (ARRAY( SELECT private.group_ids_given('project_update'::text) AS group_ids_given)))))));

CREATE POLICY "Projects are read by who was let in" ON "public"."projects" FOR SELECT TO "authenticated" USING ((is_open OR ((workspace_id, visibility) IN ( SELECT reach_by_role.workspace_id,
    reach_by_role.visibility
   FROM private.reach_by_role('project_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((id = ANY (ARRAY( SELECT private.project_ids_given('project_read'::text) AS project_ids_given))) OR (group_id = ANY (ARRAY( SELECT private.group_ids_given('project_read'::text) AS group_ids_given)))))));

CREATE POLICY "Task logs are seen with the log permission of the project or th" ON "public"."task_logs" FOR SELECT TO "authenticated" USING ((((project_id IS NULL) AND (workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceAutomationLogsView'::text) AS workspace_ids_with)))) OR (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = task_logs.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_automation_logs_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_automation_logs_read'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_automation_logs_read'::text) AS group_ids_given)))))))))));

COMMENT ON FUNCTION "private"."was_given_something"() IS 'Whether the caller was ever given a project, a team or a group by name. Most people were not: whoever tests what was given asks this first, and a dozen joins need not start.';

REVOKE ALL ON FUNCTION "private"."was_given_something"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."was_given_something"() TO "authenticated";
