-- Secrets: what is kept encrypted of integrations and connected accounts. Functions encrypt and decrypt; the key is never here.

-- # Tables

create table private.secrets (
  id bigint generated always as identity primary key,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_user_id bigint constraint secrets_external_user_id_fkey references public.external_users (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'),
  ciphertext text not null check (length(ciphertext) between 1 and 20000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null check (length(key_id) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whose chapter comes later and adds the key.
  project_service_account_id bigint,
  unique (workspace_integration_id, name),
  unique (external_user_id, name),
  unique (project_service_account_id, name),
  check (num_nonnulls(workspace_integration_id, external_user_id, project_service_account_id) = 1)
);
comment on table private.secrets is 'Secrets, AES-256-GCM: encrypted and decrypted by the functions, with a key the database never sees. Read by service functions alone.';
create trigger touch before update on private.secrets for each row execute function private.touch_updated_at();
alter table private.secrets enable row level security;

-- # Rules

create function private.log_secret_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i
  where i.id = case when tg_op = 'DELETE' then old.workspace_integration_id else new.workspace_integration_id end;
  -- What comes with an integration, or goes with it, has that as its event.
  if held.id is null or held.created_at = now() or tg_op = 'UPDATE' and old.ciphertext = new.ciphertext
    -- Sealed anew with another key of the installation.
    or (private.current_session()).id is null then
    return null;
  end if;
  perform private.log_activity(held.workspace_id, 'workspace.integration.secret_changed', jsonb_build_object(
    'id', held.id, 'name', held.name, 'kind', held.kind, 'secret', case when tg_op = 'DELETE' then old.name else new.name end,
    'change', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'replaced' else 'removed' end));
  return null;
end
$$;
comment on function private.log_secret_change is 'One event when a secret of an integration is added, replaced or removed: which one, and nothing of it.';
create trigger log_change after insert or update or delete on private.secrets
  for each row execute function private.log_secret_change();

create function private.refuse_bad_secrets(secrets jsonb, known text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  secret record;
begin
  if jsonb_typeof(secrets) <> 'object' then
    perform private.problem('secrets_not_an_object');
  end if;
  for secret in select key as name, value from jsonb_each(secrets) loop
    if secret.name <> all (known) then
      perform private.problem('secret_unknown', secret.name);
    end if;
    if jsonb_typeof(secret.value) <> 'null' and (secret.value ->> 'ciphertext' is null or secret.value ->> 'key_id' is null) then
      perform private.problem('secret_not_encrypted', secret.name);
    end if;
  end loop;
end
$$;
comment on function private.refuse_bad_secrets is 'Refuses secrets that a provider does not have, and any that is not encrypted.';

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
    perform private.problem('required', missing);
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

create function private.secrets_of(integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.name, jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)), '{}')
  from private.secrets s
  where s.workspace_integration_id = secrets_of.integration_id
$$;
comment on function private.secrets_of is 'The encrypted secrets of an integration, {name: {ciphertext, key_id}}.';

create type public.sealed as (ciphertext text, key_id text);
comment on type public.sealed is 'A secret as the functions encrypted it.';

create type public.host_account as (id bigint, external_id text, username text, secrets jsonb);
comment on type public.host_account is 'Somebody''s connected account at a Git host, with its encrypted tokens, {name: {ciphertext, key_id}}.';

create function private.secrets_of_account(external_user_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.name, jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)), '{}')
  from private.secrets s
  where s.external_user_id = secrets_of_account.external_user_id
$$;
comment on function private.secrets_of_account is 'The encrypted tokens of somebody''s connected account, {name: {ciphertext, key_id}}.';
