set local check_function_bodies = off;

CREATE TABLE "public"."releases" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "project_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "version" text NOT NULL, "notes" text NOT NULL DEFAULT ''::text, "commit_hash" text, "analyzed_at" timestamp with time zone NOT NULL, "author_id" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_releases_notes" CHECK ((length(notes) <= 10000)), CONSTRAINT "releases_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."releases" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."releases" ADD COLUMN "is_prerelease" boolean GENERATED ALWAYS AS ((POSITION(('-'::text) IN (version)) > 0)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.version_precedence(version text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lpad(part[1], 9, '0') || lpad(part[2], 9, '0') || lpad(part[3], 9, '0') || case
    -- Behind everything that an identifier can be: a release comes after what was tried before it.
    when part[4] is null then '~'
    -- Numbers before words, and a blank, which no identifier has, before what goes on.
    else (
      select string_agg(case when i.identifier ~ '^[0-9]+$' then '0' || lpad(i.identifier, 9, '0') else '1' || i.identifier end, ' ' order by i.place)
      from unnest(string_to_array(part[4], '.')) with ordinality i (identifier, place))
  end
  from regexp_match(left(version, 101),
    '^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})'
    '(?:-((?:0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?$') part
  where length(version) <= 100
$function$;

CREATE OR REPLACE FUNCTION public.create_release(p_project_id bigint, p_version text, p_notes text DEFAULT ''::text, p_branch_slug text DEFAULT NULL::text)
 RETURNS public.releases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  made public.releases;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_update');
  if private.version_precedence(p_version) is null then
    perform private.problem('release_version_invalid', 'version');
  end if;
  select * into branch from public.branches b
  where b.project_id = p_project_id and case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if branch.last_analyzed_at is null then
    perform private.problem('release_without_content');
  end if;
  if exists (select 1 from public.releases r where r.project_id = p_project_id and r.version = p_version) then
    perform private.problem('release_version_taken', 'version');
  end if;
  if (select count(*) from public.releases r where r.project_id = p_project_id) >= 1000 then
    perform private.problem('too_many_releases');
  end if;
  insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id)
  values (p_project_id, branch.id, p_version, coalesce(p_notes, ''), branch.commit_hash, branch.last_analyzed_at, private.current_user_id())
  returning * into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_releases(p_project_id bigint, p_min_release text DEFAULT NULL::text)
 RETURNS SETOF public.releases
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  least_precedence constant text := private.version_precedence(p_min_release);
begin
  if p_min_release is not null and least_precedence is null then
    perform private.problem('release_version_invalid', 'min_release');
  end if;
  return query
  select r.* from public.releases r
  where r.project_id = p_project_id
    and r.branch_id in (select b.id from private.branches_read() b where b.project_id = p_project_id)
    and (least_precedence is null or r.precedence >= least_precedence collate "C")
  order by r.precedence desc;
end
$function$;

ALTER TABLE "public"."releases" ADD CONSTRAINT "releases_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."releases" ADD CONSTRAINT "releases_branch_id_project_id_fkey" FOREIGN KEY (branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE CASCADE;

CREATE INDEX releases_author_idx ON public.releases USING btree (author_id);

CREATE INDEX releases_branch_idx ON public.releases USING btree (branch_id, project_id);

CREATE POLICY "Releases are read with their branch" ON "public"."releases" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.branches b
  WHERE (b.id = releases.branch_id))));

CREATE POLICY "Releases are taken back with the branch permission" ON "public"."releases" FOR DELETE TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = releases.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_branch_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_branch_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_branch_update'::text) AS group_ids_given))))))))));

COMMENT ON COLUMN "public"."releases"."analyzed_at" IS 'When that content had been analysed.';

COMMENT ON COLUMN "public"."releases"."commit_hash" IS 'The content of the branch at the release, as branches.commit_hash says it.';

COMMENT ON FUNCTION "private"."version_precedence"(text) IS 'A text that sorts (collation C) as Semantic Versioning 2.0.0 says; null for what is no such version. Build metadata has no place in that order, and is none here.';

COMMENT ON FUNCTION "public"."create_release"(bigint, text, text, text) IS 'Makes the content that a branch has now (the default branch, unless p_branch_slug names another) a release of the project.';

COMMENT ON FUNCTION "public"."project_releases"(bigint, text) IS 'The releases of a project on the branches that the caller reads, the newest version first; with p_min_release those that are not before it.';

COMMENT ON TABLE "public"."releases" IS 'Versions of a project: which state of a branch each of them was. Read by who reads the branch, and gone with it.';

REVOKE ALL ON FUNCTION "private"."version_precedence"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_precedence"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_release"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_release"(bigint, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_releases"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_releases"(bigint, text) TO "anon", "authenticated", "postgres";

GRANT SELECT ON TABLE "public"."releases" TO "anon";

GRANT DELETE, SELECT ON TABLE "public"."releases" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."releases" TO "postgres";

ALTER TABLE "public"."releases" ADD COLUMN "precedence" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.version_precedence(version)) STORED NOT NULL;

COMMENT ON COLUMN "public"."releases"."precedence" IS 'Sorts as Semantic Versioning says.';

ALTER TABLE "public"."releases" ADD CONSTRAINT "releases_project_id_precedence_key" UNIQUE (project_id, precedence);

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('release_not_found', 'NOT_FOUND', 404, 'Release not found.', null),
  ('release_version_invalid', 'VALIDATION_ERROR', 400, 'Must be a semantic version, such as 1.4.0 or 2.0.0-beta.1.', null),
  ('release_version_taken', 'CONFLICT', 409, 'This project has a release of this version already.', 'version'),
  ('release_without_content', 'CONFLICT', 409, 'The branch has not been analyzed yet. Release it once it has content.', null),
  ('too_many_releases', 'CONFLICT', 409, 'A project can have 1,000 releases. Delete some that nobody uses.', null);
