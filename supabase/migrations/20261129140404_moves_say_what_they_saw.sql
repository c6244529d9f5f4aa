set local check_function_bodies = off;

DROP FUNCTION "public"."move_project"(bigint, bigint, boolean);

CREATE OR REPLACE FUNCTION public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean DEFAULT false, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.project_move
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  perform private.require_may_move(p_project_id, p_group_id);
  perform 1 from public.projects p where p.id = p_project_id for no key update;
  if p_group_id is not null then
    perform 1 from public.groups g where g.id = p_group_id for share;
  end if;
  -- Once more: what let the caller move it may be gone by now.
  project := private.require_may_move(p_project_id, p_group_id);
  perform private.require_seen(p_seen, jsonb_build_object('group_id', p_group_id), to_jsonb(project), project.workspace_id,
    array['project.moved'], jsonb_build_object('project_id', p_project_id));
  turns_internal := p_group_id is not null and project.visibility = 'public'
    and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id);
  if turns_internal and not p_confirm then
    return row(false, true, false)::public.project_move;
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return row(true, false, turns_internal)::public.project_move;
end
$function$;

COMMENT ON FUNCTION "public"."move_project"(bigint, bigint, boolean, jsonb) IS 'Moves a project into a group, or out of any with null. An internal group turns a public project internal: that needs p_confirm. p_seen: the group that the caller saw it in, as in update_workspace_settings.';

REVOKE ALL ON FUNCTION "public"."move_project"(bigint, bigint, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_project"(bigint, bigint, boolean, jsonb) TO "authenticated", "postgres";
