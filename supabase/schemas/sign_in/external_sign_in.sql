-- External sign-in: from what a provider says of somebody to an account, and from there into the workspace.

-- # Tables

create table private.sign_in_refusals (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  cause text not null constraint check_sign_in_refusals_cause
    check (cause in ('wrong_password', 'provider', 'answer', 'locked', 'no_email', 'not_registered')),
  user_id bigint references public.users (id) on delete cascade,
  reason text,
  client text,
  began_at timestamptz not null default now(),
  times integer not null default 1,
  constraint sign_in_refusals_key unique nulls not distinct (workspace_integration_id, cause, user_id, reason, client)
);
comment on table private.sign_in_refusals is 'Sign-ins at or behind a provider that were refused in the last quarter of an hour: the first of a client for a reason is told at once, the others together when it is over. Without a client it is all beyond sixty of a cause: a row for each member whose name was used, one for all other names.';
create index sign_in_refusals_user_idx on private.sign_in_refusals (user_id);
create index sign_in_refusals_began_at_idx on private.sign_in_refusals (began_at);
alter table private.sign_in_refusals enable row level security;

-- # Rules

create function private.log_sign_in_refusal(refused private.sign_in_refusals, details jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity_of(i.workspace_id, 'workspace.sign_in.refused', null, nullif(refused.client, ''), jsonb_build_object(
    'integration', i.name, 'kind', i.kind, 'reason', coalesce(refused.reason, refused.cause), 'user_id', u.id,
    'user', case when u.id is not null then private.display_name(u) end) || details)
  from public.workspace_integrations i left join public.users u on u.id = refused.user_id
  where i.id = refused.workspace_integration_id
$$;
comment on function private.log_sign_in_refusal is 'Puts refused sign-ins on the trail of the workspace: why, and of which member, where one is meant.';

create function private.tell_sign_in_refusals()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  over private.sign_in_refusals;
  told integer := 0;
begin
  for over in delete from private.sign_in_refusals r where r.began_at < now() - interval '15 minutes' returning r.* loop
    -- The first of a client has its own entry.
    if over.client is null or over.times > 1 then
      perform private.log_sign_in_refusal(over, jsonb_build_object(
        'times', over.times - case when over.client is null then 0 else 1 end, 'since', over.began_at));
      told := told + 1;
    end if;
  end loop;
  return told;
end
$$;
comment on function private.tell_sign_in_refusals is 'Tells how often sign-ins were refused in quarters of an hour that are over; the worker runs it every five minutes.';

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

create function public.svc_log_sign_in_refused(p_integration_id bigint, p_cause text, p_reason text, p_client text, p_username text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_told constant integer := 60;
  said text := left(p_reason, 500);
  -- The names of providers are nobody's secret; what else was typed may be a password in the wrong field.
  account constant bigint := (
    select m.user_id from public.workspace_members m join public.workspace_integrations i on i.workspace_id = m.workspace_id
    where i.id = p_integration_id and m.user_id = coalesce(
      (select x.user_id from public.external_users x
       where x.workspace_integration_id = i.id and lower(x.username) = lower(btrim(p_username)) order by x.id limit 1),
      private.account_of(p_username)));
  who text := coalesce(private.client_key(p_client), '');
  refused private.sign_in_refusals;
begin
  if not exists (select 1 from public.workspace_integrations i where i.id = p_integration_id) then
    return;
  end if;
  -- Anyone can be refused as often as they like: that must not fill the trail, and hides nothing else from it.
  if not exists (
      select 1 from private.sign_in_refusals r
      where r.workspace_integration_id = p_integration_id and r.cause = p_cause and r.user_id is not distinct from account
        and r.reason = said and r.client = who)
    and (
      select count(*) from private.sign_in_refusals r
      where r.workspace_integration_id = p_integration_id and r.cause = p_cause and r.client is not null) >= most_told then
    said := null;
    who := null;
  end if;
  insert into private.sign_in_refusals as r (workspace_integration_id, cause, user_id, reason, client)
  values (p_integration_id, p_cause, account, said, who)
  on conflict on constraint sign_in_refusals_key do update set times = r.times + 1
  returning r.* into refused;
  if refused.times = 1 and who is not null then
    refused.client := p_client;
    perform private.log_sign_in_refusal(refused, '{}');
  end if;
end
$$;
comment on function public.svc_log_sign_in_refused is 'Tells of a sign-in that was refused at or behind a provider: the first of a client for a reason in a quarter of an hour at once, others together afterwards; of each cause sixty at most, the rest as one for each member that is meant, and one for all others.';

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
returns public.entry
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
  entry public.entry;
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
    return private.entry(null, 'no_email');
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
      return private.entry(null, 'not_registered');
    end if;
    if p_auth_id is null then
      return private.entry(null, 'needs_credential', email => private.most_useful_email(host.id, proven));
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
  entry := private.enter_workspace(account_id, host.id, p_client, p_browser_hash);
  if not is_proven then
    entry.only_workspace_id := host.id;
  end if;
  return entry;
end
$$;
comment on function private.external_login is 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

create function public.svc_external_login(
  p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb default '{}', p_tokens jsonb default '{}',
  p_auth_id uuid default null, p_browser_hash text default null, p_client text default null, p_revision text default null)
returns public.entry
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome public.entry;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('authentication_failed');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  if outcome.outcome in ('locked', 'no_email', 'not_registered') then
    perform public.svc_log_sign_in_refused(p_integration_id, outcome.outcome, outcome.outcome, p_client, p_username);
  end if;
  return outcome;
end
$$;
comment on function public.svc_external_login is 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said. Who is not let in for a locked workspace, no address or no account is told in the trail.';

-- # Grants

grant execute on function
  public.svc_basic_attempt, public.svc_basic_success, public.svc_log_sign_in_refused, public.svc_external_login
to service_role;
