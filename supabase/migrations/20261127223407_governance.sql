set local check_function_bodies = off;

CREATE TABLE "public"."workspace_default_style_guides" ("workspace_id" bigint NOT NULL, "project_id" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "workspace_default_style_guides_pkey" PRIMARY KEY (workspace_id, project_id));

ALTER TABLE "public"."workspace_default_style_guides" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."governed_project" AS ("id" bigint, "slug" text, "name" text, "icon_name" text, "icon_color" text, "flavor" text, "visibility" text, "style_guide_ids" bigint[]);

CREATE TYPE "public"."governed_page" AS ("items" public.governed_project[], "next" text);

CREATE TYPE "public"."style_guide" AS ("id" bigint, "workspace_id" bigint, "workspace_slug" text, "workspace_domain" text, "name" text, "slug" text, "description" text, "icon_name" text, "icon_color" text, "flavor" text, "visibility" text, "latest_release" text, "is_default" boolean);

ALTER TYPE "public"."project_details" ADD ATTRIBUTE "is_default_style_guide" boolean CASCADE;

ALTER TYPE "public"."project_details" ADD ATTRIBUTE "extended_style_guide_ids" bigint[] CASCADE;

CREATE OR REPLACE FUNCTION private.announce_style_guides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, c.project_id, null, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.change_style_guide(guide_id bigint, project_ids bigint[], is_enabled boolean)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  results public.bulk_result[] := '{}';
  project bigint;
  extended bigint[];
  hint text;
  detail text;
begin
  if guide_id is null or not private.can_in_project(guide_id, 'project_read') then
    perform private.problem('style_guide_not_found', 'id');
  end if;
  perform private.require_few(cardinality(project_ids), 1, 'too_many_changes_at_once', 'project_ids');
  foreach project in array project_ids loop
    begin
      perform private.lock_project_with(project, 'project_contents_update');
      extended := array(
        select s.style_guide_project_id from public.project_style_guides s
        where s.project_id = project and private.can_in_project(s.style_guide_project_id, 'project_read')
        order by s.position, s.style_guide_project_id);
      if is_enabled <> (guide_id = any (extended)) then
        perform public.set_project_style_guides(
          project, case when is_enabled then extended || guide_id else array_remove(extended, guide_id) end);
      end if;
      results := results || private.bulk_success(to_jsonb(project));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_style_guide(project public.projects)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select project.flavor = 'style_guide'
    or exists (select 1 from public.workspaces w where w.id = project.workspace_id and w.use_automatic_ssg_conversion)
      and exists (
        select 1 from public.branch_nodes n
        where n.branch_id = project.default_branch_id and n.type in ('spectral_ruleset', 'styleguide'))
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_leaving_style_guide(workspace_id bigint, style_guide_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when w.disable_default_styleguide_editing
      and exists (
        select 1 from public.workspace_default_style_guides d
        where d.workspace_id = w.id and d.project_id = reason_against_leaving_style_guide.style_guide_id)
      and not private.can_in_workspace(w.id, 'WorkspaceGlobalAdmin')
    then 'style_guides_kept' end
  from public.workspaces w where w.id = reason_against_leaving_style_guide.workspace_id
$function$;

CREATE OR REPLACE FUNCTION private.style_guides_of(project_id bigint, reader_id bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 100;
  guides bigint[] := '{}';
  found bigint[] := array[project_id];
begin
  -- Each once, since two may extend each other.
  loop
    found := array(
      select g.id
      from (
        select s.style_guide_project_id as id, min(array_position(found, s.project_id)) as via, min(s.position) as place
        from public.project_style_guides s
        where s.project_id = any (found) and s.style_guide_project_id <> all (guides || style_guides_of.project_id)
        group by s.style_guide_project_id
        order by via, place
        limit most - cardinality(guides)
      ) g
      join public.projects p on p.id = g.id
      where private.effective_project_role(reader_id, g.id) is not null and private.is_style_guide(p)
      order by g.via, g.place);
    exit when found = '{}';
    guides := found || guides;
  end loop;
  return guides;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_default_style_guides(made public.projects)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select made.id, d.project_id, made.workspace_id, row_number() over (order by d.created_at, d.project_id) - 1
  from public.workspace_default_style_guides d
  join public.projects p on p.id = d.project_id
  where d.workspace_id = made.workspace_id and made.flavor <> 'style_guide' and p.visibility <> 'private'
    and private.is_style_guide(p) and private.plan_holds(made.workspace_id, 'style_guides')
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch text := 'main';
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  if p_repository is not null then
    select r.default_branch into first_branch from private.add_repository(made, p_repository) r;
  end if;
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  perform private.take_default_style_guides(made);
  if p_type = 'web' then
    -- What is written here begins with a working copy, in which nothing is yet.
    perform private.make_working_copy(branch);
  end if;
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.disable_style_guide(p_style_guide_id bigint, p_project_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.change_style_guide(p_style_guide_id, p_project_ids, false)
$function$;

CREATE OR REPLACE FUNCTION public.enable_style_guide(p_style_guide_id bigint, p_project_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.change_style_guide(p_style_guide_id, p_project_ids, true)
$function$;

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

CREATE OR REPLACE FUNCTION public.list_style_guides(p_workspace_id bigint DEFAULT NULL::bigint, p_visibility text DEFAULT NULL::text, p_is_default boolean DEFAULT NULL::boolean, p_search text DEFAULT NULL::text)
 RETURNS SETOF public.style_guide
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.workspace_id, w.slug::text, w.domain, p.name::text, p.slug::text, p.description, p.icon_name, p.icon_color, p.flavor, p.visibility,
    (select r.version from public.releases r where r.project_id = p.id and r.branch_id = p.default_branch_id order by r.precedence desc limit 1),
    d.project_id is not null
  from private.projects_with('project_read') p
  join public.workspaces w on w.id = p.workspace_id
  left join public.workspace_default_style_guides d on d.project_id = p.id
  where (p_workspace_id is null or p.workspace_id = p_workspace_id)
    and (p_visibility is null or p.visibility = p_visibility)
    and (p_is_default is null or p_is_default = (d.project_id is not null))
    and (nullif(btrim(p_search), '') is null or p.name ilike private.like_pattern(p_search))
    and (p.flavor = 'style_guide' or w.use_automatic_ssg_conversion and private.is_style_guide(p))
  order by p.name, p.id
  limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.project_details(p_project_id bigint)
 RETURNS public.project_details
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown public.projects;
  item public.project_item;
begin
  select * into shown from public.projects p where p.id = p_project_id;
  if not coalesce(shown.is_open or private.can_in_project(p_project_id, 'project_read'), false) then
    perform private.problem('project_not_found');
  end if;
  item := (private.project_items(array[shown]))[1];
  return row(
    item.*, case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end,
    exists (select 1 from public.workspace_default_style_guides d where d.project_id = p_project_id),
    array(
      select s.style_guide_project_id from public.project_style_guides s
      where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read')
      order by s.position, s.style_guide_project_id))::public.project_details;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_default_style_guide(p_project_id bigint, p_is_enabled boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guide public.projects;
  changed integer;
begin
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
$function$;

CREATE OR REPLACE FUNCTION public.set_project_style_guides(p_project_id bigint, p_style_guide_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant bigint[] := coalesce(p_style_guide_ids, '{}');
  host_id bigint;
  kept bigint[];
  was jsonb;
  becomes jsonb;
begin
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
$function$;

ALTER TABLE "public"."workspace_default_style_guides" ADD CONSTRAINT "workspace_default_style_guides_project_id_workspace_id_fkey" FOREIGN KEY (project_id, workspace_id) REFERENCES public.projects(id, workspace_id) ON DELETE CASCADE;

ALTER TABLE "public"."workspace_default_style_guides" ADD CONSTRAINT "workspace_default_style_guides_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX workspace_default_style_guides_project_idx ON public.workspace_default_style_guides USING btree (project_id, workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.project_style_guides REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_style_guides();

CREATE TRIGGER announce_insert AFTER INSERT ON public.project_style_guides REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_style_guides();

CREATE TRIGGER announce_update AFTER UPDATE ON public.project_style_guides REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_style_guides();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_default_style_guides REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_default_style_guides REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_default_style_guides REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE POLICY "Default style guides are seen by who reads them" ON "public"."workspace_default_style_guides" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE (p.id = workspace_default_style_guides.project_id))));

COMMENT ON FUNCTION "private"."announce_style_guides"() IS 'The workspace, whose administrators see the guides of all projects together, and who hears of the project.';

COMMENT ON FUNCTION "private"."change_style_guide"(bigint, bigint[], boolean) IS 'Adds a style guide behind those that each of many projects extends, or takes it from them; each project for itself.';

COMMENT ON FUNCTION "private"."is_style_guide"(public.projects) IS 'Whether other projects may extend a project: it is made for that, or its default branch holds a ruleset and its workspace converts these automatically.';

COMMENT ON FUNCTION "private"."reason_against_leaving_style_guide"(bigint, bigint) IS 'What speaks against the caller taking a style guide from a project that extends it; null for nothing.';

COMMENT ON FUNCTION "private"."take_default_style_guides"(public.projects) IS 'A new project extends the default style guides of its workspace, while the plan holds them; style guides extend none by themselves.';

COMMENT ON FUNCTION "public"."disable_style_guide"(bigint, bigint[]) IS 'Takes a style guide from many projects; each for itself.';

COMMENT ON FUNCTION "public"."enable_style_guide"(bigint, bigint[]) IS 'Makes many projects extend a style guide, behind what they extend already; each for itself.';

COMMENT ON FUNCTION "public"."list_governed_projects"(bigint, text, boolean, text, integer) IS 'The APIs and component libraries of a workspace with the style guides that each extends, by name, page by page, for its global admins.';

COMMENT ON FUNCTION "public"."list_style_guides"(bigint, text, boolean, text) IS 'The style guides that the caller has a role in, of one workspace or of all of theirs, by name: the first thousand.';

COMMENT ON FUNCTION "public"."set_default_style_guide"(bigint, boolean) IS 'Makes a style guide one of those that new projects of its workspace extend, or no longer. Projects that are there keep what they have.';

COMMENT ON FUNCTION "public"."set_project_style_guides"(bigint, bigint[]) IS 'Makes a project extend these style guides of its workspace, in this order, in place of those that the caller sees there. Where the workspace keeps its default style guides, only a global admin takes one away.';

COMMENT ON TABLE "public"."workspace_default_style_guides" IS 'The style guides that new projects of a workspace extend, in the order in which they became defaults.';

COMMENT ON TYPE "public"."governed_page" IS 'A page of projects and where the next one begins.';

COMMENT ON TYPE "public"."governed_project" IS 'A project and the style guides that it extends, in order.';

COMMENT ON TYPE "public"."project_details" IS 'A public.project_item, its teams (for who may share it, null for others), whether new projects of the workspace extend it, and which style guides it extends itself, as far as the caller has a role in them.';

COMMENT ON TYPE "public"."style_guide" IS 'A project whose rules others may extend, as lists of style guides show it.';

REVOKE ALL ON FUNCTION "private"."announce_style_guides"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_style_guides"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."change_style_guide"(bigint, bigint[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_style_guide"(bigint, bigint[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_style_guide"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_style_guide"(public.projects) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_leaving_style_guide"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_leaving_style_guide"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_default_style_guides"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_default_style_guides"(public.projects) TO "postgres";

REVOKE ALL ON FUNCTION "public"."disable_style_guide"(bigint, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."disable_style_guide"(bigint, bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."enable_style_guide"(bigint, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."enable_style_guide"(bigint, bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_governed_projects"(bigint, text, boolean, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_governed_projects"(bigint, text, boolean, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_style_guides"(bigint, text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_style_guides"(bigint, text, boolean, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_default_style_guide"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_default_style_guide"(bigint, boolean) TO "authenticated", "postgres";

GRANT SELECT ON TABLE "public"."workspace_default_style_guides" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."workspace_default_style_guides" TO "postgres";

GRANT USAGE ON TYPE "public"."governed_page" TO "postgres";

GRANT USAGE ON TYPE "public"."governed_project" TO "postgres";

GRANT USAGE ON TYPE "public"."style_guide" TO "postgres";

update private.reasons set sentence = 'Only administrators of this workspace take its default style guides from projects.' where reason = 'style_guides_kept';
