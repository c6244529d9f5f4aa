set local check_function_bodies = off;

ALTER TABLE "public"."project_repositories" ADD COLUMN "is_reconnected" boolean NOT NULL DEFAULT false;

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
    from public.project_repositories r join public.projects p on p.id = r.project_id and new.user_id = case when r.is_reconnected then r.connected_by else p.creator_id end
    where r.workspace_integration_id = new.workspace_integration_id
      and not exists (select 1 from public.project_service_accounts a where a.project_id = r.project_id)
    order by r.project_id desc limit most_at_once) mine;
  return null;
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
  -- It may be another host now: what was a secret of the one before is not told to it, and numbers of pull requests there are of others.
  delete from public.project_service_accounts a where a.project_id = p_project_id;
  update public.proposals o set pull_request = null where o.project_id = p_project_id and o.pull_request is not null;
  begin
    update public.project_repositories r
    set workspace_integration_id = p_workspace_integration_id, remote_url_http = found.remote_url_http, remote_url_ssh = found.remote_url_ssh,
      external_id = found.external_id, external_slug = found.external_slug, external_org_slug = found.external_org_slug,
      external_star_count = found.external_star_count, default_branch = found.default_branch, connected_by = private.current_user_id(),
      is_reconnected = true, webhook_external_id = null, webhook_installed_at = null, webhook_has_own_secret = false
    where r.project_id = p_project_id;
  exception when unique_violation then
    perform private.problem('repository_already_added', 'external_id');
  end;
  select b.name into branch_name from public.branches b where b.id = project.default_branch_id;
  perform private.queue_git_analysis(p_project_id, coalesce(branch_name, found.default_branch), 'manual', null, null);
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
    -- Without a service account the project is read by who made it, or who connected it anew and chose the repository, as long as they may
    -- still change its content.
    'account', (
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'external_id', x.external_id, 'username', x.username,
        'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = case when r.is_reconnected then r.connected_by else p.creator_id end and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.last_login_at desc nulls last limit 1))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

COMMENT ON COLUMN "public"."project_repositories"."connected_by" IS 'Who connected it again after its integration was gone, and chose the repository.';

COMMENT ON COLUMN "public"."project_repositories"."is_reconnected" IS 'Whether it was connected again: without a service account it is then read with the account of who did that, and with nobody else''s.';

update public.project_repositories set is_reconnected = true where connected_by is not null;
