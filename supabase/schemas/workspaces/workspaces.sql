-- Workspaces: the tenants, the sets of them that policies test, and their state.

-- # Tables

create function private.is_theme(theme jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(theme) = 'object' and not exists (
    select 1 from jsonb_each(case when jsonb_typeof(theme) = 'object' then theme else '{}' end) colour
    where colour.key not in ('color-sidebar-bg', 'color-on-sidebar', 'color-primary', 'color-accent', 'color-sidebar-border')
      or jsonb_typeof(colour.value) <> 'string' or colour.value #>> '{}' !~ '^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$')
$$;
comment on function private.is_theme is 'Whether a value is a theme: the five colours of _shared/domain/theme.ts at most, each in hex of 3, 4, 6 or 8 digits. It becomes CSS on pages and in mails, so nothing else is let in.';

create function private.is_picture_address(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(address) <= 4000 and (
    address ~ '^/api/v1/workspaces/[A-Za-z0-9_-]{1,40}/pictures/[0-9a-f]{64}$'
    or address ~* '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?][^[:space:]<>"''`\\]*)?$'
    or address ~ '^data:image/(png|jpeg|gif|webp|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,][^[:space:]<>"''`\\]*$')
$$;
comment on function private.is_picture_address is 'Whether a logo or favicon may come from there: a picture that was uploaded here, an HTTPS address without credentials, or a small picture in the address itself. Plain HTTP would make pages of HTTPS mixed ones, and say in the clear who reads them.';

create table public.workspaces (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 255),
  slug text not null unique
    constraint check_workspaces_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,25}[a-z0-9])?$'),
  domain text unique,
  logo_url text constraint check_workspaces_logo_url check (private.is_picture_address(logo_url)),
  favicon_url text constraint check_workspaces_favicon_url check (private.is_picture_address(favicon_url)),
  theme jsonb not null default '{}' constraint check_workspaces_theme check (private.is_theme(theme)),
  home_content text constraint check_workspaces_home_content_length check (length(home_content) <= 30000),
  redirects text check (length(redirects) <= 50000),
  idle_timeout_seconds integer check (idle_timeout_seconds > 0),
  hide_powered_by boolean not null default false,
  hide_sign_in boolean not null default false,
  join_requests_disabled boolean not null default false,
  guests_receive_daily_digest boolean not null default false,
  use_automatic_ssg_conversion boolean not null default false,
  disable_default_styleguide_editing boolean not null default false,
  show_tryit boolean not null default true,
  show_tryit_mock_server boolean not null default true,
  allow_search_indexing boolean not null default true,
  show_userway boolean not null default false,
  disable_cookie_tracking boolean not null default false,
  allow_public_projects boolean not null default true,
  allow_web_projects boolean not null default true,
  migrated_from_next boolean not null default false,
  google_tag_manager text check (google_tag_manager ~ '^[A-Za-z0-9_-]{0,64}$'),
  localizejs text check (localizejs ~ '^[A-Za-z0-9_-]{0,64}$'),
  locked boolean not null default false,
  lock_at timestamptz,
  lock_reason text check (lock_reason in ('failed_payment', 'overusage')),
  delete_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workspaces is 'Tenants. A workspace is reached on its own sub-domain (slug) and holds projects, groups, teams and members.';
create trigger touch before update on public.workspaces for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name on public.workspaces
  for each row execute function private.keep_names('name');
create trigger keep_addresses before insert or update of logo_url, favicon_url on public.workspaces
  for each row execute function private.keep_addresses('logo_url', 'favicon_url');
alter table public.workspaces enable row level security;
create index workspaces_lock_at_idx on public.workspaces (lock_at) where not locked and lock_at is not null;
create index workspaces_delete_at_idx on public.workspaces (delete_at) where delete_at is not null;

-- # Rules

create function private.announce_workspaces()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.id, null, null, c.id)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_workspaces is 'The workspace hears of its own changes.';
create trigger announce_insert after insert on public.workspaces referencing new table as changed for each statement execute function private.announce_workspaces();
create trigger announce_update after update on public.workspaces referencing old table as before new table as changed for each statement execute function private.announce_workspaces();
create trigger announce_delete after delete on public.workspaces referencing old table as changed for each statement execute function private.announce_workspaces();
create trigger still_allowed before update on public.workspaces
  for each row when (current_user = 'authenticated') execute function private.ask_again('workspace', 'id', 'WorkspaceSettingsCreateUpdateDelete');

-- The sets below are plpgsql because its plans are kept for the session: the same text as a SQL function is planned again
-- in every statement, which cost eight times as much as the list it guards.

create function private.my_memberships()
returns table (workspace_id bigint, role public.workspace_role)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, m.role
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.my_memberships is 'The caller''s memberships that are open (a locked workspace counts for its oldest owner alone) and that the session covers.';

create function private.my_workspace_ids()
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.my_workspace_ids is 'Workspaces the caller is in. A set for policies: computed once a statement.';

create function private.workspace_ids_with(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  join public.workspace_role_permissions p on p.permission = workspace_ids_with.permission and p.role = m.role::text
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.workspace_ids_with is 'Workspaces in which the caller has a permission. A set for policies: computed once a statement.';

create function private.workspace_role(workspace_id bigint)
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select m.role from private.my_memberships() m where m.workspace_id = workspace_role.workspace_id
$$;
comment on function private.workspace_role is 'The callers role in a workspace that their session covers, or null.';

create function private.can_in_workspace(workspace_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select can_in_workspace.workspace_id in (select private.workspace_ids_with(permission))
$$;
comment on function private.can_in_workspace is 'Whether the caller has a permission in one workspace.';

create function private.require_in_workspace(workspace_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_workspace(workspace_id, permission) then
    return;
  end if;
  if private.workspace_role(workspace_id) is null then
    perform private.problem('workspace_not_found');
  end if;
  perform private.problem('not_allowed_in_workspace');
end
$$;
comment on function private.require_in_workspace is 'Refuses unless the caller has the permission; 404 for who may not know that the workspace exists.';

create policy "Members see their workspaces" on public.workspaces for select to authenticated
using (id = any (array(select private.my_workspace_ids())));
create policy "Settings are changed with the settings permission" on public.workspaces for update to authenticated
using (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))))
with check (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))));

create function private.create_workspace(owner_id bigint, slug text, name text)
returns public.workspaces
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.workspaces;
begin
  begin
    insert into public.workspaces (name, slug) values (name, create_workspace.slug) returning * into made;
  exception when unique_violation then
    perform private.problem('slug_taken', params => jsonb_build_object('slug', create_workspace.slug));
  end;
  insert into public.workspace_members (workspace_id, user_id, role) values (made.id, owner_id, 'owner');
  insert into public.billing_accounts (workspace_id, billing_product_id, included_members)
  select made.id, p.id, p.included_members from public.billing_products p where p.name = 'free';
  return made;
end
$$;
comment on function private.create_workspace is 'Makes a workspace on the free plan with its owner; 409 for a URL that is taken.';

create function private.is_locked(host public.workspaces)
returns boolean
language sql
stable
set search_path = ''
as $$
  select host.locked or coalesce(host.lock_at <= now(), false)
$$;
comment on function private.is_locked is 'Locked, or due to be: the clock does not wait for the worker that writes it down.';

-- # Calls

create type public.workspace_state as (
  locked boolean,
  lock_at timestamptz,
  lock_reason text,
  owner_email text,
  delete_at timestamptz,
  idle_timeout_seconds integer,
  is_closed_to_me boolean
);
comment on type public.workspace_state is 'Lock, deletion and idle time-out of a workspace; is_closed_to_me: the lock lets in nobody but the oldest owner.';

create function public.workspace_state(p_workspace_id bigint)
returns public.workspace_state
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  oldest constant bigint := private.oldest_owner_id(p_workspace_id);
  me constant bigint := private.current_user_id();
begin
  select w.* into host from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.user_id = me
  where w.id = p_workspace_id and private.reaches(w.id);
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  return row(
    private.is_locked(host), host.lock_at, host.lock_reason,
    (
      select e.email from public.emails e
      where (private.is_locked(host) or host.lock_at is not null) and e.user_id = oldest and e.is_primary),
    host.delete_at, host.idle_timeout_seconds,
    private.is_locked(host) and me <> oldest)::public.workspace_state;
end
$$;
comment on function public.workspace_state is 'Lock, deletion and idle time-out of a workspace, for all of its members: who is locked out has to know why, and whom to ask; nobody is told the owner''s address before.';

-- # Grants

grant select on public.workspaces to authenticated;
-- Constraints ask them as whoever writes.
grant execute on function private.is_theme, private.is_picture_address to authenticated, service_role;
grant update (name, logo_url, favicon_url, theme, home_content, redirects, idle_timeout_seconds, hide_powered_by, hide_sign_in,
  join_requests_disabled, guests_receive_daily_digest, use_automatic_ssg_conversion, disable_default_styleguide_editing,
  show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, allow_public_projects,
  allow_web_projects, google_tag_manager, localizejs, migrated_from_next) on public.workspaces to authenticated;

grant execute on function private.my_workspace_ids, private.workspace_ids_with to authenticated;
grant execute on function public.workspace_state to authenticated;
