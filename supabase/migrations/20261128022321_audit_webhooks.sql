set local check_function_bodies = off;

CREATE TABLE "private"."audit_webhooks" ("workspace_id" bigint NOT NULL, "url" text NOT NULL, "ciphertext" text NOT NULL, "key_id" text NOT NULL, "creator_id" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "version" integer NOT NULL DEFAULT 1, "sent_to" bigint NOT NULL, "batch_end" bigint, "delivered" bigint NOT NULL DEFAULT 0, "delivered_at" timestamp with time zone, "tries" integer NOT NULL DEFAULT 0, "tried_at" timestamp with time zone, "problem" text, "failing_since" timestamp with time zone, "next_try_at" timestamp with time zone NOT NULL DEFAULT now(), "paused_at" timestamp with time zone, CONSTRAINT "audit_webhooks_pkey" PRIMARY KEY (workspace_id), CONSTRAINT "check_audit_webhooks_ciphertext" CHECK (((length(ciphertext) <= 2000) AND (ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'::text))), CONSTRAINT "check_audit_webhooks_key_id" CHECK (((length(key_id) >= 1) AND (length(key_id) <= 60))), CONSTRAINT "check_audit_webhooks_problem" CHECK ((length(problem) <= 300)), CONSTRAINT "check_audit_webhooks_url" CHECK (((length(url) <= 2000) AND (url ~ '^https?://[^\s]+$'::text))));

ALTER TABLE "private"."audit_webhooks" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."audit_webhook" AS ("url" text, "status" text, "creator" public.token_creator, "created_at" timestamp with time zone, "delivered" bigint, "delivered_at" timestamp with time zone, "waiting" integer, "tried_at" timestamp with time zone, "next_try_at" timestamp with time zone, "failing_since" timestamp with time zone, "paused_at" timestamp with time zone, "problem" text);

CREATE OR REPLACE FUNCTION private.audit_batch(workspace_id bigint, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hook private.audit_webhooks;
  events jsonb;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = audit_batch.workspace_id for update;
  if hook.workspace_id is null or hook.paused_at is not null or not private.may_send_audit(hook.workspace_id) then
    return null;
  end if;
  if hook.batch_end is null then
    select max(e.id) into hook.batch_end from private.trail_after(hook.workspace_id, hook.sent_to, most) e;
    if hook.batch_end is null then
      return null;
    end if;
    update private.audit_webhooks h set batch_end = hook.batch_end where h.workspace_id = hook.workspace_id;
  end if;
  select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') into events
  from private.trail_for_programs(hook.workspace_id, hook.sent_to, most) e where e.id <= hook.batch_end;
  return jsonb_build_object('version', hook.version, 'url', hook.url, 'secret', jsonb_build_object('ciphertext', hook.ciphertext, 'key_id', hook.key_id),
    'after', hook.sent_to, 'until', hook.batch_end, 'events', events);
end
$function$;

CREATE OR REPLACE FUNCTION private.host_in(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select substring(url from '^[a-z]+://(?:[^/?#]*@)?([^/?#]+)')
$function$;

CREATE OR REPLACE FUNCTION private.keep_audit_delivery(workspace_id bigint, version integer, events integer, problem text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hook private.audit_webhooks;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = keep_audit_delivery.workspace_id for update;
  if hook.version is distinct from keep_audit_delivery.version or hook.paused_at is not null then
    return 'changed';
  end if;
  if problem is null then
    update private.audit_webhooks h
    set sent_to = hook.batch_end, batch_end = null, delivered = h.delivered + events, delivered_at = case when events > 0 then now() else h.delivered_at end,
      tries = 0, tried_at = now(), problem = null, failing_since = null, next_try_at = now()
    where h.workspace_id = hook.workspace_id;
    return 'taken';
  end if;
  hook.failing_since := coalesce(hook.failing_since, now());
  if hook.failing_since < now() - interval '3 days' then
    hook.paused_at := now();
    perform private.log_activity(hook.workspace_id, 'workspace.audit_webhook.paused', jsonb_build_object('host', private.host_in(hook.url)));
    perform private.enqueue_mail(e.email, 'audit_paused', jsonb_build_object('workspace_id', hook.workspace_id))
    from public.workspace_members m
    join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceActivityRead'
    join public.emails e on e.user_id = m.user_id and e.is_primary
    where m.workspace_id = hook.workspace_id;
  end if;
  update private.audit_webhooks h
  set tries = h.tries + 1, tried_at = now(), problem = left(keep_audit_delivery.problem, 300), failing_since = hook.failing_since, paused_at = hook.paused_at,
    next_try_at = now() + least(interval '1 minute' * 2 ^ least(h.tries, 10), interval '1 hour')
  where h.workspace_id = hook.workspace_id;
  return case when hook.paused_at is null then 'later' else 'paused' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_send_audit(workspace_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.workspaces w where w.id = may_send_audit.workspace_id and not private.is_locked(w))
    and private.plan_holds(may_send_audit.workspace_id, 'activity_logs')
$function$;

CREATE OR REPLACE FUNCTION private.queue_audit_deliveries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due bigint[];
begin
  with due as (
    select h.workspace_id from private.audit_webhooks h
    where h.paused_at is null and h.next_try_at <= now() and private.may_send_audit(h.workspace_id)
      and (h.batch_end is not null
        or exists (select 1 from public.activity_events a where a.workspace_id = h.workspace_id and a.id > h.sent_to))
    order by h.next_try_at limit 500 for update skip locked
  ), put_off as (
    -- Should its worker die, the next one sends it all the same.
    update private.audit_webhooks h set next_try_at = now() + interval '5 minutes' from due where h.workspace_id = due.workspace_id
    returning h.workspace_id
  )
  select array_agg(p.workspace_id) into due from put_off p;
  -- A queue of its own for each: of two jobs of a workspace one waits, so that batches are sent in order.
  perform graphile_worker.add_job('deliver_audit', json_build_object('workspace_id', id), queue_name => 'audit:' || id,
    job_key => 'audit:' || id, max_attempts => 3)
  from unnest(due) id;
  return coalesce(cardinality(due), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.told_audit_webhook(workspace_id bigint)
 RETURNS public.audit_webhook
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    h.url,
    case when not private.may_send_audit(h.workspace_id) then 'off' when h.paused_at is not null then 'paused'
      when h.failing_since is not null then 'failing' else 'active' end,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = h.creator_id),
    h.created_at, h.delivered, h.delivered_at,
    (select count(*) from (select 1 from public.activity_events a where a.workspace_id = h.workspace_id and a.id > h.sent_to limit 1000) beyond)::integer,
    h.tried_at, case when h.failing_since is not null and h.paused_at is null then h.next_try_at end, h.failing_since, h.paused_at, h.problem
  )::public.audit_webhook
  from private.audit_webhooks h where h.workspace_id = told_audit_webhook.workspace_id
$function$;

CREATE OR REPLACE FUNCTION private.trail_for_programs(workspace_id bigint, after bigint, most integer)
 RETURNS SETOF public.audit_event
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.id, a.type, a.actor_id, a.actor_name, a.actor_email,
    case when split_part(a.type, '.', 1) <> 'billing' then a.metadata else private.billing_for_all(a.metadata) end,
    a.ip_address, a.created_at, a.origin
  from private.trail_after(workspace_id, after, most) a
  order by a.id
$function$;

CREATE OR REPLACE FUNCTION public.audit_webhook_of(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return to_jsonb(private.told_audit_webhook(p_workspace_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_audit_webhook(p_workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  delete from private.audit_webhooks h where h.workspace_id = p_workspace_id returning * into gone;
  if gone.workspace_id is null then
    perform private.problem('audit_webhook_none');
  end if;
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.removed', jsonb_build_object('host', private.host_in(gone.url)));
end
$function$;

CREATE OR REPLACE FUNCTION public.resume_audit_webhook(p_workspace_id bigint)
 RETURNS public.audit_webhook
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  update private.audit_webhooks h
  set version = h.version + 1, tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now()
  where h.workspace_id = p_workspace_id and (h.paused_at is not null or h.failing_since is not null);
  if not found and not exists (select 1 from private.audit_webhooks h where h.workspace_id = p_workspace_id) then
    perform private.problem('audit_webhook_none');
  end if;
  return private.told_audit_webhook(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb)
 RETURNS public.audit_webhook
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := btrim(p_url);
  -- Whose transactions are open now are not over: what they write is sent, too.
  horizon constant bigint := private.trail_horizon();
  held private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_feature(p_workspace_id, 'activity_logs');
  if coalesce(address, '') !~ '^https?://[^\s]+$' or length(address) > 2000 then
    perform private.problem('address_invalid', 'url');
  end if;
  select * into held from private.audit_webhooks h where h.workspace_id = p_workspace_id for update;
  if p_secret is null and held.workspace_id is null then
    perform private.problem('required', 'secret');
  end if;
  if p_secret is not null then
    perform private.refuse_bad_secrets(jsonb_build_object('secret', p_secret), array['secret']);
    held.ciphertext := p_secret ->> 'ciphertext';
    held.key_id := p_secret ->> 'key_id';
  end if;
  insert into private.audit_webhooks as h (workspace_id, url, ciphertext, key_id, creator_id, sent_to)
  values (p_workspace_id, address, held.ciphertext, held.key_id, private.current_user_id(), horizon)
  on conflict on constraint audit_webhooks_pkey do update
    set url = excluded.url, ciphertext = excluded.ciphertext, key_id = excluded.key_id, creator_id = excluded.creator_id, version = h.version + 1,
      tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now();
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.set', jsonb_build_object('host', private.host_in(address),
    'old', private.host_in(held.url), 'new_secret', p_secret is not null));
  return private.told_audit_webhook(p_workspace_id);
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
  return query select e.* from private.trail_for_programs(host_id, p_after, private.page_size(p_limit, 500, 1000)) e;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_audit_webhook(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('url', h.url, 'secret', jsonb_build_object('ciphertext', h.ciphertext, 'key_id', h.key_id))
  from private.audit_webhooks h where h.workspace_id = p_workspace_id
$function$;

ALTER TABLE "private"."audit_webhooks" ADD CONSTRAINT "audit_webhooks_creator_id_fkey" FOREIGN KEY (creator_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."audit_webhooks" ADD CONSTRAINT "audit_webhooks_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX audit_webhooks_creator_id_idx ON private.audit_webhooks USING btree (creator_id);

CREATE INDEX audit_webhooks_next_try_at_idx ON private.audit_webhooks USING btree (next_try_at) WHERE (paused_at IS NULL);

COMMENT ON COLUMN "private"."audit_webhooks"."batch_end" IS 'The last event of the batch that is under way: tried again, it is the same batch.';

COMMENT ON COLUMN "private"."audit_webhooks"."sent_to" IS 'The last event that was taken.';

COMMENT ON COLUMN "private"."audit_webhooks"."version" IS 'Another one with each change: what was sent by an older one says nothing of this one.';

COMMENT ON FUNCTION "private"."audit_batch"(bigint, integer) IS 'What is to be sent next of a trail, and where to: the batch that was begun, or the next one; null where there is nothing to do.';

COMMENT ON FUNCTION "private"."host_in"(text) IS 'The host of an address, with its port: what else is in one may be a secret.';

COMMENT ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text) IS 'Keeps what came of a batch: taken, or why not (then it is tried again, a minute later, two, up to an hour). After three days without success it is paused, and who may read the activity hears of it. Answers taken, later, paused, or changed where the webhook is another one now.';

COMMENT ON FUNCTION "private"."may_send_audit"(bigint) IS 'Whether the trail of a workspace is sent at all: while it is open and its plan holds the activity.';

COMMENT ON FUNCTION "private"."queue_audit_deliveries"() IS 'Has the worker send what is new in the trails that are followed by a webhook; every minute.';

COMMENT ON FUNCTION "private"."told_audit_webhook"(bigint) IS 'What is told of the audit webhook of a workspace; null without one.';

COMMENT ON FUNCTION "private"."trail_for_programs"(bigint, bigint, integer) IS 'The trail onward from an event as programs get it that are nobody: without amounts of billing.';

COMMENT ON FUNCTION "public"."audit_webhook_of"(bigint) IS 'The audit webhook of a workspace: a public.audit_webhook, or null (hence jsonb).';

COMMENT ON FUNCTION "public"."delete_audit_webhook"(bigint) IS 'Sends the trail of a workspace nowhere any more.';

COMMENT ON FUNCTION "public"."resume_audit_webhook"(bigint) IS 'Sends at once what waits, also after a pause; nothing was lost meanwhile.';

COMMENT ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb) IS 'Sends the trail of a workspace to an address from now on; where it was sent before, onward from what was taken there. p_secret: {ciphertext, key_id}, encrypted by the caller; null keeps the one before. Begins again what was paused.';

COMMENT ON FUNCTION "public"."svc_audit_webhook"(bigint) IS 'Address and encrypted secret of the audit webhook of a workspace, to try it; null without one. Who asks is for the caller to check.';

COMMENT ON TABLE "private"."audit_webhooks" IS 'Where the trail of a workspace is sent, one a workspace. Its secret is encrypted by the functions.';

COMMENT ON TYPE "public"."audit_webhook" IS 'Where the trail of a workspace is sent. status: active, failing (tried again at next_try_at), paused (failed for three days), off (locked, or not in the plan). waiting counts entries that were not taken yet, to a thousand.';

REVOKE ALL ON FUNCTION "private"."audit_batch"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_batch"(bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."host_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."host_in"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_send_audit"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_send_audit"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_audit_deliveries"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_audit_deliveries"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_audit_webhook"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_audit_webhook"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trail_for_programs"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trail_for_programs"(bigint, bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."audit_webhook_of"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."audit_webhook_of"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_audit_webhook"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_audit_webhook"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resume_audit_webhook"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resume_audit_webhook"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_audit_webhook"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_audit_webhook"(bigint) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."audit_webhooks" TO "postgres";

GRANT USAGE ON TYPE "public"."audit_webhook" TO "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('audit_webhook_none', 'NOT_FOUND', 404, 'This workspace has no audit webhook.', null);
