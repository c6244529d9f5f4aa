set local check_function_bodies = off;

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
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if kind = 'repository_changed' then
    -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
    -- the event only help to find it.
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  elsif private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then 'ignored' else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_start_device_request(p_workspace_slug text, p_machine text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_code constant text := private.new_token();
  wait constant integer := private.throttle_hit('device:' || private.client_key(p_client), 20, 900);
  request private.device_requests;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  insert into private.device_requests (device_hash, user_code, workspace_id, machine, ip_address)
  select private.token_hash(device_code), private.new_user_code(), w.id,
    case when private.is_name(left(btrim(p_machine), 100)) then left(btrim(p_machine), 100) else 'unknown' end, private.as_address(p_client)
  from public.workspaces w where w.slug = lower(p_workspace_slug)
  returning * into request;
  if request.device_hash is null then
    perform private.problem('workspace_not_found');
  end if;
  return jsonb_build_object('retry_after', 0, 'device_code', device_code,
    'user_code', substr(request.user_code, 1, 4) || '-' || substr(request.user_code, 5), 'interval', request.pause_seconds,
    'expires_in', extract(epoch from request.expires_at - request.created_at)::integer);
end
$function$;
