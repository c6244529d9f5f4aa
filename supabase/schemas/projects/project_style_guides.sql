-- Style guides of a project: whose rules it takes over, in order.

-- # Tables

create table public.project_style_guides (
  project_id bigint not null,
  style_guide_project_id bigint not null,
  workspace_id bigint not null,
  position integer not null,
  created_at timestamptz not null default now(),
  release_id bigint,
  primary key (project_id, style_guide_project_id),
  -- Both of one workspace, by the keys themselves.
  foreign key (project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade,
  foreign key (style_guide_project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade,
  constraint check_project_style_guides_other check (style_guide_project_id <> project_id)
);
comment on table public.project_style_guides is 'The style guides that a project extends, for all of its branches; of two rules with one name the later guide''s holds.';
comment on column public.project_style_guides.release_id is 'The release of the style guide at which the project stays; null: it follows the newest.';
create index project_style_guides_release_idx on public.project_style_guides (release_id);
create index project_style_guides_project_idx on public.project_style_guides (project_id, workspace_id);
create index project_style_guides_guide_idx on public.project_style_guides (style_guide_project_id, workspace_id);
alter table public.project_style_guides enable row level security;

-- # Rules

create policy "Style guides of a project are seen by who reads both" on public.project_style_guides for select to authenticated
using (
  exists (select 1 from public.projects p where p.id = project_style_guides.project_id)
  and exists (select 1 from public.projects p where p.id = project_style_guides.style_guide_project_id));

create function private.announce_style_guides()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, c.project_id, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_style_guides is 'The workspace, whose administrators see the guides of all projects together, and who hears of the project.';
create trigger announce_insert after insert on public.project_style_guides referencing new table as changed for each statement execute function private.announce_style_guides();
create trigger announce_update after update on public.project_style_guides referencing old table as before new table as changed for each statement execute function private.announce_style_guides();
create trigger announce_delete after delete on public.project_style_guides referencing old table as changed for each statement execute function private.announce_style_guides();

create function private.style_guide_names(project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(p.name order by s.position), '[]')
  from public.project_style_guides s join public.projects p on p.id = s.style_guide_project_id
  where s.project_id = style_guide_names.project_id
$$;
comment on function private.style_guide_names is 'The style guides of a project by name, in their order, as the trail tells them.';

create function private.allow_governing(weight integer default 1)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant bigint := private.current_user_id();
begin
  if caller is null then
    perform private.problem('sign_in_first');
  elsif private.throttle_hit('governing:' || caller, 1200, 60, weight) > 0
    or private.throttle_hit('governing-day:' || caller, 20000, 86400, weight) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$$;
comment on function private.allow_governing is 'Counts what one person has linted, or waived, anew: 1,200 projects a minute and 20,000 a day. What touches all branches of one weighs 20.';

-- # Calls

create function public.set_project_style_guides(p_project_id bigint, p_style_guide_ids bigint[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted constant bigint[] := coalesce(p_style_guide_ids, '{}');
  host_id bigint;
  kept bigint[];
  was jsonb;
  becomes jsonb;
begin
  perform private.allow_governing();
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  was := private.style_guide_names(p_project_id);
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  kept := array(
    select s.style_guide_project_id from public.project_style_guides s
    where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read'));
  if exists (
    select 1 from unnest(kept) k (id)
    where k.id <> all (wanted) and private.reason_against_leaving_style_guide(host_id, k.id) is not null
  ) then
    perform private.problem('style_guides_kept', 'extended_ssg_ids');
  end if;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id
    where p.id is null or not private.can_in_project(p.id, 'project_read') or p.id <> all (kept) and not private.is_style_guide(p)
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What is given up, or put in another order, needs no plan.
  if not wanted <@ kept then
    perform private.require_feature(host_id, 'style_guides');
  end if;
  delete from public.project_style_guides s
  where s.project_id = p_project_id and s.style_guide_project_id = any (kept) and s.style_guide_project_id <> all (wanted);
  update public.project_style_guides s set position = s.position + cardinality(wanted)
  where s.project_id = p_project_id and s.style_guide_project_id <> all (wanted);
  insert into public.project_style_guides as s (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id
  on conflict (project_id, style_guide_project_id) do update set position = excluded.position where s.position <> excluded.position;
  becomes := private.style_guide_names(p_project_id);
  if was <> becomes then
    perform private.log_activity(host_id, 'project.style_guides.updated', (
      select jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug, 'changes', private.told_changes(
        jsonb_build_object('style_guides', was), jsonb_build_object('style_guides', becomes), array['style_guides']))
      from public.projects p where p.id = p_project_id));
  end if;
end
$$;
comment on function public.set_project_style_guides is 'Makes a project extend these style guides of its workspace, in this order, in place of those that the caller sees there. Where the workspace keeps its default style guides, only a global admin takes one away.';

-- # Grants

grant select on public.project_style_guides to authenticated;
grant execute on function public.set_project_style_guides to authenticated;
