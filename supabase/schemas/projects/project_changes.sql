-- Changes of what a project is called, says and looks like, by who saw what it was.

-- # Calls

create function public.update_project(
  p_project_id bigint, p_name text default null, p_slug text default null, p_description text default null, p_icon_name text default null,
  p_icon_color text default null, p_visibility text default null, p_is_design_library boolean default null, p_use_legacy_exporter boolean default null,
  p_auto_invite_committers boolean default null, p_seen jsonb default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.projects;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select * into held from public.projects p where p.id = p_project_id;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('name', p_name, 'slug', p_slug, 'description', p_description,
    'icon_name', p_icon_name, 'icon_color', p_icon_color, 'visibility', p_visibility, 'is_design_library', p_is_design_library,
    'use_legacy_exporter', p_use_legacy_exporter, 'auto_invite_committers', p_auto_invite_committers)), to_jsonb(held),
    held.workspace_id, array['project.updated'], jsonb_build_object('project_id', p_project_id));
  update public.projects p set
    name = coalesce(p_name, p.name), slug = coalesce(p_slug, p.slug), description = coalesce(p_description, p.description),
    icon_name = coalesce(p_icon_name, p.icon_name), icon_color = coalesce(p_icon_color, p.icon_color),
    visibility = coalesce(p_visibility, p.visibility), is_design_library = coalesce(p_is_design_library, p.is_design_library),
    use_legacy_exporter = coalesce(p_use_legacy_exporter, p.use_legacy_exporter),
    auto_invite_committers = coalesce(p_auto_invite_committers, p.auto_invite_committers)
  where p.id = p_project_id;
end
$$;
comment on function public.update_project is 'Changes a project. p_seen: what the caller saw of it, as in update_workspace_settings.';

-- # Grants

grant execute on function public.update_project to authenticated;
