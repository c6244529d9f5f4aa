set local check_function_bodies = off;

DROP FUNCTION "private"."bulk_answer"(private.bulk_result[]);

DROP FUNCTION "private"."bulk_failure"(jsonb, text, text, text, text);

DROP FUNCTION "private"."bulk_success"(jsonb, jsonb);

DROP FUNCTION "private"."candidates"(bigint, text, bigint[], public.workspace_role[], integer);

DROP FUNCTION "private"."groups_as_json"(public.groups[]);

DROP FUNCTION "private"."invite_with"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."invited_to_group"(bigint);

DROP FUNCTION "private"."person_for"(private.people, boolean);

DROP FUNCTION "private"."teams_as_json"(public.teams[]);

DROP FUNCTION "public"."add_group_admin"(bigint, bigint, text);

DROP FUNCTION "public"."add_project_member"(bigint, text, public.project_member_role, public.workspace_role);

DROP FUNCTION "public"."add_project_members"(bigint, jsonb);

DROP FUNCTION "public"."assignable_roles"(bigint, bigint);

DROP FUNCTION "public"."change_member_roles"(bigint, bigint[], public.workspace_role);

DROP FUNCTION "public"."decide_join_requests"(bigint, jsonb);

DROP FUNCTION "public"."delete_group"(bigint);

DROP FUNCTION "public"."delete_projects"(bigint[]);

DROP FUNCTION "public"."delete_teams"(bigint[]);

DROP FUNCTION "public"."group_assignable_members"(bigint, text, integer);

DROP FUNCTION "public"."group_details"(bigint);

DROP FUNCTION "public"."group_invitations"(bigint);

DROP FUNCTION "public"."group_members"(bigint, integer, integer);

DROP FUNCTION "public"."invite_member"(bigint, text, public.workspace_role);

DROP FUNCTION "public"."invite_members"(bigint, jsonb);

DROP FUNCTION "public"."list_groups"(bigint, text, integer, integer);

DROP FUNCTION "public"."list_members"(bigint, text, public.workspace_role[], text, integer, integer);

DROP FUNCTION "public"."list_teams"(bigint, boolean, text, text, integer, integer);

DROP FUNCTION "public"."move_projects"(bigint[], bigint, boolean);

DROP FUNCTION "public"."project_assignable_members"(bigint, text, integer);

DROP FUNCTION "public"."remove_members"(bigint, bigint[], bigint);

DROP FUNCTION "public"."resend_invitations"(bigint[]);

DROP FUNCTION "public"."revoke_invitations"(bigint[]);

DROP FUNCTION "public"."set_team_member"(bigint, bigint, text, public.team_role);

DROP FUNCTION "public"."set_team_members"(bigint, jsonb);

DROP FUNCTION "public"."team_assignable_members"(bigint, text, integer);

DROP FUNCTION "public"."team_details"(bigint);

DROP FUNCTION "public"."team_members_list"(bigint, text, integer, integer);

DROP FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean);

DROP FUNCTION "public"."update_team"(bigint, text, text, text, text);

DROP FUNCTION "public"."workspace_join_requests"(bigint, integer, integer);

DROP TYPE "private"."bulk_result";

CREATE TYPE "public"."assignable_role" AS ("role" public.workspace_role, "allowed" boolean, "reason" text, "needs_upgrade" boolean);

CREATE TYPE "public"."bulk_result" AS ("key" jsonb, "ok" boolean, "code" text, "status" integer, "message" text, "field" text, "value" jsonb);

CREATE TYPE "public"."bulk_answer" AS ("results" public.bulk_result[], "succeeded" bigint, "failed" bigint);

CREATE TYPE "public"."bulk_move_answer" AS ("results" public.bulk_result[], "succeeded" bigint, "failed" bigint, "confirmation_required" boolean, "public_projects" integer, "visibility_changed" integer);

CREATE TYPE "public"."group_deletion" AS ("projects_released" integer);

CREATE TYPE "public"."group_invitation_item" AS ("invitation_id" bigint, "email" text, "role" text, "created_at" timestamp with time zone, "expires_at" timestamp with time zone);

CREATE TYPE "public"."group_item" AS ("id" bigint, "workspace_id" bigint, "name" text, "slug" text, "description" text, "visibility" text, "icon" text, "icon_color" text, "created_at" timestamp with time zone, "updated_at" timestamp with time zone, "projects_count" bigint, "admins_count" bigint, "invitations_count" bigint, "is_admin" boolean, "my_permissions" text[]);

CREATE TYPE "public"."group_change" AS ("group" public.group_item, "confirmation_required" boolean, "public_projects" integer);

CREATE TYPE "public"."group_member_item" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "emails" text[], "role" text, "workspace_role" public.workspace_role, "created_at" timestamp with time zone, "workspace_permissions" text[]);

CREATE TYPE "public"."group_member_page" AS ("items" public.group_member_item[], "total" bigint);

CREATE TYPE "public"."group_page" AS ("items" public.group_item[], "total" bigint);

CREATE TYPE "public"."join_request_email" AS ("email" text, "primary" boolean);

CREATE TYPE "public"."join_request_item" AS ("id" bigint, "user_id" bigint, "username" text, "full_name" text, "avatar_url" text, "emails" public.join_request_email[], "created_at" timestamp with time zone, "is_denied" boolean);

CREATE TYPE "public"."member_candidate" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "workspace_role" public.workspace_role);

CREATE TYPE "public"."member_item" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "role" public.workspace_role, "last_seen_at" timestamp with time zone, "created_at" timestamp with time zone, "is_me" boolean, "may_change_role" boolean, "may_remove" boolean, "reason" text);

CREATE TYPE "public"."member_page" AS ("items" public.member_item[], "total" bigint);

CREATE TYPE "public"."placement" AS ("type" text, "user_id" bigint, "invitation_id" bigint, "email" text, "role" text);

CREATE TYPE "public"."sent_invitation" AS ("id" bigint, "email" text, "role" public.workspace_role);

CREATE TYPE "public"."team_member_item" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "type" text, "invitation_id" bigint, "role" public.team_role, "workspace_role" public.workspace_role, "created_at" timestamp with time zone, "may_change" boolean, "may_remove" boolean);

CREATE TYPE "public"."team_member_page" AS ("items" public.team_member_item[], "total" bigint);

CREATE TYPE "public"."team_project_item" AS ("id" bigint, "slug" text, "name" text, "role" public.project_team_role);

CREATE TYPE "public"."team_item" AS ("id" bigint, "workspace_id" bigint, "name" text, "slug" text, "description" text, "icon" text, "icon_color" text, "created_at" timestamp with time zone, "updated_at" timestamp with time zone, "admins" public.person[], "admins_count" bigint, "member_count" bigint, "invitations_count" bigint, "projects" public.team_project_item[], "project_count" bigint, "my_role" public.team_role, "my_permissions" text[]);

CREATE TYPE "public"."team_page" AS ("items" public.team_item[], "total" bigint, "usage" integer, "max" integer);

CREATE OR REPLACE FUNCTION private.bulk_answer(results public.bulk_result[])
 RETURNS public.bulk_answer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(results, count(*) filter (where r.ok), count(*) filter (where not r.ok))::public.bulk_answer
  from unnest(results) r
$function$;

CREATE OR REPLACE FUNCTION private.bulk_failure(key jsonb, state text, message text, hint text, detail text)
 RETURNS public.bulk_result
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refused private.reasons;
begin
  if state like 'PT%' then
    return row(key, false, hint, substr(state, 3)::integer, message, case when detail like '{%' then detail::jsonb ->> 'field' end, null)::public.bulk_result;
  -- A value that is none, or a constraint: its own words would show the row.
  elsif state ~ '^2[23]' then
    refused := private.refusal(case state when '23505' then 'item_conflict' else 'item_invalid' end);
    return row(key, false, refused.code, refused.status, refused.sentence, null, null)::public.bulk_result;
  end if;
  raise exception using errcode = state, message = message, hint = hint, detail = detail;
end
$function$;

CREATE OR REPLACE FUNCTION private.bulk_success(key jsonb, value jsonb DEFAULT NULL::jsonb)
 RETURNS public.bulk_result
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(key, true, null, null, null, null, value)::public.bulk_result
$function$;

CREATE OR REPLACE FUNCTION private.candidates(workspace_id bigint, search text, without bigint[], roles public.workspace_role[], page integer)
 RETURNS public.member_candidate[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select row((private.person_for(p, sees.addresses)).*, m.role)::public.member_candidate
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    cross join (select private.can_in_workspace(candidates.workspace_id, 'WorkspaceMembersRead') as addresses) sees
    where m.workspace_id = candidates.workspace_id
      and not (m.user_id = any (coalesce(without, '{}')))
      and (roles is null or m.role = any (roles))
      and private.is_found(p, search, sees.addresses)
    order by p.display_name collate private.natural, p.user_id
    limit private.page_size(page, 20, 100))
$function$;

CREATE OR REPLACE FUNCTION private.groups_shown(shown public.groups[])
 RETURNS public.group_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return array(
    select row(s.id, s.workspace_id, s.name, s.slug, s.description, s.visibility, s.icon, s.icon_color, s.created_at, s.updated_at,
      (select count(*) from private.projects_with('project_read') p where p.group_id = s.id),
      case when held.sees_admins then (select count(*) from public.group_admins ga where ga.group_id = s.id) end,
      case when held.sees_admins then cardinality(private.invited_to_group(s.id)) end,
      exists (select 1 from public.group_admins ga where ga.group_id = s.id and ga.user_id = me),
      held.permissions)::public.group_item
    from unnest(shown) with ordinality s
    cross join lateral (select private.group_permissions(me, s.id) as permissions offset 0) mine
    cross join lateral (select mine.permissions, 'group_member_read' = any (mine.permissions) as sees_admins) held
    order by s.ordinality
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_with(workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb, role_there text)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.require_email(invite_with.email);
  invitation_id bigint;
  mine constant public.workspace_role := private.workspace_role(invite_with.workspace_id);
begin
  select i.id into invitation_id from public.workspace_invitations i
  where i.workspace_id = invite_with.workspace_id and i.email = address
    and private.is_live(i);
  if found then
    perform public.link_invitation(invitation_id, projects, groups, teams);
  else
    invitation_id := private.invite(
      invite_with.workspace_id, address, coalesce(invite_with.role, least(mine, 'maker')), projects, groups, teams);
  end if;
  return row('invitation', null, invitation_id, address, role_there)::public.placement;
end
$function$;

CREATE OR REPLACE FUNCTION private.invited_to_group(group_id bigint)
 RETURNS public.group_invitation_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(i.id, i.email, 'admin', i.created_at, i.expires_at)::public.group_invitation_item
    from public.workspace_invitation_groups link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.group_id = invited_to_group.group_id and private.is_live(i)
    order by i.email);
end
$function$;

CREATE OR REPLACE FUNCTION private.person_for(person private.people, sees_addresses boolean)
 RETURNS private.people
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select row(person.user_id, person.username, person.first_name, person.last_name, person.display_name, person.avatar_url,
    case when sees_addresses then person.email end)::private.people
$function$;

CREATE OR REPLACE FUNCTION private.teams_shown(shown public.teams[])
 RETURNS public.team_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return array(
    select row(s.id, s.workspace_id, s.name, s.slug, s.description, s.icon, s.icon_color, s.created_at, s.updated_at,
      array(
        select private.person(tm.user_id) from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'
        order by tm.created_at, tm.user_id limit 3),
      (select count(*) from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'),
      (select count(*) from public.team_members tm where tm.team_id = s.id),
      (select count(*) from private.invited_to_team(s.id)),
      projects.first_ones, projects.count,
      (select tm.role from public.team_members tm where tm.team_id = s.id and tm.user_id = me),
      private.team_permissions(me, s.id))::public.team_item
    from unnest(shown) with ordinality s
    cross join lateral (
      select count(*) as count,
        coalesce(array_agg(row(given.id, given.slug, given.name, given.role)::public.team_project_item order by given.place)
          filter (where given.place <= 10), '{}') as first_ones
      from (
        select p.id, p.slug, p.name, pt.role, row_number() over (order by p.name, p.id) as place
        from public.project_teams pt
        join private.projects_with('project_read') p on p.id = pt.project_id
        where pt.team_id = s.id
      ) given
    ) projects
    order by s.ordinality
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.add_group_admin(p_group_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  select g.workspace_id into host_id from public.groups g where g.id = p_group_id for update;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      return private.invite_with(host_id, p_email, null, '[]', jsonb_build_array(p_group_id), '[]', 'admin');
    end if;
  end if;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if theirs = 'guest' then
    perform private.problem('guest_as_group_admin');
  end if;
  insert into public.group_admins (group_id, user_id) values (p_group_id, account_id) on conflict do nothing;
  return row('member', account_id, null, null, 'admin')::public.placement;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_project_member(p_project_id bigint, p_email text, p_role public.project_member_role DEFAULT 'editor'::public.project_member_role, p_workspace_role public.workspace_role DEFAULT NULL::public.workspace_role)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return row('member', account_id, null, null, p_role)::public.placement;
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('project_owner_not_a_member');
  end if;
  return private.invite_with(
    host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]', p_role::text);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_project_members(p_project_id bigint, p_members jsonb)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member jsonb;
  who jsonb;
  role public.project_member_role;
  value jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      role := coalesce(member ->> 'role', 'editor');
      if member ->> 'user_id' is null then
        value := to_jsonb(public.add_project_member(
          p_project_id, member ->> 'email', role, (member ->> 'workspace_role')::public.workspace_role));
      else
        perform public.set_project_member(p_project_id, (member ->> 'user_id')::bigint, role);
        value := to_jsonb(row('member', (member ->> 'user_id')::bigint, null, null, role)::public.placement);
      end if;
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.assignable_roles(p_workspace_id bigint, p_user_id bigint DEFAULT NULL::bigint)
 RETURNS public.assignable_role[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  theirs public.workspace_role;
  against text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  if p_user_id is not null then
    select m.role into theirs from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
    if not found then
      perform private.problem('member_not_found');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'role_does_not_promote' end);
  end if;
  return array(
    select row(choice.role, choice.reason is null, private.sentence(choice.reason),
      choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests'))::public.assignable_role
    from (
      select role, coalesce(against, case
        when p_user_id is null then private.reason_against_inviting(mine, role)
        else private.reason_against_giving(mine, theirs, role) end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
    order by choice.role desc
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
  member_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.reason_against_giving(mine, m.role, p_role) is null));
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.change_member_role(p_workspace_id, member_id, p_role);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decision jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceMembersApprove');
  perform private.require_few(case jsonb_typeof(p_decisions) when 'array' then jsonb_array_length(p_decisions) end, 1,
    'requests_answered_at_once', 'decisions');
  for decision in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (decision ->> 'user_id')::bigint, coalesce(decision ->> 'action', ''));
      results := results || private.bulk_success(decision -> 'user_id');
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(decision -> 'user_id', sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_group(p_group_id bigint)
 RETURNS public.group_deletion
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  released public.group_deletion;
begin
  perform private.require_in_group(p_group_id, 'group_delete');
  select count(*) into released.projects_released from public.projects p where p.group_id = p_group_id;
  delete from public.groups g where g.id = p_group_id;
  return released;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_projects(p_project_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      perform public.delete_project(project_id);
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_teams(p_team_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  team_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_team_ids), 0, 'too_many_changes_at_once', 'team_ids');
  foreach team_id in array coalesce(p_team_ids, '{}') loop
    begin
      perform public.delete_team(team_id);
      results := results || private.bulk_success(to_jsonb(team_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(team_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.group_assignable_members(p_group_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.member_candidate[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  return private.candidates(
    (select g.workspace_id from public.groups g where g.id = p_group_id), p_search,
    array(select ga.user_id from public.group_admins ga where ga.group_id = p_group_id),
    array['viewer', 'maker', 'admin', 'billing', 'owner']::public.workspace_role[], p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION public.group_details(p_group_id bigint)
 RETURNS public.group_item
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_view');
  return (select (private.groups_shown(array_agg(g)))[1] from public.groups g where g.id = p_group_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.group_invitations(p_group_id bigint)
 RETURNS public.group_invitation_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  return private.invited_to_group(p_group_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.group_members(p_group_id bigint, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS public.group_member_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_addresses boolean;
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  sees_addresses := private.can_in_workspace((select g.workspace_id from public.groups g where g.id = p_group_id), 'WorkspaceMembersRead');
  return (
    with shown as (
      select p, m.role, ga.created_at
      from public.group_admins ga
      join public.groups g on g.id = ga.group_id
      join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = ga.user_id
      join private.people p on p.user_id = ga.user_id
      where ga.group_id = p_group_id
    ), page as (
      select * from shown order by lower((p).display_name), (p).user_id
      limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      array(
        select row((private.person_for(p, sees_addresses)).*,
          case when sees_addresses and (p).email is not null then array[(p).email] else '{}' end,
          'admin', role, created_at,
          array(select wp.permission from public.workspace_role_permissions wp where wp.role = page.role::text order by wp.permission)
        )::public.group_member_item
        from page order by lower((p).display_name), (p).user_id),
      (select count(*) from shown))::public.group_member_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.invite_member(p_workspace_id bigint, p_email text, p_role public.workspace_role DEFAULT 'maker'::public.workspace_role)
 RETURNS public.sent_invitation
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return row(private.invite(p_workspace_id, p_email, p_role), lower(btrim(p_email)), p_role)::public.sent_invitation;
end
$function$;

CREATE OR REPLACE FUNCTION public.invite_members(p_workspace_id bigint, p_invitations jsonb)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation jsonb;
  address jsonb;
  made bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  perform private.require_few(case jsonb_typeof(p_invitations) when 'array' then jsonb_array_length(p_invitations) end, 1,
    'invitations_sent_at_once', 'invitations');
  for invitation in select * from jsonb_array_elements(p_invitations) loop
    address := to_jsonb(lower(btrim(invitation ->> 'email')));
    begin
      made := private.invite(p_workspace_id, invitation ->> 'email', coalesce(invitation ->> 'role', 'maker')::public.workspace_role,
        coalesce(invitation -> 'projects', '[]'), coalesce(invitation -> 'groups', '[]'), coalesce(invitation -> 'teams', '[]'));
      results := results || private.bulk_success(address, jsonb_build_object('invitation_id', made));
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(address, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_groups(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 200, p_offset integer DEFAULT 0)
 RETURNS public.group_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsView');
  mine constant bigint[] := array(select private.group_ids_with('group_view'));
begin
  return (
    with shown as (
      select g from public.groups g
      where g.workspace_id = p_workspace_id and (sees_all or g.id = any (mine))
        and (coalesce(btrim(p_search), '') = '' or g.name ilike private.like_pattern(p_search))
    ), page as (
      select g from shown order by lower((g).name), (g).id
      limit private.page_size(p_limit, 200, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      (select private.groups_shown(array_agg(g order by lower((g).name), (g).id)) from page),
      (select count(*) from shown))::public.group_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_roles public.workspace_role[] DEFAULT NULL::public.workspace_role[], p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS public.member_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  page public.member_page;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('order_of_members_unknown');
  end if;
  select count(*) into page.total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(array_agg(row((found.person).*, found.role, found.last_seen_at, found.created_at, found.user_id = me,
    promotes and found.reason is null, removes and found.reason is null, said.sentence)::public.member_item
    order by found.place), '{}')
  into page.items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found
  left join private.reasons said on said.reason = coalesce(found.reason, case when not promotes then 'role_does_not_promote' end);
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_teams(p_workspace_id bigint, p_my_teams boolean DEFAULT false, p_search text DEFAULT NULL::text, p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS public.team_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView');
  mine constant bigint[] := array(select private.team_ids_with('team_view'));
  sorted_by constant text := ltrim(p_order, '-');
  list public.team_page;
begin
  if (p_order ~ '^-?(name|updated_at|member_count|project_count)$') is not true then
    perform private.problem('order_of_teams_unknown');
  end if;
  with shown as materialized (
    select t as team from public.teams t
    where t.workspace_id = p_workspace_id and (sees_all or t.id = any (mine))
      and (p_my_teams is not true or exists (select 1 from public.team_members tm where tm.team_id = t.id and tm.user_id = me))
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
  ), sized as (
    select s.team, case sorted_by
      when 'member_count' then (select count(*) from public.team_members tm where tm.team_id = (s.team).id)
      when 'project_count' then (select count(*) from public.project_teams pt where pt.team_id = (s.team).id)
      when 'updated_at' then extract(epoch from (s.team).updated_at) end as size
    from shown s
  ), page as (
    select s.team, row_number() over (order by
      case p_order when 'name' then lower((s.team).name) end,
      case p_order when '-name' then lower((s.team).name) end desc,
      case when p_order like '-%' then -s.size else s.size end,
      (s.team).id) as place
    from sized s
    order by place
    limit private.page_size(p_limit, 50, 500) offset greatest(coalesce(p_offset, 0), 0)
  )
  select (select count(*) from shown), (select private.teams_shown(array_agg(p.team order by p.place)) from page p)
  into list.total, list.items;
  if sees_all then
    list.usage := private.feature_usage(p_workspace_id, 'teams');
    list.max := private.feature_maximum(p_workspace_id, 'teams');
  end if;
  return list;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean DEFAULT false)
 RETURNS public.bulk_move_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open_projects integer;
  project_id bigint;
  moved public.project_move;
  changed integer := 0;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return row((private.bulk_answer('{}')).*, true, open_projects, 0)::public.bulk_move_answer;
  end if;
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      moved := public.move_project(project_id, p_group_id, true);
      changed := changed + moved.visibility_changed::integer;
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return row((private.bulk_answer(results)).*, false, open_projects, changed)::public.bulk_move_answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_workspace(p_workspace_id bigint)
 RETURNS public.my_workspace
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  summary constant public.workspace_summary := public.workspace_summary(p_workspace_id);
  plan constant public.workspace_plan := summary.plan;
  counts constant public.workspace_counts := summary.counts;
begin
  return row(
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then row(plan.status, plan.included_members)::public.workspace_billing end,
    (select row(p.name, p.label)::public.workspace_product from public.billing_products p where p.id = plan.product_id),
    array(
      select row(f.name, f.type, f.max_quantity)::public.workspace_feature
      from public.workspace_features(p_workspace_id) f where f.in_plan
      order by f.type, f.name),
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then array(
        select row(r.role, r.allowed and not r.needs_upgrade)::public.workspace_role_choice
        -- Not within unnest: the planner would ask the function how many there are, whoever the caller is.
        from public.assignable_roles(p_workspace_id) offered, unnest(offered) with ordinality r
        order by r.ordinality)
      else array(
        select row(role, false)::public.workspace_role_choice
        from unnest(enum_range(null::public.workspace_role)) role
        order by role desc) end,
    counts.projects, counts.teams, counts.members, counts.guests, counts.owners, counts.admins, counts.billing_admins, counts.makers, counts.viewers,
    array(
      select row(p.role, p.permission)::public.workspace_permission
      from public.my_permissions(p_workspace_id) p
      order by p.permission))::public.my_workspace;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_access_list(p_project_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS public.project_access_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.project_assignable_members(p_project_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.member_candidate[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.candidates(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_members(p_workspace_id bigint, p_user_ids bigint[], p_heir_id bigint DEFAULT NULL::bigint)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if p_heir_id = any (p_user_ids) then
    perform private.problem('heir_is_removed_too');
  end if;
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.remove_member(p_workspace_id, member_id, p_heir_id);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_invitations(p_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.resend_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invitations(p_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.revoke_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text, p_role public.team_role DEFAULT 'member'::public.team_role)
 RETURNS public.placement
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
      return private.invite_with(
        host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)), p_role::text);
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
  return row('member', account_id, null,
    (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')),
    p_role)::public.placement;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_team_members(p_team_id bigint, p_members jsonb)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member jsonb;
  who jsonb;
  value jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      value := to_jsonb(public.set_team_member(
        p_team_id, (member ->> 'user_id')::bigint, member ->> 'email', coalesce((member ->> 'role')::public.team_role, 'member')));
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.team_assignable_members(p_team_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.member_candidate[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.candidates(
    (select t.workspace_id from public.teams t where t.id = p_team_id), p_search,
    array(select tm.user_id from public.team_members tm where tm.team_id = p_team_id), null, p_limit);
end
$function$;

CREATE OR REPLACE FUNCTION public.team_details(p_team_id bigint)
 RETURNS public.team_item
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (select (private.teams_shown(array_agg(t)))[1] from public.teams t where t.id = p_team_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.team_members_list(p_team_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS public.team_member_page
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
    select row(
      array(
        select row((private.person_for(person, sees_addresses)).*, type, invitation_id, role, workspace_role, created_at,
          adds and private.reason_against_administering(workspace_role) is null, removes)::public.team_member_item
        from page order by place),
      (select count(*) from shown))::public.team_member_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_group(p_group_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_confirm boolean DEFAULT false)
 RETURNS public.group_change
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
  open_projects integer := 0;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select * into before from public.groups g where g.id = p_group_id for update;
  if p_visibility = 'internal' and before.visibility = 'public' then
    select count(*) into open_projects from public.projects p where p.group_id = p_group_id and p.visibility = 'public';
  end if;
  if open_projects > 0 and not p_confirm then
    return row((private.groups_shown(array[before]))[1], true, open_projects)::public.group_change;
  end if;
  update public.groups g set
    name = coalesce(btrim(p_name), g.name), description = coalesce(p_description, g.description), visibility = coalesce(p_visibility, g.visibility),
    icon = coalesce(p_icon, g.icon), icon_color = coalesce(p_icon_color, g.icon_color)
  where g.id = p_group_id;
  return row(public.group_details(p_group_id), false, open_projects)::public.group_change;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_team(p_team_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text)
 RETURNS public.team_item
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_team(p_team_id, 'team_settings_update');
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_join_requests(p_workspace_id bigint, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS SETOF public.join_request_item
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  return query
  select j.id, u.id, u.username, btrim(u.first_name || ' ' || u.last_name), u.avatar_url, array(
      select row(e.email, e.is_primary)::public.join_request_email
      from public.emails e where e.user_id = u.id and e.confirmed_at is not null order by e.is_primary desc, e.email),
    j.created_at, j.is_denied
  from public.join_requests j join public.users u on u.id = j.user_id
  where j.workspace_id = p_workspace_id
  order by j.created_at desc, j.id desc
  limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0);
end
$function$;

COMMENT ON FUNCTION "private"."bulk_answer"(public.bulk_result[]) IS 'Counts how many items of a call for many went through. Such a call loops over its items; each is all or nothing.';

COMMENT ON FUNCTION "private"."bulk_failure"(jsonb, text, text, text, text) IS 'What an exception means for its item. One that is neither a refusal nor about what was sent goes on.';

COMMENT ON FUNCTION "private"."bulk_success"(jsonb, jsonb) IS 'An item that went through, with what came of it.';

COMMENT ON FUNCTION "private"."candidates"(bigint, text, bigint[], public.workspace_role[], integer) IS 'Members who may be added to something, by name; found by address only for who reads addresses.';

COMMENT ON FUNCTION "private"."groups_shown"(public.groups[]) IS 'Groups, in the order given, as the caller may know them.';

COMMENT ON FUNCTION "private"."invite_with"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, text) IS 'Invites an address to the workspace with a project, group or team to come along, or adds these to its pending invitation.';

COMMENT ON FUNCTION "private"."invited_to_group"(bigint) IS 'Open invitations that will make somebody an admin of a group.';

COMMENT ON FUNCTION "private"."person_for"(private.people, boolean) IS 'A person as lists show them; the address only for who reads addresses.';

COMMENT ON FUNCTION "private"."teams_shown"(public.teams[]) IS 'Teams, in the order given, as the caller may know them; the projects that the caller reads are found once and not for each team.';

COMMENT ON FUNCTION "public"."add_group_admin"(bigint, bigint, text) IS 'Makes a member an admin of a group, or invites an address to become one.';

COMMENT ON FUNCTION "public"."add_project_member"(bigint, text, public.project_member_role, public.workspace_role) IS 'Shares a project with an address: a member gets the role, anybody else is invited with it.';

COMMENT ON FUNCTION "public"."add_project_members"(bigint, jsonb) IS 'Shares a project with many, each as the rules allow.';

COMMENT ON FUNCTION "public"."assignable_roles"(bigint, bigint) IS 'The roles for a select: which the caller may give to a member, or invite at, and why not the others.';

COMMENT ON FUNCTION "public"."change_member_roles"(bigint, bigint[], public.workspace_role) IS 'Changes the role of many, each as the rules allow. Seats that the plan lacks for all of them together: 402, and nothing is changed.';

COMMENT ON FUNCTION "public"."decide_join_requests"(bigint, jsonb) IS 'Answers requests to join: [{user_id, action: deny or a role}], and says of each how it went. Past the plan''s seats none is approved (402).';

COMMENT ON FUNCTION "public"."delete_group"(bigint) IS 'Deletes a group; its projects stay, without a group.';

COMMENT ON FUNCTION "public"."delete_projects"(bigint[]) IS 'Deletes many projects with everything in them.';

COMMENT ON FUNCTION "public"."delete_teams"(bigint[]) IS 'Deletes many teams, each as the caller may.';

COMMENT ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) IS 'Members who may become admins of a group.';

COMMENT ON FUNCTION "public"."group_details"(bigint) IS 'One group.';

COMMENT ON FUNCTION "public"."group_invitations"(bigint) IS 'Who was invited to become an admin of a group.';

COMMENT ON FUNCTION "public"."group_members"(bigint, integer, integer) IS 'The admins of a group.';

COMMENT ON FUNCTION "public"."invite_member"(bigint, text, public.workspace_role) IS 'Invites an address at a role within the caller''s own (permissions.json "invite_roles"), inside the plan''s seats.';

COMMENT ON FUNCTION "public"."invite_members"(bigint, jsonb) IS 'Invites many, each with projects, groups and teams; of each how it went. Past the plan''s seats none is invited (402).';

COMMENT ON FUNCTION "public"."list_groups"(bigint, text, integer, integer) IS 'The groups of a workspace that the caller may see, by name, with their counts and what the caller may do in each.';

COMMENT ON FUNCTION "public"."list_members"(bigint, text, public.workspace_role[], text, integer, integer) IS 'The members of a workspace, page by page, with what the caller may change of each and, if nothing, why not.';

COMMENT ON FUNCTION "public"."list_teams"(bigint, boolean, text, text, integer, integer) IS 'The teams of a workspace that the caller may see, page by page, and how many the plan gives.';

COMMENT ON FUNCTION "public"."move_projects"(bigint[], bigint, boolean) IS 'Moves many projects into a group, or out of any. Public ones would turn internal in an internal group: without p_confirm it then says how many and moves nothing.';

COMMENT ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) IS 'Members with whom a project can still be shared by name.';

COMMENT ON FUNCTION "public"."remove_members"(bigint, bigint[], bigint) IS 'Removes many, each as the rules allow; their projects pass to p_heir_id, by itself to the caller.';

COMMENT ON FUNCTION "public"."resend_invitations"(bigint[]) IS 'Sends pending invitations again, with a new link and 30 more days; of each how it went.';

COMMENT ON FUNCTION "public"."revoke_invitations"(bigint[]) IS 'Withdraws pending invitations: one''s own, or any with the approve permission; of each how it went.';

COMMENT ON FUNCTION "public"."set_team_member"(bigint, bigint, text, public.team_role) IS 'Adds a member to a team or changes the role in it; an address that is no member''s yet is invited.';

COMMENT ON FUNCTION "public"."set_team_members"(bigint, jsonb) IS 'Adds many to a team, each as the rules allow.';

COMMENT ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) IS 'Members who may be added to a team.';

COMMENT ON FUNCTION "public"."team_details"(bigint) IS 'One team.';

COMMENT ON FUNCTION "public"."team_members_list"(bigint, text, integer, integer) IS 'Who is in a team, and who was invited to be.';

COMMENT ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean) IS 'Changes a group. Made internal, it turns its public projects internal: without p_confirm it then says how many and changes nothing.';

COMMENT ON FUNCTION "public"."update_team"(bigint, text, text, text, text) IS 'Changes a team.';

COMMENT ON FUNCTION "public"."workspace_join_requests"(bigint, integer, integer) IS 'Who asked to join, with their confirmed addresses, newest first.';

COMMENT ON TYPE "public"."assignable_role" IS 'A role for a select: whether the caller may give it and, if not, why.';

COMMENT ON TYPE "public"."bulk_answer" IS 'The answer of every call for many: of each item, in order, how it went.';

COMMENT ON TYPE "public"."bulk_move_answer" IS 'The answer of a call for many, with what the move turns internal: before it, where that has to be confirmed, and after it.';

COMMENT ON TYPE "public"."bulk_result" IS 'How one item of a call for many went: which one it is (an id or an address) and, where it failed, why in the terms of the error catalogue; else what came of it.';

COMMENT ON TYPE "public"."group_change" IS 'A group after a change, or as it is where the change has to be confirmed because of so many public projects.';

COMMENT ON TYPE "public"."group_deletion" IS 'How many projects a deleted group left without a group.';

COMMENT ON TYPE "public"."group_invitation_item" IS 'An open invitation that will make somebody an admin of a group.';

COMMENT ON TYPE "public"."group_item" IS 'A group as the caller may know it: with the projects that the caller reads, and its admins for who may see them.';

COMMENT ON TYPE "public"."group_member_item" IS 'An admin of a group; the address is for who reads addresses.';

COMMENT ON TYPE "public"."group_member_page" IS 'A page of the admins of a group, and how many there are in all.';

COMMENT ON TYPE "public"."group_page" IS 'A page of groups, and how many there are in all.';

COMMENT ON TYPE "public"."join_request_email" IS 'A confirmed address of somebody who asked to join.';

COMMENT ON TYPE "public"."join_request_item" IS 'Somebody who asked to join.';

COMMENT ON TYPE "public"."member_candidate" IS 'A member who may be added to something; the address is for who reads addresses.';

COMMENT ON TYPE "public"."member_item" IS 'A member, with what the caller may change and, if nothing, why not.';

COMMENT ON TYPE "public"."member_page" IS 'A page of members, and how many there are in all.';

COMMENT ON TYPE "public"."placement" IS 'What adding somebody to a project, group or team came to: a member is in, an address is invited.';

COMMENT ON TYPE "public"."sent_invitation" IS 'An invitation that was sent.';

COMMENT ON TYPE "public"."team_item" IS 'A team as the caller may know it: with the first three admins, and the first ten projects that the caller reads.';

COMMENT ON TYPE "public"."team_member_item" IS 'Somebody in a team, or an invitation that will bring somebody into it; the address is for who reads addresses.';

COMMENT ON TYPE "public"."team_member_page" IS 'A page of who is in a team or invited to be, and how many there are in all.';

COMMENT ON TYPE "public"."team_page" IS 'A page of teams, how many there are in all and, for who sees all, how many the plan counts and gives.';

COMMENT ON TYPE "public"."team_project_item" IS 'A project that a team was given, at a role.';

REVOKE ALL ON FUNCTION "private"."bulk_answer"(public.bulk_result[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_answer"(public.bulk_result[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bulk_failure"(jsonb, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_failure"(jsonb, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bulk_success"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_success"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."candidates"(bigint, text, bigint[], public.workspace_role[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."candidates"(bigint, text, bigint[], public.workspace_role[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."groups_shown"(public.groups[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."groups_shown"(public.groups[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invite_with"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite_with"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invited_to_group"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invited_to_group"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."person_for"(private.people, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."person_for"(private.people, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."teams_shown"(public.teams[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_shown"(public.teams[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_group_admin"(bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_group_admin"(bigint, bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."add_project_member"(bigint, text, public.project_member_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_project_member"(bigint, text, public.project_member_role, public.workspace_role) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."add_project_members"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_project_members"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."assignable_roles"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."assignable_roles"(bigint, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."change_member_roles"(bigint, bigint[], public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_member_roles"(bigint, bigint[], public.workspace_role) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."decide_join_requests"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_join_requests"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_group"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_group"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_projects"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_projects"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_teams"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_teams"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."group_details"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_details"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."group_invitations"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_invitations"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."group_members"(bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_members"(bigint, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."invite_member"(bigint, text, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_member"(bigint, text, public.workspace_role) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."invite_members"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_members"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_groups"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_groups"(bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_members"(bigint, text, public.workspace_role[], text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_members"(bigint, text, public.workspace_role[], text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_teams"(bigint, boolean, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_teams"(bigint, boolean, text, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."move_projects"(bigint[], bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_projects"(bigint[], bigint, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_members"(bigint, bigint[], bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_members"(bigint, bigint[], bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resend_invitations"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_invitations"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."revoke_invitations"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."revoke_invitations"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_team_member"(bigint, bigint, text, public.team_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_team_member"(bigint, bigint, text, public.team_role) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_team_members"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_team_members"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."team_assignable_members"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."team_details"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."team_details"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."team_members_list"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."team_members_list"(bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_team"(bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_team"(bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_join_requests"(bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_join_requests"(bigint, integer, integer) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."assignable_role" TO "postgres";

GRANT USAGE ON TYPE "public"."bulk_answer" TO "postgres";

GRANT USAGE ON TYPE "public"."bulk_move_answer" TO "postgres";

GRANT USAGE ON TYPE "public"."bulk_result" TO "postgres";

GRANT USAGE ON TYPE "public"."group_change" TO "postgres";

GRANT USAGE ON TYPE "public"."group_deletion" TO "postgres";

GRANT USAGE ON TYPE "public"."group_invitation_item" TO "postgres";

GRANT USAGE ON TYPE "public"."group_item" TO "postgres";

GRANT USAGE ON TYPE "public"."group_member_item" TO "postgres";

GRANT USAGE ON TYPE "public"."group_member_page" TO "postgres";

GRANT USAGE ON TYPE "public"."group_page" TO "postgres";

GRANT USAGE ON TYPE "public"."join_request_email" TO "postgres";

GRANT USAGE ON TYPE "public"."join_request_item" TO "postgres";

GRANT USAGE ON TYPE "public"."member_candidate" TO "postgres";

GRANT USAGE ON TYPE "public"."member_item" TO "postgres";

GRANT USAGE ON TYPE "public"."member_page" TO "postgres";

GRANT USAGE ON TYPE "public"."placement" TO "postgres";

GRANT USAGE ON TYPE "public"."sent_invitation" TO "postgres";

GRANT USAGE ON TYPE "public"."team_item" TO "postgres";

GRANT USAGE ON TYPE "public"."team_member_item" TO "postgres";

GRANT USAGE ON TYPE "public"."team_member_page" TO "postgres";

GRANT USAGE ON TYPE "public"."team_page" TO "postgres";

GRANT USAGE ON TYPE "public"."team_project_item" TO "postgres";
