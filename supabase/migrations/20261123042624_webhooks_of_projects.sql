set local check_function_bodies = off;

DROP FUNCTION "private"."is_on_host"(public.workspace_integrations, text);

ALTER TABLE "public"."project_repositories" ADD COLUMN "webhook_has_own_secret" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  pull_request constant jsonb := nullif(event -> 'pull_request', 'null');
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
  select p.* into project
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = apply_webhook.integration_id and r.external_id = event ->> 'repository_id'
    -- Who has the secret of one project speaks for its repository alone. That of the integration, which many may have learned, counts
    -- for webhooks that were installed with it.
    and case when event ->> 'project_id' is not null then r.project_id = (event ->> 'project_id')::bigint
      else r.webhook_external_id is not null and not r.webhook_has_own_secret end;
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

CREATE OR REPLACE FUNCTION public.svc_set_webhook(p_project_id bigint, p_external_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.project_repositories r
  set webhook_external_id = p_external_id, webhook_installed_at = case when p_external_id is not null then now() end,
    webhook_has_own_secret = p_external_id is not null
  where r.project_id = p_project_id
$function$;

COMMENT ON COLUMN "public"."project_repositories"."webhook_has_own_secret" IS 'Whether its webhook is signed with a secret of the project; those that were installed before there was one are signed with that of the integration until they are installed anew.';

COMMENT ON FUNCTION "private"."apply_git_event"(public.projects, jsonb) IS 'Does what an event of a Git host means for a project: {type, branch, after, pull_request, external_slug, external_org_slug}. What it does not know it leaves alone.';

COMMENT ON FUNCTION "private"."apply_webhook"(bigint, text, jsonb, timestamp with time zone) IS 'Applies a verified delivery once, signed with the secret of the project that the event names or, without one, of the integration: {outcome, job_id, project_id}; outcome duplicate where it was applied before.';

COMMENT ON FUNCTION "public"."svc_set_webhook"(bigint, text) IS 'Writes down the webhook that was installed at the host with the project''s own secret, or with null that it was removed.';

COMMENT ON TABLE "private"."webhook_secrets" IS 'What the secrets of the webhooks of an integration are derived from, one a project, encrypted by the functions. Made once: what is installed at hosts goes on being true.';
