set local check_function_bodies = off;

ALTER TYPE "public"."governed_project" ADD ATTRIBUTE "style_guide_versions" text[] CASCADE;

CREATE OR REPLACE FUNCTION public.list_governed_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_has_style_guides boolean DEFAULT NULL::boolean, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 1000)
 RETURNS public.governed_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 1000, 1000);
  after record;
  shown public.governed_project[];
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceGlobalAdmin');
  select * into after from private.project_cursor_parts(p_after, 'name');
  shown := array(
    select row(p.id, p.slug, p.name, p.icon_name, p.icon_color, p.flavor, p.visibility, array(
      select s.style_guide_project_id from public.project_style_guides s
      where s.project_id = p.id order by s.position, s.style_guide_project_id), array(
      select (select r.version from public.releases r where r.id = private.guide_release(p.id, s.style_guide_project_id))
      from public.project_style_guides s
      where s.project_id = p.id order by s.position, s.style_guide_project_id))::public.governed_project
    from public.projects p
    where p.workspace_id = p_workspace_id and p.flavor in ('design', 'design_library')
      and (nullif(btrim(p_search), '') is null or p.name ilike private.like_pattern(p_search))
      and (p_has_style_guides is null
        or p_has_style_guides = exists (select 1 from public.project_style_guides s where s.project_id = p.id))
      and (after.id is null or (p.name, p.id) > (after.place, after.id))
    order by p.name, p.id
    limit rows + 1);
  return row(shown[:rows],
    case when cardinality(shown) > rows then private.project_cursor('name', shown[rows].name, shown[rows].id) end)::public.governed_page;
end
$function$;

COMMENT ON TYPE "public"."governed_project" IS 'A project and the style guides that it extends, in order, with the version at which each holds for it: null for one that was never released.';
