-- Workspaces: the unit of organisation, its sub-domain, and who is in it.

create table private.reserved_slugs (slug text primary key);
comment on table private.reserved_slugs is 'Sub-domains the product keeps for itself.';
alter table private.reserved_slugs enable row level security;
insert into private.reserved_slugs (slug)
select unnest(string_to_array(
  'admin,api,app,assets,auth,billing,blog,cdn,dashboard,docs,files,graphql,health,help,inbox,links,login,mail,meta,mock,oauth,'
  'realtime,rest,settings,signup,smtp,static,status,storage,studio,support,waymark,welcome,www', ','));

create table public.workspaces (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 2 and 255),
  slug text not null unique
    constraint check_workspaces_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,25}[a-z0-9])?$'),
  domain text unique,
  logo_url text check (logo_url ~ '^(https?://|data:image/)' and length(logo_url) <= 4000),
  favicon_url text check (length(favicon_url) <= 4000),
  theme jsonb not null default '{}' check (jsonb_typeof(theme) = 'object' and length(theme::text) <= 5000),
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
  google_tag_manager text,
  localizejs text,
  locked boolean not null default false,
  lock_at timestamptz,
  lock_reason text check (lock_reason in ('failed_payment', 'overusage')),
  delete_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workspaces is 'Tenants. A workspace is reached on its own sub-domain (slug) and holds projects, groups, teams and members.';
create trigger touch before update on public.workspaces for each row execute function private.touch_updated_at();

create function private.refuse_reserved_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from private.reserved_slugs r where r.slug = new.slug) then
    raise exception using
      errcode = 'check_violation',
      constraint = 'workspaces_slug_is_valid',
      message = 'new row for relation "workspaces" violates check constraint "workspaces_slug_is_valid"';
  end if;
  return new;
end
$$;
comment on function private.refuse_reserved_slug is 'The constraint workspaces_slug_is_valid. A check constraint cannot read a table, a trigger can.';
create trigger workspaces_slug_is_valid before insert or update of slug on public.workspaces
  for each row execute function private.refuse_reserved_slug();

create table public.workspace_members (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  auth_id uuid not null,
  role public.workspace_role not null,
  is_open boolean not null default true,
  by_provider boolean not null default false,
  was_given boolean not null default false,
  receive_daily_summary boolean not null default true,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
comment on table public.workspace_members is 'Who belongs to a workspace, with one role. Every policy begins here, so a row says by itself whose it is and whether it counts.';
comment on column public.workspace_members.auth_id is 'The member''s credential, a copy that triggers keep true.';
comment on column public.workspace_members.is_open is 'False for everybody but the oldest owner while the workspace is locked. Kept by triggers.';
comment on column public.workspace_members.by_provider is 'Whether the workspace has switched e-mail and password off, so that only sessions its providers opened count. Kept by triggers.';
comment on column public.workspace_members.was_given is 'Whether the member was ever given a project, a team or a group by name. Kept by triggers; false lets policies skip looking.';
create index workspace_members_user_id_idx on public.workspace_members (user_id);
create index workspace_members_auth_id_idx on public.workspace_members (auth_id) include (workspace_id, user_id, role, is_open, by_provider, was_given);
create index workspace_members_role_idx on public.workspace_members (workspace_id, role);
create trigger touch before update on public.workspace_members for each row execute function private.touch_updated_at();

create function private.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('USER_IS_OWNER', 403, 'The last owner of a workspace can be neither demoted nor removed.');
  end if;
  return null;
end
$$;
create trigger keep_an_owner after update or delete on public.workspace_members
  for each row when (old.role = 'owner') execute function private.keep_an_owner();

create function private.oldest_owner_id(workspace_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.workspace_members m
  where m.workspace_id = oldest_owner_id.workspace_id and m.role = 'owner'
  order by m.created_at, m.user_id
  limit 1
$$;
comment on function private.oldest_owner_id is 'The one member a locked workspace stays open to.';

-- The sets below are plpgsql because its plans are kept for the session: the same text as a SQL function is planned again
-- in every statement, which cost eight times as much as the list it guards.

create function private.is_by_provider(workspace_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = is_by_provider.workspace_id and i.kind = 'builtin' and not (i.enabled and i.allow_user_login));
end
$$;
comment on function private.is_by_provider is 'Whether a workspace has switched e-mail and password off: only sessions its providers opened count there.';

create function private.complete_membership()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.auth_id := (select u.auth_id from public.users u where u.id = new.user_id);
  new.is_open := not (select w.locked from public.workspaces w where w.id = new.workspace_id);
  new.by_provider := private.is_by_provider(new.workspace_id);
  new.was_given := exists (select 1 from public.project_members pm where pm.user_id = new.user_id)
    or exists (select 1 from public.team_members tm where tm.user_id = new.user_id)
    or exists (select 1 from public.group_admins ga where ga.user_id = new.user_id);
  return new;
end
$$;
comment on function private.complete_membership is 'A new membership learns its credential and what it was given; one made in a locked workspace stays closed until that is unlocked.';
create trigger complete_membership before insert on public.workspace_members
  for each row execute function private.complete_membership();

create function private.follow_credential()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set auth_id = new.auth_id where m.user_id = new.id;
  return null;
end
$$;
create trigger follow_credential after update of auth_id on public.users
  for each row when (old.auth_id <> new.auth_id) execute function private.follow_credential();

create function private.note_given()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set was_given = true where m.user_id = new.user_id and not m.was_given;
  return null;
end
$$;
comment on function private.note_given is 'Remembers on the memberships of somebody that there is something given by name to look for.';

create function private.reopen_memberships(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.workspace_members m
  set is_open = not w.locked or m.user_id = private.oldest_owner_id(w.id)
  from public.workspaces w
  where w.id = reopen_memberships.workspace_id
    and m.workspace_id = w.id
    and m.is_open <> (not w.locked or m.user_id = private.oldest_owner_id(w.id))
$$;
comment on function private.reopen_memberships is 'Makes is_open true again in a workspace whose lock or owners changed.';

create function private.follow_lock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.reopen_memberships(new.id);
  return null;
end
$$;
create trigger follow_lock after update of locked on public.workspaces
  for each row when (old.locked <> new.locked) execute function private.follow_lock();

create function private.follow_owners()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.workspaces w where w.id = old.workspace_id and w.locked) then
    perform private.reopen_memberships(old.workspace_id);
  end if;
  return null;
end
$$;
create trigger follow_owners after update of role or delete on public.workspace_members
  for each row execute function private.follow_owners();

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
  where m.auth_id = session.auth_id and m.is_open
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
  where m.auth_id = session.auth_id and m.is_open
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
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.workspace_ids_with is 'Workspaces in which the caller has a permission. A set for policies: computed once a statement.';

create function private.workspaces_reaching(permission text)
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
  select case when reach.covers_private then -m.workspace_id else m.workspace_id end
  from public.workspace_members m
  join private.workspace_role_reach reach on reach.workspace_role = m.role and reach.permission = workspaces_reaching.permission
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.workspaces_reaching is 'Workspaces whose role by itself gives the caller a project permission: the id for internal and public projects, and the negative id where private ones are covered too. One set for both, because each set costs as much as reading ten rows.';

grant execute on function private.my_workspace_ids, private.workspace_ids_with, private.workspaces_reaching to anon, authenticated;

create function private.workspace_role(workspace_id bigint)
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select m.role from private.my_memberships() m where m.workspace_id = workspace_role.workspace_id
$$;

create function private.can_in_workspace(workspace_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select can_in_workspace.workspace_id in (select private.workspace_ids_with(permission))
$$;

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
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this workspace.');
end
$$;
comment on function private.require_in_workspace is 'Refuses unless the caller has the permission; 404 for who may not know that the workspace exists.';

alter table public.workspaces enable row level security;
grant select on public.workspaces to authenticated, service_role;
create policy "Members see their workspaces" on public.workspaces for select to authenticated
using (id = any (array(select private.my_workspace_ids())));
grant update (name, logo_url, favicon_url, theme, home_content, redirects, idle_timeout_seconds, hide_powered_by, hide_sign_in,
  join_requests_disabled, guests_receive_daily_digest, use_automatic_ssg_conversion, disable_default_styleguide_editing,
  show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, allow_public_projects,
  allow_web_projects, google_tag_manager, localizejs) on public.workspaces to authenticated;
create policy "Settings are changed with the settings permission" on public.workspaces for update to authenticated
using (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))))
with check (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))));

alter table public.workspace_members enable row level security;
grant select (workspace_id, user_id, role, receive_daily_summary, last_seen_at, created_at, updated_at)
  on public.workspace_members to authenticated;
grant select on public.workspace_members to service_role;
create policy "Members are seen by themselves and with the members permission" on public.workspace_members for select to authenticated
using (
  (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);
grant update (receive_daily_summary) on public.workspace_members to authenticated;
create policy "Members choose their own daily summary" on public.workspace_members for update to authenticated
using (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
with check (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())));

alter table public.users enable row level security;
grant select (id, username, first_name, last_name, avatar_url, last_seen_at, created_at) on public.users to authenticated;
grant select on public.users to service_role;
create policy "People see themselves, and members whose list they may read" on public.users for select to authenticated
using (
  id = (select private.current_user_id())
  or exists (
    select 1 from public.workspace_members m
    where m.user_id = users.id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
  )
);

alter table public.emails enable row level security;
grant select on public.emails to authenticated, service_role;
create policy "People see their addresses, and the primary one of members whose list they may read" on public.emails for select to authenticated
using (
  user_id = (select private.own_account_id())
  or (is_primary and user_id = (select private.current_user_id()))
  or (
    is_primary and exists (
      select 1 from public.workspace_members m
      where m.user_id = emails.user_id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
    )
  )
);

create function public.my_permissions(p_workspace_id bigint)
returns table (role public.workspace_role, permission text)
language sql
stable
security definer
set search_path = ''
as $$
  select m.role, p.permission
  from private.my_memberships() m
  left join public.workspace_role_permissions p on p.role = m.role::text
  where m.workspace_id = p_workspace_id
$$;
comment on function public.my_permissions is 'The caller''s role in a workspace with each permission it gives; one row with a null permission for a role that gives none (guest); nothing for strangers.';

create function public.workspace_by_slug(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', w.id, 'name', w.name, 'slug', w.slug, 'logo_url', w.logo_url, 'favicon_url', w.favicon_url, 'theme', w.theme,
    'hide_powered_by', w.hide_powered_by, 'hide_sign_in', w.hide_sign_in, 'home_content', case
      when w.id in (select private.my_workspace_ids()) then w.home_content end,
    'show_tryit', w.show_tryit, 'allow_search_indexing', w.allow_search_indexing, 'join_requests_disabled', w.join_requests_disabled,
    'by_provider', private.is_by_provider(w.id))
  from public.workspaces w
  where w.slug = lower(p_slug)
$$;
comment on function public.workspace_by_slug is 'What the sign-in screen of a workspace host shows to anyone; the landing page only to members.';

create function public.slug_available(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('available', reason is null, 'reason', reason)
  from (
    select case
      when p_slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
      when exists (select 1 from private.reserved_slugs r where r.slug = p_slug) then 'reserved'
      when exists (select 1 from public.workspaces w where w.slug = p_slug) then 'taken'
    end as reason
  ) verdict
$$;
comment on function public.slug_available is 'Whether a new workspace may have this URL: 2 to 20 characters, not reserved, not taken (spec 1 §5).';

grant execute on function public.workspace_by_slug, public.slug_available to anon, authenticated, service_role;
grant execute on function public.my_permissions to authenticated;
