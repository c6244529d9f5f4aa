-- Default style guides: what new projects of a workspace extend from their first day, and what projects may not leave.

-- # Tables

create table public.workspace_default_style_guides (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, project_id),
  foreign key (project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade
);
comment on table public.workspace_default_style_guides is 'The style guides that new projects of a workspace extend, in the order in which they became defaults.';
create index workspace_default_style_guides_project_idx on public.workspace_default_style_guides (project_id, workspace_id);
alter table public.workspace_default_style_guides enable row level security;
create trigger announce_insert after insert on public.workspace_default_style_guides referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.workspace_default_style_guides referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.workspace_default_style_guides referencing old table as changed for each statement execute function private.announce_of_workspace();

-- # Rules

create policy "Default style guides are seen by who reads them" on public.workspace_default_style_guides for select to authenticated
using (exists (select 1 from public.projects p where p.id = workspace_default_style_guides.project_id));

create function private.is_style_guide(project public.projects)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select project.flavor = 'style_guide'
    or exists (select 1 from public.workspaces w where w.id = project.workspace_id and w.use_automatic_ssg_conversion)
      and exists (
        select 1 from public.branch_nodes n
        where n.branch_id = project.default_branch_id and n.type in ('spectral_ruleset', 'styleguide'))
$$;
comment on function private.is_style_guide is 'Whether other projects may extend a project: it is made for that, or its default branch holds a ruleset and its workspace converts these automatically.';

create function private.reason_against_leaving_style_guide(workspace_id bigint, style_guide_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when w.disable_default_styleguide_editing
      and exists (
        select 1 from public.workspace_default_style_guides d
        where d.workspace_id = w.id and d.project_id = reason_against_leaving_style_guide.style_guide_id)
      and not private.can_in_workspace(w.id, 'WorkspaceGlobalAdmin')
    then 'style_guides_kept' end
  from public.workspaces w where w.id = reason_against_leaving_style_guide.workspace_id
$$;
comment on function private.reason_against_leaving_style_guide is 'What speaks against the caller taking a style guide from a project that extends it; null for nothing.';

create function private.take_default_style_guides(made public.projects)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select made.id, d.project_id, made.workspace_id, row_number() over (order by d.created_at, d.project_id) - 1
  from public.workspace_default_style_guides d
  join public.projects p on p.id = d.project_id
  where d.workspace_id = made.workspace_id and made.flavor <> 'style_guide' and p.visibility <> 'private'
    and private.is_style_guide(p) and private.plan_holds(made.workspace_id, 'style_guides')
$$;
comment on function private.take_default_style_guides is 'A new project extends the default style guides of its workspace, while the plan holds them; style guides extend none by themselves.';

-- # Calls

create function public.set_default_style_guide(p_project_id bigint, p_is_enabled boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  guide public.projects;
  changed integer;
begin
  perform private.allow_governing(20);
  select * into guide from public.projects p where p.id = p_project_id;
  if guide.id is null or not private.can_in_project(guide.id, 'project_read') then
    perform private.problem('style_guide_not_found', 'project_id');
  end if;
  perform private.require_in_workspace(guide.workspace_id, 'WorkspaceDefaultStyleGuidesCreate');
  if p_is_enabled is null then
    perform private.problem('required', 'enabledForNewProjects');
  end if;
  -- One after the other, so that two of them do not pass the limit together.
  perform 1 from public.workspaces w where w.id = guide.workspace_id for no key update;
  if not p_is_enabled then
    delete from public.workspace_default_style_guides d where d.project_id = guide.id;
  else
    if guide.visibility = 'private' or not private.is_style_guide(guide) then
      perform private.problem('style_guide_not_found', 'project_id');
    end if;
    perform private.require_feature(guide.workspace_id, 'style_guides');
    if (select count(*) from public.workspace_default_style_guides d where d.workspace_id = guide.workspace_id and d.project_id <> guide.id) >= 50 then
      perform private.problem('too_many_style_guides', 'project_id');
    end if;
    insert into public.workspace_default_style_guides (workspace_id, project_id) values (guide.workspace_id, guide.id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.log_activity(guide.workspace_id,
      case when p_is_enabled then 'workspace.default_style_guide.added' else 'workspace.default_style_guide.removed' end,
      jsonb_build_object('project_id', guide.id, 'project', guide.name, 'slug', guide.slug));
  end if;
end
$$;
comment on function public.set_default_style_guide is 'Makes a style guide one of those that new projects of its workspace extend, or no longer. Projects that are there keep what they have.';

-- # Grants

grant select on public.workspace_default_style_guides to authenticated;
grant execute on function public.set_default_style_guide to authenticated;
