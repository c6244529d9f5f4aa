set local check_function_bodies = off;

DROP FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text, boolean);

CREATE OR REPLACE FUNCTION private.keep_audit_delivery(workspace_id bigint, version integer, until bigint, events integer, problem text, is_slow boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hook private.audit_webhooks;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = keep_audit_delivery.workspace_id for update;
  if hook.version is distinct from keep_audit_delivery.version or hook.paused_at is not null
    -- A worker that lost the database for a while speaks of a batch that another one has sent by now.
    or hook.batch_end is null or hook.batch_end is distinct from keep_audit_delivery.until then
    return 'changed';
  end if;
  if is_slow then
    update private.audit_webhooks h set slow_until = now() + interval '1 hour' where h.workspace_id = hook.workspace_id;
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

COMMENT ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, bigint, integer, text, boolean) IS 'Keeps what came of a batch: taken, or why not (then it is tried again, a minute later, two, up to an hour). After three days without success it is paused, and who may read the activity hears of it. Whose receiver was slow waits with such for an hour. Answers taken, later, paused, or changed where the webhook is another one now, or the batch, which ends with until, was taken already.';

REVOKE ALL ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, bigint, integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, bigint, integer, text, boolean) TO "postgres";
