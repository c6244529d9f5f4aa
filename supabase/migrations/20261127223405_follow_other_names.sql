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
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
  -- the event only help to find it. Not every host tells of it in an event of its own; other names in another one tell as much.
  if kind = 'repository_changed' or not private.is_known_as(project.id, event ->> 'external_org_slug', event ->> 'external_slug') then
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  end if;
  if private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then applied.outcome else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_known_as(project_id bigint, org_slug text, slug text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(org_slug, '') = '' or coalesce(slug, '') = '' or exists (
    select 1 from public.project_repositories r
    where r.project_id = is_known_as.project_id
      and lower(r.external_org_slug) = lower(is_known_as.org_slug) and lower(r.external_slug) = lower(is_known_as.slug))
$function$;

COMMENT ON FUNCTION "private"."is_known_as"(bigint, text, text) IS 'Whether a repository that an event names so is where its project has it. What an event does not name is no other place.';

REVOKE ALL ON FUNCTION "private"."is_known_as"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_known_as"(bigint, text, text) TO "postgres";
