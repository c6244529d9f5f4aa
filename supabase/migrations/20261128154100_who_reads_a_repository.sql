set local check_function_bodies = off;

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
    from public.project_repositories r join public.projects p on p.id = r.project_id and new.user_id = private.reader_of(r, p.creator_id)
    where r.workspace_integration_id = new.workspace_integration_id
      and not exists (select 1 from public.project_service_accounts a where a.project_id = r.project_id)
    order by r.project_id desc limit most_at_once) mine;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reader_of(repository public.project_repositories, creator_id bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when repository.is_reconnected then repository.connected_by else creator_id end
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
      where x.user_id = private.reader_of(r, p.creator_id) and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.last_login_at desc nulls last limit 1))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

COMMENT ON FUNCTION "private"."reader_of"(public.project_repositories, bigint) IS 'With whose account at its host a repository is read that has no service account: of who connected it anew, else of who made the project.';

REVOKE ALL ON FUNCTION "private"."reader_of"(public.project_repositories, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reader_of"(public.project_repositories, bigint) TO "postgres";
