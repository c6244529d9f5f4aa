-- Providers: what the settings of an integration may say, under which one spelling their addresses are kept, and whose word about an
-- e-mail address counts in every workspace.

-- # Tables

create function private.normal_address(address text, is_base boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(address,
    '^([A-Za-z]+)://([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?((/[A-Za-z0-9._~!$&''()*+,;=:@%-]*)*)(\?[^\s\\#]*)?$');
  scheme constant text := lower(part[1]);
  host text := lower(part[2]);
  port constant text := substring(part[3] from 2);
  path constant text := part[4];
begin
  if part is null or scheme not in ('http', 'https', 'ldap', 'ldaps') or length(address) > 2000 or is_base and part[6] is not null then
    return null;
  end if;
  if host like '[%' then
    -- Compressed as everybody writes it; throws for what is no address. Not with an IPv4 address inside.
    host := '[' || pg_catalog.host(btrim(host, '[]')::inet) || ']';
    if host like '%.%' then
      return null;
    end if;
  elsif host ~ '(^|\.)(-|$)|^\.|\.\.|-(\.|$)' or length(host) > 253
    -- What ends in a number is read as an IPv4 address, of which there are many spellings: this one alone is taken.
    or host ~ '(^|\.)([0-9]+|0x[0-9a-f]*)$' and (host !~ '^((0|[1-9][0-9]{0,2})\.){3}(0|[1-9][0-9]{0,2})$' or host(host::inet) <> host) then
    return null;
  end if;
  if port is not null and (port !~ '^[1-9][0-9]{0,4}$' or port::integer > 65535) then
    return null;
  end if;
  -- Segments that climb, are empty or hide one of the characters that end a path.
  if path ~ '//' or path ~ '/\.\.?(/|$)' or path ~* '%(?!([2-7][0-9a-f]|[89a-f][0-9a-f]))' or path ~* '%(2e|2f|3f|23|5c|7f)' then
    return null;
  end if;
  return scheme || '://' || host
    || case when (scheme, port) in (('http', '80'), ('https', '443'), ('ldap', '389'), ('ldaps', '636')) then '' else coalesce(':' || port, '') end
    || case when is_base then rtrim(path, '/') else path || coalesce(part[6], '') end;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.normal_address is 'The one spelling under which a provider''s address is kept and compared; null for odd ones: credentials, backslashes, fragments, dots that climb, numbers that are read as an address. A base address, which calls are appended to, has no query.';

create function private.normal_config(config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select config || coalesce((
    select jsonb_object_agg(name, to_jsonb(private.normal_address(config ->> name, is_base)))
    from (values ('hostUrl', true), ('apiUrl', true), ('url', true), ('entryPoint', false)) address (name, is_base)
    where private.normal_address(config ->> name, is_base) is not null
  ), '{}')
$$;
comment on function private.normal_config is 'The settings of an integration with its addresses in their one spelling.';

create table private.trusted_providers (
  kind text not null check (kind in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'ldap')),
  host_url text not null check (private.normal_address(host_url) is not distinct from host_url),
  api_url text not null check (case when kind = 'ldap' then api_url = '' else private.normal_address(api_url) is not distinct from api_url end),
  primary key (kind, host_url, api_url),
  check (host_url ~ case when kind = 'ldap' then '^ldaps?:' else '^https?:' end)
);
comment on table private.trusted_providers is 'Providers whose word about a verified address counts in every workspace, beside the default configurations: the operator''s list, written by the worker from its environment. Of a directory host_url is its address and api_url is empty.';
alter table private.trusted_providers enable row level security;

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
    return jsonb_build_object('field', 'config', 'reason', 'config_not_an_object');
  end if;
  for setting in select name from unnest(required) name where btrim(coalesce(config ->> name, '')) = '' loop
    return jsonb_build_object('field', setting.name, 'reason', 'required');
  end loop;
  for setting in select key as name, value, config ->> key as word from jsonb_each(config) loop
    if setting.name <> all (known) then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_unknown');
    end if;
    if jsonb_typeof(setting.value) <> (case when setting.name = any (flags) then 'boolean' else 'string' end)
      or length(setting.word) > 10000 then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_invalid');
    end if;
    if setting.name in ('hostUrl', 'apiUrl') and private.normal_address(setting.word) ~ '^https?://' is not true
      or setting.name in ('entryPoint', 'callbackUrl') and private.normal_address(setting.word, false) ~ '^https?://' is not true
      or setting.name = 'url' and private.normal_address(setting.word) ~ '^ldaps?://[^/]+$' is not true then
      return jsonb_build_object('field', setting.name, 'reason', 'address_invalid');
    end if;
    if setting.name = 'cert' and not private.is_certificates(setting.word) then
      return jsonb_build_object('field', 'cert', 'reason', 'certificate_invalid');
    end if;
    if setting.name = 'defaultVisibility' and setting.word not in ('private', 'internal', 'public')
      or setting.name = 'authType' and (setting.word not in ('basic', 'oauth') or kind <> 'bitbucket_data_center')
      or setting.name = 'tenantId' and kind <> 'azure_devops_services' then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_invalid');
    end if;
  end loop;
  return null;
end
$$;
comment on function private.integration_config_problem is 'What is wrong with the settings of an integration, {field, reason}, or null. Secrets have no place in them: unknown keys are refused.';

-- # Rules

create function private.set_trusted_providers(providers jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wrong text;
begin
  select concat_ws(' ', p ->> 'kind', p ->> 'hostUrl', p ->> 'apiUrl') into wrong
  from jsonb_array_elements(providers) p
  where not coalesce(
    p ->> 'kind' in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center')
      and private.normal_address(p ->> 'hostUrl') ~ '^https?:' and private.normal_address(p ->> 'apiUrl') ~ '^https?:'
    or p ->> 'kind' = 'ldap' and private.normal_address(p ->> 'hostUrl') ~ '^ldaps?:' and p ->> 'apiUrl' = '', false)
  limit 1;
  if found then
    raise exception 'WAYMARK_TRUSTED_PROVIDERS lists "%", which is neither a Git host with its host and API URL nor a directory with its address.', wrong;
  end if;
  delete from private.trusted_providers;
  insert into private.trusted_providers (kind, host_url, api_url)
  select p ->> 'kind', private.normal_address(p ->> 'hostUrl'), coalesce(private.normal_address(p ->> 'apiUrl'), '')
  from jsonb_array_elements(providers) p
  on conflict do nothing;
end
$$;
comment on function private.set_trusted_providers is 'Replaces the operator''s list; refuses it as a whole, in one sentence, for an entry that cannot be meant.';

create function private.provider_is_trusted(kind text, config_type text, config jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(case
    -- Whoever runs an Entra tenant or a server of Azure writes any address into it: none is ever proven by it.
    when kind in ('azure_devops_services', 'azure_devops_server') then false
    when (select d.mode from private.deployment d) = 'single_tenant' then true
    when config_type = 'default' then kind in ('github', 'gitlab', 'bitbucket_cloud')
    -- Another attribute may be one that people write into their own entries.
    when kind = 'ldap' and lower(coalesce(config ->> 'emailAttribute', '')) not in ('', 'mail') then false
    else exists (
      select 1 from private.trusted_providers t
      where t.kind = provider_is_trusted.kind
        and t.host_url = case when t.kind = 'ldap' then config ->> 'url' else config ->> 'hostUrl' end
        and t.api_url = case when t.kind = 'ldap' then '' else config ->> 'apiUrl' end)
  end, false)
$$;
comment on function private.provider_is_trusted is 'Whether addresses that this provider calls verified count in every workspace: of the installation''s own default configurations and of what the operator lists exactly. Whatever is unknown, absent or oddly spelled is not.';

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

create function private.provider_of(kind text, config_type text, config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_array(kind, config_type) || case
    -- The installation's own registration: what else the settings say is not asked for.
    when config_type = 'default' then '[]'
    else jsonb_build_array(config ->> 'hostUrl', config ->> 'apiUrl', config ->> 'tenantId', config ->> 'url', config ->> 'searchBase',
      config ->> 'searchFilter', config ->> 'entryPoint', config ->> 'idpIssuer')
    end
$$;
comment on function private.provider_of is 'Who answers for an integration: the settings that decide whose ids its ids are. An id of one provider says nothing at another.';

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

create function private.require_valid_config(kind text, config_type text, config jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  wrong constant jsonb := private.integration_config_problem(kind, config_type, config);
begin
  if wrong is not null then
    perform private.problem(wrong ->> 'reason', wrong ->> 'field');
  end if;
end
$$;
comment on function private.require_valid_config is 'Refuses settings in words, field by field, before the constraint does without.';
