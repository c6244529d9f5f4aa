-- A default configuration has no server, registration or secret of its own: those that got one before that held lose it.

-- By hand

delete from private.secrets s
using public.workspace_integrations i
where s.workspace_integration_id = i.id and s.name <> all (private.integration_secret_names(i.kind, i.config_type, i.config));
update public.workspace_integrations i
set config = private.without_own_server(i.config)
  -- A workspace has one a public host: a second one, which its hidden server made possible, stays apart by that name alone.
  || case when exists (
    select 1 from public.workspace_integrations other
    where other.workspace_id = i.workspace_id and other.kind = i.kind and other.id <> i.id
      and (not other.config ? 'hostUrl' or other.config_type = 'default' and other.id < i.id))
  then jsonb_strip_nulls(jsonb_build_object('hostUrl', i.config -> 'hostUrl')) else '{}' end
where i.config_type = 'default' and i.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services')
  and i.config <> private.without_own_server(i.config);
update public.workspace_integrations i
set has_secrets = false
where i.has_secrets and not exists (select 1 from private.secrets s where s.workspace_integration_id = i.id);
