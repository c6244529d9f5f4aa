-- Changes of integrations: who makes, changes and removes one, by whose plan, and against which revision.

-- # Rules

create function private.gate_integration(workspace_id bigint, kind text, config_type text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if kind in ('saml', 'ldap') then
    perform private.feature_gate(workspace_id, 'saml_ldap_integration');
  elsif kind in ('bitbucket_data_center', 'azure_devops_server') or config_type = 'custom' then
    perform private.feature_gate(workspace_id, 'custom_git_integration');
  end if;
end
$$;
comment on function private.gate_integration is 'Directories, SAML and Git hosts of one''s own are features of the plan; the public hosts in default configuration are not.';

create function private.without_own_server(config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId']
$$;
comment on function private.without_own_server is 'A configuration without what says where somebody''s own server is: a default one is of the public host.';

create function private.require_integration(integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i where i.id = integration_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('integration_not_found');
  end if;
  -- First the seats, then the workspace, then the integration: the order in which everything else locks them.
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  perform 1 from public.workspaces w where w.id = held.workspace_id for no key update;
  select * into held from public.workspace_integrations i where i.id = integration_id for update;
  if not found then
    perform private.problem('integration_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  return held;
end
$$;
comment on function private.require_integration is 'The integration, locked, for who may change it; 404 for who may not know it.';

create function private.integration_revision(integration public.workspace_integrations)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(extensions.digest(jsonb_build_array(integration.kind, integration.config_type, integration.config)::text, 'sha256'), 'hex')
$$;
comment on function private.integration_revision is 'Changes with the settings: what was asked under others is not taken as said by the present provider.';

create function private.require_revision(integration_id bigint, revision text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Until the end of the transaction: who changes the settings comes after what was said under them, and clears it away.
  perform 1 from public.workspace_integrations i
  where i.id = integration_id and private.integration_revision(i) = require_revision.revision
  for share;
  if not found then
    perform private.problem('authentication_failed');
  end if;
end
$$;
comment on function private.require_revision is 'Refuses what a provider said under other settings than the present ones, and keeps these as they are until the transaction ends.';

-- # Calls

create type public.integration as (
  id bigint,
  workspace_id bigint,
  name text,
  kind text,
  enabled boolean,
  allow_user_login boolean,
  allow_user_register boolean,
  config_type text,
  config jsonb,
  has_secrets boolean,
  is_default_idp boolean,
  callback_key text,
  created_at timestamptz,
  updated_at timestamptz,
  flow text
);
comment on type public.integration is 'An integration with the way one signs in by it (flow).';

create function private.with_flow(integration public.workspace_integrations)
returns public.integration
language sql
stable
set search_path = ''
as $$
  select row(
    integration.id, integration.workspace_id, integration.name, integration.kind, integration.enabled, integration.allow_user_login,
    integration.allow_user_register, integration.config_type, integration.config, integration.has_secrets, integration.is_default_idp,
    integration.callback_key, integration.created_at, integration.updated_at,
    private.integration_flow(integration.kind, integration.config))::public.integration
$$;
comment on function private.with_flow is 'An integration with the way one signs in by it.';

create function public.create_integration(
  p_workspace_id bigint, p_name text, p_kind text, p_config jsonb default '{}', p_config_type text default 'default', p_enabled boolean default true,
  p_allow_user_login boolean default true, p_allow_user_register boolean default true, p_secrets jsonb default '{}',
  p_unset_all_saml_idps boolean default false, p_callback_key text default null)
returns public.integration
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.create_integration is 'Adds a way to sign in or a Git host. p_secrets: {name: {ciphertext, key_id}}, encrypted by the caller. p_unset_all_saml_idps makes it the default IDP. p_callback_key is part of its redirect address, which is registered with the provider before there is a client ID.';

create function private.without_off(settings jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case jsonb_typeof(settings) when 'object' then (
    select coalesce(jsonb_object_agg(s.key, nullif(s.value, 'false')), '{}') from jsonb_each(settings) s) else settings end
$$;
comment on function private.without_off is 'The same with null for what is off: a setting of an integration that is off may as well not be there.';

create function private.require_integration_seen(held public.workspace_integrations, wanted jsonb, seen jsonb)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  absent constant jsonb := (select coalesce(jsonb_object_agg(k, null), '{}') from jsonb_object_keys(wanted) k);
begin
  perform private.require_seen(private.without_off(seen), private.without_off(wanted),
    private.without_off(absent || held.config || to_jsonb(held)), held.workspace_id, array['workspace.integration.updated'],
    jsonb_build_object('id', held.id));
end
$$;
comment on function private.require_integration_seen is 'private.require_seen of an integration: its own fields and its settings, all by their names.';

create function public.update_integration(
  p_integration_id bigint, p_name text default null, p_enabled boolean default null, p_allow_user_login boolean default null,
  p_allow_user_register boolean default null, p_config_type text default null, p_config jsonb default null, p_secrets jsonb default null,
  p_unset_all_saml_idps boolean default false, p_seen jsonb default null)
returns public.integration
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
  wanted public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  perform private.require_integration_seen(held, coalesce(p_config, '{}') || jsonb_strip_nulls(jsonb_build_object('name', btrim(p_name),
    'enabled', p_enabled, 'allow_user_login', p_allow_user_login, 'allow_user_register', p_allow_user_register, 'config_type', p_config_type)), p_seen);
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
$$;
comment on function public.update_integration is 'Changes what is given: settings and secrets are merged, null removes one. A secret that is absent stays, unless the server''s address changes. p_seen: what the caller saw of it, settings by their names; secrets nobody sees.';

create function public.delete_integration(p_integration_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_integration(p_integration_id);
  delete from public.workspace_integrations i where i.id = p_integration_id;
end
$$;
comment on function public.delete_integration is 'Uninstalls an integration, with its secrets and the accounts connected by it.';

-- # Grants

grant execute on function public.create_integration, public.update_integration, public.delete_integration to authenticated;
