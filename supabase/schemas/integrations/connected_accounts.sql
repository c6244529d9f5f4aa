-- Connected accounts: who somebody is at an integration, and how that is connected and disconnected.

-- # Tables

create table public.external_users (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null check (length(external_id) between 1 and 1000),
  username text not null default '' check (length(username) <= 255),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and length(data::text) <= 20000),
  uses_old_integration boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  constraint external_users_integration_external_id_key unique (workspace_integration_id, external_id)
);
comment on table public.external_users is 'Who somebody is at an integration. Its tokens are in private.secrets.';
create index external_users_user_id_idx on public.external_users (user_id);
-- Refused sign-ins are looked up by what was typed, however often.
create index external_users_username_idx on public.external_users (workspace_integration_id, lower(username));
alter table public.external_users enable row level security;

-- # Rules

create function private.announce_external_users()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(null, null, c.user_id, null)::private.change
      from changed c join before b using (id)
      where (c.user_id, c.username) is distinct from (b.user_id, b.username)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, null, c.user_id, null)::private.change from changed c));
  end if;
  return null;
end
$$;
comment on function private.announce_external_users is 'The person hears of what they connect and disconnect.';
create trigger announce_insert after insert on public.external_users referencing new table as changed for each statement execute function private.announce_external_users();
create trigger announce_update after update on public.external_users referencing old table as before new table as changed for each statement execute function private.announce_external_users();
create trigger announce_delete after delete on public.external_users referencing old table as changed for each statement execute function private.announce_external_users();

create policy "Connected accounts are seen by whose they are" on public.external_users for select to authenticated
using (user_id = (select private.own_account_id()));

create function private.keep_external_user(
  user_id bigint, integration_id bigint, external_id text, username text, data jsonb, tokens jsonb)
returns public.external_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.external_users;
begin
  insert into public.external_users as x (user_id, workspace_integration_id, external_id, username, data, last_login_at)
  values (keep_external_user.user_id, integration_id, keep_external_user.external_id, left(coalesce(username, ''), 255), coalesce(data, '{}'), now())
  on conflict on constraint external_users_integration_external_id_key do update
    set username = excluded.username, data = excluded.data, last_login_at = now()
  returning x.* into kept;
  perform private.store_secrets(null, kept.id, coalesce(tokens, '{}'));
  return kept;
end
$$;
comment on function private.keep_external_user is 'Writes down who somebody is at an integration; whose account that is never changes here.';

create function private.is_connectable(kind text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind not in ('builtin', 'saml')
$$;
comment on function private.is_connectable is 'Whether accounts of this kind of integration are connected in the account settings. SAML is for signing in only: whoever does is connected by it.';

create function private.require_connectable(session private.session, integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not private.is_connectable(integration.kind) or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_active
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('authentication_url_unknown');
  end if;
  return integration;
end
$$;
comment on function private.require_connectable is 'The integration at which a session may connect an account: switched on, of a kind that is connected, in a workspace that the session reaches. Any other is unknown.';

-- # Calls

create function public.disconnect_external(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  subject jsonb;
begin
  -- The account is the lock: two last ways out at once must see each other.
  perform 1 from public.users u where u.id = me for update;
  if not exists (select 1 from public.external_users x where x.id = p_id and x.user_id = me) then
    perform private.problem('connected_account_not_found');
  end if;
  if not (select u.has_password from public.users u where u.id = me) and not exists (
    select 1 from public.external_users x
    join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and i.allow_user_login
    where x.user_id = me and x.id <> p_id
  ) then
    perform private.problem('only_way_to_sign_in');
  end if;
  delete from public.external_users x using public.workspace_integrations i
  where x.id = p_id and i.id = x.workspace_integration_id
  returning jsonb_build_object('integration', i.name, 'username', x.username) into subject;
  perform private.mail_account(me, 'account_disconnected', subject);
end
$$;
comment on function public.disconnect_external is 'Disconnects one of the caller''s accounts, unless it is the last way in; takes a proof of the last ten minutes, and the account is told.';

create function public.connected_accounts(p_workspace_id bigint)
returns table (
  workspace_integration_id bigint, name text, kind text, flow text, external_user_id bigint, external_id text, username text,
  default_visibility text)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.name, i.kind, private.integration_flow(i.kind, i.config), x.id, x.external_id, x.username,
    i.config ->> 'defaultVisibility'
  from public.workspace_integrations i
  left join public.external_users x on x.workspace_integration_id = i.id and x.user_id = private.current_user_id()
  where i.workspace_id = p_workspace_id and i.workspace_id in (select private.my_workspace_ids()) and i.enabled
    and (private.is_connectable(i.kind) or x.id is not null)
  order by i.name, x.id
$$;
comment on function public.connected_accounts is 'What the caller can connect in a workspace, and has connected.';

create function public.check_connecting(p_integration_id bigint)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_proven_account();
  perform private.require_connectable(private.current_session(), p_integration_id);
  return true;
end
$$;
comment on function public.check_connecting is 'Refuses unless the caller may connect an account at this integration now: before anybody is sent to its provider for it.';

create type public.connected_account as (id bigint, workspace_integration_id bigint, username text);
comment on type public.connected_account is 'An account of a provider that was connected.';

create function public.svc_connect_external(
  p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb default '{}',
  p_tokens jsonb default '{}', p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('recent_proof_required');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('account_connected_to_another_user');
  end if;
  perform private.mail_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return to_jsonb(row(kept.id, kept.workspace_integration_id, kept.username)::public.connected_account);
end
$$;
comment on function public.svc_connect_external is 'Connects an account at an integration to a member, by a session that reaches its workspace and was proven in the last ten minutes. p_revision as in svc_external_login.';

-- # Grants

grant select on public.external_users to authenticated;

grant execute on function public.disconnect_external, public.connected_accounts, public.check_connecting to authenticated;
grant execute on function public.svc_connect_external to service_role;
