-- Whose word about an address counts: one spelling of a provider's address, and the operator's list of providers.

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
