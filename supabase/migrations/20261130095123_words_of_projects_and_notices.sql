set local check_function_bodies = off;

DROP FUNCTION "private"."project_role_sources"(bigint, bigint);

CREATE OR REPLACE FUNCTION private.explain_project_role(user_id bigint, project_id bigint)
 RETURNS private.role_reasons
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.project_items(shown public.projects[])
 RETURNS public.project_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  -- A role is told only where the session counts. Whoever is shown a project that is not open reaches its workspace, or is a workspace
  -- token, which has no role: so only open ones need to be asked about.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- The permissions of a role are found once, not for each project.
  return array(
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, array_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select row(
      l.id, l.slug, l.name, l.description, l.icon_name, l.icon_color, l.flavor, l.type, l.visibility, l.updated_at,
      (select row(g.id, g.name, g.slug)::public.project_group from public.groups g where g.id = l.group_id and l.my_role is not null),
      (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      l.my_role,
      coalesce((select r.permissions from roles r where r.role = l.my_role), '{}'),
      (
        select row(b.id, b.slug, b.name, b.article_count, b.schema_count, b.api_count, b.operation_count)::public.project_branch
        from public.branches b where b.id = l.default_branch_id))::public.project_item
    from listed l
    order by l.ordinality
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.project_role_sources(user_id bigint, project_id bigint)
 RETURNS TABLE(source text, role public.project_role, highest public.project_role, direct_role text, via_id bigint, via_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select s.source, s.role, meaning.highest_role, s.direct_role, s.via_id, s.via_name
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = project_role_sources.user_id and m.is_active
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  cross join lateral (
    select 'global' as source, 'workspace_global_admin'::public.project_role as role, null::text as direct_role, null::bigint as via_id, null::text as via_name
    from public.workspace_role_permissions wp where wp.role = m.role::text and wp.permission = 'WorkspaceGlobalAdmin'
    union all
    select 'direct', case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end, pm.role::text, null, null
    from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id
    union all
    select 'team', pt.role::text::public.project_role, null, t.id, t.name
    from public.team_members tm
    join public.project_teams pt on pt.team_id = tm.team_id and pt.project_id = p.id
    join public.teams t on t.id = tm.team_id
    where tm.user_id = m.user_id
    union all
    select 'group', 'admin', null, g.id, g.name
    from public.group_admins ga join public.groups g on g.id = ga.group_id
    where ga.group_id = p.group_id and ga.user_id = m.user_id
    union all
    select 'workspace', meaning.implied_role, null, null, null
    where p.visibility <> 'private' and meaning.implied_role is not null
  ) s
  where p.id = project_role_sources.project_id
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS public.project_page
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
  select * into after from private.project_cursor_parts(p_after, p_order);

  query := private.projects_of_caller(p_workspace_id);

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.wanted_visibilities := p_visibility;
  query.wanted_flavors := p_flavor;
  query.wanted_group_id := p_group_id;
  query.wants_without_group := p_without_group and p_group_id is null;
  -- Nobody is 0: so a visitor has no pins, and is not shown everything.
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- A role that opens some of the asked visibilities: one walk. Otherwise (a guest, a visitor, a maker who asks for private ones): two index
  -- searches, so that three projects are not looked for among a hundred thousand. One row more than is shown tells whether another page follows.
  ways := case when query.readable_visibilities && coalesce(p_visibility, query.readable_visibilities) then array['all'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    -- Null, and so not counted, where the total was not asked for.
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return row(
    private.project_items(shown[:rows]),
    case when cardinality(shown) > rows then
      private.project_cursor(p_order, case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    total)::public.project_page;
end
$function$;

COMMENT ON FUNCTION "private"."announce_of_project"() IS 'A row of a project, without its id: not everybody who hears of it may read it.';

COMMENT ON FUNCTION "private"."announce_of_workspace"() IS 'A row of a workspace, without its id: not everybody who hears of it may read it.';

COMMENT ON FUNCTION "private"."announce_to_people"(text, text, text, private.change[]) IS 'One notice a person, and another for their sessions for the workspace of the change alone; without ids.';

COMMENT ON FUNCTION "private"."announce_to_projects"(text, text, private.change[]) IS 'One notice a project, with the ids of its rows where those are at most 20 and may be named, else without.';

COMMENT ON FUNCTION "private"."announce_to_workspaces"(text, text, private.change[], boolean) IS 'One notice a workspace, with the ids of its rows where those are at most 20 and may be named, else without.';

COMMENT ON FUNCTION "private"."ask_again"() IS 'A policy judges by what was true when its statement began. Whoever then waited for a row is asked again, once they have it: the arguments are the kind of place (workspace, project, group, team), the column with its id, and the permission (of deleting, where it is another one). Of a project this also refuses what the plan made read-only, which policies do not know.';

COMMENT ON FUNCTION "private"."can_in_project"(bigint, text) IS 'Whether the caller has a permission in one project: a person by the effective role, a workspace token the three of reading, by its WorkspaceProjectsExport. An open project gives nobody a permission: who may know that it is there, private.knows_project says.';

COMMENT ON FUNCTION "private"."is_writing"(text) IS 'Whether a permission is of writing into a project, its content and settings: a project beyond the plan gives none of these. People can still be let in and out, and it can be deleted.';

COMMENT ON FUNCTION "private"."project_role_sources"(bigint, bigint) IS 'All that gives somebody a role in a project: global administration, a direct role, teams, the group, the workspace role by itself; with the highest role that the workspace role allows. direct_role: the role as the direct membership has it, ''inherit'' too; null for the other sources.';

COMMENT ON FUNCTION "private"."projects_found"(private.project_query, text) IS 'What a list of projects holds. way: all = everything the caller may read, for somebody whose role opens the list; open and given = the same rows in two index searches, for somebody who reads few. Neither security definer nor a search path of its own: so Postgres inlines it into the queries below, whose plans leave out what was not asked for.';

COMMENT ON FUNCTION "private"."projects_with"(text) IS 'The projects in which the caller has a permission: the three sets that the policies test, for functions that run without policies (security definer). Not what is open to anyone, nor what a workspace token reads.';

COMMENT ON FUNCTION "private"."reach_by_role"(text) IS 'Where the caller''s workspace role by itself gives a project permission: on all projects of a workspace that have this visibility. Only for permissions that every higher role has too (all but project_leave: an owner may not leave).';

COMMENT ON FUNCTION "private"."send_notice"(text, text, text, text, bigint[], uuid) IS 'Broadcasts one notice on a private channel. Without ids it means many rows, or ones that not everybody who listens may know; sub: the credential whose channels the embedded Realtime asks the policies about again; an event access without it makes it ask about everybody''s (stack/realtime/recheck.ts).';

COMMENT ON TYPE "private"."project_query" IS 'A list of projects of a workspace. readable: what the caller reads there: by role the projects of these visibilities, as given to them these projects and those of these groups. The others: what of it is asked for (null: all).';

REVOKE ALL ON FUNCTION "private"."project_role_sources"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_role_sources"(bigint, bigint) TO "postgres";
