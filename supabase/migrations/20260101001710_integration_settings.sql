-- Integration settings: what administrators do with integrations, and the secrets that go with them.

create table private.secrets (
  id bigint generated always as identity primary key,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_user_id bigint,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'),
  ciphertext text not null check (length(ciphertext) between 1 and 20000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null check (length(key_id) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workspace_integration_id, name),
  unique (external_user_id, name),
  check (num_nonnulls(workspace_integration_id, external_user_id) = 1)
);
comment on table private.secrets is 'Secrets, AES-256-GCM: encrypted and decrypted by the functions, with a key the database never sees. Read by service functions alone.';
create trigger touch before update on private.secrets for each row execute function private.touch_updated_at();
alter table private.secrets enable row level security;

create function private.refuse_bad_secrets(secrets jsonb, known text[])
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  secret record;
begin
  if jsonb_typeof(secrets) <> 'object' then
    perform private.problem('VALIDATION_ERROR', 400, 'The secrets are not an object.', 'secrets');
  end if;
  for secret in select key as name, value from jsonb_each(secrets) loop
    if secret.name <> all (known) then
      perform private.problem('VALIDATION_ERROR', 400, 'This provider has no such secret.', secret.name);
    end if;
    if jsonb_typeof(secret.value) <> 'null' and (secret.value ->> 'ciphertext' is null or secret.value ->> 'key_id' is null) then
      perform private.problem('VALIDATION_ERROR', 400, 'A secret is stored encrypted.', secret.name);
    end if;
  end loop;
end
$$;

create function private.integration_secret_names(kind text, config_type text, config jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select case
    when kind = 'ldap' then array['bindCredentials']
    when private.integration_flow(kind, config) = 'oauth' and (config_type = 'custom' or kind = 'bitbucket_data_center') then array['clientSecret']
    else array[]::text[] end
$$;
comment on function private.integration_secret_names is 'The secrets an integration needs.';

create function private.require_secrets(integration public.workspace_integrations)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  missing text;
begin
  select names.name into missing
  from unnest(private.integration_secret_names(integration.kind, integration.config_type, integration.config)) names (name)
  where not exists (select 1 from private.secrets s where s.workspace_integration_id = integration.id and s.name = names.name);
  if missing is not null then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', missing);
  end if;
end
$$;
comment on function private.require_secrets is 'Refuses an integration without the secrets it needs.';

create function private.store_secrets(integration_id bigint, external_user_id bigint, secrets jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.secrets s
  using jsonb_each(secrets) given
  where s.name = given.key and jsonb_typeof(given.value) = 'null'
    and (s.workspace_integration_id = integration_id or s.external_user_id = store_secrets.external_user_id);
  insert into private.secrets as s (workspace_integration_id, external_user_id, name, ciphertext, key_id)
  select integration_id, store_secrets.external_user_id, given.key, given.value ->> 'ciphertext', given.value ->> 'key_id'
  from jsonb_each(secrets) given where jsonb_typeof(given.value) <> 'null' and integration_id is not null
  on conflict on constraint secrets_workspace_integration_id_name_key do update set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  insert into private.secrets as s (workspace_integration_id, external_user_id, name, ciphertext, key_id)
  select null, store_secrets.external_user_id, given.key, given.value ->> 'ciphertext', given.value ->> 'key_id'
  from jsonb_each(secrets) given where jsonb_typeof(given.value) <> 'null' and integration_id is null
  on conflict on constraint secrets_external_user_id_name_key do update set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  update public.workspace_integrations i
  set has_secrets = exists (select 1 from private.secrets s where s.workspace_integration_id = i.id)
  where i.id = integration_id
    and i.has_secrets <> exists (select 1 from private.secrets s where s.workspace_integration_id = i.id);
end
$$;
comment on function private.store_secrets is 'Keeps, replaces or (null) removes secrets of an integration or of somebody''s connected account.';

create function private.secrets_of(integration_id bigint, external_user_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.name, jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)), '{}')
  from private.secrets s
  where s.workspace_integration_id = secrets_of.integration_id or s.external_user_id = secrets_of.external_user_id
$$;

create function private.require_valid_config(kind text, config_type text, config jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  wrong constant jsonb := private.integration_config_problem(kind, config_type, config);
begin
  if wrong is not null then
    perform private.problem('VALIDATION_ERROR', 400, wrong ->> 'message', wrong ->> 'field');
  end if;
end
$$;
comment on function private.require_valid_config is 'Refuses settings in words, field by field, before the constraint does without.';

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

create function private.integration_as_json(integration public.workspace_integrations)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(integration) || jsonb_build_object('flow', private.integration_flow(integration.kind, integration.config))
$$;

create function public.create_integration(
  p_workspace_id bigint, p_name text, p_kind text, p_config jsonb default '{}', p_config_type text default 'default', p_enabled boolean default true,
  p_allow_user_login boolean default true, p_allow_user_register boolean default true, p_secrets jsonb default '{}',
  p_unset_all_saml_idps boolean default false, p_callback_key text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.workspace_integrations;
  chosen text := p_config_type;
  settings constant jsonb := private.normal_config(coalesce(p_config, '{}'));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  if p_kind = 'builtin' then
    perform private.problem('VALIDATION_ERROR', 400, 'A workspace has one built-in integration.', 'kind');
  end if;
  -- These have no public host that a default could mean.
  if p_kind in ('saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then
    chosen := 'custom';
  end if;
  if btrim(coalesce(p_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
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
  return private.integration_as_json(made);
end
$$;
comment on function public.create_integration is 'Adds a way to sign in or a Git host (spec 3). p_secrets: {name: {ciphertext, key_id}}, encrypted by the caller. p_unset_all_saml_idps makes it the default IDP. p_callback_key is part of its redirect address, which is registered with the provider before there is a client ID.';

create function public.update_integration(
  p_integration_id bigint, p_name text default null, p_enabled boolean default null, p_allow_user_login boolean default null,
  p_allow_user_register boolean default null, p_config_type text default null, p_config jsonb default null, p_secrets jsonb default null,
  p_unset_all_saml_idps boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
  wish public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wish := held;
  wish.name := coalesce(btrim(p_name), held.name);
  wish.enabled := coalesce(p_enabled, held.enabled);
  wish.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wish.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wish.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wish.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wish.config := wish.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wish.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wish.config := wish.config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId'];
  end if;
  if wish.name = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
  end if;
  if held.kind = 'builtin' and length(wish.name) > 20 then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be no more than 20 Characters', 'name');
  end if;
  if (wish.config_type, wish.config) is distinct from (held.config_type, held.config) or wish.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wish.config_type);
  end if;
  perform private.require_valid_config(held.kind, wish.config_type, wish.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wish.config_type, wish.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wish.config ->> 'url', wish.config ->> 'hostUrl', wish.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wish.name, enabled = wish.enabled, allow_user_login = wish.allow_user_login, allow_user_register = wish.allow_user_register,
    config_type = wish.config_type, config = wish.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wish.config_type, wish.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if moves or wish.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.integration_as_json(held);
end
$$;
comment on function public.update_integration is 'Changes what is given: settings and secrets are merged, null removes one. A secret that is absent stays, unless the server''s address changes.';

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
    perform private.problem('NOT_FOUND', 404, 'Integration not found.');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  -- First the workspace, then the integration: the order in which the triggers lock them.
  perform 1 from public.workspaces w where w.id = held.workspace_id for update;
  select * into held from public.workspace_integrations i where i.id = integration_id for update;
  return held;
end
$$;
comment on function private.require_integration is 'The integration, locked, for who may change it; 404 for who may not know it.';

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

grant execute on function public.create_integration, public.update_integration, public.delete_integration to authenticated;

create function public.login_integrations(p_slug text)
returns table (id bigint, name text, kind text, allow_user_login boolean, allow_user_register boolean, flow text, is_default_idp boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.name, i.kind, i.allow_user_login, i.allow_user_register, private.integration_flow(i.kind, i.config), i.is_default_idp
  from public.workspaces w join public.workspace_integrations i on i.workspace_id = w.id
  where w.slug = lower(p_slug) and i.enabled and i.allow_user_login
  order by i.is_default_idp desc, i.kind = 'builtin' desc, i.name
$$;
comment on function public.login_integrations is 'The ways to sign in to a workspace, for its sign-in screen: anyone who knows the workspace''s name may know these, and nothing else about them. Not by its number, which can be counted.';
grant execute on function public.login_integrations to anon, authenticated, service_role;

create function private.integration_revision(integration public.workspace_integrations)
returns text
language sql
immutable
set search_path = ''
as $$
  select md5(integration.config_type || integration.config::text)
$$;
comment on function private.integration_revision is 'Changes with the settings: what was asked under others is not taken as said by the present provider.';

create function public.svc_integration(p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.integration_as_json(i) || jsonb_build_object(
    'revision', private.integration_revision(i),
    'secrets', private.secrets_of(i.id, null),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'domain', w.domain))
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id
$$;
comment on function public.svc_integration is 'An integration with its encrypted secrets, for the function that talks to the provider. Never to be passed on.';
grant execute on function public.svc_integration to service_role;
