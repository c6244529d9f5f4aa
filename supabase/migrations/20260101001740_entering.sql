-- Entering: the one place that decides whether somebody who proved who they are may come into a workspace. Every way in ends here.

create table private.email_claims (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_id text,
  user_id bigint references public.users (id) on delete cascade,
  email text not null,
  browser_hash text,
  username text,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((workspace_integration_id is null) = (external_id is null) and (workspace_integration_id is null) <> (user_id is null)),
  constraint email_claims_key unique nulls not distinct (workspace_id, workspace_integration_id, external_id, user_id, email)
);
comment on table private.email_claims is 'Addresses that somebody came with and that are not proven: said by a provider whose word does not count everywhere, or added to an account and never confirmed. A code to the address decides.';
comment on column private.email_claims.browser_hash is 'The browser that the sign-in happened in: another one cannot be made to confirm it.';
create index email_claims_integration_idx on private.email_claims (workspace_integration_id);
create index email_claims_user_id_idx on private.email_claims (user_id);
create index email_claims_email_idx on private.email_claims (workspace_id, email);
alter table private.email_claims enable row level security;

create table private.known_browsers (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null,
  email text not null,
  browser_hash text not null,
  confirmed_at timestamptz not null default now(),
  primary key (workspace_integration_id, external_id, email, browser_hash)
);
comment on table private.known_browsers is 'Browsers in which somebody proved an address by code after the sign-in at such a provider. Only there does its word open an account that reaches other workspaces.';
alter table private.known_browsers enable row level security;

create function private.is_locked(host public.workspaces)
returns boolean
language sql
stable
set search_path = ''
as $$
  select host.locked or coalesce(host.lock_at <= now(), false)
$$;
comment on function private.is_locked is 'Locked, or due to be: the clock does not wait for the worker that writes it down.';

create function private.domain_of(email text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(substring(email from '@([^@]+)$'))
$$;

create function private.approved_role(workspace_id bigint, emails text[])
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select max(d.role)
  from public.approved_domains d
  where d.workspace_id = approved_role.workspace_id
    and d.domain in (select private.domain_of(e) from unnest(emails) e)
    and private.feature_allows(d.workspace_id, 'whitelisted_domains')
$$;
comment on function private.approved_role is 'The highest role that the approved domains give to any of these addresses, or null.';

create function private.entry(
  user_id bigint, outcome text, role public.workspace_role default null, join_request_status text default null, email text default null,
  workspace_id bigint default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', outcome,
    'entered', outcome in ('member', 'invited', 'approved_domain'),
    'role', role,
    'join_request_status', join_request_status,
    'confirmation_required', outcome = 'confirmation_required',
    'email', email,
    'owner_email', (
      select e.email from public.emails e
      where outcome = 'locked' and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    'lock_reason', (select w.lock_reason from public.workspaces w where outcome = 'locked' and w.id = entry.workspace_id),
    'retry_after', 0,
    'user_id', entry.user_id,
    'auth_id', (select u.auth_id from public.users u where u.id = entry.user_id),
    'auth_email', (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    'has_password', (select u.has_password from public.users u where u.id = entry.user_id))
$$;
comment on function private.entry is 'How an attempt to enter a workspace ended, in the one shape that every way in answers with.';

create function private.take_invitation(invitation public.workspace_invitations, user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_invitations i set accepted_at = now(), accepted_by = take_invitation.user_id where i.id = invitation.id;
  insert into public.project_members (project_id, user_id, role)
  select l.project_id, take_invitation.user_id, l.role
  from public.workspace_invitation_projects l where l.invitation_id = invitation.id
  on conflict do nothing;
  insert into public.group_admins (group_id, user_id)
  select l.group_id, take_invitation.user_id
  from public.workspace_invitation_groups l where l.invitation_id = invitation.id and invitation.role <> 'guest'
  on conflict do nothing;
  insert into public.team_members (team_id, user_id, role)
  select l.team_id, take_invitation.user_id,
    case when invitation.role in ('viewer', 'guest') then 'member'::public.team_role else l.role end
  from public.workspace_invitation_teams l where l.invitation_id = invitation.id
  on conflict do nothing;
end
$$;
comment on function private.take_invitation is 'Uses an invitation up and gives what comes with it.';

create function private.become_member(workspace_id bigint, user_id bigint, role public.workspace_role, via text, client text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
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
comment on function private.become_member is 'Makes somebody a member, inside the plan''s seats (402). False when they already were one.';

create function private.request_to_join(workspace_id bigint, user_id bigint, client text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
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
    'user_id', u.id, 'email', mine.email, 'name', coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username)))
  from public.users u
  join public.emails mine on mine.user_id = u.id and mine.is_primary
  join public.workspace_members m on m.workspace_id = request_to_join.workspace_id
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceMembersApprove'
  join public.emails admin on admin.user_id = m.user_id and admin.is_primary
  where u.id = request_to_join.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.join_request.created', user_id, client, jsonb_build_object('user_id', user_id));
  return 'created';
end
$$;
comment on function private.request_to_join is 'Asks the administrators, once. Created, denied (for good) or disabled.';

create function private.claim_email(
  workspace_id bigint, integration_id bigint, external_id text, user_id bigint, email text, browser_hash text, username text, client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim_id bigint;
  wait integer;
begin
  insert into private.email_claims as c (workspace_id, workspace_integration_id, external_id, user_id, email, browser_hash, username)
  values (claim_email.workspace_id, integration_id, claim_email.external_id, claim_email.user_id, lower(claim_email.email),
    claim_email.browser_hash, claim_email.username)
  on conflict on constraint email_claims_key do update
    set browser_hash = excluded.browser_hash, username = excluded.username, created_at = now(), confirmed_at = null
  returning c.id into claim_id;
  wait := private.code_wait('member_email', email, client, browser_hash);
  if wait = 0 then
    perform private.send_claim_code(claim_id);
  end if;
  return wait;
end
$$;
comment on function private.claim_email is 'Remembers an unproven address of a sign-in and mails it a code; the seconds to wait when too many were asked for.';

create function private.send_claim_code(claim_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.send_code('member_email', c.email, 'claim:' || c.id, jsonb_build_object(
    'workspace_id', c.workspace_id, 'workspace', w.name, 'username', c.username, 'integration', i.name))
  from private.email_claims c
  join public.workspaces w on w.id = c.workspace_id
  left join public.workspace_integrations i on i.id = c.workspace_integration_id
  where c.id = claim_id
$$;

create function private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text default null)
returns jsonb
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
  where i.workspace_id = host.id and i.email = any (confirmed) and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
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
      where i.workspace_id = host.id and i.email = address and i.accepted_at is null and i.revoked_at is null and i.expires_at > now())
    or private.approved_role(host.id, array[address]) is not null
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$$;
comment on function private.enter_workspace is 'Who may enter a workspace, for every way in: a member, an invited address, an address on an approved domain; anybody else asks to join. Only confirmed addresses count; one that would count if it were confirmed is sent a code. A guest stays a guest.';

create function private.require_passwords(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.is_by_provider(workspace_id) then
    perform private.problem('ACTION_PROHIBITED', 403, 'This workspace does not allow signing in with e-mail and password.');
  end if;
end
$$;
comment on function private.require_passwords is 'Refuses where e-mail and password are switched off.';

create function public.svc_enter_workspace(p_auth_id uuid, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  select u.id into account_id from public.users u where u.auth_id = p_auth_id;
  if not found then
    perform private.problem('UNAUTHENTICATED', 401, 'The email, username or password is incorrect.');
  end if;
  perform private.require_passwords(p_workspace_id);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_enter_workspace is 'Lets somebody who proved who they are by password or code into a workspace, or says why not.';
grant execute on function public.svc_enter_workspace to service_role;
