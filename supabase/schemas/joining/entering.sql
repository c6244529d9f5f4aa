-- Entering: the one place that decides whether somebody who proved who they are may come into a workspace. Every way in ends here.

-- # Rules

create function private.entry(
  user_id bigint, outcome text, role public.workspace_role default null, join_request_status text default null, email text default null,
  workspace_id bigint default null, retry_after integer default 0)
returns public.entry
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    outcome,
    outcome in ('member', 'provisioned', 'invited', 'approved_domain'),
    role,
    join_request_status,
    outcome = 'confirmation_required',
    email,
    (
      select e.email from public.emails e
      where outcome = 'locked' and knows_it and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    (select w.lock_reason from public.workspaces w where outcome = 'locked' and knows_it and w.id = entry.workspace_id),
    retry_after,
    entry.user_id,
    (select u.auth_id from public.users u where u.id = entry.user_id),
    (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    (select u.has_password from public.users u where u.id = entry.user_id),
    null)::public.entry
  from (
    select exists (select 1 from public.workspace_members m where m.workspace_id = entry.workspace_id and m.user_id = entry.user_id)
      or private.live_invitation(entry.workspace_id, array(
        select e.email from public.emails e where e.user_id = entry.user_id and e.confirmed_at is not null)) is not null as knows_it
  ) asker
$$;
comment on function private.entry is 'How an attempt to enter a workspace ended, in the one shape that every way in answers with. Why a workspace is locked and whom to ask is for its members and who is invited.';

create function private.become_member(workspace_id bigint, user_id bigint, role public.workspace_role, via text, client text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_nothing_against(private.reason_against_entering(workspace_id, user_id, via));
  perform private.feature_gate(workspace_id, case when role = 'guest' then 'guests' else 'members' end);
  insert into public.workspace_members as m (workspace_id, user_id, role, last_seen_at)
  values (become_member.workspace_id, become_member.user_id, become_member.role, now())
  on conflict on constraint workspace_members_pkey do nothing;
  if not found then
    return false;
  end if;
  delete from public.join_requests j where j.workspace_id = become_member.workspace_id and j.user_id = become_member.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.member.joined', user_id, client, jsonb_build_object('via', via, 'role', role, 'user_id', user_id));
  return true;
end
$$;
comment on function private.become_member is 'Makes somebody a member, inside the plan''s seats (402), unless the identity provider ended their membership. False when they already were one.';

create function private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text default null)
returns public.entry
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  mine public.workspace_role;
  confirmed text[];
  unconfirmed text[];
  invitation public.workspace_invitations;
  unproven text;
  person private.scim_people;
begin
  select * into host from public.workspaces w where w.id = enter_workspace.workspace_id;
  if not found then
    perform private.problem('workspace_not_found');
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

  person := private.provisioned(host.id, user_id, confirmed);
  if private.is_admitted(person) then
    mine := coalesce(person.role, (select c.default_role from private.scim_connections c where c.workspace_id = host.id));
    perform private.become_member(host.id, user_id, mine, 'scim', client);
    return private.entry(user_id, 'provisioned', mine);
  end if;
  -- As whose request was denied for good: more is between them and who ended it.
  if private.reason_against_entering(host.id, user_id, 'invitation') is not null then
    return private.entry(user_id, 'join_request', join_request_status => 'denied');
  end if;

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
  if mine is not null and private.reason_against_entering(host.id, user_id, 'approved_domain') is null then
    perform private.become_member(host.id, user_id, mine, 'approved_domain', client);
    return private.entry(user_id, 'approved_domain', mine);
  end if;

  select address into unproven
  from unnest(unconfirmed) address
  where exists (
      select 1 from public.workspace_invitations i
      where i.workspace_id = host.id and i.email = address and private.is_live(i))
    or private.approved_role(host.id, array[address]) is not null
    or private.is_admitted(private.provisioned(host.id, null, array[address]))
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$$;
comment on function private.enter_workspace is 'Who may enter a workspace, for every way in: a member, an address that the identity provider brought, an invited one, one on an approved domain; anybody else asks to join. Only confirmed addresses count; one that would count if it were confirmed is sent a code. A guest stays a guest; whose membership the identity provider ended stays out.';

create function private.require_passwords(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.is_by_provider(workspace_id) then
    perform private.problem('password_sign_in_off');
  end if;
end
$$;
comment on function private.require_passwords is 'Refuses where e-mail and password are switched off.';

-- # Calls

create type public.workspace_access as (
  role public.workspace_role, covered boolean, by_provider boolean, locked boolean, lock_reason text, owner_email text);
comment on type public.workspace_access is 'Whether somebody may enter a workspace with a session. covered: the session is for it, and opened as it asks; by_provider: only sessions that its providers opened count.';

create function public.svc_workspace_access(p_auth_id uuid, p_workspace_id bigint, p_session_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(m.role, session.id is not null and private.session_covers(session.only_workspace_id, session.integration_id, w.id,
    private.is_by_provider(w.id)), private.is_by_provider(w.id),
    m.user_id is not null and (w.locked or w.lock_at <= now()) is true and m.user_id <> private.oldest_owner_id(w.id), w.lock_reason,
    (select e.email from public.emails e where e.user_id = private.oldest_owner_id(w.id) and e.is_primary))::public.workspace_access)
  from public.workspaces w
  left join public.users u on u.auth_id = p_auth_id
  left join public.workspace_members m on m.workspace_id = w.id and m.user_id = u.id
  cross join private.session_of(p_session_id, p_auth_id) session
  where w.id = p_workspace_id
$$;
comment on function public.svc_workspace_access is 'Whether somebody may enter a workspace now with this session, and who to ask when it is locked.';

create function public.svc_enter_workspace(p_auth_id uuid, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns public.entry
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  select u.id into account_id from public.users u where u.auth_id = p_auth_id;
  if not found then
    perform private.problem('credentials_wrong');
  end if;
  perform private.require_passwords(p_workspace_id);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_enter_workspace is 'Lets somebody who proved who they are by password or code into a workspace, or says why not.';

-- # Grants

grant execute on function public.svc_workspace_access, public.svc_enter_workspace to service_role;
