set local check_function_bodies = off;

CREATE TABLE "private"."audit_tokens" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "name" text NOT NULL, "token_hash" bytea NOT NULL, "token_prefix" text NOT NULL, "creator_id" bigint, "last_used_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "audit_tokens_pkey" PRIMARY KEY (id), CONSTRAINT "audit_tokens_token_hash_key" UNIQUE (token_hash), CONSTRAINT "audit_tokens_workspace_id_name_key" UNIQUE (workspace_id, name), CONSTRAINT "check_audit_tokens_name" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200))));

ALTER TABLE "private"."audit_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sign_in_failures" ("workspace_id" bigint NOT NULL, "client" text NOT NULL, "reason" text NOT NULL, "began_at" timestamp with time zone NOT NULL DEFAULT now(), "times" integer NOT NULL DEFAULT 1, CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY (workspace_id, client, reason), CONSTRAINT "sign_in_failures_reason_check" CHECK ((reason = ANY (ARRAY['wrong_password'::text, 'locked'::text]))));

ALTER TABLE "private"."sign_in_failures" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."audit_event" AS ("id" bigint, "type" text, "actor_id" bigint, "actor_name" text, "actor_email" text, "metadata" jsonb, "ip_address" inet, "created_at" timestamp with time zone, "origin" jsonb);

CREATE TYPE "public"."audit_token" AS ("id" bigint, "name" text, "access_token_prefix" text, "creator" public.token_creator, "last_used" timestamp with time zone, "created_at" timestamp with time zone);

CREATE TYPE "public"."new_audit_token" AS ("id" bigint, "name" text, "access_token_prefix" text, "creator" public.token_creator, "last_used" timestamp with time zone, "created_at" timestamp with time zone, "access_token" text);

CREATE OR REPLACE FUNCTION private.audit_token_item(token private.audit_tokens)
 RETURNS public.audit_token
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    token.id, token.name, token.token_prefix,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = token.creator_id),
    token.last_used_at, token.created_at)::public.audit_token
$function$;

CREATE OR REPLACE FUNCTION private.tell_sign_in_failures()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  over record;
  told integer := 0;
begin
  for over in delete from private.sign_in_failures f where f.began_at < now() - interval '15 minutes' returning f.* loop
    -- The first of a client has its own entry.
    if over.client = '' or over.times > 1 then
      perform private.log_activity_of(over.workspace_id, 'workspace.sign_in.failed', null, nullif(over.client, ''), jsonb_build_object(
        'reason', over.reason, 'times', over.times - case when over.client = '' then 0 else 1 end, 'since', over.began_at));
      told := told + 1;
    end if;
  end loop;
  return told;
end
$function$;

CREATE OR REPLACE FUNCTION private.trail_after(workspace_id bigint, after bigint, most integer)
 RETURNS SETOF public.activity_events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A statement before the one that reads.
  horizon constant bigint := private.trail_horizon();
begin
  return query
  select a.* from public.activity_events a
  where a.workspace_id = trail_after.workspace_id and a.id > coalesce(after, 0) and a.id <= horizon
  order by a.id limit most;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_trail(p_workspace_id bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 500)
 RETURNS SETOF public.audit_event
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sees_billing constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceBilling');
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_feature(p_workspace_id, 'activity_logs');
  return query
  select a.id, a.type, a.actor_id, a.actor_name, a.actor_email,
    case when sees_billing or split_part(a.type, '.', 1) <> 'billing' then a.metadata else private.billing_for_all(a.metadata) end,
    a.ip_address, a.created_at, a.origin
  from private.trail_after(p_workspace_id, p_after, private.page_size(p_limit, 500, 1000)) a
  order by a.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_audit_token(p_workspace_id bigint, p_name text)
 RETURNS public.new_audit_token
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := 'wmaudit_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made private.audit_tokens;
  item public.audit_token;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_token_name(p_name);
  perform private.feature_gate(p_workspace_id, 'activity_logs');
  insert into private.audit_tokens (workspace_id, name, token_hash, token_prefix, creator_id)
  values (p_workspace_id, btrim(p_name), extensions.digest(token, 'sha256'), left(token, 12), private.current_user_id())
  returning * into made;
  item := private.audit_token_item(made);
  return row(item.*, token)::public.new_audit_token;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_audit_token(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select t.workspace_id from private.audit_tokens t where t.id = p_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceActivityRead');
  delete from private.audit_tokens t where t.id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_audit_tokens(p_workspace_id bigint)
 RETURNS public.audit_token[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return array(select private.audit_token_item(t) from private.audit_tokens t where t.workspace_id = p_workspace_id order by t.name, t.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_audit_token(p_token text, p_client text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.audit_tokens;
begin
  select t.* into held from private.audit_tokens t
  join public.workspaces w on w.id = t.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if held.id is null or not private.feature_allows(held.workspace_id, 'activity_logs') then
    return null;
  end if;
  perform set_config('waymark.client', coalesce(p_client, ''), true);
  update private.audit_tokens t set last_used_at = now()
  where t.id = held.id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return held.workspace_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_audit_trail(p_token text, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 500)
 RETURNS SETOF public.audit_event
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := public.svc_audit_token(p_token, null);
begin
  if host_id is null then
    return;
  end if;
  return query
  select a.id, a.type, a.actor_id, a.actor_name, a.actor_email,
    case when split_part(a.type, '.', 1) <> 'billing' then a.metadata else private.billing_for_all(a.metadata) end,
    a.ip_address, a.created_at, a.origin
  from private.trail_after(host_id, p_after, private.page_size(p_limit, 500, 1000)) a
  order by a.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_sign_in_failed(p_workspace_id bigint, p_reason text, p_identifier text, p_client text, p_user_agent text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who text := coalesce(private.client_key(p_client), '');
  is_first boolean;
  account public.users;
begin
  if not exists (select 1 from public.workspaces w where w.id = p_workspace_id) then
    return;
  end if;
  if not exists (select 1 from private.sign_in_failures f where f.workspace_id = p_workspace_id and f.client = who and f.reason = p_reason)
    and (select count(*) from private.sign_in_failures f where f.workspace_id = p_workspace_id) >= 60 then
    who := '';
  end if;
  insert into private.sign_in_failures as f (workspace_id, client, reason) values (p_workspace_id, who, p_reason)
  on conflict on constraint sign_in_failures_pkey do update set times = f.times + 1
  returning f.times = 1 into is_first;
  if not is_first or who = '' then
    return;
  end if;
  -- What was typed is told of members alone: it may be a password in the wrong field, or a stranger's address.
  select u.* into account from public.users u
  join public.workspace_members m on m.user_id = u.id and m.workspace_id = p_workspace_id
  where u.username = lower(btrim(p_identifier))
    or u.id = private.account_of(p_identifier);
  perform private.log_activity_of(p_workspace_id, 'workspace.sign_in.failed', null, p_client, jsonb_build_object(
    'reason', p_reason, 'browser', left(p_user_agent, 300), 'user_id', account.id,
    'user', case when account.id is not null then private.display_name(account) end));
end
$function$;

ALTER TABLE "private"."audit_tokens" ADD CONSTRAINT "audit_tokens_creator_id_fkey" FOREIGN KEY (creator_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."audit_tokens" ADD CONSTRAINT "audit_tokens_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."sign_in_failures" ADD CONSTRAINT "sign_in_failures_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX audit_tokens_creator_id_idx ON private.audit_tokens USING btree (creator_id);

CREATE INDEX sign_in_failures_began_at_idx ON private.sign_in_failures USING btree (began_at);

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON private.audit_tokens FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON private.audit_tokens FOR EACH ROW EXECUTE FUNCTION private.log_named_change('workspace.audit_token');

CREATE TRIGGER log_first_use AFTER UPDATE OF last_used_at ON private.audit_tokens FOR EACH ROW WHEN (((old.last_used_at IS NULL) AND (new.last_used_at IS NOT NULL))) EXECUTE FUNCTION private.log_first_use('workspace.audit_token');

COMMENT ON FUNCTION "private"."audit_token_item"(private.audit_tokens) IS 'An audit token as its list shows it.';

COMMENT ON FUNCTION "private"."tell_sign_in_failures"() IS 'Tells how often sign-ins failed in quarters of an hour that are over; the worker runs it every five minutes.';

COMMENT ON FUNCTION "private"."trail_after"(bigint, bigint, integer) IS 'The trail onward from an event, oldest first, up to where nobody writes any more: whoever goes on from the last one misses none.';

COMMENT ON FUNCTION "public"."audit_trail"(bigint, bigint, integer) IS 'The trail of a workspace onward from an event, oldest first and without gaps, for who may read its activity.';

COMMENT ON FUNCTION "public"."create_audit_token"(bigint, text) IS 'Makes an audit token; the answer is the only place that ever shows it.';

COMMENT ON FUNCTION "public"."delete_audit_token"(bigint) IS 'Revokes an audit token at once.';

COMMENT ON FUNCTION "public"."list_audit_tokens"(bigint) IS 'The audit tokens of a workspace by name, without what they open.';

COMMENT ON FUNCTION "public"."svc_audit_token"(text, text) IS 'The workspace whose trail an audit token reads, and records its use; null for one that does not hold.';

COMMENT ON FUNCTION "public"."svc_audit_trail"(text, bigint, integer) IS 'The same for the workspace of an audit token, without amounts of billing; nothing for one that does not hold.';

COMMENT ON FUNCTION "public"."svc_sign_in_failed"(bigint, text, text, text, text) IS 'Tells of a sign-in that failed at a workspace: the first of a client in a quarter of an hour at once, others together afterwards; of sixty clients at most, the rest as one.';

COMMENT ON TABLE "private"."audit_tokens" IS 'Audit tokens: they read the trail of one workspace and nothing else. Stored as SHA-256 with a visible prefix, shown once.';

COMMENT ON TABLE "private"."sign_in_failures" IS 'Sign-ins that failed in the last quarter of an hour, by client: the first is told at once, the others together when it is over. An empty client stands for all beyond sixty of a workspace.';

COMMENT ON TYPE "public"."audit_event" IS 'An event of the trail, as programs read it.';

COMMENT ON TYPE "public"."audit_token" IS 'An audit token as its list shows it, without what it opens.';

COMMENT ON TYPE "public"."new_audit_token" IS 'A public.audit_token and, this once, the token itself.';

REVOKE ALL ON FUNCTION "private"."audit_token_item"(private.audit_tokens) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_token_item"(private.audit_tokens) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_sign_in_failures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_sign_in_failures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."trail_after"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trail_after"(bigint, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."audit_trail"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."audit_trail"(bigint, bigint, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_audit_token"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_audit_token"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_audit_token"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_audit_token"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_audit_tokens"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_audit_tokens"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_audit_token"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_audit_token"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_audit_trail"(text, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_audit_trail"(text, bigint, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_sign_in_failed"(bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_sign_in_failed"(bigint, text, text, text, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."audit_tokens" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."sign_in_failures" TO "postgres";

GRANT USAGE ON TYPE "public"."audit_event" TO "postgres";

GRANT USAGE ON TYPE "public"."audit_token" TO "postgres";

GRANT USAGE ON TYPE "public"."new_audit_token" TO "postgres";
