set local check_function_bodies = off;

CREATE SEQUENCE "private"."audit_webhook_versions" AS integer INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 NO CYCLE;

-- By hand: webhooks there are keep their numbers, and get none of another one.
select setval('private.audit_webhook_versions', coalesce((select max(version) from private.audit_webhooks), 0) + 1, false);

ALTER TABLE "private"."audit_webhooks" ALTER COLUMN "version" SET DEFAULT nextval('private.audit_webhook_versions'::regclass);

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
    perform private.tell_of_audit_webhook(hook.workspace_id, 'audit_paused');
  end if;
  update private.audit_webhooks h
  set tries = h.tries + 1, tried_at = now(), problem = left(keep_audit_delivery.problem, 300), failing_since = hook.failing_since, paused_at = hook.paused_at,
    next_try_at = now() + least(interval '1 minute' * 2 ^ least(h.tries, 10), interval '1 hour')
  where h.workspace_id = hook.workspace_id;
  return case when hook.paused_at is null then 'later' else 'paused' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_audit_host(workspace_id bigint, old text, new text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Led to and fro, it fills nobody's inbox: the trail has each change.
  if old is not null and old is distinct from new and private.throttle_hit('audit-mail:' || workspace_id, 10, 86400) = 0 then
    perform private.tell_of_audit_webhook(workspace_id, 'audit_moved', jsonb_build_object('removed', new is null,
      'person', (select private.display_name(u) from public.users u where u.id = private.current_user_id())));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_audit_webhook(workspace_id bigint, template text, data jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.enqueue_mail(e.email, template, jsonb_build_object('workspace_id', tell_of_audit_webhook.workspace_id) || data)
  from public.workspace_members m
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceActivityRead'
  join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = tell_of_audit_webhook.workspace_id and m.is_active
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
  perform private.require_recent_proof();
  delete from private.audit_webhooks h where h.workspace_id = p_workspace_id returning * into gone;
  if gone.workspace_id is null then
    perform private.problem('audit_webhook_none');
  end if;
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.removed', jsonb_build_object('host', private.host_in(gone.url)));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(gone.url), null);
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
  set version = nextval('private.audit_webhook_versions'), tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now()
  where h.workspace_id = p_workspace_id and (h.paused_at is not null or h.failing_since is not null);
  if not found and not exists (select 1 from private.audit_webhooks h where h.workspace_id = p_workspace_id) then
    perform private.problem('audit_webhook_none');
  end if;
  -- Each asks the address at once, however often it did not answer.
  if private.throttle_hit('audit-resume:' || p_workspace_id, 20, 3600) > 0 then
    perform private.problem('too_many_attempts');
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
    set url = excluded.url, ciphertext = excluded.ciphertext, key_id = excluded.key_id, creator_id = excluded.creator_id, version = nextval('private.audit_webhook_versions'),
      tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now();
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.set', jsonb_build_object('host', private.host_in(address),
    'old', private.host_in(held.url), 'new_secret', p_secret is not null));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(held.url), private.host_in(address));
  return private.told_audit_webhook(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_audit_webhook(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('url', h.url, 'secret', jsonb_build_object('ciphertext', h.ciphertext, 'key_id', h.key_id))
  from private.audit_webhooks h where h.workspace_id = p_workspace_id and private.may_send_audit(h.workspace_id)
$function$;

COMMENT ON FUNCTION "private"."tell_of_audit_host"(bigint, text, text) IS 'Mails who may read the activity that it is sent to another host, or nowhere any more (new is null): whoever covers their tracks does this first.';

COMMENT ON FUNCTION "private"."tell_of_audit_webhook"(bigint, text, jsonb) IS 'Mails all who may read the activity of a workspace: where it goes, or that it goes nowhere, is theirs to know.';

COMMENT ON FUNCTION "public"."delete_audit_webhook"(bigint) IS 'Sends the trail of a workspace nowhere any more. Needs a proof of the last ten minutes; who may read the activity gets a mail.';

COMMENT ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb) IS 'Sends the trail of a workspace to an address from now on; where it was sent before, onward from what was taken there. p_secret: {ciphertext, key_id}, encrypted by the caller; null keeps the one before. Begins again what was paused. Needs a proof of the last ten minutes; who may read the activity gets a mail when the host is another one.';

COMMENT ON FUNCTION "public"."svc_audit_webhook"(bigint) IS 'Address and encrypted secret of the audit webhook of a workspace, to try it; null without one, and where the trail is not sent at all. Who asks is for the caller to check.';

COMMENT ON SEQUENCE "private"."audit_webhook_versions" IS 'A number for each state of a webhook: one that was removed and set anew has none of its numbers again.';

REVOKE ALL ON FUNCTION "private"."tell_of_audit_host"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_audit_host"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_audit_webhook"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_audit_webhook"(bigint, text, jsonb) TO "postgres";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "private"."audit_webhook_versions" TO "postgres";
