-- Groups gather projects, teams gather people.

create table public.groups (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_groups_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_groups_description check (length(description) <= 300),
  visibility text not null default 'internal' check (visibility in ('public', 'internal')),
  icon text not null default 'cabinet-filing' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint groups_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug),
  unique (id, workspace_id)
);
comment on table public.groups is 'Folders of projects with admins of their own.';
create trigger touch before update on public.groups for each row execute function private.touch_updated_at();

create table public.group_admins (
  group_id bigint not null references public.groups (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
comment on table public.group_admins is 'Who administers a group, and so every project in it.';
create index group_admins_user_id_idx on public.group_admins (user_id);
create trigger note_given after insert or update of user_id on public.group_admins for each row execute function private.note_given();

create table public.teams (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_teams_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_teams_description check (length(description) <= 300),
  icon text not null default 'users' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug)
);
comment on table public.teams is 'People who are given projects together.';
create trigger touch before update on public.teams for each row execute function private.touch_updated_at();

create table public.team_members (
  team_id bigint not null references public.teams (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.team_role not null default 'member',
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
comment on table public.team_members is 'Who is in a team; admins change it.';
create index team_members_user_id_idx on public.team_members (user_id, team_id);
create trigger note_given after insert or update of user_id on public.team_members for each row execute function private.note_given();

create function private.keep_team_roles()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select 1 from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
    where t.id = new.team_id and m.role in ('viewer', 'guest')
  ) then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
  end if;
  return new;
end
$$;
create trigger keep_roles before insert or update of role on public.team_members
  for each row when (new.role = 'admin') execute function private.keep_team_roles();

create function private.slug_from(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(nullif(btrim(substr(regexp_replace(lower(normalize(name, nfkd)), '[^a-z0-9]+', '-', 'g'), 1, 75), '-'), ''), 'untitled')
$$;
comment on function private.slug_from is 'Letters, digits and dashes of a name, at most 75 characters.';

create function private.set_slug_from_name()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(new.slug, '') = '' then
    new.slug := private.slug_from(new.name) || case
      when tg_op = 'INSERT' and tg_table_name in ('groups', 'teams') then '-' || substr(md5(new.workspace_id || ':' || new.name), 1, 4)
      else '' end;
  end if;
  return new;
end
$$;
create trigger set_slug before insert on public.groups for each row execute function private.set_slug_from_name();
create trigger set_slug before insert on public.teams for each row execute function private.set_slug_from_name();

create function private.keep_a_group_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform 1 from public.groups g where g.id = old.group_id for update;
  if found and not exists (select 1 from public.group_admins a where a.group_id = old.group_id) then
    perform private.problem('ACTION_PROHIBITED', 403, 'The last admin of a group can be neither removed nor leave.');
  end if;
  return null;
end
$$;
create trigger keep_an_admin after delete on public.group_admins for each row execute function private.keep_a_group_admin();

create function private.group_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select a.group_id
  from public.group_admins a
  join public.groups g on g.id = a.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.group_role_permissions p on p.role = 'admin' and p.permission = group_ids_with.permission
  where a.user_id = private.current_user_id()
$$;
comment on function private.group_ids_with is 'Groups that the caller administers with this permission; workspace-wide access is the policies'' own set.';

create function private.team_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select tm.team_id
  from public.team_members tm
  join public.teams t on t.id = tm.team_id
  join private.my_memberships() m on m.workspace_id = t.workspace_id
  join public.team_role_permissions p on p.role = tm.role::text and p.permission = team_ids_with.permission
  where tm.user_id = private.current_user_id()
$$;
comment on function private.team_ids_with is 'Teams in which the caller has a permission by membership.';

grant execute on function private.group_ids_with, private.team_ids_with to anon, authenticated;

alter table public.groups enable row level security;
grant select on public.groups to authenticated;
create policy "Groups are seen by who sees the workspace's projects, and their admins" on public.groups for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsView')))
  or id = any (array(select private.group_ids_with('group_view')))
);
grant update (name, description, icon, icon_color) on public.groups to authenticated;
create policy "Groups are changed by their admins" on public.groups for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.group_ids_with('group_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.group_ids_with('group_update')))
);
grant delete on public.groups to authenticated;
create policy "Groups are deleted by their admins" on public.groups for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.group_ids_with('group_delete')))
);

alter table public.group_admins enable row level security;
grant select on public.group_admins to authenticated;
create policy "Group admins are seen by each other and global admins" on public.group_admins for select to authenticated
using (
  group_id = any (array(select private.group_ids_with('group_member_read')))
  or exists (
    select 1 from public.groups g
    where g.id = group_admins.group_id and g.workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  )
);

alter table public.teams enable row level security;
grant select on public.teams to authenticated;
create policy "Teams are seen with the teams permission and by their members" on public.teams for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceTeamsView')))
  or id = any (array(select private.team_ids_with('team_view')))
);
grant update (name, description, icon, icon_color) on public.teams to authenticated;
create policy "Teams are changed by their admins" on public.teams for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
);
grant delete on public.teams to authenticated;
create policy "Teams are deleted by their admins" on public.teams for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceGlobalAdmin')))
  or id = any (array(select private.team_ids_with('team_delete')))
);

alter table public.team_members enable row level security;
grant select on public.team_members to authenticated;
create policy "Team members are seen by who sees the team" on public.team_members for select to authenticated
using (exists (select 1 from public.teams t where t.id = team_members.team_id));

create function public.create_group(
  p_workspace_id bigint, p_name text, p_description text default '', p_visibility text default 'internal',
  p_icon text default 'cabinet-filing', p_icon_color text default '#7F8197')
returns public.groups
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.groups;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceGroupsCreate');
  perform private.feature_gate(p_workspace_id, 'groups');
  insert into public.groups (workspace_id, name, slug, description, visibility, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), p_visibility, p_icon, p_icon_color)
  returning * into made;
  insert into public.group_admins (group_id, user_id) values (made.id, private.current_user_id());
  return made;
end
$$;
comment on function public.create_group is 'Makes a group; who makes it is its first admin.';

create function public.create_team(
  p_workspace_id bigint, p_name text, p_description text default '', p_icon text default null, p_icon_color text default null)
returns public.teams
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.teams;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
end
$$;
comment on function public.create_team is 'Makes a team; who makes it is its first admin.';

grant execute on function public.create_group, public.create_team to authenticated;
