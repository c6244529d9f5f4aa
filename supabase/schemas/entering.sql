-- Entering: the one place that decides whether somebody who proved who they are may come into a workspace, and what they need for it:
-- an approved domain, an invitation, or somebody who lets them in. Every way in ends here.

-- # Tables

create table public.join_requests (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  is_denied boolean not null default false,
  created_at timestamptz not null default now(),
  unique (workspace_id, user_id)
);
comment on table public.join_requests is 'Requests to join; a denied one stays, so that it cannot be made again.';
create index join_requests_user_id_idx on public.join_requests (user_id);
alter table public.join_requests enable row level security;
select private.announce('public.join_requests', workspace => 'c.workspace_id', person => 'c.user_id');

create table public.approved_domains (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  domain text not null constraint check_approved_domains_domain check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  role public.workspace_role not null default 'viewer' check (role in ('guest', 'viewer', 'maker', 'admin', 'billing')),
  created_at timestamptz not null default now(),
  unique (workspace_id, domain)
);
comment on table public.approved_domains is 'E-mail domains whose people may enter by themselves, with a role.';
alter table public.approved_domains enable row level security;
create trigger log_change after insert or update or delete on public.approved_domains for each row execute function private.log_row_change('workspace.domain');
select private.announce('public.approved_domains', workspace => 'c.workspace_id');

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
comment on column private.email_claims.browser_hash is 'The browser that the sign-in happened in: it alone can confirm the address. Without one nobody can.';
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

-- # Rules

-- ## Approved domains and join requests

create policy "Join requests are seen by who made them and with the members permission" on public.join_requests for select to authenticated
using (
  user_id = (select private.own_account_id())
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);

create policy "Approved domains are seen with the settings permission" on public.approved_domains for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));
create policy "Approved domains are added with the domain permission" on public.approved_domains for insert to authenticated
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are changed with the domain permission" on public.approved_domains for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are removed with the domain permission" on public.approved_domains for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));

create function private.keep_domain_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine constant public.workspace_role := private.workspace_role(new.workspace_id);
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := lower(regexp_replace(btrim(new.domain), '^@', ''));
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be a valid domain name', 'domain');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes the count below true.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('VALIDATION_ERROR', 400, 'A workspace has at most 500 approved domains.', 'domain');
  end if;
  if new.role > mine then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot give this role.', 'role');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('CONFLICT', 409, 'This domain has already been approved.', 'domain');
  end if;
  return new;
end
$$;
comment on function private.keep_domain_rules is 'Approved domains are a feature of the plan, 500 at most, and give no role above that of who approves them.';
create trigger keep_rules before insert or update on public.approved_domains for each row execute function private.keep_domain_rules();

create function private.require_domain(domain_id bigint)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains;
begin
  select * into held from public.approved_domains d where d.id = domain_id for update;
  if not found or held.workspace_id not in (select private.my_workspace_ids()) then
    perform private.problem('NOT_FOUND', 404, 'Domain not found.');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  return held;
end
$$;

-- ## Coming in

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
      where outcome = 'locked' and knows_it and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    'lock_reason', (select w.lock_reason from public.workspaces w where outcome = 'locked' and knows_it and w.id = entry.workspace_id),
    'retry_after', 0,
    'user_id', entry.user_id,
    'auth_id', (select u.auth_id from public.users u where u.id = entry.user_id),
    'auth_email', (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    'has_password', (select u.has_password from public.users u where u.id = entry.user_id))
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
    'workspace_id', c.workspace_id, 'workspace', w.name, 'username', coalesce(u.username, c.username), 'integration', i.name,
    'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary)))
  from private.email_claims c
  join public.workspaces w on w.id = c.workspace_id
  left join public.users u on u.id = c.user_id
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

-- # Calls

-- ## Coming in

create function public.svc_workspace_access(p_auth_id uuid, p_workspace_id bigint, p_session_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'role', m.role,
    'covered', session.id is not null and private.session_covers(session.only_workspace_id, session.integration_id, w.id, private.is_by_provider(w.id)),
    'by_provider', private.is_by_provider(w.id),
    'locked', m.user_id is not null and (w.locked or w.lock_at <= now()) is true and m.user_id <> private.oldest_owner_id(w.id),
    'lock_reason', w.lock_reason,
    'owner_email', (select e.email from public.emails e where e.user_id = private.oldest_owner_id(w.id) and e.is_primary))
  from public.workspaces w
  left join public.users u on u.auth_id = p_auth_id
  left join public.workspace_members m on m.workspace_id = w.id and m.user_id = u.id
  cross join private.session_of(p_session_id, p_auth_id) session
  where w.id = p_workspace_id
$$;
comment on function public.svc_workspace_access is 'Whether somebody may enter a workspace now with this session, and who to ask when it is locked.';

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

-- ## Approved domains and join requests

create function public.workspace_join_requests(p_workspace_id bigint, p_limit integer default 500, p_offset integer default 0)
returns table (
  id bigint, user_id bigint, username text, full_name text, avatar_url text, emails jsonb, created_at timestamptz, is_denied boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  return query
  select j.id, u.id, u.username, btrim(u.first_name || ' ' || u.last_name), u.avatar_url, coalesce((
      select jsonb_agg(jsonb_build_object('email', e.email, 'primary', e.is_primary) order by e.is_primary desc, e.email)
      from public.emails e where e.user_id = u.id and e.confirmed_at is not null), '[]'),
    j.created_at, j.is_denied
  from public.join_requests j join public.users u on u.id = j.user_id
  where j.workspace_id = p_workspace_id
  order by j.created_at desc, j.id desc
  limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0);
end
$$;
comment on function public.workspace_join_requests is 'Who asked to join, with their confirmed addresses, newest first.';

create function private.decide_join_request(workspace_id bigint, user_id bigint, action text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.join_requests;
  role public.workspace_role;
  template text := 'join_denied';
begin
  select * into held from public.join_requests j
  where j.workspace_id = decide_join_request.workspace_id and j.user_id = decide_join_request.user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Join request not found.');
  end if;
  if held.is_denied then
    perform private.problem('ACTION_PROHIBITED', 403, 'This request has been denied. Invite the person directly instead.');
  end if;
  if action = 'deny' then
    update public.join_requests j set is_denied = true where j.id = held.id;
  else
    role := action::public.workspace_role;
    perform private.require_may_invite_at(workspace_id, role);
    perform private.become_member(workspace_id, user_id, role, 'join_request', null);
    delete from public.join_requests j where j.id = held.id;
    template := 'join_approved';
  end if;
  perform private.enqueue_mail(e.email, template, jsonb_strip_nulls(jsonb_build_object('workspace_id', decide_join_request.workspace_id, 'role', role)))
  from public.emails e where e.user_id = decide_join_request.user_id and e.is_primary;
  perform private.log_activity(workspace_id, case template when 'join_approved' then 'workspace.join_request.approved' else 'workspace.join_request.denied' end,
    jsonb_build_object('user_id', user_id, 'user', private.person(user_id) -> 'display_name', 'role', role));
end
$$;
comment on function private.decide_join_request is 'Approves a request at a role within the caller''s own, or denies it for good; tells who asked.';

create function public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wish jsonb;
  results jsonb := '[]';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if jsonb_typeof(p_decisions) is distinct from 'array' or jsonb_array_length(p_decisions) not between 1 and 500 then
    perform private.problem('VALIDATION_ERROR', 400, 'Between 1 and 500 requests can be answered at once.', 'decisions');
  end if;
  for wish in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (wish ->> 'user_id')::bigint, coalesce(wish ->> 'action', ''));
      results := results || jsonb_build_array(jsonb_build_object('user_id', wish -> 'user_id', 'ok', true, 'error', null));
    exception when others then
      -- Past the plan's seats none is approved: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || jsonb_build_array(private.failed_item(
        jsonb_build_object('user_id', wish -> 'user_id'), sqlstate, sqlerrm, hint, detail));
    end;
  end loop;
  return results;
end
$$;
comment on function public.decide_join_requests is 'Answers requests to join: [{user_id, action: deny or a role}], a result for each in order. Past the plan''s seats none is approved (402).';

create function public.add_approved_domain(p_workspace_id bigint, p_domain text, p_role public.workspace_role default 'viewer')
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.approved_domains;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  insert into public.approved_domains (workspace_id, domain, role) values (p_workspace_id, p_domain, p_role) returning * into made;
  return made;
end
$$;
comment on function public.add_approved_domain is 'Lets people with an address of this domain enter by themselves, with a role.';

create function public.update_approved_domain(p_id bigint, p_domain text default null, p_role public.workspace_role default null)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains := private.require_domain(p_id);
begin
  update public.approved_domains d set domain = coalesce(p_domain, d.domain), role = coalesce(p_role, d.role) where d.id = held.id
  returning * into held;
  return held;
end
$$;
comment on function public.update_approved_domain is 'Changes an approved domain or the role it gives.';

create function public.remove_approved_domain(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_domain(p_id);
  delete from public.approved_domains d where d.id = p_id;
end
$$;
comment on function public.remove_approved_domain is 'Takes an approved domain back. Who came by it stays.';

-- # Grants

grant select on public.join_requests to authenticated;
grant select on public.approved_domains to authenticated;
grant insert (workspace_id, domain, role), update (domain, role), delete on public.approved_domains to authenticated;

grant execute on function public.svc_workspace_access to service_role;
grant execute on function public.svc_enter_workspace to service_role;
grant execute on function public.workspace_join_requests, public.decide_join_requests to authenticated;
grant execute on function public.add_approved_domain, public.update_approved_domain, public.remove_approved_domain to authenticated;
