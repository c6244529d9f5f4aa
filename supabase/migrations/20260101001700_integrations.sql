-- Integrations: the ways into a workspace, and the Git hosts its projects come from.

create function private.is_certificates(written text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  blocks text[] := array(
    select block[1] from regexp_matches(written, '-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----', 'g') block);
  body text;
  der bytea;
begin
  if cardinality(blocks) = 0 then
    blocks := array[written];
  end if;
  foreach body in array blocks loop
    body := regexp_replace(body, '\s', '', 'g');
    if length(body) % 4 <> 0 or body !~ '^[A-Za-z0-9+/]{200,}={0,2}$' then
      return false;
    end if;
    -- A sequence of ASN.1 that is as long as it says.
    der := decode(body, 'base64');
    if get_byte(der, 0) <> 48 or get_byte(der, 1) <> 130 or get_byte(der, 2) * 256 + get_byte(der, 3) + 4 <> length(der) then
      return false;
    end if;
  end loop;
  return coalesce(cardinality(blocks) > 0, false);
end
$$;
comment on function private.is_certificates is 'Whether this has the form of certificates: PEM blocks or bare base64, each one whole piece of DER. Whether a key is in it is for who parses X.509.';

create function private.integration_config_problem(kind text, config_type text, config jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  git constant text[] := array['github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'azure_devops_server', 'azure_devops_services'];
  known constant text[] := case
    when kind = 'builtin' then array[]::text[]
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter', 'startTls', 'caCert', 'emailAttribute', 'usernameAttribute',
      'firstNameAttribute', 'lastNameAttribute']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl', 'disableRequestedAuthnContext', 'defaultIdp',
      'allowIdpInitiated', 'idpIssuer', 'emailAttribute', 'firstNameAttribute', 'lastNameAttribute']
    else array['hostUrl', 'apiUrl', 'clientId', 'defaultVisibility', 'tenantId', 'authType'] end;
  required constant text[] := case
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl']
    when kind = 'bitbucket_data_center' and config ->> 'authType' = 'oauth' then array['hostUrl', 'apiUrl', 'clientId']
    when kind in ('bitbucket_data_center', 'azure_devops_server') then array['hostUrl', 'apiUrl']
    when config_type = 'custom' and kind in ('github', 'gitlab') then array['hostUrl', 'apiUrl', 'clientId']
    when config_type = 'custom' and kind = any (git) then array['clientId']
    else array[]::text[] end;
  flags constant text[] := array['startTls', 'disableRequestedAuthnContext', 'defaultIdp', 'allowIdpInitiated'];
  setting record;
begin
  if jsonb_typeof(config) <> 'object' then
    return jsonb_build_object('field', 'config', 'message', 'The configuration is not an object.');
  end if;
  for setting in select name from unnest(required) name where btrim(coalesce(config ->> name, '')) = '' loop
    return jsonb_build_object('field', setting.name, 'message', 'Required');
  end loop;
  for setting in select key as name, value, config ->> key as word from jsonb_each(config) loop
    if setting.name <> all (known) then
      return jsonb_build_object('field', setting.name, 'message', 'This provider has no such setting.');
    end if;
    if jsonb_typeof(setting.value) <> (case when setting.name = any (flags) then 'boolean' else 'string' end)
      or length(setting.word) > 10000 then
      return jsonb_build_object('field', setting.name, 'message', 'This value is not valid.');
    end if;
    if setting.name in ('hostUrl', 'apiUrl') and private.normal_address(setting.word) ~ '^https?://' is not true
      or setting.name in ('entryPoint', 'callbackUrl') and private.normal_address(setting.word, false) ~ '^https?://' is not true
      or setting.name = 'url' and private.normal_address(setting.word) ~ '^ldaps?://[^/]+$' is not true then
      return jsonb_build_object('field', setting.name, 'message', 'Must be a valid URL.');
    end if;
    if setting.name = 'cert' and not private.is_certificates(setting.word) then
      return jsonb_build_object('field', 'cert', 'message', 'Must be a valid X.509 certificate.');
    end if;
    if setting.name = 'defaultVisibility' and setting.word not in ('private', 'internal', 'public')
      or setting.name = 'authType' and (setting.word not in ('basic', 'oauth') or kind <> 'bitbucket_data_center')
      or setting.name = 'tenantId' and kind <> 'azure_devops_services' then
      return jsonb_build_object('field', setting.name, 'message', 'This value is not valid.');
    end if;
  end loop;
  return null;
end
$$;
comment on function private.integration_config_problem is 'What is wrong with the settings of an integration, {field, message}, or null. Secrets have no place in them: unknown keys are refused.';

create table public.workspace_integrations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('builtin', 'github', 'gitlab', 'ldap', 'saml', 'bitbucket_cloud', 'bitbucket_data_center',
    'azure_devops_server', 'azure_devops_services')),
  enabled boolean not null default true,
  allow_user_login boolean not null default true,
  allow_user_register boolean not null default true,
  config_type text not null default 'default' check (config_type in ('default', 'custom')),
  config jsonb not null default '{}',
  has_secrets boolean not null default false,
  is_default_idp boolean not null generated always as (kind = 'saml' and config @> '{"defaultIdp": true}') stored,
  callback_key text not null default replace(gen_random_uuid()::text, '-', '') check (callback_key ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workspace_integrations_workspace_id_name_key unique (workspace_id, name),
  constraint workspace_integrations_callback_key_key unique (callback_key),
  constraint check_workspace_integrations_name check (length(btrim(name)) between 1 and case when kind = 'builtin' then 20 else 100 end
    and (kind <> 'builtin' or length(btrim(name)) >= 2)),
  constraint check_workspace_integrations_config check (length(config::text) <= 40000
    and private.integration_config_problem(kind, config_type, config) is null and config = private.normal_config(config))
);
comment on table public.workspace_integrations is 'Ways to sign in to a workspace and Git hosts to connect. Secrets are in private.secrets; has_secrets says whether there are any.';
comment on column public.workspace_integrations.callback_key is 'Part of the redirect address of a custom configuration: no two providers send their answers to the same one.';
comment on column public.workspace_integrations.is_default_idp is 'The SAML integration that sign-in offers first: one, as soon as there is any.';
create unique index workspace_integrations_one_builtin_idx on public.workspace_integrations (workspace_id) where kind = 'builtin';
create unique index workspace_integrations_one_default_idp_idx on public.workspace_integrations (workspace_id) where is_default_idp;
create unique index workspace_integrations_host_url_key on public.workspace_integrations
  (workspace_id, kind, lower(rtrim(coalesce(config ->> 'hostUrl', ''), '/'))) where kind not in ('builtin', 'ldap', 'saml');
create unique index workspace_integrations_api_url_key on public.workspace_integrations
  (workspace_id, kind, lower(rtrim(config ->> 'apiUrl', '/'))) where config ? 'apiUrl';
create unique index workspace_integrations_entry_point_key on public.workspace_integrations
  (workspace_id, lower(rtrim(config ->> 'entryPoint', '/'))) where kind = 'saml';
create trigger touch before update on public.workspace_integrations for each row execute function private.touch_updated_at();
select private.announce('public.workspace_integrations', workspace => 'c.workspace_id');

alter table public.workspace_integrations enable row level security;
grant select on public.workspace_integrations to authenticated;
create policy "Integrations are seen with the settings permission" on public.workspace_integrations for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));

create function private.normalise_config()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.config := private.normal_config(new.config);
  return new;
end
$$;
comment on function private.normalise_config is 'Addresses get their one spelling whoever writes them: rows of before there was one too, when they are loaded. What has none is refused by the constraint.';
create trigger normalise_config before insert or update of config on public.workspace_integrations
  for each row execute function private.normalise_config();

create function private.integration_flow(kind text, config jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when kind = 'builtin' then 'builtin'
    when kind = 'saml' then 'saml'
    when kind in ('ldap', 'azure_devops_server') then 'basic'
    when kind = 'bitbucket_data_center' and config ->> 'authType' is distinct from 'oauth' then 'basic'
    else 'oauth' end
$$;
comment on function private.integration_flow is 'How one signs in with an integration: builtin, basic (username and password of the provider), oauth or saml.';

create function private.keep_default_idp()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  others boolean;
begin
  -- One level deep it is this trigger itself that takes the default from the one before.
  if new.kind <> 'saml' or pg_catalog.pg_trigger_depth() > 1
    or tg_op = 'UPDATE' and new.config -> 'defaultIdp' is not distinct from old.config -> 'defaultIdp' then
    return new;
  end if;
  perform 1 from public.workspaces w where w.id = new.workspace_id for update;
  select exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = new.workspace_id and i.kind = 'saml' and i.id is distinct from new.id) into others;
  if not others then
    new.config := new.config || '{"defaultIdp": true}';
  elsif new.config @> '{"defaultIdp": true}' then
    update public.workspace_integrations i set config = i.config || '{"defaultIdp": false}'
    where i.workspace_id = new.workspace_id and i.is_default_idp and i.id is distinct from new.id;
  elsif tg_op = 'UPDATE' and old.config @> '{"defaultIdp": true}' then
    perform private.problem('VALIDATION_ERROR', 400,
      'You must set another SAML integration as a default IDP provider before unsetting this one', 'defaultIdp');
  end if;
  return new;
end
$$;
comment on function private.keep_default_idp is 'The first SAML integration is the default; another one becoming it takes it over; nobody just gives it up.';
create trigger keep_default_idp before insert or update of config on public.workspace_integrations
  for each row execute function private.keep_default_idp();

create function private.keep_a_way_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two integrations switched off at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if tg_op = 'DELETE' and old.kind = 'builtin' then
    perform private.problem('VALIDATION_ERROR', 400, 'The built-in integration cannot be uninstalled.');
  end if;
  if tg_op = 'DELETE' and old.is_default_idp
    and exists (select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.kind = 'saml') then
    perform private.problem('VALIDATION_ERROR', 400, 'You must set another SAML integration as a default IDP provider');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.enabled and i.allow_user_login) then
    perform private.problem('VALIDATION_ERROR', 400,
      'This is the last enabled sign-in integration of this workspace. Enable another one first.', 'enabled');
  end if;
  return null;
end
$$;
comment on function private.keep_a_way_in is 'The last enabled sign-in integration stays, and so do the built-in one and the default IDP of others.';
create trigger keep_a_way_in_off after update of enabled, allow_user_login on public.workspace_integrations
  for each row when (old.enabled and old.allow_user_login and not (new.enabled and new.allow_user_login)) execute function private.keep_a_way_in();
create trigger keep_a_way_in_gone after delete on public.workspace_integrations for each row execute function private.keep_a_way_in();

create function private.log_integration_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - 'config' || old.config end;
  will_be constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - 'config' || new.config end;
  about constant jsonb := case when tg_op = 'DELETE' then was else will_be end;
  changed jsonb;
begin
  select jsonb_agg(key) into changed
  from jsonb_object_keys(was || will_be) key
  where key not in ('updated_at', 'is_default_idp') and was -> key is distinct from will_be -> key;
  if changed is not null and exists (select 1 from public.workspaces w where w.id = (about ->> 'workspace_id')::bigint) then
    perform private.log_activity((about ->> 'workspace_id')::bigint,
      'workspace.integration.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', about -> 'id', 'name', about -> 'name', 'kind', about -> 'kind',
        'changed', case when tg_op = 'UPDATE' then changed end));
  end if;
  return null;
end
$$;
comment on function private.log_integration_change is 'One event a change of the sign-in configuration: which settings, never their values.';
create trigger log_change after insert or update or delete on public.workspace_integrations
  for each row execute function private.log_integration_change();

create function private.install_builtin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.workspace_integrations (workspace_id, name, kind, allow_user_register) values (new.id, 'Built In', 'builtin', true);
  return null;
end
$$;
comment on function private.install_builtin is 'A workspace begins with signing in by e-mail and password.';
create trigger install_builtin after insert on public.workspaces for each row execute function private.install_builtin();
insert into public.workspace_integrations (workspace_id, name, kind)
select w.id, 'Built In', 'builtin' from public.workspaces w;
