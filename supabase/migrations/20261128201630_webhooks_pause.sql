set local check_function_bodies = off;

DROP FUNCTION "private"."queue_waiting_webhooks"(bigint);

CREATE OR REPLACE FUNCTION private.apply_waiting_webhooks(integration_id bigint)
 RETURNS TABLE(applied integer, failure text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_at_once constant integer := 50;
  -- A host that tells of much wants its answers first.
  between_two constant interval := '1 second';
  waiting private.waiting_webhooks;
  result jsonb;
  looked_at integer := 0;
begin
  applied := 0;
  -- In the order they came in. Who works on them already is waited for, and has removed what it applied.
  for waiting in
    select * from private.waiting_webhooks w
    where w.workspace_integration_id = apply_waiting_webhooks.integration_id
    order by w.id limit most_at_once for update
  loop
    looked_at := looked_at + 1;
    begin
      result := private.apply_webhook(waiting.workspace_integration_id, waiting.delivery_id, waiting.event, waiting.received_at);
      if waiting.event ->> 'type' = 'push' and result ->> 'outcome' = 'queued' then
        perform private.invite_committers((result ->> 'project_id')::bigint, array(
          select jsonb_array_elements_text(coalesce(waiting.event -> 'committers', '[]'))));
      end if;
      delete from private.waiting_webhooks w where w.id = waiting.id;
      applied := applied + 1;
    exception
      when data_exception or check_violation or not_null_violation then
        -- What cannot be written down today cannot tomorrow.
        insert into public.webhook_deliveries (workspace_id, workspace_integration_id, delivery_id, event, outcome, received_at)
        select i.workspace_id, i.id, waiting.delivery_id, 'unknown', 'ignored', waiting.received_at
        from public.workspace_integrations i where i.id = waiting.workspace_integration_id
        on conflict on constraint webhook_deliveries_once_key do nothing;
        delete from private.waiting_webhooks w where w.id = waiting.id;
        applied := applied + 1;
      when others then
        -- It is tried again, behind the others: they do not wait for that.
        failure := sqlerrm;
        update private.waiting_webhooks w set id = default where w.id = waiting.id;
    end;
  end loop;
  -- Other integrations have their turn first. Where nothing could be applied the job fails, and is tried again later.
  -- What comes within a moment is applied together: it finds the job queued, and waits for it.
  if applied > 0 then
    perform private.queue_waiting_webhooks(integration_id, case when looked_at < most_at_once then between_two else '0' end);
  end if;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_waiting_webhooks(integration_id bigint, pause interval DEFAULT '00:00:00'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- More to do does not lose an integration its place in the row, and what goes on stands behind those that came meanwhile.
  -- After a pause even what was queued in the meantime has its turn.
  perform graphile_worker.add_job('apply_webhooks', json_build_object('integration_id', integration_id),
    job_key => 'apply_webhooks:' || integration_id, job_key_mode => case when pause > '0' then 'replace' else 'preserve_run_at' end,
    run_at => clock_timestamp() + pause);
end
$function$;

COMMENT ON FUNCTION "private"."apply_waiting_webhooks"(bigint) IS 'Applies what waits of an integration, up to 50, and queues the job again: at once where there were as many, else a second later, so that what comes meanwhile is applied together. What the database refuses for what it says is removed as ignored. failure: why the last one failed that is tried again.';

COMMENT ON FUNCTION "private"."queue_waiting_webhooks"(bigint, interval) IS 'Has the worker apply what waits of an integration, when those before it had their turn; with a pause, not before that is over.';

REVOKE ALL ON FUNCTION "private"."queue_waiting_webhooks"(bigint, interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_waiting_webhooks"(bigint, interval) TO "postgres";
