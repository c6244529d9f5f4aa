set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.forget_provider()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Tokens of connected accounts go along with them.
  delete from public.external_users x where x.workspace_integration_id = new.id;
  -- Those of projects, and what webhooks are signed with, were given to the host of before.
  delete from public.project_service_accounts a
  using public.project_repositories r where r.workspace_integration_id = new.id and a.project_id = r.project_id;
  delete from private.webhook_secrets s where s.workspace_integration_id = new.id;
  update public.project_repositories r set webhook_external_id = null, webhook_installed_at = null
  where r.workspace_integration_id = new.id and r.webhook_external_id is not null;
  delete from private.known_browsers b where b.workspace_integration_id = new.id;
  delete from private.email_claims c where c.workspace_integration_id = new.id;
  delete from private.login_states s where s.workspace_integration_id = new.id;
  delete from private.sso_codes c where c.workspace_integration_id = new.id;
  delete from private.saml_requests r where r.workspace_integration_id = new.id;
  perform private.end_sessions_of_provider(new.id, (private.current_session()).id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.without_own_server(config jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId']
$function$;

CREATE OR REPLACE FUNCTION public.create_integration(p_workspace_id bigint, p_name text, p_kind text, p_config jsonb DEFAULT '{}'::jsonb, p_config_type text DEFAULT 'default'::text, p_enabled boolean DEFAULT true, p_allow_user_login boolean DEFAULT true, p_allow_user_register boolean DEFAULT true, p_secrets jsonb DEFAULT '{}'::jsonb, p_unset_all_saml_idps boolean DEFAULT false, p_callback_key text DEFAULT NULL::text)
 RETURNS public.integration
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.workspace_integrations;
  chosen text := p_config_type;
  settings jsonb := private.normal_config(coalesce(p_config, '{}'));
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  if p_kind = 'builtin' then
    perform private.problem('one_builtin_integration');
  end if;
  -- These have no public host that a default could mean.
  if p_kind in ('saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then
    chosen := 'custom';
  elsif chosen = 'default' then
    settings := private.without_own_server(settings);
  end if;
  if btrim(coalesce(p_name, '')) = '' then
    perform private.problem('required', 'name');
  end if;
  perform private.gate_integration(p_workspace_id, p_kind, chosen);
  perform private.require_valid_config(p_kind, chosen, settings);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(p_kind, chosen, settings));
  insert into public.workspace_integrations
    (workspace_id, name, kind, enabled, allow_user_login, allow_user_register, config_type, config, callback_key)
  values (p_workspace_id, btrim(p_name), p_kind, p_enabled, p_allow_user_login, p_allow_user_register, chosen,
    settings || case when p_kind = 'saml' and p_unset_all_saml_idps then '{"defaultIdp": true}' else '{}' end::jsonb,
    coalesce(p_callback_key, replace(gen_random_uuid()::text, '-', '')))
  returning * into made;
  perform private.store_secrets(made.id, null, coalesce(p_secrets, '{}'));
  perform private.require_secrets(made);
  select * into made from public.workspace_integrations i where i.id = made.id;
  return private.with_flow(made);
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
    -- Without a service account the project is read by who made it, as long as they may still change its content.
    'account', (
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'external_id', x.external_id, 'username', x.username,
        'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = p.creator_id and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.update_integration(p_integration_id bigint, p_name text DEFAULT NULL::text, p_enabled boolean DEFAULT NULL::boolean, p_allow_user_login boolean DEFAULT NULL::boolean, p_allow_user_register boolean DEFAULT NULL::boolean, p_config_type text DEFAULT NULL::text, p_config jsonb DEFAULT NULL::jsonb, p_secrets jsonb DEFAULT NULL::jsonb, p_unset_all_saml_idps boolean DEFAULT false)
 RETURNS public.integration
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
  wanted public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wanted := held;
  wanted.name := coalesce(btrim(p_name), held.name);
  wanted.enabled := coalesce(p_enabled, held.enabled);
  wanted.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wanted.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wanted.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wanted.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wanted.config := wanted.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wanted.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wanted.config := private.without_own_server(wanted.config);
  end if;
  if wanted.name = '' then
    perform private.problem('required', 'name');
  end if;
  if held.kind = 'builtin' and length(wanted.name) > 20 then
    perform private.problem('integration_name_too_long');
  end if;
  if (wanted.config_type, wanted.config) is distinct from (held.config_type, held.config) or wanted.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wanted.config_type);
  end if;
  perform private.require_valid_config(held.kind, wanted.config_type, wanted.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wanted.config_type, wanted.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wanted.config ->> 'url', wanted.config ->> 'hostUrl', wanted.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wanted.name, enabled = wanted.enabled, allow_user_login = wanted.allow_user_login, allow_user_register = wanted.allow_user_register,
    config_type = wanted.config_type, config = wanted.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wanted.config_type, wanted.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if wanted.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.with_flow(held);
end
$function$;

COMMENT ON FUNCTION "private"."without_own_server"(jsonb) IS 'A configuration without what says where somebody''s own server is: a default one is of the public host.';

REVOKE ALL ON FUNCTION "private"."without_own_server"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_own_server"(jsonb) TO "postgres";
