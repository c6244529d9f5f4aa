set local check_function_bodies = off;

DROP FUNCTION "public"."svc_log_sign_in_refused"(bigint, text, text, jsonb);

CREATE TABLE "private"."sign_in_refusals" ("workspace_integration_id" bigint NOT NULL, "cause" text NOT NULL, "user_id" bigint, "reason" text, "client" text, "began_at" timestamp with time zone NOT NULL DEFAULT now(), "times" integer NOT NULL DEFAULT 1, CONSTRAINT "check_sign_in_refusals_cause" CHECK ((cause = ANY (ARRAY['wrong_password'::text, 'provider'::text, 'answer'::text, 'locked'::text, 'no_email'::text, 'not_registered'::text]))), CONSTRAINT "sign_in_refusals_key" UNIQUE NULLS NOT DISTINCT (workspace_integration_id, cause, user_id, reason, client));

ALTER TABLE "private"."sign_in_refusals" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.log_sign_in_refusal(refused private.sign_in_refusals, details jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity_of(i.workspace_id, 'workspace.sign_in.refused', null, nullif(refused.client, ''), jsonb_build_object(
    'integration', i.name, 'kind', i.kind, 'reason', coalesce(refused.reason, refused.cause), 'user_id', u.id,
    'user', case when u.id is not null then private.display_name(u) end) || details)
  from public.workspace_integrations i left join public.users u on u.id = refused.user_id
  where i.id = refused.workspace_integration_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_sign_in_refusals()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.svc_external_login(p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_auth_id uuid DEFAULT NULL::uuid, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text, p_revision text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.svc_log_sign_in_refused(p_integration_id bigint, p_cause text, p_reason text, p_client text, p_username text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "private"."sign_in_refusals" ADD CONSTRAINT "sign_in_refusals_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."sign_in_refusals" ADD CONSTRAINT "sign_in_refusals_workspace_integration_id_fkey" FOREIGN KEY (workspace_integration_id) REFERENCES public.workspace_integrations(id) ON DELETE CASCADE;

CREATE INDEX sign_in_refusals_began_at_idx ON private.sign_in_refusals USING btree (began_at);

CREATE INDEX sign_in_refusals_user_idx ON private.sign_in_refusals USING btree (user_id);

COMMENT ON FUNCTION "private"."log_sign_in_refusal"(private.sign_in_refusals, jsonb) IS 'Puts refused sign-ins on the trail of the workspace: why, and of which member, where one is meant.';

COMMENT ON FUNCTION "private"."tell_sign_in_refusals"() IS 'Tells how often sign-ins were refused in quarters of an hour that are over; the worker runs it every five minutes.';

COMMENT ON FUNCTION "public"."svc_log_sign_in_refused"(bigint, text, text, text, text) IS 'Tells of a sign-in that was refused at or behind a provider: the first of a client for a reason in a quarter of an hour at once, others together afterwards; of each cause sixty at most, the rest as one for each member that is meant, and one for all others.';

COMMENT ON TABLE "private"."sign_in_refusals" IS 'Sign-ins at or behind a provider that were refused in the last quarter of an hour: the first of a client for a reason is told at once, the others together when it is over. Without a client it is all beyond sixty of a cause: a row for each member whose name was used, one for all other names.';

REVOKE ALL ON FUNCTION "private"."log_sign_in_refusal"(private.sign_in_refusals, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_sign_in_refusal"(private.sign_in_refusals, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_sign_in_refusals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_sign_in_refusals"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_log_sign_in_refused"(bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_log_sign_in_refused"(bigint, text, text, text, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sign_in_refusals" TO "postgres";
