-- Integrations: the ways to sign in to a workspace and the Git hosts its projects come from, and what always holds of them.

-- # Tables

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
  unique (id, workspace_id),
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
create trigger keep_names before insert or update of name on public.workspace_integrations
  for each row execute function private.keep_names('name');
alter table public.workspace_integrations enable row level security;
create trigger announce_insert after insert on public.workspace_integrations referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.workspace_integrations referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.workspace_integrations referencing old table as changed for each statement execute function private.announce_of_workspace();

-- # Rules

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
  perform 1 from public.workspaces w where w.id = new.workspace_id for no key update;
  select exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = new.workspace_id and i.kind = 'saml' and i.id is distinct from new.id) into others;
  if not others then
    new.config := new.config || '{"defaultIdp": true}';
  elsif new.config @> '{"defaultIdp": true}' then
    update public.workspace_integrations i set config = i.config || '{"defaultIdp": false}'
    where i.workspace_id = new.workspace_id and i.is_default_idp and i.id is distinct from new.id;
  elsif tg_op = 'UPDATE' and old.config @> '{"defaultIdp": true}' then
    perform private.problem('default_idp_unset');
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
  perform 1 from public.workspaces w where w.id = old.workspace_id for no key update;
  if not found then
    return null;
  end if;
  if tg_op = 'DELETE' and old.kind = 'builtin' then
    perform private.problem('builtin_integration_stays');
  end if;
  if tg_op = 'DELETE' and old.is_default_idp
    and exists (select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.kind = 'saml') then
    perform private.problem('default_idp_removed');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.enabled and i.allow_user_login) then
    perform private.problem('last_sign_in_integration');
  end if;
  return null;
end
$$;
comment on function private.keep_a_way_in is 'The last enabled sign-in integration stays, and so do the built-in one and the default IDP of others.';
create trigger keep_a_way_in_off after update of enabled, allow_user_login on public.workspace_integrations
  for each row when (old.enabled and old.allow_user_login and not (new.enabled and new.allow_user_login)) execute function private.keep_a_way_in();
create trigger keep_a_way_in_gone after delete on public.workspace_integrations for each row execute function private.keep_a_way_in();

create function private.config_for_trail(config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select config || coalesce(jsonb_object_agg(key, 'SHA-256 ' || encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
  from jsonb_each_text(config) where key in ('cert', 'caCert') and value <> ''
$$;
comment on function private.config_for_trail is 'The settings of an integration as the trail tells them: certificates by the SHA-256 of their text. They are long, and somebody may have pasted a key with one.';

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
        'changed', case when tg_op = 'UPDATE' then changed end,
        -- All that config may hold is told: secrets have no place in it, and its constraint refuses keys that it does not know.
        'changes', private.told_changes(private.config_for_trail(was), private.config_for_trail(will_be), array['name', 'enabled', 'allow_user_login', 'allow_user_register', 'config_type']
          || array(select jsonb_object_keys(
            case when tg_op = 'INSERT' then '{}' else old.config end || case when tg_op = 'DELETE' then '{}' else new.config end)))));
  end if;
  return null;
end
$$;
comment on function private.log_integration_change is 'One event a change of the sign-in configuration: each setting with its old and new value. Secrets are told by private.log_secret_change, without theirs.';
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

create function private.follow_builtin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set by_provider = private.is_by_provider(new.workspace_id)
  where m.workspace_id = new.workspace_id and m.by_provider <> private.is_by_provider(new.workspace_id);
  return null;
end
$$;
comment on function private.follow_builtin is 'Memberships know whether sessions by password count: kept when e-mail and password are switched off or on.';
create trigger follow_builtin after insert or update of enabled, allow_user_login on public.workspace_integrations
  for each row when (new.kind = 'builtin') execute function private.follow_builtin();

create function private.forget_provider()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.forget_provider is 'An id belongs to the provider that gave it. Where another one answers from now on, nothing of the one before is left: whose accounts its people are, what was proven after its sign-ins, and the sessions it opened.';
create trigger forget_provider after update on public.workspace_integrations
  for each row when (private.provider_of(old.kind, old.config_type, old.config) <> private.provider_of(new.kind, new.config_type, new.config))
  execute function private.forget_provider();

create function private.keep_reaching()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := coalesce(new.workspace_id, old.workspace_id);
begin
  if exists (select 1 from public.workspaces w where w.id = host_id) and not private.reaches(host_id) then
    perform private.problem('would_lock_yourself_out');
  end if;
  return null;
end
$$;
comment on function private.keep_reaching is 'Nobody switches off the way they came in by: the session that turns off e-mail and password was opened by a provider that stays, which so is known to work.';
create trigger keep_reaching after update or delete on public.workspace_integrations
  for each row when (auth.uid() is not null) execute function private.keep_reaching();

-- # Calls

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

create type public.integration_workspace as (id bigint, slug text, name text, domain text);
comment on type public.integration_workspace is 'The workspace of an integration, with the domain that it is served at.';

create type public.opened_integration as (
  id bigint, workspace_id bigint, name text, kind text, flow text, enabled boolean, allow_user_login boolean, config_type text, config jsonb,
  revision text, callback_key text, secrets jsonb, workspace public.integration_workspace);
comment on type public.opened_integration is 'An integration with its encrypted secrets, {name: {ciphertext, key_id}}. revision names its present settings, callback_key is of the redirect address of a custom configuration.';

create function private.opened_integration(integration_id bigint)
returns public.opened_integration
language sql
stable
security definer
set search_path = ''
as $$
  select row(i.id, i.workspace_id, i.name, i.kind, private.integration_flow(i.kind, i.config), i.enabled, i.allow_user_login, i.config_type,
    i.config, private.integration_revision(i), i.callback_key, private.secrets_of(i.id),
    row(w.id, w.slug, w.name, w.domain)::public.integration_workspace)::public.opened_integration
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = opened_integration.integration_id
$$;
comment on function private.opened_integration is 'An integration as whoever talks to its provider needs it; null when there is none.';

create function public.svc_integration(p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(private.opened_integration(p_integration_id)::public.opened_integration)
$$;
comment on function public.svc_integration is 'An integration with its encrypted secrets, for the function that talks to the provider. Never to be passed on.';

-- # Grants

grant select on public.workspace_integrations to authenticated;

grant execute on function public.login_integrations to anon, authenticated;
grant execute on function public.svc_integration to service_role;
