set local check_function_bodies = off;

DROP TRIGGER "lint_with_guides" ON "public"."project_style_guides";

DROP FUNCTION "private"."lint_guides"(bigint);

CREATE TABLE "private"."release_rulesets" ("release_id" bigint NOT NULL, "path" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea NOT NULL, "is_root" boolean NOT NULL, CONSTRAINT "release_rulesets_pkey" PRIMARY KEY (release_id, path));

ALTER TABLE "private"."release_rulesets" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."project_style_guides" ADD COLUMN "release_id" bigint;

CREATE TYPE "public"."ruleset_file" AS ("style_guide_id" bigint, "name" text, "version" text, "path" text, "is_root" boolean, "object" text, "size" bigint);

CREATE TYPE "public"."style_guide_version" AS ("style_guide_id" bigint, "version" text, "notes" text, "released_at" timestamp with time zone, "is_prerelease" boolean, "is_pinned" boolean, "is_applied" boolean);

CREATE OR REPLACE FUNCTION private.guide_file(project_id bigint, guide_id bigint, path text)
 RETURNS public.branch_files
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  release constant bigint := private.guide_release(project_id, guide_id);
  file public.branch_files;
begin
  if release is not null then
    select null, f.path, f.workspace_id, f.hash into file
    from private.release_rulesets f
    where f.release_id = release and case when guide_file.path is null then f.is_root else f.path = guide_file.path end;
    return file;
  end if;
  return case when path is null then private.own_ruleset(guide_id) else private.extended_ruleset(guide_id, path) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.guide_release(project_id bigint, guide_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    -- Where it stays; of a guide that is extended by the project's guides alone, where these stay.
    (
      select s.release_id
      from public.project_style_guides s
      where s.style_guide_project_id = guide_release.guide_id and (
        s.project_id = guide_release.project_id
        or not exists (
          select 1 from public.project_style_guides o
          where o.project_id = guide_release.project_id and o.style_guide_project_id = guide_release.guide_id)
        and s.project_id in (select o.style_guide_project_id from public.project_style_guides o where o.project_id = guide_release.project_id))
      order by s.release_id is null, s.position desc, s.project_id
      limit 1
    ), (
      select r.id
      from public.releases r join public.projects p on p.id = r.project_id and p.default_branch_id = r.branch_id
      where r.project_id = guide_release.guide_id
        and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root)
      order by r.is_prerelease, r.precedence desc
      limit 1))
$function$;

CREATE OR REPLACE FUNCTION private.keep_released_ruleset()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  root public.branch_files;
begin
  root := private.branch_ruleset(new.branch_id);
  insert into private.release_rulesets (release_id, path, workspace_id, hash, is_root)
  select new.id, f.path, f.workspace_id, f.hash, f.path = root.path
  from private.ruleset_files(new.branch_id, root.path) f;
  if root.path is not null then
    perform private.queue_lint_of_project(new.project_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_released_ruleset()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.project_style_guides s where s.style_guide_project_id = old.project_id) then
    perform private.queue_lint_of_project(old.project_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_guides(branch_id bigint)
 RETURNS TABLE(place bigint, guide_id bigint, guide_name text, guide_branch_id bigint, path text, content_hash text, release_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with host as (
    select b.id, b.project_id, b.content_hash, p.name
    from public.branches b join public.projects p on p.id = b.project_id where b.id = lint_guides.branch_id
  ), extended as (
    select g.place, g.id, private.guide_release(host.project_id, g.id) as release_id
    from host cross join unnest(private.style_guides_of(host.project_id, null, true)) with ordinality g (id, place)
  )
  select e.place, e.id, p.name, r.branch_id, r.path, b.content_hash, null
  from extended e
  join public.projects p on p.id = e.id
  cross join lateral private.own_ruleset(e.id) r
  join public.branches b on b.id = r.branch_id
  where e.release_id is null
  union all
  select e.place, e.id, p.name, p.default_branch_id, f.path, 'release ' || e.release_id, e.release_id
  from extended e
  join public.projects p on p.id = e.id
  join private.release_rulesets f on f.release_id = e.release_id and f.is_root
  union all
  select 1000, null, host.name, r.branch_id, r.path, host.content_hash, null
  from host cross join lateral private.branch_ruleset(host.id) r
  where r.path is not null
  order by 1
$function$;

CREATE OR REPLACE FUNCTION private.ruleset_files(branch_id bigint, root text)
 RETURNS SETOF public.branch_files
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive reached as (
    select '/' || root as uri
    union
    select e.to_uri
    from reached r
    join public.branch_nodes n on n.branch_id = ruleset_files.branch_id and n.uri = r.uri and n.type = 'spectral_ruleset'
    join public.node_edges e on e.branch_id = ruleset_files.branch_id and e.type = 'ref' and e.from_uri = r.uri
  )
  select f.* from public.branch_files f
  where f.branch_id = ruleset_files.branch_id and '/' || f.path in (select r.uri from reached r)
  order by f.path <> root, f.path
  limit 100
$function$;

CREATE OR REPLACE FUNCTION public.pin_style_guide(p_project_id bigint, p_style_guide_id bigint, p_version text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted bigint;
  was text;
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if not private.can_in_project(p_style_guide_id, 'project_read') or not exists (
    select 1 from public.project_style_guides s where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id
  ) then
    perform private.problem('style_guide_not_found', 'ssg_id');
  end if;
  if p_version is not null then
    select r.id into wanted from public.releases r
    where r.project_id = p_style_guide_id and r.version = p_version
      and r.branch_id = (select p.default_branch_id from public.projects p where p.id = p_style_guide_id)
      and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root);
    if wanted is null then
      perform private.problem('style_guide_version_not_found', 'version');
    end if;
  end if;
  select r.version into was from public.project_style_guides s join public.releases r on r.id = s.release_id
  where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
  if was is distinct from p_version then
    update public.project_style_guides s set release_id = wanted
    where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
    perform private.log_activity(p.workspace_id, 'project.style_guides.updated', jsonb_build_object(
      'project_id', p.id, 'project', p.name, 'slug', p.slug, 'style_guide', g.name, 'changes', private.told_changes(
        jsonb_build_object('version', coalesce(was, 'newest')), jsonb_build_object('version', coalesce(p_version, 'newest')), array['version'])))
    from public.projects p, public.projects g where p.id = p_project_id and g.id = p_style_guide_id;
  end if;
end
$function$;

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
  where private.can_in_project(p_project_id, 'project_read')
  order by f.place, f.is_root desc, f.path
$function$;

CREATE OR REPLACE FUNCTION public.project_style_guide_versions(p_project_id bigint)
 RETURNS SETOF public.style_guide_version
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.style_guide_project_id, r.version, r.notes, r.created_at, r.is_prerelease, r.id = s.release_id is true,
    r.id = private.guide_release(p_project_id, s.style_guide_project_id) is true
  from public.project_style_guides s
  join public.projects g on g.id = s.style_guide_project_id
  join public.releases r on r.project_id = g.id and r.branch_id = g.default_branch_id
  where s.project_id = p_project_id and private.can_in_project(p_project_id, 'project_read') and private.can_in_project(g.id, 'project_read')
    and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root)
  order by s.position, r.precedence desc
  limit 5000
$function$;

CREATE OR REPLACE FUNCTION public.svc_spectral_ruleset(p_project_id bigint, p_token text, p_guide_id bigint DEFAULT NULL::bigint, p_path text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token private.spectral_tokens;
  guides bigint[];
  file public.branch_files;
begin
  select t.* into token
  from private.spectral_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = p_project_id and t.token_hash = extensions.digest(p_token, 'sha256');
  if token.project_id is null then
    return null;
  end if;
  update private.spectral_tokens t set last_used_at = now()
  where t.project_id = token.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  guides := private.style_guides_of(token.project_id, token.created_by);
  if p_guide_id is null or p_guide_id = any (guides) then
    file := case
      when p_guide_id is not null then private.guide_file(token.project_id, p_guide_id, p_path)
      when p_path is null then private.own_ruleset(token.project_id)
      else private.extended_ruleset(token.project_id, p_path)
    end;
  end if;
  return jsonb_build_object(
    'file', (
      select jsonb_build_object('path', file.path, 'object', f.workspace_id || '/' || f.object_id, 'size', f.size)
      from public.files f where f.workspace_id = file.workspace_id and f.hash = file.hash),
    'guide_ids', case when p_guide_id is null and p_path is null then (
      select coalesce(jsonb_agg(g.id order by g.place), '[]')
      from unnest(guides) with ordinality g (id, place)
      where (private.guide_file(token.project_id, g.id, null)).path is not null) else '[]' end);
end
$function$;

ALTER TABLE "private"."release_rulesets" ADD CONSTRAINT "release_rulesets_release_id_fkey" FOREIGN KEY (release_id) REFERENCES public.releases(id) ON DELETE CASCADE;

ALTER TABLE "private"."release_rulesets" ADD CONSTRAINT "release_rulesets_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

ALTER TABLE "public"."project_style_guides" ADD CONSTRAINT "project_style_guides_release_fkey" FOREIGN KEY (release_id) REFERENCES public.releases(id) ON DELETE SET NULL;

CREATE INDEX release_rulesets_file_idx ON private.release_rulesets USING btree (workspace_id, hash);

CREATE INDEX project_style_guides_release_idx ON public.project_style_guides USING btree (release_id);

CREATE TRIGGER lint_with_guides AFTER INSERT OR DELETE OR UPDATE OF "position", release_id ON public.project_style_guides FOR EACH ROW EXECUTE FUNCTION private.lint_with_guides();

CREATE TRIGGER keep_ruleset AFTER INSERT ON public.releases FOR EACH ROW EXECUTE FUNCTION private.keep_released_ruleset();

CREATE TRIGGER leave_ruleset AFTER DELETE ON public.releases FOR EACH ROW EXECUTE FUNCTION private.leave_released_ruleset();

COMMENT ON COLUMN "public"."project_style_guides"."release_id" IS 'The release of the style guide at which the project stays; null: it follows the newest.';

COMMENT ON FUNCTION "private"."guide_file"(bigint, bigint, text) IS 'The ruleset of a style guide as it holds for a project (path null), or a file that this extends.';

COMMENT ON FUNCTION "private"."guide_release"(bigint, bigint) IS 'The release at which a style guide holds for a project: the one where it stays, else the newest with a ruleset; null for a guide that was never released, which holds as it stands.';

COMMENT ON FUNCTION "private"."keep_released_ruleset"() IS 'A release keeps the ruleset that its branch had, if it had one, and who follows it is linted by it.';

COMMENT ON FUNCTION "private"."leave_released_ruleset"() IS 'Who was linted by a release that is taken back is linted by what holds then.';

COMMENT ON FUNCTION "private"."lint_guides"(bigint) IS 'The rulesets that a branch is linted by, in their order: of the style guides that its project extends, whoever reads them, each as it stands or at a release, then its own (guide_id null). None: what Spectral recommends.';

COMMENT ON FUNCTION "private"."ruleset_files"(bigint, text) IS 'A ruleset of a branch and the files of the branch that it extends, by others or by itself.';

COMMENT ON FUNCTION "public"."pin_style_guide"(bigint, bigint, text) IS 'Makes a project stay at a version of a style guide that it extends, or follow the newest (p_version null).';

COMMENT ON FUNCTION "public"."project_ruleset"(bigint) IS 'The files of all rulesets that hold for a project, in their order, its own last; of the style guides that the caller reads.';

COMMENT ON FUNCTION "public"."project_style_guide_versions"(bigint) IS 'The releases of the style guides that a project extends, as far as the caller reads these: the newest version of each first.';

COMMENT ON TABLE "private"."release_rulesets" IS 'The files of a ruleset as it was released: its own (is_root) and those that it extends. They stay whatever becomes of the branch''s.';

COMMENT ON TYPE "public"."ruleset_file" IS 'A file of a ruleset that holds for a project: of a style guide (at a version, where one was released), or of the project itself (style_guide_id null); where it is stored.';

COMMENT ON TYPE "public"."style_guide_version" IS 'A release of a style guide that a project extends: whether the project stays at it, and whether it is what applies now.';

REVOKE ALL ON FUNCTION "private"."guide_file"(bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guide_file"(bigint, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guide_release"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guide_release"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_released_ruleset"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_released_ruleset"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."leave_released_ruleset"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_released_ruleset"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_guides"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_guides"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ruleset_files"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ruleset_files"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."pin_style_guide"(bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pin_style_guide"(bigint, bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_ruleset"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_ruleset"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_style_guide_versions"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_style_guide_versions"(bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."release_rulesets" TO "postgres";

GRANT USAGE ON TYPE "public"."ruleset_file" TO "postgres";

GRANT USAGE ON TYPE "public"."style_guide_version" TO "postgres";


insert into private.reasons (reason, code, status, sentence, field) values
  ('style_guide_version_not_found', 'NOT_FOUND', 404, 'This style guide has no release of this version with a ruleset.', 'version');
