set local check_function_bodies = off;

DROP FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text);

DROP FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb);

ALTER TABLE "private"."analytics_position" ADD COLUMN "batch" jsonb;

ALTER TABLE "private"."analytics_position" ADD COLUMN "begun_at" timestamp with time zone;

ALTER TABLE "private"."audit_webhooks" ADD COLUMN "slow_until" timestamp with time zone;

ALTER TABLE "public"."project_repositories" ADD COLUMN "connected_by" bigint;

CREATE OR REPLACE FUNCTION private.analytics_batch(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  horizon constant bigint := private.trail_horizon();
  patience constant interval := interval '1 day';
  place private.analytics_position;
  upto bigint;
  events jsonb;
begin
  -- What was before somebody named a collector is not told.
  insert into private.analytics_position (sent_to) values (horizon) on conflict do nothing;
  select * into place from private.analytics_position p for update;
  if place.begun_at > now() - patience then
    return place.batch;
  end if;
  -- One that nobody took for a day is left out, as single events are.
  place.sent_to := coalesce((place.batch ->> 'until')::bigint, place.sent_to);
  select max(e.id), jsonb_agg(jsonb_build_object(
      'event', e.type,
      'hour', to_char(date_trunc('hour', e.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"'),
      'workspace', left(encode(sha256(convert_to(place.salt || ':' || e.workspace_id, 'UTF8')), 'hex'), 16),
      'plan', e.plan) order by e.id) filter (where not e.asks_first)
  into upto, events
  from (
    select a.id, a.type, a.created_at, a.workspace_id, b.name as plan,
      -- Of an archive that is brought in, what happened elsewhere is not told, and nothing before its settings are there.
      w.disable_cookie_tracking or exists (
        select 1 from private.workspace_imports i
        where i.workspace_id = w.id and (i.finished_at is null or a.created_at < i.finished_at)) as asks_first
    from public.activity_events a
    join public.workspaces w on w.id = a.workspace_id
    join public.billing_accounts c on c.workspace_id = w.id
    join public.billing_products b on b.id = c.billing_product_id
    where a.id > place.sent_to and a.id <= horizon
      and a.created_at > now() - patience
    order by a.id limit analytics_batch.most) e;
  if upto is null then
    update private.analytics_position p
    set sent_to = greatest(place.sent_to, horizon), batch = null, begun_at = null
    where p.sent_to < horizon or p.batch is not null;
    return null;
  end if;
  update private.analytics_position p
  set sent_to = place.sent_to, begun_at = now(),
    batch = jsonb_build_object('after', place.sent_to, 'until', upto, 'events', coalesce(events, '[]'))
  returning p.batch into place.batch;
  return place.batch;
end
$function$;

CREATE OR REPLACE FUNCTION private.analyze_for_connected_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_at_once constant integer := 50;
begin
  perform private.analyze_with_new_credentials(mine.project_id)
  from (
    select r.project_id
    from public.project_repositories r join public.projects p on p.id = r.project_id and new.user_id in (r.connected_by, p.creator_id)
    where r.workspace_integration_id = new.workspace_integration_id
      and not exists (select 1 from public.project_service_accounts a where a.project_id = r.project_id)
    order by r.project_id desc limit most_at_once) mine;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_analytics(until bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.analytics_position p set sent_to = keep_analytics.until, batch = null, begun_at = null
  -- What was taken twice, of two workers at once, says nothing of the batch behind it.
  where p.sent_to < keep_analytics.until
$function$;

CREATE OR REPLACE FUNCTION private.keep_audit_delivery(workspace_id bigint, version integer, events integer, problem text, is_slow boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hook private.audit_webhooks;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = keep_audit_delivery.workspace_id for update;
  if hook.version is distinct from keep_audit_delivery.version or hook.paused_at is not null or hook.batch_end is null then
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

CREATE OR REPLACE FUNCTION private.queue_audit_deliveries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued integer;
begin
  with due as (
    select h.workspace_id, h.slow_until > now() as is_slow from private.audit_webhooks h
    where h.paused_at is null and h.next_try_at <= now() and private.may_send_audit(h.workspace_id)
      and (h.batch_end is not null
        or exists (select 1 from public.activity_events a where a.workspace_id = h.workspace_id and a.id > h.sent_to))
    order by h.next_try_at limit 500 for update skip locked
  ), put_off as (
    -- Should its worker die, the next one sends it all the same.
    update private.audit_webhooks h set next_try_at = now() + interval '5 minutes' from due where h.workspace_id = due.workspace_id
    returning h.workspace_id, due.is_slow
  )
  -- A queue of its own for each: of two jobs of a workspace one waits, so that batches are sent in order.
  select count(graphile_worker.add_job(case when p.is_slow then 'deliver_audit_slowly' else 'deliver_audit' end,
    json_build_object('workspace_id', p.workspace_id), queue_name => 'audit:' || p.workspace_id, job_key => 'audit:' || p.workspace_id,
    max_attempts => 3)) into queued
  from put_off p;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION public.connect_repository(p_project_id bigint, p_workspace_integration_id bigint, p_external_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  held public.project_repositories;
  found private.host_repositories;
  branch_name text;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select * into project from public.projects p where p.id = p_project_id;
  select * into held from public.project_repositories r where r.project_id = p_project_id for update;
  if held.project_id is null then
    perform private.problem('project_without_repository');
  elsif held.workspace_integration_id is not null then
    perform private.problem('repository_is_connected');
  end if;
  found := private.require_host_repository(
    (private.require_repository_integration(project.workspace_id, p_workspace_integration_id)).id, p_external_id);
  if exists (
    select 1 from public.project_repositories r
    where r.workspace_integration_id = p_workspace_integration_id and r.external_id = found.external_id) then
    perform private.problem('repository_already_added', 'external_id');
  end if;
  -- It may be another host now: what was a secret of the one before is not told to it.
  delete from public.project_service_accounts a where a.project_id = p_project_id;
  update public.project_repositories r
  set workspace_integration_id = p_workspace_integration_id, remote_url_http = found.remote_url_http, remote_url_ssh = found.remote_url_ssh,
    external_id = found.external_id, external_slug = found.external_slug, external_org_slug = found.external_org_slug,
    external_star_count = found.external_star_count, default_branch = found.default_branch, connected_by = private.current_user_id(),
    webhook_external_id = null, webhook_installed_at = null, webhook_has_own_secret = false
  where r.project_id = p_project_id;
  select b.name into branch_name from public.branches b where b.id = project.default_branch_id;
  perform private.queue_git_analysis(p_project_id, coalesce(branch_name, found.default_branch), 'manual', null, null);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb, p_is_first boolean DEFAULT false)
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
  if not coalesce(private.has_plain_host(address), false) then
    perform private.problem('address_invalid', 'url');
  end if;
  select * into held from private.audit_webhooks h where h.workspace_id = p_workspace_id for update;
  if p_is_first and held.workspace_id is not null then
    perform private.problem('audit_webhook_there');
  elsif p_secret is null and held.workspace_id is null then
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

CREATE OR REPLACE FUNCTION public.svc_project_source(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'project', jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'workspace_id', p.workspace_id, 'creator_id', p.creator_id),
    'repository', to_jsonb(r),
    'integration', public.svc_integration(r.workspace_integration_id),
    'service_account', (select private.service_account_with_secret(a) from public.project_service_accounts a where a.project_id = p.id),
    -- Without a service account the project is read by who connected it, or who made it, as long as they may still change its content.
    'account', (
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'external_id', x.external_id, 'username', x.username,
        'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id in (r.connected_by, p.creator_id) and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.user_id = r.connected_by desc nulls last, x.last_login_at desc nulls last limit 1))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

ALTER TABLE "private"."analytics_position" ADD CONSTRAINT "check_analytics_position_begun" CHECK (((batch IS NULL) = (begun_at IS NULL)));

ALTER TABLE "public"."project_repositories" ADD CONSTRAINT "project_repositories_connected_by_fkey" FOREIGN KEY (connected_by) REFERENCES public.users(id) ON DELETE SET NULL;

CREATE INDEX project_repositories_connected_by_idx ON public.project_repositories USING btree (connected_by);

COMMENT ON COLUMN "private"."analytics_position"."batch" IS 'The batch that is under way, since begun_at: tried again, it is the same one, whatever changed meanwhile.';

COMMENT ON COLUMN "private"."audit_webhooks"."slow_until" IS 'Until then it waits with the others whose receivers answer late, and not before those that answer at once.';

COMMENT ON COLUMN "public"."project_repositories"."connected_by" IS 'Who connected it again after its integration was gone: without a service account it is read with their account at the host, or else with that of who made the project.';

COMMENT ON FUNCTION "private"."analytics_batch"(integer) IS 'What is to be told next, {after, until, events: [{event, hour, workspace, plan}]}: the batch that was begun, for a day, or the next one; null where there is nothing. Workspaces that ask visitors before tracking are left out.';

COMMENT ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text, boolean) IS 'Keeps what came of a batch: taken, or why not (then it is tried again, a minute later, two, up to an hour). After three days without success it is paused, and who may read the activity hears of it. Whose receiver was slow waits with such for an hour. Answers taken, later, paused, or changed where the webhook is another one now, or the batch was taken already.';

COMMENT ON FUNCTION "private"."queue_audit_deliveries"() IS 'Has the worker send what is new in the trails that are followed by a webhook; every minute. Receivers that answer late have places of their own: deliver_audit_slowly.';

COMMENT ON FUNCTION "public"."connect_repository"(bigint, bigint, text) IS 'Connects a Git project with its host again, after its integration was removed or the workspace came in as an archive: by an integration of the workspace, with a repository that its host showed to the caller. Its default branch is read anew, with the caller''s account there; a service account of before goes.';

COMMENT ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean) IS 'Sends the trail of a workspace to an address from now on; where it was sent before, onward from what was taken there. p_secret: {ciphertext, key_id}, encrypted by the caller; null keeps the one before. p_is_first: refused where there is one, for somebody else was shown its secret. Begins again what was paused. Needs a proof of the last ten minutes; who may read the activity gets a mail when the host is another one.';

REVOKE ALL ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_audit_delivery"(bigint, integer, integer, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."connect_repository"(bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."connect_repository"(bigint, bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean) TO "authenticated", "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('audit_webhook_there', 'CONFLICT', 409, 'Somebody set an audit webhook just now. Look at it, and try again.', null),
  ('repository_is_connected', 'CONFLICT', 409, 'This project is connected with its repository already.', null);
