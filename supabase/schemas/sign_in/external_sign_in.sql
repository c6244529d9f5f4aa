-- External sign-in: from what a provider says of somebody to an account, and from there into the workspace.

-- # Rules

create function private.sign_in_integration(integration_id bigint, for_login boolean default true)
returns public.workspace_integrations
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_one public.workspace_integrations;
begin
  select * into found_one from public.workspace_integrations i
  where i.id = integration_id and i.enabled and (i.allow_user_login or not for_login) and i.kind <> 'builtin';
  if not found then
    perform private.problem('authentication_url_unknown');
  end if;
  return found_one;
end
$$;
comment on function private.sign_in_integration is 'An integration that may be used to sign in (or, with false, to connect an account).';

-- # Calls

create function public.svc_basic_attempt(p_integration_id bigint, p_username text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant text := p_integration_id || ':' || lower(btrim(p_username));
  client constant text := private.client_key(p_client);
  wait integer := greatest(
    private.throttle_hit('basic:' || account || ' ' || client, 20, 900),
    private.throttle_hit('login-client:' || client, 300, 900));
begin
  -- As in svc_login_lookup: many clients at one account become slow, and nobody is locked out by a stranger.
  if wait = 0 and private.throttle_hit('basic-account:' || account, 40, 900) > 0 then
    wait := private.throttle_hit('basic-slow:' || account || ' ' || client, 1, 10);
  end if;
  return wait;
end
$$;
comment on function public.svc_basic_attempt is 'Counts an attempt to sign in with a directory''s password: 0, or the seconds to wait. It counts who guesses before who is guessed at.';

create function public.svc_basic_success(p_integration_id bigint, p_username text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.throttle t
  using (select p_integration_id || ':' || lower(btrim(p_username)) as account) proven
  where t.key = 'basic-account:' || proven.account
    or starts_with(t.key, 'basic:' || proven.account || ' ') or starts_with(t.key, 'basic-slow:' || proven.account || ' ')
$$;
comment on function public.svc_basic_success is 'A successful sign-in clears the count of failed ones.';

create function public.svc_log_sign_in_refused(p_integration_id bigint, p_reason text, p_client text, p_details jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration public.workspace_integrations;
begin
  select * into integration from public.workspace_integrations i where i.id = p_integration_id;
  -- Anyone can be refused as often as they like: that must not fill the trail.
  if not found or private.throttle_hit('refused:' || p_integration_id, 60, 900) > 0 then
    return;
  end if;
  perform private.log_activity_of(integration.workspace_id, 'workspace.sign_in.refused', null, p_client,
    coalesce(p_details, '{}') || jsonb_build_object('integration', integration.name, 'kind', integration.kind, 'reason', left(p_reason, 500)));
end
$$;
comment on function public.svc_log_sign_in_refused is 'Puts a refused sign-in on the workspace''s trail, at most 60 in a quarter of an hour an integration.';

create function private.verified_emails(emails jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(address order by is_first desc, place), '{}')
  from (
    select lower(btrim(entry ->> 'email')) as address, bool_or(coalesce((entry ->> 'primary')::boolean, false)) as is_first, min(n) as place
    from jsonb_array_elements(coalesce(emails, '[]')) with ordinality as list (entry, n)
    where (entry ->> 'verified')::boolean
      and private.is_email(lower(btrim(entry ->> 'email')))
    group by 1
    order by 2 desc, 3
    limit 50
  ) verified
$$;
comment on function private.verified_emails is 'The addresses a provider calls verified, the primary one first. All others count for nothing.';

create function private.most_useful_email(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.is_admitted(private.provisioned(workspace_id, null, array[address])) order by n limit 1),
    private.live_invitation(workspace_id, emails),
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.approved_role(workspace_id, array[address]) is not null order by n limit 1),
    emails[1])
$$;
comment on function private.most_useful_email is 'The address that lets somebody in, or else the first.';

create function private.name_from_outside(written text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when private.is_name(btrim(written)) then left(btrim(written), 255) else '' end
$$;
comment on function private.name_from_outside is 'A name as a provider has it; nothing where it cannot be read, so that nobody is kept out by it.';

create function private.fill_profile(user_id bigint, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.users u set
    first_name = case when u.first_name = '' then private.name_from_outside(data ->> 'first_name') else u.first_name end,
    last_name = case when u.last_name = '' then private.name_from_outside(data ->> 'last_name') else u.last_name end,
    avatar_url = coalesce(u.avatar_url, case when data ->> 'avatar_url' ~ '^https?://' and length(data ->> 'avatar_url') <= 2000
      and private.is_plain_address(data ->> 'avatar_url') then data ->> 'avatar_url' end)
  where u.id = fill_profile.user_id
$$;
comment on function private.fill_profile is 'Fills in names and picture that an account does not have yet.';

create function private.external_login(
  integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid,
  p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  verified constant text[] := private.verified_emails(p_emails);
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
begin
  select array_agg(e order by n) into proven
  from unnest(verified) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(verified) = 0 then
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, verified);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null
      and not private.is_admitted(private.provisioned(host.id, null, proven)) then
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.fill_profile(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(verified, e.email) nulls last, e.is_primary desc
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
comment on function private.external_login is 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

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
  outcome jsonb;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('authentication_failed');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$$;
comment on function public.svc_external_login is 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said.';

-- # Grants

grant execute on function
  public.svc_basic_attempt, public.svc_basic_success, public.svc_log_sign_in_refused, public.svc_external_login
to service_role;
