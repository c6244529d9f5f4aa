set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_check(workspace_id bigint, was jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  repaired text[];
begin
  select * into account from public.billing_accounts a where a.workspace_id = end_check.workspace_id for update;
  -- Attempts that nobody took up for a day are over: their keys are no longer remembered.
  update private.billing_attempts a set ended_at = now()
  where a.workspace_id = end_check.workspace_id and a.ended_at is null and a.created_at < now() - interval '25 hours';
  if account.seats_lowered_to is not null
    and not exists (select 1 from private.billing_attempts a where a.workspace_id = end_check.workspace_id and a.ended_at is null) then
    update public.billing_accounts a set seats_lowered_to = null where a.workspace_id = end_check.workspace_id;
    repaired := array['seats_lowered_to'];
  end if;
  if private.settle_projects(workspace_id) > 0 then
    repaired := repaired || 'read_only_projects'::text;
  end if;
  perform private.settle_lock(workspace_id);
  repaired := repaired || array(
    select k.key from jsonb_each(to_jsonb(account)) k
    where k.value is distinct from was -> k.key
      and k.key not in ('stripe_read', 'clock_ahead', 'updated_at', 'next_invoice_projection', 'next_invoice_at', 'seats_lowered_to'));
  if cardinality(repaired) > 0 then
    perform private.log_billing(workspace_id, 'billing.repaired', jsonb_build_object('what', array_to_string(repaired, ', ')));
  end if;
  return coalesce(repaired, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_billing_checks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Four at a time ask Stripe, whose bounds are for all of us together.
  select graphile_worker.add_job('check_billing', json_build_object('workspace_id', a.workspace_id), queue_name => 'billing:' || a.workspace_id % 4,
    job_key => 'check_billing:' || a.workspace_id, max_attempts => 5)
  from public.billing_accounts a
  where (select d.mode from private.deployment d) = 'multi_tenant'
    and (a.stripe_customer_id is not null or a.managed_by = 'contract' or a.over_seats_since is not null
      or exists (select 1 from public.projects p where p.workspace_id = a.workspace_id and p.is_read_only))
$function$;

CREATE OR REPLACE FUNCTION public.svc_apply_reading(p_workspace_id bigint, p_reading bigint, p_snapshot jsonb, p_event_id text DEFAULT NULL::text, p_ahead integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The account first, as everywhere; then the event, which is applied by one of those who try.
  perform private.lock_seats(p_workspace_id);
  if p_event_id is not null and not exists (select 1 from private.stripe_events e where e.id = p_event_id and e.processed_at is null) then
    return true;
  end if;
  if not private.apply_reading(p_workspace_id, p_reading, p_snapshot, p_ahead) then
    return false;
  end if;
  update private.stripe_events e set processed_at = now(), error = null where e.id = p_event_id;
  -- Days before a renewal: what begins with it is made to fit who is in the workspace by then.
  if exists (select 1 from private.stripe_events e where e.id = p_event_id and e.type = 'invoice.upcoming') then
    perform graphile_worker.add_job('check_billing', json_build_object('workspace_id', p_workspace_id),
      queue_name => 'billing:' || p_workspace_id % 4, job_key => 'check_billing:' || p_workspace_id, max_attempts => 5);
  end if;
  return true;
end
$function$;

COMMENT ON FUNCTION "private"."end_check"(bigint, jsonb) IS 'Ends the check of an account, given what it was before Stripe was read: answers, and tells in the activity, what was not as Stripe has it.';

COMMENT ON FUNCTION "private"."queue_billing_checks"() IS 'Queues the daily check of each account that Stripe, a contract or a limit has something to do with.';

REVOKE ALL ON FUNCTION "private"."end_check"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_check"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_billing_checks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_billing_checks"() TO "postgres";
