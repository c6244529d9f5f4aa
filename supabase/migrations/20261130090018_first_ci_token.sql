set local check_function_bodies = off;

DROP FUNCTION "public"."keep_ci_token"(bigint, text, jsonb);

CREATE OR REPLACE FUNCTION public.keep_ci_token(p_project_id bigint, p_token text, p_secret jsonb, p_unless_there boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if p_token !~ '^wmci_[A-Za-z0-9_-]{43}$' or p_token is null then
    perform private.problem('token_not_found');
  end if;
  perform private.refuse_bad_secrets(jsonb_build_object('token', p_secret), array['token']);
  insert into private.ci_tokens as t (project_id, token_hash, ciphertext, key_id, created_by)
  values (p_project_id, extensions.digest(p_token, 'sha256'), p_secret ->> 'ciphertext', p_secret ->> 'key_id', private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, ciphertext = excluded.ciphertext, key_id = excluded.key_id, created_by = excluded.created_by,
      created_at = now(), last_used_at = null
    -- Two who push for the first time at once have one token: neither ends the other's.
    where not p_unless_there;
end
$function$;

COMMENT ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb, boolean) IS 'Gives a project its CI token in place of the one before, which ends; p_unless_there: only where there is none. p_secret: {ciphertext, key_id}, the same token encrypted by the caller.';

REVOKE ALL ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb, boolean) TO "authenticated", "postgres";
