set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.svc_take_webhook(p_integration_id bigint, p_ciphertext text, p_client text, p_deliveries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_minute constant integer := 3000;
  most_events_a_minute constant integer := 6000;
  most_waiting constant integer := 2000;
  wait_for_worker constant integer := 30;
  integration constant jsonb := public.svc_webhook_integration(p_integration_id);
  current_ciphertext constant text := integration #>> '{secret,ciphertext}';
  wait integer;
  concerning jsonb;
  taken text[];
begin
  -- What it was verified with may have been changed or switched off since it was read.
  if current_ciphertext is null or p_ciphertext is distinct from current_ciphertext then
    return jsonb_build_object('is_current', false);
  end if;
  wait := private.throttle_hit('webhook:' || p_integration_id || ':' || private.client_key(p_client), most_a_minute, 60,
    (select count(distinct coalesce(d ->> 'delivery', ''))::integer from jsonb_array_elements(p_deliveries) d));
  if wait > 0 then
    return jsonb_build_object('is_current', true, 'wait', wait);
  end if;
  if (
    select count(*) from (
      select 1 from private.waiting_webhooks w where w.workspace_integration_id = p_integration_id limit most_waiting) waiting) >= most_waiting then
    return jsonb_build_object('is_current', true, 'wait', wait_for_worker);
  end if;
  -- Of a delivery that concerns nobody one line is written down, however much it tells.
  select coalesce(jsonb_agg(told.d order by told.place), '[]')
  into concerning
  from (
    select listed.d, listed.place, listed.concerns or row_number() over delivery = 1 and not bool_or(listed.concerns) over whole_delivery as is_kept
    from (
      select d, place, coalesce(d ->> 'delivery', '') as delivery, private.may_concern(p_integration_id, d -> 'event') as concerns
      from jsonb_array_elements(p_deliveries) with ordinality as listed (d, place)
    ) listed
    window whole_delivery as (partition by listed.delivery), delivery as (whole_delivery order by listed.place)
  ) told
  where told.is_kept;
  wait := private.throttle_hit('webhook_events:' || (integration ->> 'workspace_id'), most_events_a_minute, 60, jsonb_array_length(concerning));
  if wait > 0 then
    return jsonb_build_object('is_current', true, 'wait', wait);
  end if;
  with kept as (
    insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
    select p_integration_id, d ->> 'id', d -> 'event'
    from jsonb_array_elements(concerning) with ordinality listed (d, place)
    where not exists (
      select 1 from public.webhook_deliveries known
      where known.workspace_integration_id = p_integration_id and known.delivery_id = d ->> 'id')
    order by place
    on conflict on constraint waiting_webhooks_once_key do nothing
    returning delivery_id
  )
  select array_agg(delivery_id) into taken from kept;
  if taken is not null then
    perform private.queue_waiting_webhooks(p_integration_id);
  end if;
  return jsonb_build_object('is_current', true, 'wait', 0, 'taken', coalesce(to_jsonb(taken), '[]'),
    'ignored', (select coalesce(jsonb_agg(d -> 'id'), '[]') from jsonb_array_elements(p_deliveries) d where not concerning @> jsonb_build_array(d)));
end
$function$;

COMMENT ON FUNCTION "public"."svc_take_webhook"(bigint, text, text, jsonb) IS 'Keeps what verified deliveries of an integration report, [{id, event, delivery}], for the worker, once; events without a delivery are of one: {is_current, wait, taken, ignored}, the last two with ids. is_current: whether p_ciphertext is still the sealed secret that counts; if not, nothing was kept. wait: seconds, beyond 3,000 deliveries a minute of one client or 6,000 events of the workspace, or while 2,000 wait. ignored: what concerns no branch that is followed or could be.';
