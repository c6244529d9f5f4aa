-- Activity: who changed what, when, from where. Written in the transaction of the change, never changed after.

create table public.activity_events (
  id bigint generated always as identity,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  type text not null,
  actor_id bigint references public.users (id) on delete set null,
  actor_name text not null default '',
  actor_email text not null default '',
  metadata jsonb not null default '{}',
  ip_address inet,
  created_at timestamptz not null default now(),
  primary key (id, created_at)
) partition by range (created_at);
comment on table public.activity_events is 'Append-only trail of a workspace, partitioned by month. The actor''s name and address are kept as they were.';
create index activity_events_workspace_idx on public.activity_events (workspace_id, created_at desc, id desc);
create index activity_events_actor_idx on public.activity_events (actor_id);
alter table public.activity_events enable row level security;
create policy "Activity is read through its function" on public.activity_events for select to authenticated using (false);

create function private.ensure_activity_partitions()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  month date;
  partition_name text;
begin
  for month in select generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '2 months', interval '1 month')::date loop
    partition_name := 'activity_events_' || to_char(month, 'YYYY_MM');
    if to_regclass('private.' || partition_name) is null then
      execute format('create table private.%I partition of public.activity_events for values from (%L) to (%L)',
        partition_name, month, (month + interval '1 month')::date);
      execute format('alter table private.%I enable row level security', partition_name);
    end if;
  end loop;
end
$$;
comment on function private.ensure_activity_partitions is 'Makes the partitions of this and the next two months; the worker runs it daily.';
select private.ensure_activity_partitions();
create table private.activity_events_default partition of public.activity_events default;
alter table private.activity_events_default enable row level security;

create function private.refuse_rewriting_activity()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
    and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return old;
  end if;
  perform private.problem('ACTION_PROHIBITED', 403, 'Activity cannot be changed.');
  return null;
end
$$;
comment on function private.refuse_rewriting_activity is 'Append only: not even the owner of the table rewrites the trail. A deleted account or workspace still lets go of its rows.';
create trigger append_only before update or delete on public.activity_events
  for each row execute function private.refuse_rewriting_activity();

create function private.log_activity(workspace_id bigint, type text, metadata jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity.workspace_id, log_activity.type, u.id,
    coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username, ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity.metadata), private.client_address()
  from (select private.current_user_id() as id) me
  left join public.users u on u.id = me.id
  left join public.emails e on e.user_id = u.id and e.is_primary
$$;
comment on function private.log_activity is 'Writes one event in the caller''s name, in the caller''s transaction.';

create function public.workspace_activity(p_workspace_id bigint, p_before bigint default null, p_limit integer default 50, p_types text[] default null)
returns table (id bigint, type text, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return query
  select a.id, a.type, a.actor_name, a.actor_email, a.metadata, a.ip_address, a.created_at
  from public.activity_events a
  where a.workspace_id = p_workspace_id
    and (p_before is null or a.id < p_before)
    and (p_types is null or a.type = any (p_types))
  order by a.created_at desc, a.id desc
  limit least(greatest(p_limit, 1), 500);
end
$$;
comment on function public.workspace_activity is 'The trail of a workspace, newest first, page by page (p_before: the last id seen).';
grant execute on function public.workspace_activity to authenticated;

create function private.log_project_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_activity(new.workspace_id, 'project.created', jsonb_build_object('project_id', new.id, 'project', new.name));
  elsif tg_op = 'DELETE' then
    if exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
      perform private.log_activity(old.workspace_id, 'project.deleted', jsonb_build_object('project_id', old.id, 'project', old.name));
    end if;
  elsif (new.name, new.slug, new.description, new.visibility, new.icon_name, new.icon_color)
    is distinct from (old.name, old.slug, old.description, old.visibility, old.icon_name, old.icon_color) then
    perform private.log_activity(new.workspace_id, 'project.updated', jsonb_build_object(
      'project_id', new.id, 'project', new.name,
      'old', case when new.name <> old.name then old.name end,
      'visibility', case when new.visibility <> old.visibility then new.visibility end));
  end if;
  return null;
end
$$;
create trigger log_change after insert or update or delete on public.projects for each row execute function private.log_project_change();

create function private.log_settings_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(n.key, n.value) into changed
  from jsonb_each(to_jsonb(new)) n
  where n.key <> 'updated_at' and n.value is distinct from to_jsonb(old) -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', (select jsonb_agg(k) from jsonb_object_keys(changed) k)));
  end if;
  return null;
end
$$;
create trigger log_change after update on public.workspaces for each row execute function private.log_settings_change();

create function private.log_row_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  host_id bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if exists (select 1 from public.workspaces w where w.id = host_id) then
    perform private.log_activity(host_id, tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', row_now -> 'id', 'name', coalesce(row_now -> 'name', row_now -> 'domain', row_now -> 'email'), 'role', row_now -> 'role'));
  end if;
  return null;
end
$$;
comment on function private.log_row_change is 'One event for a change made straight on a table; the argument names the kind.';
create trigger log_change after update or delete on public.groups for each row execute function private.log_row_change('group');
create trigger log_change after update or delete on public.teams for each row execute function private.log_row_change('team');
create trigger log_change after insert or update or delete on public.approved_domains for each row execute function private.log_row_change('workspace.domain');
create trigger log_change after update or delete on public.machine_principals for each row execute function private.log_row_change('workspace.token');
create trigger log_change after delete on public.workspace_invitations for each row when (old.accepted_at is null) execute function private.log_row_change('workspace.invitation');
