set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_project_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  group_visibility text;
  host public.workspaces;
begin
  if new.visibility = 'public' and (tg_op = 'INSERT' or new.visibility <> old.visibility or new.group_id is distinct from old.group_id) then
    -- Locked, so that a group that is just turning internal sees this project.
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id for share;
    if group_visibility = 'internal' then
      perform private.problem('group_is_internal');
    end if;
  end if;
  if (tg_op = 'INSERT' or new.name <> old.name) and (select auth.uid()) is not null then
    -- Of two writers of one name the second waits for the first, and sees it.
    perform pg_advisory_xact_lock(hashtextextended('project name ' || new.workspace_id || ' ' || lower(btrim(new.name)), 0));
    if exists (select 1 from public.projects p
      where p.workspace_id = new.workspace_id and lower(btrim(p.name)) = lower(btrim(new.name)) and p.id <> new.id) then
      perform private.problem('project_name_taken', 'name');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  new.is_open := new.visibility = 'public' and host.allow_public_projects and not host.locked;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from public.project_slugs s where s.workspace_id = new.workspace_id and s.slug = new.slug;
    insert into public.project_slugs (workspace_id, slug, project_id)
    values (old.workspace_id, old.slug, old.id)
    on conflict (workspace_id, slug) do update set project_id = excluded.project_id, created_at = now();
  end if;
  return new;
end
$function$;

CREATE INDEX projects_plain_name_idx ON public.projects USING btree (workspace_id, lower(btrim(name)));

COMMENT ON FUNCTION "private"."keep_project_rules"() IS 'What a project may be, whichever door it is changed by: public only where workspace and group allow it, private within the plan, called like no other of its workspace by people, whatever the case and the blanks around. Old slugs keep leading to it.';
