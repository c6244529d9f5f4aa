set local check_function_bodies = off;

DROP INDEX "public"."workspace_members_auth_id_idx";

DROP FUNCTION "private"."candidates"(bigint, text, bigint[], public.workspace_role[], integer);

DROP FUNCTION "private"."exported_toc"(jsonb, boolean);

DROP FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean);

DROP FUNCTION "private"."reopen_memberships"(bigint);

DROP FUNCTION "public"."group_assignable_members"(bigint, text, integer);

DROP FUNCTION "public"."project_assignable_members"(bigint, text, integer);

DROP FUNCTION "public"."team_assignable_members"(bigint, text, integer);

DROP TYPE "public"."member_candidate";

-- Nothing is lost: is_active says the same, and the statement at the end works it out anew.
ALTER TABLE "public"."workspace_members" DROP COLUMN "is_open";

ALTER TABLE "public"."workspace_members" ADD COLUMN "is_active" boolean NOT NULL DEFAULT true;

CREATE TYPE "public"."assignable_member" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "workspace_role" public.workspace_role);

CREATE OR REPLACE FUNCTION private.announce_workspace_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c join before b using (workspace_id, user_id)
      where (c.role, c.is_active, c.by_provider) is distinct from (b.role, b.is_active, b.by_provider)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.assignable_members(workspace_id bigint, search text, without bigint[], roles public.workspace_role[], page integer)
 RETURNS public.assignable_member[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row((private.person_for(p, sees.addresses)).*, m.role)::public.assignable_member
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    cross join (select private.can_in_workspace(assignable_members.workspace_id, 'WorkspaceMembersRead') as addresses) sees
    where m.workspace_id = assignable_members.workspace_id
      and not (m.user_id = any (coalesce(without, '{}')))
      and (roles is null or m.role = any (roles))
      and private.is_found(p, search, sees.addresses)
    order by p.display_name collate private.natural, p.user_id
    limit private.page_size(page, 20, 100))
$function$;

CREATE OR REPLACE FUNCTION private.complete_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.auth_id := (select u.auth_id from public.users u where u.id = new.user_id);
  new.is_active := not (select w.locked from public.workspaces w where w.id = new.workspace_id);
  new.by_provider := private.is_by_provider(new.workspace_id);
  new.was_given := exists (select 1 from public.project_members pm where pm.user_id = new.user_id)
    or exists (select 1 from public.team_members tm where tm.user_id = new.user_id)
    or exists (select 1 from public.group_admins ga where ga.user_id = new.user_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.daily_digest(day date)
 RETURNS TABLE(workspace_id bigint, user_id bigint, email text, changes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with span as (
    select daily_digest.day::timestamp at time zone 'utc' as begins, (daily_digest.day + 1)::timestamp at time zone 'utc' as ends
  ),
  -- Nodes that an import left as they were keep their date: these are the ones that changed.
  touched as (
    select b.project_id, b.name as branch, b.is_published,
      count(*) as total, count(*) filter (where n.created_at >= span.begins) as added,
      count(*) filter (where not n.is_internal) as open_total,
      count(*) filter (where not n.is_internal and n.created_at >= span.begins) as open_added
    from span
    join public.branches b on b.last_analyzed_at >= span.begins
    join public.branch_nodes n on n.branch_id = b.id and n.updated_at >= span.begins and n.updated_at < span.ends
    group by b.id
  ),
  news as (
    select p.id as project_id, 'created' as kind, null as branch, false as is_draft, 0 as total, 0 as added, 0 as open_total, 0 as open_added
    from span join public.projects p on p.created_at >= span.begins and p.created_at < span.ends
    union all
    select t.project_id, 'updated', t.branch, not t.is_published, t.total, t.added, t.open_total, t.open_added
    from touched t join public.projects p on p.id = t.project_id cross join span
    where p.created_at < span.begins
  ),
  seen as (
    select m.workspace_id, m.user_id, p.id as project_id, p.name, p.slug, news.kind, news.branch,
      case when m.role = 'guest' then news.open_total else news.total end as total,
      case when m.role = 'guest' then news.open_added else news.added end as added
    from news
    join public.projects p on p.id = news.project_id
    join public.workspaces w on w.id = p.workspace_id and not private.is_locked(w)
    join public.workspace_members m on m.workspace_id = w.id and m.is_active and m.receive_daily_summary
      and (m.role <> 'guest' or w.guests_receive_daily_digest)
    cross join lateral (select private.effective_project_role(m.user_id, p.id) as role) mine
    where mine.role is not null and (mine.role > 'guest' or not news.is_draft)
      and (news.kind = 'created' or case when m.role = 'guest' then news.open_total else news.total end > 0)
  )
  select seen.workspace_id, seen.user_id, e.email, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'project_id', seen.project_id, 'project', seen.name, 'slug', seen.slug, 'kind', seen.kind, 'branch', seen.branch,
    'changes', nullif(seen.total, 0), 'minor', nullif(seen.added, 0))) order by seen.kind, seen.name, seen.branch)
  from seen
  join public.emails e on e.user_id = seen.user_id and e.is_primary
  group by seen.workspace_id, seen.user_id, e.email
$function$;

CREATE OR REPLACE FUNCTION private.explain_access(user_id bigint, kind text, object_id bigint)
 RETURNS private.access_grounds
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.explain_project(user_id bigint, project_id bigint)
 RETURNS private.access_grounds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
          else 'cannot_below_role' end, jsonb_build_object('workspace_role', facts.workspace_role, 'role', c.lowest))
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))::private.access_grounds
  from facts
$function$;

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
          when 'global' then private.sentence('access_by_administration', jsonb_build_object('workspace_role', p.workspace_role))
          when 'workspace' then private.sentence('access_by_visibility', jsonb_build_object(
            'role', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, 'visibility', p.visibility))
          when 'group' then private.sentence('access_by_group', jsonb_build_object('role', s.counting, 'group', s.via_name))
          when 'team' then private.sentence('access_by_team', jsonb_build_object('role', s.counting, 'team', s.via_name))
          else private.sentence(case s.given
            when 'owner' then 'access_by_ownership' when 'inherit' then 'access_by_workspace_role' else 'access_by_name' end,
            jsonb_build_object('role', s.counting))
        end as uncapped
      from sources s cross join project p
    ), explained as (
      select s.*, case when s.is_capped
        then private.sentence('access_capped', jsonb_build_object('access', s.uncapped, 'role', s.role, 'workspace_role', p.workspace_role))
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
          else 'no_access_unless_shared' end, jsonb_build_object('workspace_role', p.workspace_role)) from project p)),
      array(
        select row(s.source, s.counting, s.counts, s.sentence,
          case s.source when 'team' then s.via_id end, case s.source when 'team' then s.via_name end,
          case s.source when 'group' then s.via_id end, case s.source when 'group' then s.via_name end)::public.access_reason
        from explained s
        order by s.counts desc, s.role desc, s.source))::private.role_reasons
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.exported_toc(entries jsonb, by_anyone boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with listed as (
      select e.entry, e.place, inner_part.entries,
        case
          when inner_part.entries <> '[]' or private.is_exported(e.entry ->> 'type') then 'kept'
          when not e.entry ?| '{items,slug,url}' then 'divider'
          when by_anyone and not e.entry ? 'items' and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(exported_toc.entries) with ordinality e (entry, place)
      cross join lateral (
        select case when jsonb_typeof(e.entry -> 'items') = 'array' then private.exported_toc(e.entry -> 'items', by_anyone) else '[]' end as entries
      ) inner_part
    ), parted as (
      select l.*, count(*) filter (where l.fate = 'divider') over (order by l.place) as part from listed l
    ), counted as (
      select p.*, count(*) filter (where p.fate = 'kept') over (partition by p.part) as kept_in_part from parted p
    )
    select coalesce(jsonb_agg(
      case when c.entry ? 'items' then c.entry || jsonb_build_object('items', c.entries) else c.entry end order by c.place), '[]')
    from counted c
    where c.fate = 'kept' or c.fate = 'divider' and c.kept_in_part > 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_lock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.reactivate_memberships(new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_owners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.workspaces w where w.id = old.workspace_id and w.locked) then
    perform private.reactivate_memberships(old.workspace_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.group_roles(user_id bigint, group_id bigint)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select held.role
  from public.groups g
  join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = group_roles.user_id and m.is_active
  cross join lateral (
    select case p.permission
      when 'WorkspaceGlobalAdmin' then 'workspace_global_admin'
      when 'WorkspaceProjectsView' then 'member'
      when 'WorkspaceProjectsCreate' then 'member_who_may_create_projects'
    end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceProjectsView', 'WorkspaceProjectsCreate')
    union all
    select 'admin' from public.group_admins ga where ga.group_id = g.id and ga.user_id = m.user_id
  ) held
  where g.id = group_roles.group_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_memberships()
 RETURNS TABLE(workspace_id bigint, role public.workspace_role)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, m.role
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$function$;

CREATE OR REPLACE FUNCTION private.my_workspace_ids()
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$function$;

CREATE OR REPLACE FUNCTION private.node_is_shown(node_type text, is_internal boolean, by_anyone boolean, by_token boolean, reads_internal boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when by_token
    then private.is_exported(node_type) or by_anyone and not is_internal
    else not is_internal or reads_internal end
$function$;

CREATE OR REPLACE FUNCTION private.project_role_sources(user_id bigint, project_id bigint)
 RETURNS TABLE(source text, role public.project_role, highest public.project_role, given text, via_id bigint, via_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select given.source, given.role, meaning.highest_role, given.given, given.via_id, given.via_name
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = project_role_sources.user_id and m.is_active
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  cross join lateral (
    select 'global' as source, 'workspace_global_admin'::public.project_role as role, null::text as given, null::bigint as via_id, null::text as via_name
    from public.workspace_role_permissions wp where wp.role = m.role::text and wp.permission = 'WorkspaceGlobalAdmin'
    union all
    select 'direct', case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end, pm.role::text, null, null
    from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id
    union all
    select 'team', pt.role::text::public.project_role, pt.role::text, t.id, t.name
    from public.team_members tm
    join public.project_teams pt on pt.team_id = tm.team_id and pt.project_id = p.id
    join public.teams t on t.id = tm.team_id
    where tm.user_id = m.user_id
    union all
    select 'group', 'admin', null, g.id, g.name
    from public.group_admins ga join public.groups g on g.id = ga.group_id
    where ga.group_id = p.group_id and ga.user_id = m.user_id
    union all
    select 'workspace', meaning.implied_role, p.visibility, null, null
    where p.visibility <> 'private' and meaning.implied_role is not null
  ) given
  where p.id = project_role_sources.project_id
$function$;

CREATE OR REPLACE FUNCTION private.reach_by_role(permission text)
 RETURNS TABLE(workspace_id bigint, visibility text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, reach.visibility
  from public.workspace_members m
  join private.workspace_role_reach reach on reach.workspace_role = m.role and reach.permission = reach_by_role.permission
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$function$;

CREATE OR REPLACE FUNCTION private.reactivate_memberships(workspace_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.workspace_members m
  set is_active = not w.locked or m.user_id = private.oldest_owner_id(w.id)
  from public.workspaces w
  where w.id = reactivate_memberships.workspace_id
    and m.workspace_id = w.id
    and m.is_active <> (not w.locked or m.user_id = private.oldest_owner_id(w.id))
$function$;

CREATE OR REPLACE FUNCTION private.require_connectable(session private.session, integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not private.is_connectable(integration.kind) or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_active
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('authentication_url_unknown');
  end if;
  return integration;
end
$function$;

CREATE OR REPLACE FUNCTION private.team_roles(user_id bigint, team_id bigint)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select held.role
  from public.teams t
  join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = team_roles.user_id and m.is_active
  cross join lateral (
    select case p.permission when 'WorkspaceGlobalAdmin' then 'workspace_global_admin' else 'workspace_member' end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceTeamsView')
    union all
    select tm.role::text from public.team_members tm where tm.team_id = t.id and tm.user_id = m.user_id
  ) held
  where t.id = team_roles.team_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.workspace_ids_with(permission text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  join public.workspace_role_permissions p on p.permission = workspace_ids_with.permission and p.role = m.role::text
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_toc(p_branch_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when reader.is_token then private.exported_toc(t.toc, reader.by_anyone) else t.toc end
  from (
    select p.workspace_id = any (array(select private.token_workspace_ids())) as is_token, b.is_published and p.is_open as by_anyone
    from public.branches b join public.projects p on p.id = b.project_id
    where b.id = p_branch_id
  ) reader
  join public.branch_tocs t on t.branch_id = p_branch_id
    and t.audience = case when reader.is_token or private.reads_internal(p_branch_id) then 'members' else 'everyone' end
  where private.can_read_branch(p_branch_id)
$function$;

CREATE OR REPLACE FUNCTION public.group_assignable_members(p_group_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.assignable_member[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  return private.assignable_members(
    (select g.workspace_id from public.groups g where g.id = p_group_id), p_search,
    array(select ga.user_id from public.group_admins ga where ga.group_id = p_group_id),
    array['viewer', 'maker', 'admin', 'billing', 'owner']::public.workspace_role[], p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION public.project_assignable_members(p_project_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.assignable_member[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.assignable_members(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_project_source(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'project', jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'workspace_id', p.workspace_id, 'creator_id', p.creator_id),
    'repository', to_jsonb(r),
    'integration', public.svc_integration(r.workspace_integration_id),
    'service_account', (select private.service_account_with_secret(a) from public.project_service_accounts a where a.project_id = p.id),
    -- Without a service account the project is read by who made it, as long as they may still change its content.
    'account', (
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'username', x.username, 'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = p.creator_id and x.workspace_integration_id = r.workspace_integration_id))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.team_assignable_members(p_team_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.assignable_member[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.assignable_members(
    (select t.workspace_id from public.teams t where t.id = p_team_id), p_search,
    array(select tm.user_id from public.team_members tm where tm.team_id = p_team_id), null, p_limit);
end
$function$;

CREATE INDEX workspace_members_auth_id_idx ON public.workspace_members USING btree (auth_id) INCLUDE (workspace_id, user_id, role, is_active, by_provider, was_given);

COMMENT ON COLUMN "public"."workspace_members"."is_active" IS 'False for everybody but the oldest owner while the workspace is locked. Kept by triggers.';

COMMENT ON FUNCTION "private"."assignable_members"(bigint, text, bigint[], public.workspace_role[], integer) IS 'Members who may be added to something, by name; found by address only for who reads addresses.';

COMMENT ON FUNCTION "private"."exported_toc"(jsonb, boolean) IS 'What of a table of contents a workspace token reads: APIs and models, the groups that hold some and the dividers above some; where the branch is open to anyone, everything that anyone reads as well.';

COMMENT ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean) IS 'What is shown of a branch that the caller reads: internal nodes to full members; to a workspace token what comes from OpenAPI and JSON Schema files and, of a branch open to anyone, what anyone reads.';

COMMENT ON FUNCTION "private"."reactivate_memberships"(bigint) IS 'Says anew who is active in a workspace whose lock or owners changed.';

COMMENT ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) IS 'Members who may become admins of a group.';

COMMENT ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) IS 'Members with whom a project can still be shared by name.';

COMMENT ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) IS 'Members who may be added to a team.';

COMMENT ON TYPE "public"."assignable_member" IS 'A member who may be added to something; the address is for who reads addresses.';

REVOKE ALL ON FUNCTION "private"."assignable_members"(bigint, text, bigint[], public.workspace_role[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."assignable_members"(bigint, text, bigint[], public.workspace_role[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exported_toc"(jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."exported_toc"(jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reactivate_memberships"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reactivate_memberships"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."assignable_member" TO "postgres";

-- By hand
-- A new column lets everybody in; whom a lock keeps out follows from the lock.
select private.reactivate_memberships(w.id) from public.workspaces w where w.locked;
