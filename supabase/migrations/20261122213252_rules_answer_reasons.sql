set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answerable_invitation(token text)
 RETURNS public.workspace_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.workspace_invitations;
begin
  select * into invitation from public.workspace_invitations i where i.token_hash = private.token_hash(token) for update;
  if not found then
    perform private.problem('invite_url_invalid');
  end if;
  perform private.require_nothing_against(private.reason_against_answering(invitation));
  return invitation;
end
$function$;

CREATE OR REPLACE FUNCTION private.feature_gate(workspace_id bigint, feature text, requested integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_seats(workspace_id);
  perform private.require_feature(workspace_id, feature, requested);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_team_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_nothing_against(private.reason_against_administering(m.role))
  from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
  where t.id = new.team_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_administering(workspace_role public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when workspace_role in ('viewer', 'guest') then 'read_only_as_team_admin' end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_owning(workspace_role public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when workspace_role in ('viewer', 'guest') then 'read_only_as_project_owner' end
$function$;

CREATE OR REPLACE FUNCTION private.require_feature(workspace_id bigint, feature text, requested integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.feature_allows(workspace_id, feature, requested) then
    perform private.problem('upgrade_required', feature);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_heir(workspace_id bigint, heir_id bigint, user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
begin
  -- The role stays as it is until this is done: viewers and guests own nothing.
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = require_heir.workspace_id and m.user_id = heir_id and m.user_id <> require_heir.user_id for no key update;
  if theirs is null then
    perform private.problem('heir_not_a_member');
  end if;
  perform private.require_nothing_against(private.reason_against_owning(theirs), 'heir_id');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_change_member(workspace_id bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_nothing_against(private.reason_against_changing(private.current_user_id(), user_id, mine, theirs));
end
$function$;

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
    perform private.require_in_project(wanted.id, private.rank_of_adding(case
      when wanted.role = 'inherit' and workspace_role not in ('viewer', 'guest') then 'editor'::public.project_member_role else wanted.role end));
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

CREATE OR REPLACE FUNCTION private.require_nothing_against(reason text, field text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if reason is not null then
    perform private.problem(reason, field);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    perform private.require_nothing_against(private.reason_against_owning(theirs), 'user_id');
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text, p_role public.team_role DEFAULT 'member'::public.team_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  if p_role = 'admin' then
    perform private.require_in_team(p_team_id, 'team_admin_add');
  end if;
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      return private.invite_with(host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)))
        || jsonb_build_object('user_id', null, 'role', p_role);
    end if;
  end if;
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if p_role = 'admin' then
    perform private.require_nothing_against(private.reason_against_administering(theirs));
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role,
    'email', (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')));
end
$function$;

CREATE OR REPLACE FUNCTION public.team_members_list(p_team_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant text[] := coalesce(private.my_team_permissions(p_team_id), '{}');
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  sees_addresses constant boolean := private.can_in_workspace(host_id, 'WorkspaceMembersRead');
  adds constant boolean := 'team_member_add' = any (held);
  removes constant boolean := 'team_member_delete' = any (held);
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (
    with shown as (
      select 'member' as type, null::bigint as invitation_id, p as person, tm.role, m.role as workspace_role, tm.created_at
      from public.team_members tm
      join public.workspace_members m on m.workspace_id = host_id and m.user_id = tm.user_id
      join private.people p on p.user_id = tm.user_id
      where tm.team_id = p_team_id and private.is_found(p, p_search, sees_addresses)
      union all
      select 'invitation', i.invitation_id, row(null, null, null, null, i.email, null, i.email)::private.people, i.role, i.workspace_role, i.created_at
      from private.invited_to_team(p_team_id) i
      where sees_addresses and (coalesce(btrim(p_search), '') = '' or i.email ilike private.like_pattern(p_search))
    ), page as (
      select shown.*, row_number() over (order by type desc, role desc, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(person, sees_addresses) || jsonb_build_object(
          'type', type, 'invitation_id', invitation_id, 'role', role, 'workspace_role', workspace_role, 'created_at', created_at,
          'may_change', adds and private.reason_against_administering(workspace_role) is null, 'may_remove', removes) order by place), '[]') from page),
      'total', (select count(*) from shown)));
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Back from p_before, or forth from p_after: each along an index, and for each asked type by itself, so that rare ones are not searched for.
  direction constant text := case when p_after is null then 'desc' else 'asc' end;
  range constant text := 'a.workspace_id = $1 and ($2 is null or a.id < $2) and ($3 is null or a.id > $3)';
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  return query execute format($query$
    select p.id, p.type, p.actor_id, p.actor_name, p.actor_email, p.metadata, p.ip_address, p.created_at
    from (select distinct on (found.id) found.* from (%s) found order by found.id %s limit $4) p
    order by p.id desc $query$,
    case when p_types is null then format('select a.* from public.activity_events a where %s order by a.id %s limit $4', range, direction)
    else format($asked$
      select e.* from unnest($5) asked cross join lateral (
        (select a.* from public.activity_events a where position('.' in asked) = 0 and split_part(a.type, '.', 1) = asked and %1$s order by a.id %2$s limit $4)
        union all
        (select a.* from public.activity_events a where position('.' in asked) > 0 and a.type = asked and %1$s order by a.id %2$s limit $4)
      ) e $asked$, range, direction) end,
    direction)
  using p_workspace_id, p_before, p_after, least(greatest(coalesce(p_limit, 50), 1), 500), p_types;
end
$function$;

COMMENT ON FUNCTION "private"."reason_against_administering"(public.workspace_role) IS 'Why a member may not be an admin of a team, or null.';

COMMENT ON FUNCTION "private"."reason_against_owning"(public.workspace_role) IS 'Why a member may not own projects, or null.';

COMMENT ON FUNCTION "private"."require_feature"(bigint, text, integer) IS 'Refuses with 402 PAYMENT_REQUIRED what the plan does not hold, for what writes nothing.';

COMMENT ON FUNCTION "private"."require_nothing_against"(text, text) IS 'Refuses with what a rule answers; null, nothing is against it, goes on.';

REVOKE ALL ON FUNCTION "private"."reason_against_administering"(public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_administering"(public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_owning"(public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_owning"(public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_feature"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_feature"(bigint, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_nothing_against"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_nothing_against"(text, text) TO "postgres";
