-- Groups gather projects: who sees, changes and deletes them.

-- # Tables

create table public.groups (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_groups_name check (length(btrim(name)) between 1 and 100),
  slug text not null constraint check_groups_slug check (private.is_slug(slug)),
  description text not null default '' constraint check_groups_description check (length(description) <= 300),
  visibility text not null default 'internal' check (visibility in ('public', 'internal')),
  icon text not null default 'cabinet-filing' constraint check_groups_icon check (icon ~ '^[a-z0-9-]{1,60}$'),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint groups_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug),
  unique (id, workspace_id)
);
comment on table public.groups is 'Folders of projects with admins of their own.';
create trigger touch before update on public.groups for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name on public.groups
  for each row execute function private.keep_names('name');
alter table public.groups enable row level security;
create trigger log_change after insert or update or delete on public.groups for each row execute function private.log_named_change('group');
create trigger announce_insert after insert on public.groups referencing new table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger announce_update after update on public.groups referencing old table as before new table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger announce_delete after delete on public.groups referencing old table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger still_allowed before update or delete on public.groups
  for each row when (current_user = 'authenticated') execute function private.ask_again('group', 'id', 'group_update', 'group_delete');

-- # Rules

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
    new.slug := private.slug_from(new.name) || '-' || substr(md5(new.workspace_id || ':' || new.name), 1, 4);
  end if;
  return new;
end
$$;
comment on function private.set_slug_from_name is 'A group or team made without a slug gets one from its name, with four characters that make it its own.';
create trigger set_slug before insert on public.groups for each row execute function private.set_slug_from_name();

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

create function private.workspace_ids_with_all_groups(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.group_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_groups.permission)
$$;
comment on function private.workspace_ids_with_all_groups is 'Workspaces in every group of which the caller has this permission. A set for policies: computed once a statement.';

create policy "Groups are seen by who sees the workspace's projects, and their admins" on public.groups for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsView')))
  or id = any (array(select private.group_ids_with('group_view')))
);
create policy "Groups are changed by their admins" on public.groups for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
);
create policy "Groups are deleted by their admins" on public.groups for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_delete')))
  or id = any (array(select private.group_ids_with('group_delete')))
);

create function private.group_roles(user_id bigint, group_id bigint)
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select held.role
  from public.groups g
  join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = group_roles.user_id and m.is_active
  cross join lateral (
    select case p.permission
      when 'WorkspaceGlobalAdmin' then 'workspace_global_admin'
      when 'WorkspaceProjectsView' then 'member'
      when 'WorkspaceProjectsCreate' then 'member_who_may_create_projects'
    end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceProjectsView', 'WorkspaceProjectsCreate')
    union all
    select 'admin' from public.group_admins ga where ga.group_id = g.id and ga.user_id = m.user_id
  ) held
  where g.id = group_roles.group_id;
end
$$;
comment on function private.group_roles is 'What somebody is to a group, in the words of the matrix.';

create function private.group_permissions(user_id bigint, group_id bigint)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select array(
      select distinct p.permission
      from public.group_role_permissions p
      where p.role in (select private.group_roles(group_permissions.user_id, group_permissions.group_id))
      order by 1)
  );
end
$$;
comment on function private.group_permissions is 'All that somebody may do in a group, in order.';

create function private.my_group_permissions(group_id bigint)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select private.group_permissions(private.current_user_id(), g.id)
  from public.groups g
  where g.id = my_group_permissions.group_id and g.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_group_permissions is 'The caller''s permissions in a group of a workspace that their session covers; null elsewhere.';

create function private.can_in_group(group_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select permission = any (coalesce(private.my_group_permissions(group_id), '{}'))
$$;
comment on function private.can_in_group is 'Whether the caller has a permission in one group.';

create function private.require_in_group(group_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_group(group_id, permission) then
    return;
  end if;
  if not private.can_in_group(group_id, 'group_view') then
    perform private.problem('group_not_found');
  end if;
  perform private.problem('not_allowed_in_group');
end
$$;
comment on function private.require_in_group is 'Refuses unless the caller has the permission; 404 for who may not know that the group exists.';

create function private.lock_group_with(group_id bigint, permission text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_group(group_id, permission);
  perform 1 from public.groups g where g.id = lock_group_with.group_id for no key update;
  perform private.require_in_group(group_id, permission);
end
$$;
comment on function private.lock_group_with is 'Makes changes of one group come one after the other, for who has a permission once it is their turn.';

-- # Grants

grant select on public.groups to authenticated;
grant update (name, description, icon, icon_color) on public.groups to authenticated;
grant delete on public.groups to authenticated;

grant execute on function private.group_ids_with to authenticated;
grant execute on function private.workspace_ids_with_all_groups to authenticated;
