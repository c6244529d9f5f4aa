-- Proving an address: codes for who signs up, who resets a password, and whose provider is not believed by everybody.

create function private.confirm_address(user_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  -- As in private.ensure_user: of two proofs of one address at once the second sees the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || address, 0));
  if private.account_of(address) <> confirm_address.user_id then
    perform private.problem('CONFLICT', 409,
      'This email has already been associated with an account. If you believe this is an error, please contact support.', 'email');
  end if;
  insert into public.emails as e (user_id, email, is_primary, confirmed_at)
  values (confirm_address.user_id, address,
    not exists (select 1 from public.emails o where o.user_id = confirm_address.user_id and o.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set confirmed_at = coalesce(e.confirmed_at, excluded.confirmed_at);
end
$$;
comment on function private.confirm_address is 'Makes a proven address a confirmed one of the account. What others only claimed means nothing; what another account proved stays theirs.';

create function private.account_of(email text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select e.user_id from public.emails e where e.email = lower(btrim(account_of.email)) and e.confirmed_at is not null
$$;
comment on function private.account_of is 'The account that proved an address, or null.';

create function private.require_credential_of(auth_id uuid, emails text[])
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  address text;
begin
  select a.email into address from auth.users a where a.id = require_credential_of.auth_id and a.email = any (emails);
  if address is null then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  return address;
end
$$;
comment on function private.require_credential_of is 'The address of a credential that was made for one of these proven addresses; any other credential is refused.';

create function public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and (c.browser_hash is null or c.browser_hash = p_browser_hash)
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return jsonb_build_object('retry_after', 0);
end
$$;
comment on function public.svc_request_member_code is 'Sends the code of a waiting sign-in again; says the same when there is none.';

create function public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Without an address it is the one that this browser's last sign-in waits for.
  address constant text := coalesce(lower(btrim(p_email)), (
    select c.email from private.email_claims c
    where c.workspace_id = p_workspace_id and c.browser_hash = p_browser_hash and c.confirmed_at is null
      and c.created_at > now() - interval '1 day'
    order by c.created_at desc, c.id desc
    limit 1), '');
  wait constant integer := private.guess_wait(address, p_client, p_browser_hash);
  outcome text := 'spent_code';
  verdict text;
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  for claim in
    select c.* from private.email_claims c
    where c.workspace_id = p_workspace_id and c.email = address and c.confirmed_at is null
      and c.created_at > now() - interval '1 day' and (c.browser_hash is null or c.browser_hash = p_browser_hash)
    order by c.created_at desc, c.id desc
    limit 5
  loop
    verdict := private.check_code('member_email', claim.email, 'claim:' || claim.id, p_code);
    if verdict = 'wrong' then
      outcome := 'invalid_code';
    elsif verdict = 'ok' then
      perform private.consume_code('member_email', claim.email, p_code, 'claim:' || claim.id);
      update private.email_claims c set confirmed_at = now() where c.id = claim.id;
      if claim.user_id is not null then
        perform private.confirm_address(claim.user_id, claim.email);
      elsif p_browser_hash is not null then
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return jsonb_build_object('outcome', 'confirmed', 'retry_after', 0);
    end if;
  end loop;
  return jsonb_build_object('outcome', outcome, 'retry_after', 0);
end
$$;
comment on function public.svc_confirm_member_email is 'Confirms the address of a waiting sign-in by its code, in the browser it happened in. The person then signs in again.';

create function private.require_registration(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = require_registration.workspace_id) then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = require_registration.workspace_id and i.kind = 'builtin' and i.enabled and i.allow_user_login and i.allow_user_register
  ) then
    perform private.problem('ACTION_PROHIBITED', 403, 'This workspace does not allow signing up by e-mail.');
  end if;
end
$$;
comment on function private.require_registration is 'Refuses where the built-in integration does not let people register.';

create function public.svc_request_workspace_signup(p_workspace_id bigint, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait integer;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || p_workspace_id, jsonb_build_object(
      'workspace_id', p_workspace_id, 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)), browser_hash => p_browser_hash);
  end if;
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_workspace_signup is 'Mails the code for signing up to a workspace by e-mail.';

create function public.svc_workspace_signup(
  p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  subject constant text := 'workspace:' || p_workspace_id;
  wait integer;
  verdict text;
  account_id bigint;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.guess_wait(address, p_client, p_browser_hash);
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('workspace_signup', address, subject, p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  account_id := private.account_of(address);
  if account_id is null then
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', address, 'retry_after', 0);
    end if;
    perform private.require_credential_of(p_auth_id, array[address]);
    account_id := private.ensure_user(p_auth_id, address);
  end if;
  perform private.consume_code('workspace_signup', address, p_code, subject, p_browser_hash);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return private.enter_workspace(account_id, p_workspace_id, p_client);
end
$$;
comment on function public.svc_workspace_signup is 'Uses a sign-up code: the account of the address, made where there is none, enters the workspace by the same rules as everybody.';

create function public.svc_request_reset(p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('reset_password', p_email, p_client, p_browser_hash);
  made jsonb;
begin
  if wait = 0 then
    -- For a stranger as well: what is said of wrong codes must not tell whether there is an account.
    made := private.make_code('reset_password', p_email, browser_hash => p_browser_hash);
    if private.account_of(p_email) is not null then
      perform private.mail_code(p_email, made);
    end if;
  end if;
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_reset is 'Mails a reset code to a confirmed address of an account, says the same for a stranger. Has limits of its own: who is locked out of signing in can still reset.';

create function public.svc_redeem_reset(p_email text, p_code text, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.guess_wait(p_email, p_client, p_browser_hash);
  verdict text;
  account_id bigint;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('reset_password', p_email, '', p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  account_id := private.account_of(p_email);
  if account_id is null then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', 0);
  end if;
  if p_workspace_id is not null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = account_id) then
    return jsonb_build_object('outcome', 'not_member', 'retry_after', 0);
  end if;
  -- Before the code is used up and a password changed that is of no use there.
  perform private.require_passwords(p_workspace_id);
  perform private.consume_code('reset_password', p_email, p_code, browser_hash => p_browser_hash);
  perform private.clear_login_throttle(account_id);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return (
    select jsonb_build_object('outcome', 'ok', 'auth_id', u.auth_id, 'auth_email', a.email, 'retry_after', 0)
    from public.users u join auth.users a on a.id = u.auth_id where u.id = account_id);
end
$$;
comment on function public.svc_redeem_reset is 'Uses a reset code up and says whose password may be set now.';

grant execute on function
  public.svc_request_member_code, public.svc_confirm_member_email, public.svc_request_workspace_signup, public.svc_workspace_signup,
  public.svc_request_reset, public.svc_redeem_reset
to service_role;
