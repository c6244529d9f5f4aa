set local check_function_bodies = off;

ALTER TABLE "public"."project_repositories" DROP CONSTRAINT "check_project_repositories_http";

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
    -- Renamed or moved: the id stays, so the project stays. Hosts that do not say the new address have it by the names in the old one.
    -- An address on another host, or that is none, is not followed.
    update public.project_repositories r
    set remote_url_http = moved.address, remote_url_ssh = coalesce(event ->> 'remote_url_ssh', r.remote_url_ssh),
      external_slug = moved.slug, external_org_slug = moved.org_slug
    from public.workspace_integrations i, public.project_repositories before
    cross join lateral (
      select coalesce(event ->> 'external_slug', before.external_slug) as slug,
        coalesce(event ->> 'external_org_slug', before.external_org_slug) as org_slug) named
    cross join lateral (
      select named.*, coalesce(event ->> 'remote_url_http', replace(before.remote_url_http,
        '/' || before.external_org_slug || '/' || before.external_slug, '/' || named.org_slug || '/' || named.slug)) as address) moved
    where r.project_id = project.id and before.project_id = r.project_id and i.id = r.workspace_integration_id
      and private.is_on_host(i, moved.address) and private.is_repository_address(moved.address)
      and length(moved.slug) between 1 and 255 and length(moved.org_slug) <= 500;
    applied.outcome := case when found then 'applied' else 'ignored' end;
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

CREATE OR REPLACE FUNCTION private.is_repository_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(address) <= 2000 and address ~ '^https?://[^/@?#\s]+/[^@?#\s]+$'
$function$;

COMMENT ON FUNCTION "private"."is_repository_address"(text) IS 'Whether a repository may be read at an address: a web address with a path, without credentials or a query.';

REVOKE ALL ON FUNCTION "private"."is_repository_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_repository_address"(text) TO "authenticated", "postgres";

ALTER TABLE "public"."project_repositories" ADD CONSTRAINT "check_project_repositories_http" CHECK (private.is_repository_address(remote_url_http));
