set local check_function_bodies = off;

DROP FUNCTION "public"."idempotency_finish"(text, text, integer, jsonb);

DROP FUNCTION "public"."idempotency_release"(text, text);

ALTER TABLE "private"."idempotency_keys" ADD COLUMN "claim" uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE "private"."idempotency_keys" ADD COLUMN "renewed_at" timestamp with time zone NOT NULL DEFAULT now();

ALTER TYPE "public"."idempotency" ADD ATTRIBUTE "claim" uuid CASCADE;

CREATE OR REPLACE FUNCTION public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
  taken uuid;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing
  returning claim into taken;
  if taken is not null then
    -- What is kept is room on a disk that all share.
    if private.throttle_hit('idempotency:' || caller, 1000, 86400) > 0 then
      perform private.problem('too_many_idempotency_keys');
    end if;
    return to_jsonb(row('new', null, null, taken)::public.idempotency);
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return to_jsonb(row('mismatch', null, null, null)::public.idempotency);
  end if;
  if held.status is not null then
    return to_jsonb(row('done', held.status, held.body, null)::public.idempotency);
  end if;
  -- A request that says nothing any more was cut off: its key may be tried again.
  if held.renewed_at < now() - interval '30 seconds' then
    update private.idempotency_keys k set created_at = now(), renewed_at = now(), claim = gen_random_uuid()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key
    returning claim into taken;
    return to_jsonb(row('new', null, null, taken)::public.idempotency);
  end if;
  return to_jsonb(row('running', null, null, null)::public.idempotency);
end
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_finish(p_scope text, p_key text, p_claim uuid, p_status integer, p_body jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A longer answer is not kept: who repeats the request learns that it was done.
  update private.idempotency_keys k set status = p_status, body = case when octet_length(p_body::text) <= 100000 then p_body end
  where p_status is not null and k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_release(p_scope text, p_key text, p_claim uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.idempotency_keys k
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_renew(p_scope text, p_key text, p_claim uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.idempotency_keys k set renewed_at = now()
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$function$;

COMMENT ON COLUMN "private"."idempotency_keys"."claim" IS 'Who works for the key: where a retry has taken it over, the one before changes nothing of it.';

COMMENT ON COLUMN "private"."idempotency_keys"."renewed_at" IS 'While its request runs it says so every few seconds: one that has not for half a minute was cut off.';

COMMENT ON FUNCTION "public"."idempotency_finish"(text, text, uuid, integer, jsonb) IS 'Keeps the answer of a request, for its retries.';

COMMENT ON FUNCTION "public"."idempotency_release"(text, text, uuid) IS 'Gives a key back after a request that changed nothing.';

COMMENT ON FUNCTION "public"."idempotency_renew"(text, text, uuid) IS 'Says that the request of a key is still running.';

COMMENT ON TYPE "public"."idempotency" IS 'What is known of a key: new, with the claim by which it is renewed and ended; running, mismatch; or done, with what was answered.';

REVOKE ALL ON FUNCTION "public"."idempotency_finish"(text, text, uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."idempotency_finish"(text, text, uuid, integer, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."idempotency_release"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."idempotency_release"(text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."idempotency_renew"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."idempotency_renew"(text, text, uuid) TO "authenticated", "postgres";
