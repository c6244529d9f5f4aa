set local check_function_bodies = off;

DROP FUNCTION "private"."queue_billing_checks"();

CREATE OR REPLACE FUNCTION private.queue_billing_checks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Four at a time ask Stripe, whose bounds are for all of us together.
  perform graphile_worker.add_job('check_billing', json_build_object('workspace_id', a.workspace_id), queue_name => 'billing:' || a.workspace_id % 4,
    job_key => 'check_billing:' || a.workspace_id, max_attempts => 5)
  from public.billing_accounts a
  where (select d.mode from private.deployment d) = 'multi_tenant'
    and (a.stripe_customer_id is not null or a.managed_by = 'contract' or a.over_seats_since is not null
      or exists (select 1 from public.projects p where p.workspace_id = a.workspace_id and p.is_read_only));
end
$function$;

COMMENT ON FUNCTION "private"."queue_billing_checks"() IS 'Queues the daily check of each account that Stripe, a contract or a limit has something to do with.';

REVOKE ALL ON FUNCTION "private"."queue_billing_checks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_billing_checks"() TO "postgres";
