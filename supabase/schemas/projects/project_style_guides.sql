-- Style guides of a project: whose rules it takes over, in order.

-- # Tables

create table public.project_style_guides (
  project_id bigint not null,
  style_guide_project_id bigint not null,
  workspace_id bigint not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (project_id, style_guide_project_id),
  -- Both of one workspace, by the keys themselves.
  foreign key (project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade,
  foreign key (style_guide_project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade,
  constraint check_project_style_guides_other check (style_guide_project_id <> project_id)
);
comment on table public.project_style_guides is 'The style guides that a project extends, for all of its branches; of two rules with one name the later guide''s holds.';
create index project_style_guides_project_idx on public.project_style_guides (project_id, workspace_id);
create index project_style_guides_guide_idx on public.project_style_guides (style_guide_project_id, workspace_id);
alter table public.project_style_guides enable row level security;

-- # Rules

create policy "Style guides of a project are seen by who reads both" on public.project_style_guides for select to authenticated
using (
  exists (select 1 from public.projects p where p.id = project_style_guides.project_id)
  and exists (select 1 from public.projects p where p.id = project_style_guides.style_guide_project_id));

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
  was jsonb;
  becomes jsonb;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  was := private.style_guide_names(p_project_id);
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if (select w.disable_default_styleguide_editing from public.workspaces w where w.id = host_id)
    and not private.can_in_workspace(host_id, 'WorkspaceGlobalAdmin') then
    perform private.problem('style_guides_kept', 'extended_ssg_ids');
  end if;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id and p.flavor = 'style_guide'
    where p.id is null or not private.can_in_project(p.id, 'project_read')
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  delete from public.project_style_guides s
  where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read');
  update public.project_style_guides s set position = s.position + cardinality(wanted) where s.project_id = p_project_id;
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id;
  becomes := private.style_guide_names(p_project_id);
  if was <> becomes then
    perform private.log_activity(host_id, 'project.style_guides.updated', (
      select jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug, 'changes', private.told_changes(
        jsonb_build_object('style_guides', was), jsonb_build_object('style_guides', becomes), array['style_guides']))
      from public.projects p where p.id = p_project_id));
  end if;
end
$$;
comment on function public.set_project_style_guides is 'Makes a project extend these style guides of its workspace, in this order, in place of those that the caller sees there.';

-- # Grants

grant select on public.project_style_guides to authenticated;
grant execute on function public.set_project_style_guides to authenticated;
