set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.project_ruleset(p_project_id bigint)
 RETURNS SETOF public.ruleset_file
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with guides as (
    select g.id, g.place, p.name, private.guide_release(p_project_id, g.id) as release_id, p.default_branch_id
    from unnest(private.style_guides_of(p_project_id, private.current_user_id())) with ordinality g (id, place)
    join public.projects p on p.id = g.id
    union all
    select null, 1000, p.name, null, p.default_branch_id from public.projects p where p.id = p_project_id
  ), found as (
    select g.id, g.place, g.name, r.version, f.path, f.is_root, f.workspace_id, f.hash
    from guides g join public.releases r on r.id = g.release_id join private.release_rulesets f on f.release_id = r.id
    union all
    select g.id, g.place, g.name, null, f.path, f.path = root.path, f.workspace_id, f.hash
    from guides g
    cross join lateral private.own_ruleset(coalesce(g.id, p_project_id)) root
    cross join lateral private.ruleset_files(root.branch_id, root.path) f
    where g.release_id is null and root.path is not null
  )
  select f.id, f.name::text, f.version, f.path, f.is_root, s.workspace_id || '/' || s.object_id, s.size
  from found f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  -- Files as they came are for full members, as on every other way to them.
  where private.can_in_project(p_project_id, 'project_read') and f.workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
  order by f.place, f.is_root desc, f.path
$function$;

COMMENT ON FUNCTION "public"."project_ruleset"(bigint) IS 'The files of all rulesets that hold for a project, in their order, its own last; of the style guides that the caller reads. For full members.';
