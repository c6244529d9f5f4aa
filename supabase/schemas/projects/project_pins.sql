-- Pins: the projects that somebody keeps at hand, in an order of their own.

-- # Tables

create table public.project_pins (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, project_id)
);
comment on table public.project_pins is 'Projects somebody keeps at the top of their sidebar.';
create index project_pins_project_id_idx on public.project_pins (project_id);
alter table public.project_pins enable row level security;

-- # Rules

create function private.announce_project_pins()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id), to_people_only => true);
  return null;
end
$$;
comment on function private.announce_project_pins is 'Whoever pinned a project hears of it, also in sessions for its workspace alone.';
create trigger announce_insert after insert on public.project_pins referencing new table as changed for each statement execute function private.announce_project_pins();
create trigger announce_update after update on public.project_pins referencing old table as before new table as changed for each statement execute function private.announce_project_pins();
create trigger announce_delete after delete on public.project_pins referencing old table as changed for each statement execute function private.announce_project_pins();

create policy "Pins are seen by who made them, while they read the project" on public.project_pins for select to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id));
create policy "Pins are moved by who made them" on public.project_pins for update to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id))
with check (user_id = (select private.current_user_id()));
create policy "Pins are removed by who made them" on public.project_pins for delete to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id));

-- # Calls

create function public.pin_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_read');
  insert into public.project_pins (project_id, user_id, position)
  select p_project_id, private.current_user_id(), coalesce(max(pp.position) + 1, 0)
  from public.project_pins pp where pp.user_id = private.current_user_id()
  on conflict (user_id, project_id) do nothing;
end
$$;
comment on function public.pin_project is 'Keeps a project at the top of the caller''s sidebar.';

create function public.unpin_project(p_project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.project_pins pp
  using public.projects p
  where pp.project_id = p_project_id and pp.user_id = private.current_user_id() and p.id = pp.project_id and private.reaches(p.workspace_id)
$$;
comment on function public.unpin_project is 'Takes a project off the caller''s pinned ones.';

-- # Grants

grant select, update (position), delete on public.project_pins to authenticated;

grant execute on function public.pin_project, public.unpin_project to authenticated;
