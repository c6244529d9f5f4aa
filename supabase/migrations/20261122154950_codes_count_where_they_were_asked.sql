set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.entry(user_id bigint, outcome text, role public.workspace_role DEFAULT NULL::public.workspace_role, join_request_status text DEFAULT NULL::text, email text DEFAULT NULL::text, workspace_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.send_claim_code(claim_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.send_code('member_email', c.email, 'claim:' || c.id, jsonb_build_object(
    'workspace_id', c.workspace_id, 'workspace', w.name, 'username', coalesce(u.username, c.username), 'integration', i.name,
    'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary)))
  from private.email_claims c
  join public.workspaces w on w.id = c.workspace_id
  left join public.users u on u.id = c.user_id
  left join public.workspace_integrations i on i.id = c.workspace_integration_id
  where c.id = claim_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
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
      else
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return jsonb_build_object('outcome', 'confirmed', 'retry_after', 0);
    end if;
  end loop;
  return jsonb_build_object('outcome', outcome, 'retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return jsonb_build_object('retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_signup(p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$function$;

COMMENT ON COLUMN "private"."email_claims"."browser_hash" IS 'The browser that the sign-in happened in: it alone can confirm the address. Without one nobody can.';

COMMENT ON FUNCTION "private"."entry"(bigint, text, public.workspace_role, text, text, bigint) IS 'How an attempt to enter a workspace ended, in the one shape that every way in answers with. Why a workspace is locked and whom to ask is for its members and who is invited.';

COMMENT ON FUNCTION "public"."svc_confirm_member_email"(bigint, text, text, text, text) IS 'Confirms the address of a waiting sign-in by its code, in the browser it happened in and in no other: a code that somebody types for their own sign-in is never tried for a stranger''s. The person then signs in again.';

COMMENT ON FUNCTION "public"."svc_request_member_code"(bigint, text, text, text) IS 'Sends the code of a sign-in that waits in this browser again; says the same when there is none. Of what others asked for about the address nothing is sent.';
