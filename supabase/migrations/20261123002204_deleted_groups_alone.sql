set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.log_project_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
      perform private.log_activity(old.workspace_id, 'project.deleted', jsonb_build_object('project_id', old.id, 'project', old.name, 'slug', old.slug));
    end if;
    return null;
  end if;
  subject := jsonb_build_object('project_id', new.id, 'project', new.name, 'slug', new.slug);
  if tg_op = 'INSERT' then
    perform private.log_activity(new.workspace_id, 'project.created', subject || jsonb_build_object('visibility', new.visibility, 'group_id', new.group_id));
    return null;
  end if;
  subject := subject || jsonb_build_object(
    'old', case when new.name <> old.name then old.name end,
    'visibility', case when new.visibility <> old.visibility then new.visibility end);
  -- A deleted group lets its projects go: the deletion of the group says so.
  if new.group_id is distinct from old.group_id
    and (new.group_id is not null or exists (select 1 from public.groups g where g.id = old.group_id)) then
    perform private.log_activity(new.workspace_id, 'project.moved', subject || jsonb_build_object('group_id', new.group_id, 'old_group_id', old.group_id,
      'group', (select g.name from public.groups g where g.id = new.group_id)));
  elsif (new.name, new.slug, new.description, new.visibility, new.icon_name, new.icon_color, new.is_design_library, new.auto_invite_committers, new.use_legacy_exporter)
    is distinct from (old.name, old.slug, old.description, old.visibility, old.icon_name, old.icon_color, old.is_design_library, old.auto_invite_committers, old.use_legacy_exporter) then
    perform private.log_activity(new.workspace_id, 'project.updated', subject);
  end if;
  return null;
end
$function$;
