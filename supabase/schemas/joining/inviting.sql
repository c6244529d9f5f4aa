-- Inviting: who may ask whom in, at which role and with what, and the mail that says so.

-- # Rules

create function private.require_may_invite_at(workspace_id bigint, role public.workspace_role)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_nothing_against(private.reason_against_inviting(private.workspace_role(workspace_id), role));
end
$$;
comment on function private.require_may_invite_at is 'Refuses a role at which the caller may not invite.';

create function private.require_may_link(
  workspace_id bigint, workspace_role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.require_may_link is 'What comes with an invitation may be given by who could give it to a member.';

create function private.limit_invitation_mail(workspace_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What is refused is rolled back with its hit: those that were sent are counted, revoked or not.
  if private.throttle_hit('invitation:' || workspace_id || ':' || email, 5, 86400) > 0
    or private.throttle_hit('invitation-from:' || workspace_id, 1000, 86400) > 0 then
    perform private.problem('too_many_invitations_today');
  end if;
end
$$;
comment on function private.limit_invitation_mail is 'Counts an invitation''s mail for its workspace, and for it alone: a day has few to one address, and so many altogether.';

create function private.invite_with(
  workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb, role_there text)
returns public.placement
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.invite_with is 'Invites an address to the workspace with a project, group or team to come along, or adds these to its pending invitation.';

create function private.reason_against_inviting(mine public.workspace_role, wanted public.workspace_role)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when case
      when exists (
        select 1 from public.workspace_role_permissions p where p.role = mine::text and p.permission = 'WorkspaceMembersPromote')
      then wanted <= mine and (wanted <> 'owner' or mine = 'owner')
      else wanted = 'guest' or wanted = least(mine, 'maker'::public.workspace_role)
    end then null
    when wanted = 'owner' then 'only_owners_give_owner'
    when wanted > mine then 'role_above_yours'
    else 'role_not_yours_nor_guest'
  end
$$;
comment on function private.reason_against_inviting is 'Why somebody may not invite at a role, or null: the invite rules of permissions.json.';

-- # Calls

create function private.write_links(invitation_id bigint, projects jsonb, groups jsonb, teams jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.workspace_invitation_projects as l (invitation_id, project_id, role)
  select distinct on (p ->> 'project_id') write_links.invitation_id, (p ->> 'project_id')::bigint,
    coalesce(p ->> 'role', 'viewer')::public.project_member_role
  from jsonb_array_elements(projects) p
  on conflict on constraint workspace_invitation_projects_pkey do update set role = excluded.role;
  insert into public.workspace_invitation_groups (invitation_id, group_id)
  select distinct write_links.invitation_id, (g #>> '{}')::bigint from jsonb_array_elements(groups) g
  on conflict do nothing;
  insert into public.workspace_invitation_teams as l (invitation_id, team_id, role)
  select distinct on (t ->> 'team_id') write_links.invitation_id, (t ->> 'team_id')::bigint, coalesce(t ->> 'role', 'member')::public.team_role
  from jsonb_array_elements(teams) t
  on conflict on constraint workspace_invitation_teams_pkey do update set role = excluded.role;
$$;
comment on function private.write_links is 'Lets projects, groups and teams come with an invitation; a role that was there is replaced.';

create function private.collect_invitation(recipient text, invitation jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
  workspace constant text := invitation ->> 'workspace_id';
  named constant jsonb := invitation || (
    select jsonb_build_object('name', w.name, 'slug', w.slug) from public.workspaces w where w.id = workspace::bigint);
begin
  -- One that is being sent is passed over: nobody waits here for a mail server.
  update private.outbox_mails o
  set data = jsonb_set(o.data, array['invitations', workspace], named)
  where o.id = (
    select w.id from private.outbox_mails w
    where w.recipient = collect_invitation.recipient and w.template = 'invitations' and w.sent_at is null
      and (w.data -> 'invitations' ? workspace or (select count(*) from jsonb_object_keys(w.data -> 'invitations')) < most)
    order by w.data -> 'invitations' ? workspace desc, w.id
    limit 1
    for update skip locked);
  if not found then
    perform private.enqueue_mail(recipient, 'invitations', jsonb_build_object('invitations', jsonb_build_object(workspace, named)),
      send_at => now() + interval '1 hour');
  end if;
end
$$;
comment on function private.collect_invitation is 'Adds an invitation to the mail that brings an address all it was sent within an hour: of each workspace the newest.';

create function private.mail_invitation(invitation_id bigint, token text, resent boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.mail_invitation is 'Mails an invitation: at once, or collected with others where an address was sent very many today. Whoever invites is not told which.';

create function private.send_invitation(
  workspace_id bigint, address text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb, inviter bigint)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = send_invitation.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('already_invited_or_member');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = send_invitation.workspace_id and i.email = address and private.is_unanswered(i);
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (send_invitation.workspace_id, address, send_invitation.role, private.token_hash(token), inviter)
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$$;
comment on function private.send_invitation is 'Invites an address in somebody''s name, inside the plan''s seats: they may, and the address is one.';

create function private.invite(
  workspace_id bigint, email text, role public.workspace_role, projects jsonb default '[]', groups jsonb default '[]', teams jsonb default '[]')
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- First, so that pending invitations and the caller's own role stand still.
  perform private.lock_seats_with(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  return private.send_invitation(
    workspace_id, private.require_email(email), role, projects, groups, teams, private.current_user_id());
end
$$;
comment on function private.invite is 'Invites an address in the caller''s name: at a role within their own, with what they may give, inside the plan''s seats.';

create type public.sent_invitation as (id bigint, email text, role public.workspace_role);
comment on type public.sent_invitation is 'An invitation that was sent.';

create function public.invite_member(p_workspace_id bigint, p_email text, p_role public.workspace_role default 'maker')
returns public.sent_invitation
language plpgsql
security definer
set search_path = ''
as $$
begin
  return row(private.invite(p_workspace_id, p_email, p_role), lower(btrim(p_email)), p_role)::public.sent_invitation;
end
$$;
comment on function public.invite_member is 'Invites an address at a role within the caller''s own (permissions.json "invite_roles"), inside the plan''s seats.';

create function public.invite_members(p_workspace_id bigint, p_invitations jsonb)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.invite_members is 'Invites many, each with projects, groups and teams; of each how it went. Past the plan''s seats none is invited (402).';

-- # Grants

grant execute on function public.invite_member, public.invite_members to authenticated;
