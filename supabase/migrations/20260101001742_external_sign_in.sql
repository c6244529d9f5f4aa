-- External sign-in: from what a provider says of somebody to an account, and from there into the workspace.

create function private.said_emails(emails jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(address order by is_first desc, place), '{}')
  from (
    select lower(btrim(said ->> 'email')) as address, bool_or(coalesce((said ->> 'primary')::boolean, false)) as is_first, min(n) as place
    from jsonb_array_elements(coalesce(emails, '[]')) with ordinality as list (said, n)
    where (said ->> 'verified')::boolean
      and length(said ->> 'email') <= 255 and btrim(said ->> 'email') ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+\.[^\s@<>()\[\]\\,;:".]{2,}$'
    group by 1
    order by 2 desc, 3
    limit 50
  ) said
$$;
comment on function private.said_emails is 'The addresses a provider calls verified, the primary one first. All others count for nothing.';

create function private.live_invitation(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select i.email from public.workspace_invitations i
  where i.workspace_id = live_invitation.workspace_id and i.email = any (emails)
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  order by i.role desc, i.id
  limit 1
$$;
comment on function private.live_invitation is 'The invited one among some addresses, or null.';

create function private.most_useful_email(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    private.live_invitation(workspace_id, emails),
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.approved_role(workspace_id, array[address]) is not null order by n limit 1),
    emails[1])
$$;
comment on function private.most_useful_email is 'The address that lets somebody in, or else the first.';

create function private.keep_external_user(
  user_id bigint, integration_id bigint, external_id text, username text, data jsonb, tokens jsonb)
returns public.external_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.external_users;
begin
  insert into public.external_users as x (user_id, workspace_integration_id, external_id, username, data, last_login_at)
  values (keep_external_user.user_id, integration_id, keep_external_user.external_id, left(coalesce(username, ''), 255), coalesce(data, '{}'), now())
  on conflict on constraint external_users_integration_external_id_key do update
    set username = excluded.username, data = excluded.data, last_login_at = now()
  returning x.* into kept;
  perform private.store_secrets(null, kept.id, coalesce(tokens, '{}'));
  return kept;
end
$$;
comment on function private.keep_external_user is 'Writes down who somebody is at an integration; whose account that is never changes here.';

create function private.introduce(user_id bigint, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.users u set
    first_name = case when u.first_name = '' then left(btrim(coalesce(data ->> 'first_name', '')), 255) else u.first_name end,
    last_name = case when u.last_name = '' then left(btrim(coalesce(data ->> 'last_name', '')), 255) else u.last_name end,
    avatar_url = coalesce(u.avatar_url, case when data ->> 'avatar_url' ~ '^https?://' and length(data ->> 'avatar_url') <= 2000 then data ->> 'avatar_url' end)
  where u.id = introduce.user_id
$$;
comment on function private.introduce is 'Fills in names and picture that an account does not have yet.';

create function private.browser_is_known(user_id bigint, integration_id bigint, external_id text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.known_browsers b
    join public.emails e on e.email = b.email and e.user_id = browser_is_known.user_id and e.confirmed_at is not null
    where b.workspace_integration_id = integration_id and b.external_id = browser_is_known.external_id
      and b.browser_hash = browser_is_known.browser_hash)
$$;
comment on function private.browser_is_known is 'Whether a code to an address of the account was entered in this browser after a sign-in as this person of the provider.';

create function public.svc_external_login(
  p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb default '{}', p_tokens jsonb default '{}',
  p_auth_id uuid default null, p_browser_hash text default null, p_client text default null, p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  said constant text[] := private.said_emails(p_emails);
  -- What was asked of one provider must not count as the word of the one that the settings name since.
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config)
    and coalesce(p_revision = private.integration_revision(integration), false);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
begin
  select array_agg(e order by n) into proven
  from unnest(said) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(said) = 0 then
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, said);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null then
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.introduce(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(said, e.email) nulls last, e.is_primary desc
    limit 1;
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;

  perform private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  -- Who runs the provider may have confirmed an address of their own under this person's id: it would open the account.
  foreach address in array case when is_trusted then coalesce(proven, '{}') else '{}' end loop
    if private.account_of(address) is null then
      perform private.confirm_address(account_id, address);
    end if;
  end loop;
  return private.enter_workspace(account_id, host.id, p_client, p_browser_hash)
    || jsonb_build_object('only_workspace_id', case when not is_proven then host.id end);
end
$$;
comment on function public.svc_external_login is 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven. p_revision names the settings that the provider was asked with.';

create function private.require_connectable(session private.session, integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_open
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('NOT_FOUND', 404, 'Unknown authentication url');
  end if;
  return integration;
end
$$;
comment on function private.require_connectable is 'The integration at which a session may connect an account: switched on, in a workspace that the session reaches. Any other is unknown.';

create function public.check_connecting(p_integration_id bigint)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_proven_account();
  perform private.require_connectable(private.current_session(), p_integration_id);
  return true;
end
$$;
comment on function public.check_connecting is 'Refuses unless the caller may connect an account at this integration now: before anybody is sent to its provider for it.';
grant execute on function public.check_connecting to authenticated;

create function public.svc_connect_external(
  p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb default '{}',
  p_tokens jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('PROOF_REQUIRED', 403, 'Confirm that it is you to go on.');
  end if;
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('CONFLICT', 409, 'This account is already connected to another user.');
  end if;
  perform private.tell_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return jsonb_build_object('id', kept.id, 'workspace_integration_id', kept.workspace_integration_id, 'username', kept.username);
end
$$;
comment on function public.svc_connect_external is 'Connects an account at an integration to a member, by a session that reaches its workspace and was proven in the last ten minutes.';

create function public.svc_external_tokens(p_external_user_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.secrets_of(null, p_external_user_id)
$$;
comment on function public.svc_external_tokens is 'The encrypted tokens of a connected account, for the function that talks to the Git host. Never to be passed on.';

grant execute on function public.svc_external_login, public.svc_connect_external, public.svc_external_tokens to service_role;

create function public.disconnect_external(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  told jsonb;
begin
  -- The account is the lock: two last ways out at once must see each other.
  perform 1 from public.users u where u.id = me for update;
  if not exists (select 1 from public.external_users x where x.id = p_id and x.user_id = me) then
    perform private.problem('NOT_FOUND', 404, 'Connected account not found.');
  end if;
  if not (select u.has_password from public.users u where u.id = me) and not exists (
    select 1 from public.external_users x
    join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and i.allow_user_login
    where x.user_id = me and x.id <> p_id
  ) then
    perform private.problem('ACTION_PROHIBITED', 403,
      'This is your only way to sign in. Set a password or connect another account first.');
  end if;
  delete from public.external_users x using public.workspace_integrations i
  where x.id = p_id and i.id = x.workspace_integration_id
  returning jsonb_build_object('integration', i.name, 'username', x.username) into told;
  perform private.tell_account(me, 'account_disconnected', told);
end
$$;
comment on function public.disconnect_external is 'Disconnects one of the caller''s accounts, unless it is the last way in; takes a proof of the last ten minutes, and the account is told.';

create function public.connected_accounts(p_workspace_id bigint)
returns table (
  workspace_integration_id bigint, name text, kind text, flow text, external_user_id bigint, external_id text, username text)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.name, i.kind, private.integration_flow(i.kind, i.config), x.id, x.external_id, x.username
  from public.workspace_integrations i
  left join public.external_users x on x.workspace_integration_id = i.id and x.user_id = private.current_user_id()
  where i.workspace_id = p_workspace_id and i.workspace_id in (select private.my_workspace_ids()) and i.enabled and i.kind <> 'builtin'
  order by i.name, x.id
$$;
comment on function public.connected_accounts is 'What the caller can connect in a workspace, and has connected.';

grant execute on function public.disconnect_external, public.connected_accounts to authenticated;
