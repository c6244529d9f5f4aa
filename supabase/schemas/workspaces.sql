-- Workspaces: the unit of organisation, its sub-domain, its locks, and what the caller may do in one.

-- # Tables

create table private.reserved_slugs (slug text primary key);
comment on table private.reserved_slugs is 'Sub-domains the product keeps for itself.';
alter table private.reserved_slugs enable row level security;

insert into private.reserved_slugs (slug)
select unnest(string_to_array(
  'admin,api,app,assets,auth,billing,blog,cdn,dashboard,docs,files,graphql,health,help,inbox,links,login,mail,meta,mock,oauth,'
  'realtime,rest,settings,signup,smtp,static,status,storage,studio,support,waymark,welcome,www', ','));

create table public.workspaces (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 255),
  slug text not null unique
    constraint check_workspaces_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,25}[a-z0-9])?$'),
  domain text unique,
  logo_url text check (logo_url ~ '^(https?://|data:image/)' and length(logo_url) <= 4000),
  favicon_url text check (favicon_url ~ '^(https?://|data:image/)' and length(favicon_url) <= 4000),
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
alter table public.workspaces enable row level security;
create index workspaces_lock_at_idx on public.workspaces (lock_at) where not locked and lock_at is not null;
select private.announce('public.workspaces', workspace => 'c.id', id => 'c.id');

-- # Rules

-- ## The workspace

create function private.is_reserved_slug(slug text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select is_reserved_slug.slug like 'xn--%' or exists (select 1 from private.reserved_slugs r where r.slug = is_reserved_slug.slug)
$$;
comment on function private.is_reserved_slug is 'Sub-domains that nobody gets: the product''s own, and those that browsers show as other letters (punycode), which could look like another workspace''s.';

create function private.refuse_reserved_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_reserved_slug(new.slug) then
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

create function private.state_of_slug(slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
    when private.is_reserved_slug(slug) then 'reserved'
    when exists (select 1 from public.workspaces w where w.slug = state_of_slug.slug) then 'taken'
  end
$$;
comment on function private.state_of_slug is 'What stands against this URL for a new workspace (invalid, reserved, taken), or null: 2 to 20 characters, not reserved, not taken. Workspaces of before may have up to 27.';

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

-- ## Its state: locks and deletion

create function private.is_locked(host public.workspaces)
returns boolean
language sql
stable
set search_path = ''
as $$
  select host.locked or coalesce(host.lock_at <= now(), false)
$$;
comment on function private.is_locked is 'Locked, or due to be: the clock does not wait for the worker that writes it down.';

create function private.apply_locks()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  applied integer;
begin
  update public.workspaces w set locked = true where not w.locked and w.lock_at <= now();
  get diagnostics applied = row_count;
  return applied;
end
$$;
comment on function private.apply_locks is 'Locks the workspaces whose time has come; the worker runs it every minute.';

-- # Calls

-- ## The workspace

create function public.my_permissions(p_workspace_id bigint)
returns table (role public.workspace_role, permission text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select m.role, p.permission
  from private.my_memberships() m
  left join public.workspace_role_permissions p on p.role = m.role::text
  where m.workspace_id = p_workspace_id;
end
$$;
comment on function public.my_permissions is 'The caller''s role in a workspace with each permission it gives; one row with a null permission for a role that gives none (guest); nothing for strangers.';

create type public.workspace_site as (
  id bigint,
  name text,
  slug text,
  logo_url text,
  favicon_url text,
  theme jsonb,
  hide_powered_by boolean,
  hide_sign_in boolean,
  home_content text,
  show_tryit boolean,
  allow_search_indexing boolean,
  join_requests_disabled boolean,
  by_provider boolean
);
comment on type public.workspace_site is 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in.';

create function public.workspace_by_slug(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url, w.favicon_url, w.theme, w.hide_powered_by, w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$$;
comment on function public.workspace_by_slug is 'What the sign-in screen of a workspace host shows to anyone: a public.workspace_site, or null (hence jsonb).';

create type public.slug_answer as (available boolean, reason text);
comment on type public.slug_answer is 'Whether a URL is free, or why not: invalid, reserved or taken.';

create function public.slug_available(p_slug text)
returns public.slug_answer
language sql
stable
security definer
set search_path = ''
as $$
  select row(reason is null, reason)::public.slug_answer from private.state_of_slug(p_slug) reason
$$;
comment on function public.slug_available is 'Whether a new workspace may have this URL: 2 to 20 characters, not reserved, not taken.';

-- ## Its state: locks and deletion

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

create type public.workspace_plan as (product_id bigint, name text, status text, trial_end_at timestamptz, included_members integer);
comment on type public.workspace_plan is 'The plan of a workspace.';

create type public.workspace_counts as (
  projects integer,
  teams integer,
  members bigint,
  owners bigint,
  billing_admins bigint,
  admins bigint,
  makers bigint,
  viewers bigint,
  guests bigint
);
comment on type public.workspace_counts is 'How many projects, teams and people of each role a workspace has.';

create type public.workspace_summary as (plan public.workspace_plan, counts public.workspace_counts);
comment on type public.workspace_summary is 'Plan and counts of a workspace; both null for who may not see them.';

create function public.workspace_summary(p_workspace_id bigint)
returns public.workspace_summary
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('workspace_not_found');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return row(null, null)::public.workspace_summary;
  end if;
  return row(
    (
      select row(p.id, p.name, a.status, a.trial_end_at, coalesce(a.included_members, p.included_members))::public.workspace_plan
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    (
      select row(
        private.feature_usage(p_workspace_id, 'projects'), private.feature_usage(p_workspace_id, 'teams'),
        count(*) filter (where m.role <> 'guest'), count(*) filter (where m.role = 'owner'),
        count(*) filter (where m.role = 'billing'), count(*) filter (where m.role = 'admin'),
        count(*) filter (where m.role = 'maker'), count(*) filter (where m.role = 'viewer'),
        count(*) filter (where m.role = 'guest'))::public.workspace_counts
      from public.workspace_members m where m.workspace_id = p_workspace_id))::public.workspace_summary;
end
$$;
comment on function public.workspace_summary is 'The plan of a workspace and how many projects, teams and people of each role it has, for its full members; both null for guests and who is locked out.';

create type public.workspace_billing as (status text, included_member_count integer);
comment on type public.workspace_billing is 'How a workspace pays.';

create type public.workspace_product as (name text, label text);
comment on type public.workspace_product is 'Which plan a workspace has.';

create type public.workspace_feature as (name text, type text, max_quantity integer);
comment on type public.workspace_feature is 'A feature of a plan; without a max_quantity as much of it as is wanted.';

create type public.workspace_role_choice as (role public.workspace_role, can_add boolean);
comment on type public.workspace_role_choice is 'A workspace role, and whether the caller may invite at it.';

create type public.workspace_permission as (role public.workspace_role, permission text);
comment on type public.workspace_permission is 'What the caller''s role in a workspace permits.';

create type public.my_workspace as (
  billing_account public.workspace_billing,
  billing_product public.workspace_product,
  features public.workspace_feature[],
  workspace_roles public.workspace_role_choice[],
  project_count integer,
  team_count integer,
  member_count bigint,
  all_guest_count bigint,
  all_owner_count bigint,
  all_admin_count bigint,
  all_billing_admin_count bigint,
  all_maker_count bigint,
  all_viewer_count bigint,
  my_permissions public.workspace_permission[]
);
comment on type public.my_workspace is 'What a workspace is to its member. Null is what they may not see.';

create function public.my_workspace(p_workspace_id bigint)
returns public.my_workspace
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  summary constant public.workspace_summary := public.workspace_summary(p_workspace_id);
  plan constant public.workspace_plan := summary.plan;
  counts constant public.workspace_counts := summary.counts;
begin
  return row(
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then row(plan.status, plan.included_members)::public.workspace_billing end,
    (select row(p.name, p.label)::public.workspace_product from public.billing_products p where p.id = plan.product_id),
    array(
      select row(f.name, f.type, f.max_quantity)::public.workspace_feature
      from public.workspace_features(p_workspace_id) f where f.in_plan
      order by f.type, f.name),
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then array(
        select row(r.role, r.allowed and not r.needs_upgrade)::public.workspace_role_choice
        -- Not within unnest: the planner would ask the function how many there are, whoever the caller is.
        from public.assignable_roles(p_workspace_id) offered, unnest(offered) with ordinality r
        order by r.ordinality)
      else array(
        select row(role, false)::public.workspace_role_choice
        from unnest(enum_range(null::public.workspace_role)) role
        order by role desc) end,
    counts.projects, counts.teams, counts.members, counts.guests, counts.owners, counts.admins, counts.billing_admins, counts.makers, counts.viewers,
    array(
      select row(p.role, p.permission)::public.workspace_permission
      from public.my_permissions(p_workspace_id) p
      order by p.permission))::public.my_workspace;
end
$$;
comment on function public.my_workspace is 'What a workspace is to its member: plan, features, the roles they may invite at, how many there are of what, and what they may. Null is what they may not see.';

create function public.cancel_workspace_deletion(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  update public.workspaces w set delete_at = null where w.id = p_workspace_id and w.delete_at is not null;
  if found then
    perform private.log_activity(p_workspace_id, 'workspace.deletion.cancelled');
  end if;
end
$$;
comment on function public.cancel_workspace_deletion is 'Keeps a workspace that was to be deleted.';

-- # Grants

grant select on public.workspaces to authenticated;
grant update (name, logo_url, favicon_url, theme, home_content, redirects, idle_timeout_seconds, hide_powered_by, hide_sign_in,
  join_requests_disabled, guests_receive_daily_digest, use_automatic_ssg_conversion, disable_default_styleguide_editing,
  show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, allow_public_projects,
  allow_web_projects, google_tag_manager, localizejs) on public.workspaces to authenticated;

grant execute on function private.my_workspace_ids, private.workspace_ids_with to authenticated;
grant execute on function public.workspace_by_slug, public.slug_available to anon, authenticated;
grant execute on function public.my_permissions to authenticated;
grant execute on function public.my_workspace to authenticated;
grant execute on function public.workspace_state, public.workspace_summary, public.cancel_workspace_deletion to authenticated;
