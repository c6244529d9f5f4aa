set local check_function_bodies = off;

DROP FUNCTION "private"."apply_waiting_webhooks"(bigint, bigint);

DROP FUNCTION "private"."throttle_hit"(text, integer, integer);

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if kind = 'repository_changed' then
    -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
    -- the event only help to find it.
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  elsif private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    if kind = 'push' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then 'ignored' else 'queued' end;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_waiting_webhooks(integration_id bigint)
 RETURNS TABLE(applied integer, failure text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_at_once constant integer := 50;
  waiting private.waiting_webhooks;
  result jsonb;
begin
  applied := 0;
  -- In the order they came in. Who works on them already is waited for, and has removed what it applied.
  for waiting in
    select * from private.waiting_webhooks w
    where w.workspace_integration_id = apply_waiting_webhooks.integration_id
    order by w.id limit most_at_once for update
  loop
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
  if applied > 0 and exists (
    select 1 from private.waiting_webhooks w where w.workspace_integration_id = apply_waiting_webhooks.integration_id) then
    perform private.queue_waiting_webhooks(integration_id);
  end if;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_webhook(integration_id bigint, delivery_id text, event jsonb, received_at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration public.workspace_integrations;
  project public.projects;
  delivery public.webhook_deliveries;
  applied public.webhook_deliveries;
begin
  select * into integration from public.workspace_integrations i where i.id = apply_webhook.integration_id;
  select * into project from private.project_of_webhook(apply_webhook.integration_id, apply_webhook.event);
  insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, ref, repository, outcome, received_at)
  values (integration.workspace_id, apply_webhook.integration_id, project.id, apply_webhook.delivery_id, coalesce(event ->> 'type', 'unknown'),
    left(event ->> 'branch', 300), left(event ->> 'repository', 500),
    case when project.id is null then 'unknown_repository' else 'ignored' end, apply_webhook.received_at)
  on conflict on constraint webhook_deliveries_once_key do nothing
  returning * into delivery;
  if delivery.id is null then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  if project.id is not null then
    applied := private.apply_git_event(project, event);
    update public.webhook_deliveries d set outcome = applied.outcome, job_id = applied.job_id where d.id = delivery.id returning * into delivery;
  end if;
  return jsonb_build_object('outcome', delivery.outcome, 'job_id', delivery.job_id, 'project_id', delivery.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.may_concern(integration_id bigint, event jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from private.project_of_webhook(integration_id, event) p
    where event ->> 'type' = 'repository_changed'
      or event ->> 'type' in ('push', 'pull_request_opened', 'pull_request_merged', 'branch_deleted')
        and private.is_git_branch(event ->> 'branch')
        and (private.may_track(p.id, event ->> 'branch')
          or exists (select 1 from public.branches b where b.project_id = p.id and b.slug = private.branch_slug(event ->> 'branch'))))
$function$;

CREATE OR REPLACE FUNCTION private.project_of_webhook(integration_id bigint, event jsonb)
 RETURNS SETOF public.projects
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.*
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = project_of_webhook.integration_id and r.external_id = event ->> 'repository_id'
    -- Who has the secret of one project speaks for its repository alone. That of the integration, which many may have learned, counts
    -- for webhooks that were installed with it.
    and case when event ->> 'project_id' is not null then r.project_id = (event ->> 'project_id')::bigint
      else r.webhook_external_id is not null and not r.webhook_has_own_secret end
$function$;

CREATE OR REPLACE FUNCTION private.queue_waiting_webhooks(integration_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- More to do does not lose an integration its place in the row, and what goes on stands behind those that came meanwhile.
  perform graphile_worker.add_job('apply_webhooks', json_build_object('integration_id', integration_id),
    job_key => 'apply_webhooks:' || integration_id, job_key_mode => 'preserve_run_at', run_at => clock_timestamp());
end
$function$;

CREATE OR REPLACE FUNCTION private.throttle_hit(key text, maximum integer, window_seconds integer, weight integer DEFAULT 1)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
  -- People wait in lines of their own, for guesses that Postgres compares at length.
  if (select auth.role()) = 'authenticated' then
    perform set_config('lock_timeout', '5s', true);
  end if;
  insert into private.throttle as t (key, window_start, hits)
  values (throttle_hit.key, started, weight)
  on conflict on constraint throttle_pkey do update set hits = t.hits + weight, counted_by = pg_catalog.pg_current_xact_id()
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
exception when lock_not_available then
  return 1;
end
$function$;

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
  wait := private.throttle_hit('webhook:' || p_integration_id || ':' || private.client_key(p_client), most_a_minute, 60);
  if wait > 0 then
    return jsonb_build_object('is_current', true, 'wait', wait);
  end if;
  if (
    select count(*) from (
      select 1 from private.waiting_webhooks w where w.workspace_integration_id = p_integration_id limit most_waiting) waiting) >= most_waiting then
    return jsonb_build_object('is_current', true, 'wait', wait_for_worker);
  end if;
  -- Of a delivery that concerns nobody one line is written down, however much it tells.
  select coalesce(jsonb_agg(d order by place) filter (where private.may_concern(p_integration_id, d -> 'event')), jsonb_build_array(p_deliveries -> 0))
  into concerning
  from jsonb_array_elements(p_deliveries) with ordinality listed (d, place);
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

COMMENT ON FUNCTION "private"."apply_waiting_webhooks"(bigint) IS 'Applies what waits of an integration, up to 50, and queues the job again where more does. What the database refuses for what it says is removed as ignored. failure: why the last one failed that is tried again.';

COMMENT ON FUNCTION "private"."may_concern"(bigint, jsonb) IS 'Whether an event may start work: a project takes it, and its branch is followed or could be.';

COMMENT ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) IS 'The project that an event speaks to, if any: that of its repository, where the secret it was signed with counts for it.';

COMMENT ON FUNCTION "private"."queue_waiting_webhooks"(bigint) IS 'Has the worker apply what waits of an integration, when those before it had their turn.';

COMMENT ON FUNCTION "private"."throttle_hit"(text, integer, integer, integer) IS 'Counts one hit, or as many as weight says; 0 while within the maximum of the window, else the seconds until it ends (Retry-After). Waits for nobody who counts the same at length: that is a second to wait as well.';

COMMENT ON FUNCTION "public"."svc_take_webhook"(bigint, text, text, jsonb) IS 'Keeps what a verified delivery of an integration reports, [{id, event}], for the worker, once: {is_current, wait, taken, ignored}, the last two with ids. is_current: whether p_ciphertext is still the sealed secret that counts; if not, nothing was kept. wait: seconds, beyond 3,000 a minute of one client or 6,000 events of the workspace, or while 2,000 wait. ignored: what concerns no branch that is followed or could be.';

REVOKE ALL ON FUNCTION "private"."apply_waiting_webhooks"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_waiting_webhooks"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_concern"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_concern"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_waiting_webhooks"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_waiting_webhooks"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."throttle_hit"(text, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."throttle_hit"(text, integer, integer, integer) TO "postgres";
