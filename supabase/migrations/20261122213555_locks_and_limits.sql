set local check_function_bodies = off;

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
  -- First, so that pending invitations and the caller's own role stand still.
  perform private.lock_seats_with(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  address := private.require_email(email);
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = invite.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('already_invited_or_member');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = invite.workspace_id and i.email = address and private.is_unanswered(i);
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

CREATE OR REPLACE FUNCTION private.keep_domain_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := lower(regexp_replace(btrim(new.domain), '^@', ''));
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('domain_invalid');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes true what is asked behind it: how many there are, and the caller's role.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('too_many_approved_domains');
  end if;
  if new.role > private.workspace_role(new.workspace_id) then
    perform private.problem('role_not_yours_to_give');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('domain_already_approved');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_seats_with(workspace_id bigint, permission text)
 RETURNS public.workspace_role
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before, so that nobody without the right keeps others waiting; after, because the right may be gone by then.
  perform private.require_in_workspace(workspace_id, permission);
  perform private.lock_seats(workspace_id);
  perform private.require_in_workspace(workspace_id, permission);
  return private.workspace_role(workspace_id);
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
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(held.workspace_id, held.role);
  if held.last_sent_at > now() - interval '1 minute' then
    perform private.problem('invitation_just_sent');
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

CREATE OR REPLACE FUNCTION private.throttle_hit(key text, maximum integer, window_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
  insert into private.throttle as t (key, window_start, hits)
  values (throttle_hit.key, started, 1)
  on conflict on constraint throttle_pkey do update set hits = t.hits + 1
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
exception when lock_not_available then
  return 1;
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
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if private.reason_against_giving(mine, theirs, p_role) is not null then
    perform private.problem('role_not_yours_to_give');
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
  member_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.reason_against_giving(mine, m.role, p_role) is null));
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.change_member_role(p_workspace_id, member_id, p_role);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decision jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceMembersApprove');
  perform private.require_few(case jsonb_typeof(p_decisions) when 'array' then jsonb_array_length(p_decisions) end, 1,
    'requests_answered_at_once', 'decisions');
  for decision in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (decision ->> 'user_id')::bigint, coalesce(decision ->> 'action', ''));
      results := results || private.bulk_success(decision -> 'user_id');
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(decision -> 'user_id', sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing;
  if found then
    -- What is kept is room on a disk that all share.
    if private.throttle_hit('idempotency:' || caller, 1000, 86400) > 0 then
      perform private.problem('too_many_idempotency_keys');
    end if;
    return jsonb_build_object('state', 'new');
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return jsonb_build_object('state', 'mismatch');
  end if;
  if held.status is not null then
    return jsonb_build_object('state', 'done', 'status', held.status, 'body', held.body);
  end if;
  -- A request that never answered was cut off: after ten minutes its key may be tried again.
  if held.created_at < now() - interval '10 minutes' then
    update private.idempotency_keys k set created_at = now()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key;
    return jsonb_build_object('state', 'new');
  end if;
  return jsonb_build_object('state', 'running');
end
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_finish(p_scope text, p_key text, p_status integer, p_body jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A longer answer is not kept: who repeats the request learns that it was done.
  update private.idempotency_keys k set status = p_status, body = case when length(p_body::text) <= 100000 then p_body end
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$function$;

CREATE OR REPLACE FUNCTION public.remove_member(p_workspace_id bigint, p_user_id bigint, p_heir_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersApprove');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if p_heir_id is not null then
    perform private.require_heir(p_workspace_id, p_heir_id, p_user_id);
    perform private.hand_over(p_workspace_id, p_user_id, p_heir_id);
  end if;
  delete from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

COMMENT ON FUNCTION "private"."lock_seats_with"(bigint, text) IS 'The same for who has a permission: the role that the caller has once it is their turn.';

COMMENT ON FUNCTION "private"."throttle_hit"(text, integer, integer) IS 'Counts one hit; 0 while within the maximum of the window, else the seconds until it ends (Retry-After). Waits for nobody who counts the same at length: that is a second to wait as well.';

REVOKE ALL ON FUNCTION "private"."lock_seats_with"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_seats_with"(bigint, text) TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence)
values ('too_many_idempotency_keys', 'TOO_MANY_REQUESTS', 429,
  'At most 1,000 requests a day can carry an Idempotency-Key. Please try again tomorrow, or without one.');
