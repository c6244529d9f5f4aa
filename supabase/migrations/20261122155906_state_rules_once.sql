set local check_function_bodies = off;

DROP POLICY "Group admins are seen by each other and global admins" ON "public"."group_admins";

DROP POLICY "Groups are changed by their admins" ON "public"."groups";

DROP POLICY "Groups are deleted by their admins" ON "public"."groups";

DROP POLICY "Teams are changed by their admins" ON "public"."teams";

DROP POLICY "Teams are deleted by their admins" ON "public"."teams";

DROP FUNCTION "private"."gate_role_change"(bigint, public.workspace_role, public.workspace_role);

DROP FUNCTION "private"."pending_seats"(bigint, text);

DROP FUNCTION "private"."reason_against_changing"(bigint, bigint, public.workspace_role, public.workspace_role);

CREATE OR REPLACE FUNCTION private.can_in_group(group_id bigint, permission text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select permission = any (coalesce(private.my_group_permissions(group_id), '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.can_in_team(team_id bigint, permission text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select permission = any (coalesce(private.my_team_permissions(team_id), '{}'))
$function$;

CREATE OR REPLACE FUNCTION private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  mine public.workspace_role;
  confirmed text[];
  unconfirmed text[];
  invitation public.workspace_invitations;
  unproven text;
begin
  select * into host from public.workspaces w where w.id = enter_workspace.workspace_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if private.is_locked(host) and enter_workspace.user_id is distinct from private.oldest_owner_id(host.id) then
    return private.entry(user_id, 'locked', workspace_id => host.id);
  end if;
  select m.role into mine from public.workspace_members m
  where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  if mine is null then
    -- One entry of a person at a time: the second one finds a member, not an invitation that was just used.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('enter:' || host.id || ':' || enter_workspace.user_id, 0));
    select m.role into mine from public.workspace_members m
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  end if;
  if mine is not null then
    update public.workspace_members m set last_seen_at = now()
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
    return private.entry(user_id, 'member', mine);
  end if;

  select array_agg(e.email) filter (where e.confirmed_at is not null), array_agg(e.email) filter (where e.confirmed_at is null)
  into confirmed, unconfirmed
  from public.emails e where e.user_id = enter_workspace.user_id;

  select * into invitation from public.workspace_invitations i
  where i.workspace_id = host.id and i.email = any (confirmed) and private.is_live(i)
  order by i.role desc, i.id
  limit 1
  for update;
  if found then
    perform private.become_member(host.id, user_id, invitation.role, 'invitation', client);
    perform private.take_invitation(invitation, user_id);
    return private.entry(user_id, 'invited', invitation.role);
  end if;

  mine := private.approved_role(host.id, confirmed);
  if mine is not null then
    perform private.become_member(host.id, user_id, mine, 'approved_domain', client);
    return private.entry(user_id, 'approved_domain', mine);
  end if;

  select address into unproven
  from unnest(unconfirmed) address
  where exists (
      select 1 from public.workspace_invitations i
      where i.workspace_id = host.id and i.email = address and private.is_live(i))
    or private.approved_role(host.id, array[address]) is not null
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$function$;

CREATE OR REPLACE FUNCTION private.feature_pending(workspace_id bigint, feature text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when feature in ('members', 'guests', 'owners', 'editors', 'viewers') then (
    select count(*) from public.workspace_invitations i
    where i.workspace_id = feature_pending.workspace_id and private.is_live(i)
      and case feature
        when 'members' then i.role <> 'guest'
        when 'guests' then i.role = 'guest'
        when 'owners' then i.role = 'owner'
        when 'viewers' then i.role = 'viewer'
        else i.role in ('owner', 'admin', 'billing', 'maker')
      end)::integer
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.gate_seats(workspace_id bigint, seats text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
begin
  for wanted in
    select seat as feature, count(*)::integer as requested from unnest(seats) seat
    group by seat order by array_position(array['guests', 'members', 'owners'], seat)
  loop
    -- A plan that says nothing of owners has no limit of them.
    if wanted.feature <> 'owners' or private.plan_holds(workspace_id, 'owners') then
      perform private.feature_gate(workspace_id, wanted.feature, wanted.requested);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.invite(workspace_id bigint, email text, role public.workspace_role, projects jsonb DEFAULT '[]'::jsonb, groups jsonb DEFAULT '[]'::jsonb, teams jsonb DEFAULT '[]'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  address := private.require_email(email);
  -- The gate's lock comes first: only then do pending invitations stand still.
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = invite.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('CONFLICT', 409, 'This e-mail has pending invitation or already a member', 'email');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = invite.workspace_id and i.email = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (invite.workspace_id, address, invite.role, private.token_hash(token), private.current_user_id())
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_with(workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.require_email(invite_with.email);
  invitation_id bigint;
  mine constant public.workspace_role := private.workspace_role(invite_with.workspace_id);
  answer jsonb;
begin
  select i.id into invitation_id from public.workspace_invitations i
  where i.workspace_id = invite_with.workspace_id and i.email = address
    and private.is_live(i);
  if found then
    perform public.link_invitation(invitation_id, projects, groups, teams);
    return jsonb_build_object('type', 'invitation', 'invitation_id', invitation_id, 'email', address);
  end if;
  answer := public.invite_members(invite_with.workspace_id, jsonb_build_array(jsonb_build_object(
    'email', address, 'role', coalesce(invite_with.role, least(mine, 'maker')), 'projects', projects, 'groups', groups, 'teams', teams))) -> 0;
  if not (answer ->> 'ok')::boolean then
    perform private.problem(answer #>> '{error,code}', (answer #>> '{error,status}')::integer, answer #>> '{error,message}', answer #>> '{error,field}');
  end if;
  return jsonb_build_object('type', 'invitation', 'invitation_id', answer -> 'id', 'email', address);
end
$function$;

CREATE OR REPLACE FUNCTION private.invited_to_group(group_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email, 'role', 'admin', 'created_at', i.created_at, 'expires_at', i.expires_at)
      order by i.email)
    from public.workspace_invitation_groups link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.group_id = invited_to_group.group_id and private.is_live(i)), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION private.invited_to_project(project_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email, 'role', link.role, 'expires_at', i.expires_at) order by i.email)
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and private.is_live(i)), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION private.invited_to_team(team_id bigint)
 RETURNS TABLE(invitation_id bigint, email text, role public.team_role, workspace_role public.workspace_role, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select i.id, i.email, link.role, i.role, i.created_at
  from public.workspace_invitation_teams link
  join public.workspace_invitations i on i.id = link.invitation_id
  where link.team_id = invited_to_team.team_id and private.is_live(i);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_live(invitation public.workspace_invitations)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.live_invitation(workspace_id bigint, emails text[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.email from public.workspace_invitations i
  where i.workspace_id = live_invitation.workspace_id and i.email = any (emails)
    and private.is_live(i)
  order by i.role desc, i.id
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.log_activity(workspace_id bigint, type text, metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity.workspace_id, log_activity.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity.metadata), private.client_address()
  from (select private.current_user_id() as id) me
  left join public.users u on u.id = me.id
  left join public.emails e on e.user_id = u.id and e.is_primary;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_activity_of(workspace_id bigint, type text, user_id bigint, client text, metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity_of.workspace_id, log_activity_of.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity_of.metadata), private.as_address(client)
  from (select log_activity_of.user_id as id) actor
  left join public.users u on u.id = actor.id
  left join public.emails e on e.user_id = u.id and e.is_primary
$function$;

CREATE OR REPLACE FUNCTION private.mail_invitation(invitation_id bigint, token text, resent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipient text;
  mail jsonb;
begin
  select i.email, jsonb_strip_nulls(jsonb_build_object(
    'workspace_id', i.workspace_id, 'token', token, 'role', i.role, 'resent', resent,
    'invited_by', (select private.display_name(u) from public.users u where u.id = i.invited_by),
    'projects', (
      select jsonb_agg(p.name order by p.name) from public.workspace_invitation_projects l join public.projects p on p.id = l.project_id
      where l.invitation_id = i.id)))
  into recipient, mail
  from public.workspace_invitations i where i.id = mail_invitation.invitation_id;
  -- Beyond a day's share of all workspaces together nobody is refused for what others did: it comes with theirs, within the hour.
  if private.throttle_hit('invitation-to:' || recipient, 20, 86400) > 0 then
    perform private.collect_invitation(recipient, mail);
  else
    perform private.enqueue_mail(recipient, 'invitation', mail);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_changing(me bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when reason_against_changing.user_id = me then 'You cannot change your own role or remove yourself.'
    when theirs > mine then 'You cannot change a member who outranks you.'
  end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_slug(slug text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
    when private.is_reserved_slug(slug) then 'reserved'
    when exists (select 1 from public.workspaces w where w.slug = reason_against_slug.slug) then 'taken'
  end
$function$;

CREATE OR REPLACE FUNCTION private.request_to_join(workspace_id bigint, user_id bigint, client text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.join_requests;
begin
  if (select w.join_requests_disabled from public.workspaces w where w.id = request_to_join.workspace_id) then
    return 'disabled';
  end if;
  insert into public.join_requests (workspace_id, user_id) values (request_to_join.workspace_id, request_to_join.user_id)
  on conflict on constraint join_requests_workspace_id_user_id_key do nothing;
  if not found then
    select * into held from public.join_requests j
    where j.workspace_id = request_to_join.workspace_id and j.user_id = request_to_join.user_id;
    return case when held.is_denied then 'denied' else 'created' end;
  end if;
  if private.throttle_hit('join:' || user_id, 20, 86400) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'You have asked to join too many workspaces today.');
  end if;
  perform private.enqueue_mail(admin.email, 'join_request', jsonb_build_object('workspace_id', request_to_join.workspace_id,
    'user_id', u.id, 'email', mine.email, 'name', private.display_name(u)))
  from public.users u
  join public.emails mine on mine.user_id = u.id and mine.is_primary
  join public.workspace_members m on m.workspace_id = request_to_join.workspace_id
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceMembersApprove'
  join public.emails admin on admin.user_id = m.user_id and admin.is_primary
  where u.id = request_to_join.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.join_request.created', user_id, client, jsonb_build_object('user_id', user_id));
  return 'created';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_group(group_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_group(group_id, permission) then
    return;
  end if;
  if not private.can_in_group(group_id, 'group_view') then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this group.');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_team(team_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_team(team_id, permission) then
    return;
  end if;
  if not private.can_in_team(team_id, 'team_view') then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this team.');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_add_to_group(workspace_id bigint, group_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_group(group_id, 'group_view') then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
  end if;
  if not private.can_in_group(group_id, 'group_projects_add') then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot add projects to this group.', 'group_id');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_change_member(workspace_id bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  reason constant text := private.reason_against_changing(me, user_id, mine, theirs);
begin
  if reason is not null then
    perform private.problem(
      case when user_id = me then 'ACTION_PROHIBITED' else 'INSUFFICIENT_PERMISSIONS' end, 403, reason);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_invite_at(workspace_id bigint, role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.may_invite_at(private.workspace_role(workspace_id), role) is not true then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot invite somebody at this role.', 'role');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_link(workspace_id bigint, workspace_role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wish record;
begin
  for wish in
    select (p ->> 'project_id')::bigint as id, coalesce(p ->> 'role', 'viewer')::public.project_member_role as role
    from jsonb_array_elements(projects) p
  loop
    if wish.role = 'owner' then
      perform private.problem('VALIDATION_ERROR', 400, 'Nobody is invited as the owner of a project.', 'role');
    end if;
    if not exists (select 1 from public.projects p where p.id = wish.id and p.workspace_id = require_may_link.workspace_id) then
      perform private.problem('NOT_FOUND', 404, 'Project not found', 'project_id');
    end if;
    perform private.require_in_project(wish.id, 'project_members_add');
    perform private.require_in_project(wish.id, private.rank_of_adding(case
      when wish.role = 'inherit' and workspace_role not in ('viewer', 'guest') then 'editor'::public.project_member_role else wish.role end));
  end loop;
  for wish in select (g #>> '{}')::bigint as id from jsonb_array_elements(groups) g loop
    if not exists (select 1 from public.groups g where g.id = wish.id and g.workspace_id = require_may_link.workspace_id)
      or not private.can_in_group(wish.id, 'group_member_add') then
      perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
    end if;
    if workspace_role = 'guest' then
      perform private.problem('VALIDATION_ERROR', 400, 'Guests cannot administer a group.', 'role');
    end if;
  end loop;
  for wish in
    select (t ->> 'team_id')::bigint as id, coalesce(t ->> 'role', 'member')::public.team_role as role from jsonb_array_elements(teams) t
  loop
    if not exists (select 1 from public.teams t where t.id = wish.id and t.workspace_id = require_may_link.workspace_id)
      or not private.can_in_team(wish.id, case wish.role when 'admin' then 'team_admin_add' else 'team_member_add' end) then
      perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
    end if;
    if wish.role = 'admin' and workspace_role in ('viewer', 'guest') then
      perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.resend_invitation(invitation_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.workspace_invitations := private.require_invitation(invitation_id);
  token constant text := private.new_token();
begin
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(held.workspace_id, held.role);
  if held.last_sent_at > now() - interval '1 minute' then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'This invitation was sent a moment ago.');
  end if;
  -- An expired one gave its seat back.
  if held.expires_at <= now() then
    perform private.feature_gate(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end,
      private.feature_pending(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end) + 1);
  end if;
  update public.workspace_invitations i
  set token_hash = private.token_hash(token), expires_at = now() + interval '30 days', last_sent_at = now()
  where i.id = held.id;
  perform private.limit_invitation_mail(held.workspace_id, held.email);
  perform private.mail_invitation(held.id, token, true);
  perform private.log_activity(held.workspace_id, 'workspace.invitation.resent', jsonb_build_object('email', held.email, 'role', held.role));
end
$function$;

CREATE OR REPLACE FUNCTION private.seats_taken(theirs public.workspace_role, wanted public.workspace_role)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_remove(array[
    case when wanted = 'guest' and theirs <> 'guest' then 'guests' when wanted <> 'guest' and theirs = 'guest' then 'members' end,
    case when wanted = 'owner' and theirs <> 'owner' then 'owners' end
  ], null)
$function$;

CREATE OR REPLACE FUNCTION private.workspace_ids_with_all_groups(permission text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.group_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_groups.permission)
$function$;

CREATE OR REPLACE FUNCTION private.workspace_ids_with_all_teams(permission text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.team_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_teams.permission)
$function$;

CREATE OR REPLACE FUNCTION public.assignable_roles(p_workspace_id bigint, p_user_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
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
      perform private.problem('NOT_FOUND', 404, 'Member not found.');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'Your role does not let you change roles or remove members.' end);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('role', choice.role, 'allowed', choice.reason is null, 'reason', choice.reason,
      'needs_upgrade', choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests')) order by choice.role desc)
    from (
      select role, coalesce(against, case
        when role = 'owner' and mine <> 'owner' then 'Only owners can give the owner role.'
        when p_user_id is not null and not private.may_give_role(mine, theirs, role) then
          case when theirs = 'owner' then 'Only owners can take the owner role.' else 'You can only give roles up to your own.' end
        when p_user_id is null and not private.may_invite_at(mine, role) then
          case when role > mine then 'You can only give roles up to your own.' else 'You can only invite at your own role, or guests.' end
      end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_role(p_workspace_id bigint, p_user_id bigint, p_role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if not private.may_give_role(mine, theirs, p_role) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot give this role.', 'role');
  end if;
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.may_give_role(mine, m.role, p_role)));
  return private.do_each('user_id', to_jsonb(coalesce(p_user_ids, '{}')),
    'select to_jsonb(public.change_member_role(($2 ->> ''workspace_id'')::bigint, $1::bigint, ($2 ->> ''role'')::public.workspace_role)::text)',
    jsonb_build_object('workspace_id', p_workspace_id, 'role', p_role));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_roles public.workspace_role[] DEFAULT NULL::public.workspace_role[], p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS jsonb
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
  items jsonb;
  total integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Members are ordered by name, role, created_at or last_seen_at.', 'order');
  end if;
  select count(*) into total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(jsonb_agg(private.person_for(found.person, true) || jsonb_build_object(
    'role', found.role, 'last_seen_at', found.last_seen_at, 'created_at', found.created_at, 'is_me', found.user_id = me,
    'may_change_role', promotes and found.reason is null, 'may_remove', removes and found.reason is null,
    'reason', coalesce(found.reason, case when not promotes then 'Your role does not let you change roles or remove members.' end))
    order by found.place), '[]')
  into items
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
  ) found;
  return jsonb_build_object('items', items, 'total', total);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  select * into project from public.projects p where p.id = p_project_id;
  if p_group_id is not null or project.group_id is null
    or not private.can_in_group(project.group_id, 'group_projects_remove') then
    perform private.require_in_project(p_project_id, 'project_group_update');
  end if;
  select * into project from public.projects p where p.id = p_project_id for update;
  if p_group_id is not null then
    perform private.require_may_add_to_group(project.workspace_id, p_group_id);
    turns_internal := project.visibility = 'public'
      and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id for share);
  end if;
  if turns_internal and not p_confirm then
    return jsonb_build_object('moved', false, 'confirmation_required', true, 'visibility_changed', false);
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return jsonb_build_object('moved', true, 'confirmation_required', false, 'visibility_changed', turns_internal);
end
$function$;

CREATE OR REPLACE FUNCTION public.slug_available(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('available', reason is null, 'reason', reason) from private.reason_against_slug(p_slug) reason
$function$;

CREATE OR REPLACE FUNCTION public.svc_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', i.id,
    'state', case
      when i.accepted_at is not null then 'used'
      when i.declined_at is not null then 'declined'
      when i.revoked_at is not null then 'revoked'
      when i.expires_at <= now() then 'expired'
      when private.is_locked(w) then 'locked'
      when not private.feature_allows(w.id, case when i.role = 'guest' then 'guests' else 'members' end)
        and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = private.account_of(i.email)) then 'seat_limit'
      else 'ok' end,
    'email', i.email,
    'has_account', u.id is not null,
    'has_password', coalesce(u.has_password, false),
    'by_provider', private.is_by_provider(w.id),
    'auth_id', u.auth_id,
    'auth_email', a.email,
    'role', i.role,
    'invited_by', (select private.display_name(p) from public.users p where p.id = i.invited_by),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'logo_url', w.logo_url))
  from public.workspace_invitations i
  join public.workspaces w on w.id = i.workspace_id
  left join public.users u on u.id = private.account_of(i.email)
  left join auth.users a on a.id = u.auth_id
  where i.token_hash = private.token_hash(p_token)
$function$;

CREATE OR REPLACE FUNCTION public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if private.reason_against_slug(p_slug) = 'invalid' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must only contain numbers, lowercase letters, or dashes.', 'slug');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return jsonb_build_object(
    'workspace', jsonb_build_object('id', made.id, 'slug', made.slug, 'name', made.name),
    'user_id', account_id,
    'is_account_info_collected', (select u.is_account_info_collected from public.users u where u.id = account_id));
end
$function$;

CREATE POLICY "Group admins are seen by each other and global admins" ON "public"."group_admins" FOR SELECT TO "authenticated" USING (((group_id = ANY (ARRAY( SELECT private.group_ids_with('group_member_read'::text) AS group_ids_with))) OR (EXISTS ( SELECT 1
   FROM public.groups g
  WHERE ((g.id = group_admins.group_id) AND (g.workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_groups('group_member_read'::text) AS workspace_ids_with_all_groups))))))));

CREATE POLICY "Groups are changed by their admins" ON "public"."groups" FOR UPDATE TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_groups('group_update'::text) AS workspace_ids_with_all_groups))) OR (id = ANY (ARRAY( SELECT private.group_ids_with('group_update'::text) AS group_ids_with))))) WITH CHECK (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_groups('group_update'::text) AS workspace_ids_with_all_groups))) OR (id = ANY (ARRAY( SELECT private.group_ids_with('group_update'::text) AS group_ids_with)))));

CREATE POLICY "Groups are deleted by their admins" ON "public"."groups" FOR DELETE TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_groups('group_delete'::text) AS workspace_ids_with_all_groups))) OR (id = ANY (ARRAY( SELECT private.group_ids_with('group_delete'::text) AS group_ids_with)))));

CREATE POLICY "Teams are changed by their admins" ON "public"."teams" FOR UPDATE TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_teams('team_settings_update'::text) AS workspace_ids_with_all_teams))) OR (id = ANY (ARRAY( SELECT private.team_ids_with('team_settings_update'::text) AS team_ids_with))))) WITH CHECK (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_teams('team_settings_update'::text) AS workspace_ids_with_all_teams))) OR (id = ANY (ARRAY( SELECT private.team_ids_with('team_settings_update'::text) AS team_ids_with)))));

CREATE POLICY "Teams are deleted by their admins" ON "public"."teams" FOR DELETE TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with_all_teams('team_delete'::text) AS workspace_ids_with_all_teams))) OR (id = ANY (ARRAY( SELECT private.team_ids_with('team_delete'::text) AS team_ids_with)))));

COMMENT ON FUNCTION "private"."can_in_group"(bigint, text) IS 'Whether the caller has a permission in one group.';

COMMENT ON FUNCTION "private"."can_in_team"(bigint, text) IS 'Whether the caller has a permission in one team.';

COMMENT ON FUNCTION "private"."gate_seats"(bigint, text[]) IS 'Refuses seats, one or many, that the plan does not have.';

COMMENT ON FUNCTION "private"."reason_against_changing"(bigint, bigint, public.workspace_role, public.workspace_role) IS 'Why somebody may not touch a member, or null: nobody changes themselves, nobody changes who outranks them.';

COMMENT ON FUNCTION "private"."reason_against_slug"(text) IS 'Why a new workspace may not have this URL, or null: 2 to 20 characters, not reserved, not taken. Workspaces of before may have up to 27.';

COMMENT ON FUNCTION "private"."require_may_invite_at"(bigint, public.workspace_role) IS 'Refuses a role at which the caller may not invite.';

COMMENT ON FUNCTION "private"."seats_taken"(public.workspace_role, public.workspace_role) IS 'The seats that a change of role takes.';

COMMENT ON FUNCTION "private"."workspace_ids_with_all_groups"(text) IS 'Workspaces in every group of which the caller has this permission. A set for policies: computed once a statement.';

COMMENT ON FUNCTION "private"."workspace_ids_with_all_teams"(text) IS 'Workspaces in every team of which the caller has this permission. A set for policies: computed once a statement.';

REVOKE ALL ON FUNCTION "private"."can_in_group"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."can_in_group"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."can_in_team"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."can_in_team"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."gate_seats"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."gate_seats"(bigint, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_changing"(bigint, bigint, public.workspace_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_changing"(bigint, bigint, public.workspace_role, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_slug"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seats_taken"(public.workspace_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seats_taken"(public.workspace_role, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."workspace_ids_with_all_groups"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."workspace_ids_with_all_groups"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."workspace_ids_with_all_teams"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."workspace_ids_with_all_teams"(text) TO "authenticated", "postgres";
