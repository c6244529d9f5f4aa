set local check_function_bodies = off;

CREATE TABLE "private"."spectral_tokens" ("project_id" bigint NOT NULL, "token_hash" bytea NOT NULL, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "last_used_at" timestamp with time zone, CONSTRAINT "spectral_tokens_pkey" PRIMARY KEY (project_id), CONSTRAINT "spectral_tokens_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."spectral_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."project_style_guides" ("project_id" bigint NOT NULL, "style_guide_project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "position" integer NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_project_style_guides_other" CHECK ((style_guide_project_id <> project_id)), CONSTRAINT "project_style_guides_pkey" PRIMARY KEY (project_id, style_guide_project_id));

ALTER TABLE "public"."project_style_guides" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."found_image" AS ("workspace_id" bigint, "path" text);

CREATE OR REPLACE FUNCTION private.extended_ruleset(project_id bigint, path text)
 RETURNS public.branch_files
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive root as (
    select r.branch_id, r.path from private.own_ruleset(extended_ruleset.project_id) r
  ), reached as (
    select '/' || root.path as uri from root
    union
    select e.to_uri
    from reached r
    join root on true
    join public.branch_nodes n on n.branch_id = root.branch_id and n.uri = r.uri and n.type = 'spectral_ruleset'
    join public.node_edges e on e.branch_id = root.branch_id and e.type = 'ref' and e.from_uri = r.uri
  )
  select f.*
  from root
  join public.branch_files f on f.branch_id = root.branch_id and f.path = extended_ruleset.path
  where '/' || f.path in (select r.uri from reached r)
$function$;

CREATE OR REPLACE FUNCTION private.is_image(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select path ~* '\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$'
$function$;

CREATE OR REPLACE FUNCTION private.own_ruleset(project_id bigint)
 RETURNS public.branch_files
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.*
  from public.projects p
  join public.branch_nodes n on n.branch_id = p.default_branch_id and n.type in ('spectral_ruleset', 'styleguide')
  join public.branch_files f on f.branch_id = n.branch_id and '/' || f.path = n.uri
  where p.id = own_ruleset.project_id
  order by length(f.path) - length(replace(f.path, '/', '')), n.type, f.path
  limit 1
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
      where private.effective_project_role(reader_id, g.id) is not null
      order by g.via, g.place);
    exit when found = '{}';
    guides := found || guides;
  end loop;
  return guides;
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_image(p_branch_id bigint, p_path text)
 RETURNS SETOF public.branch_image
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(f.workspace_id, encode(f.hash, 'hex'), f.size)::public.branch_image
  from public.branch_files b
  join public.files f on f.workspace_id = b.workspace_id and f.hash = b.hash
  where b.branch_id = p_branch_id and b.path = p_path
    and private.is_image(p_path)
    and private.can_read_branch(p_branch_id)
$function$;

CREATE OR REPLACE FUNCTION public.delete_project_images(p_project_id bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed integer;
begin
  perform private.lock_project_with(p_project_id, 'project_delete');
  delete from public.branch_files f
  using public.branches b
  where b.project_id = p_project_id and f.branch_id = b.id and private.is_image(f.path);
  get diagnostics removed = row_count;
  return removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.image_by_hash(p_hash text)
 RETURNS SETOF public.found_image
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(held.workspace_id, held.path)::public.found_image
  from (
    select b.workspace_id, b.path, b.branch_id
    from public.files f
    join public.branch_files b on b.workspace_id = f.workspace_id and b.hash = f.hash
    where f.hash = case when p_hash ~ '^[0-9a-f]{64}$' then decode(p_hash, 'hex') end and private.is_image(b.path)
    -- A picture that everybody uses is on very many branches: one that is read is among the first, or it is not found.
    limit 1000
  ) held
  where held.branch_id in (select r.id from private.branches_read() r where r.id = held.branch_id)
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.make_spectral_token(p_project_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := 'wmsp_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  insert into private.spectral_tokens as t (project_id, token_hash, created_by)
  values (p_project_id, extensions.digest(token, 'sha256'), private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now(), last_used_at = null;
  return token;
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
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id and p.flavor = 'style_guide'
    where p.id is null or not private.can_in_project(p.id, 'project_read')
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  delete from public.project_style_guides s
  where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read');
  update public.project_style_guides s set position = s.position + cardinality(wanted) where s.project_id = p_project_id;
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id;
end
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
    file := case when p_path is null then private.own_ruleset(coalesce(p_guide_id, token.project_id))
      else private.extended_ruleset(coalesce(p_guide_id, token.project_id), p_path) end;
  end if;
  return jsonb_build_object(
    'file', (
      select jsonb_build_object('path', file.path, 'object', f.workspace_id || '/' || f.object_id, 'size', f.size)
      from public.files f where f.workspace_id = file.workspace_id and f.hash = file.hash),
    'guide_ids', case when p_guide_id is null and p_path is null then (
      select coalesce(jsonb_agg(g.id order by g.place), '[]')
      from unnest(guides) with ordinality g (id, place)
      where (private.own_ruleset(g.id)).path is not null) else '[]' end);
end
$function$;

ALTER TABLE "private"."spectral_tokens" ADD CONSTRAINT "spectral_tokens_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."spectral_tokens" ADD CONSTRAINT "spectral_tokens_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."project_style_guides" ADD CONSTRAINT "project_style_guides_project_id_workspace_id_fkey" FOREIGN KEY (project_id, workspace_id) REFERENCES public.projects(id, workspace_id) ON DELETE CASCADE;

ALTER TABLE "public"."project_style_guides" ADD CONSTRAINT "project_style_guides_style_guide_project_id_workspace_id_fkey" FOREIGN KEY (style_guide_project_id, workspace_id) REFERENCES public.projects(id, workspace_id) ON DELETE CASCADE;

CREATE INDEX spectral_tokens_created_by_idx ON private.spectral_tokens USING btree (created_by);

CREATE INDEX files_hash_idx ON public.files USING btree (hash);

CREATE INDEX project_style_guides_guide_idx ON public.project_style_guides USING btree (style_guide_project_id, workspace_id);

CREATE INDEX project_style_guides_project_idx ON public.project_style_guides USING btree (project_id, workspace_id);

CREATE POLICY "Style guides of a project are seen by who reads both" ON "public"."project_style_guides" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE (p.id = project_style_guides.project_id))) AND (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE (p.id = project_style_guides.style_guide_project_id)))));

COMMENT ON FUNCTION "private"."extended_ruleset"(bigint, text) IS 'A file that the ruleset of a project extends, by others or by itself; nothing for other files.';

COMMENT ON FUNCTION "private"."is_image"(text) IS 'Whether a file is an image, as its name says.';

COMMENT ON FUNCTION "private"."own_ruleset"(bigint) IS 'The ruleset of a project: the one nearest to the root of its default branch.';

COMMENT ON FUNCTION "private"."style_guides_of"(bigint, bigint) IS 'The style guides that a project extends, those that they extend before them: of two rules with one name the later guide''s holds. Only what somebody reads, and what is reached through it.';

COMMENT ON FUNCTION "public"."delete_project_images"(bigint) IS 'Takes the images off all branches of a project, for who may delete it; answers how many there were. A new analysis brings back what its source still has.';

COMMENT ON FUNCTION "public"."image_by_hash"(text) IS 'An image by the SHA-256 (hex) of its file, for who reads a branch that has it.';

COMMENT ON FUNCTION "public"."make_spectral_token"(bigint) IS 'Gives a project its Spectral token in place of the one before, which ends; the answer is the only place that ever shows it.';

COMMENT ON FUNCTION "public"."set_project_style_guides"(bigint, bigint[]) IS 'Makes a project extend these style guides of its workspace, in this order, in place of those that the caller sees there.';

COMMENT ON FUNCTION "public"."svc_spectral_ruleset"(bigint, text, bigint, text) IS 'What a Spectral token opens: the ruleset of its project or of a style guide that the project extends and the token''s maker reads, or a file that it extends (file: {path, object, size} or null); of the project itself the style guides that have one, too. Null for a token that does not hold.';

COMMENT ON TABLE "private"."spectral_tokens" IS 'One a project: its SHA-256 alone, so that it is shown once, when it is made.';

COMMENT ON TABLE "public"."project_style_guides" IS 'The style guides that a project extends, for all of its branches; of two rules with one name the later guide''s holds.';

COMMENT ON TYPE "public"."found_image" IS 'An image that the caller reads on some branch: its workspace, and one of its names.';

REVOKE ALL ON FUNCTION "private"."extended_ruleset"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."extended_ruleset"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_image"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_image"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_ruleset"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_ruleset"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."style_guides_of"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."style_guides_of"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."delete_project_images"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_project_images"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."image_by_hash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."image_by_hash"(text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_spectral_token"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_spectral_token"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_project_style_guides"(bigint, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_project_style_guides"(bigint, bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_spectral_ruleset"(bigint, text, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_spectral_ruleset"(bigint, text, bigint, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."spectral_tokens" TO "postgres";

GRANT SELECT ON TABLE "public"."project_style_guides" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."project_style_guides" TO "postgres";

GRANT USAGE ON TYPE "public"."found_image" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('style_guide_not_found', 'NOT_FOUND', 404, 'Style guide not found.', 'extended_ssg_ids'),
  ('too_many_style_guides', 'VALIDATION_ERROR', 400, 'A project can extend 50 style guides.', 'extended_ssg_ids');
