set local check_function_bodies = off;

CREATE TABLE "public"."commits" ("branch_id" bigint NOT NULL, "sha" text NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "parent_sha" text, "message" text NOT NULL DEFAULT ''::text, "author_name" text, "author_email" text, "author_id" bigint, "committed_at" timestamp with time zone, "analyzed_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_commits_author_email" CHECK ((length(author_email) <= 255)), CONSTRAINT "check_commits_author_name" CHECK ((length(author_name) <= 200)), CONSTRAINT "check_commits_message" CHECK ((length(message) <= 5000)), CONSTRAINT "check_commits_parent_sha" CHECK ((parent_sha ~ '^[0-9a-f]{7,64}$'::text)), CONSTRAINT "check_commits_sha" CHECK ((sha ~ '^[0-9a-f]{7,64}$'::text)), CONSTRAINT "commits_pkey" PRIMARY KEY (branch_id, sha));

ALTER TABLE "public"."commits" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.svc_commits(p_project_id bigint, p_limit integer, p_offset integer DEFAULT 0, p_sha text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'total', (select count(*) from public.commits c where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)),
    'items', coalesce((
      select jsonb_agg(to_jsonb(c) || jsonb_build_object('branches', jsonb_build_object('slug', c.slug)) order by c.created_at desc, c.sha, c.branch_id)
      from (
        select c.*, b.slug from public.commits c join public.branches b on b.id = c.branch_id
        where c.project_id = p_project_id and (p_sha is null or c.sha = p_sha)
        order by c.created_at desc, c.sha, c.branch_id
        limit least(greatest(p_limit, 1), 1000) offset greatest(p_offset, 0)) c), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.svc_record_commit(p_project_id bigint, p_branch_slug text, p_commit jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  recorded public.commits;
begin
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  insert into public.commits as c (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at)
  select branch.id, p_commit ->> 'sha', branch.project_id, p.workspace_id, p_commit ->> 'parent_sha',
    coalesce(p_commit ->> 'message', ''), p_commit ->> 'author_name', p_commit ->> 'author_email', (p_commit ->> 'committed_at')::timestamptz
  from public.projects p where p.id = branch.project_id
  -- What was analysed is history: a script adds to it, and rewrites only what it announced itself.
  on conflict (branch_id, sha) do update
    set parent_sha = excluded.parent_sha, message = excluded.message, author_name = excluded.author_name,
      author_email = excluded.author_email, committed_at = excluded.committed_at
    where c.analyzed_at is null;
  -- Of what never became content the newest stay.
  delete from public.commits c
  where c.branch_id = branch.id and c.sha in (
    select old.sha from public.commits old
    where old.branch_id = branch.id and old.analyzed_at is null
    order by old.created_at desc, old.sha offset 200);
  select * into recorded from public.commits c where c.branch_id = branch.id and c.sha = p_commit ->> 'sha';
  return to_jsonb(recorded);
end
$function$;

ALTER TABLE "public"."commits" ADD CONSTRAINT "commits_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."commits" ADD CONSTRAINT "commits_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."commits" ADD CONSTRAINT "commits_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."commits" ADD CONSTRAINT "commits_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX commits_author_idx ON public.commits USING btree (author_id);

CREATE INDEX commits_project_idx ON public.commits USING btree (project_id, created_at DESC, sha);

CREATE INDEX commits_workspace_idx ON public.commits USING btree (workspace_id);

CREATE POLICY "Commits are read by full members who read their branch" ON "public"."commits" FOR SELECT TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceFullMember'::text) AS workspace_ids_with))) AND (EXISTS ( SELECT 1
   FROM public.branches b
  WHERE (b.id = commits.branch_id)))));

COMMENT ON COLUMN "public"."commits"."analyzed_at" IS 'When it last became the content of the branch; null for a commit that was announced only.';

COMMENT ON COLUMN "public"."commits"."author_id" IS 'Who brought the files, where that was a person here. Name and address are what Git or a script says, and prove nothing.';

COMMENT ON COLUMN "public"."commits"."sha" IS 'Of the commit in Git; where files came without one, the hash of them all, as in branches.commit_hash.';

COMMENT ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) IS 'The commits of the project that a CI token is for, the newest first; with p_sha those of that hash.';

COMMENT ON FUNCTION "public"."svc_record_commit"(bigint, text, jsonb) IS 'Announces a commit on a branch: for a push, whose CI token the caller has checked. {sha, parent_sha, message, author_name, author_email, committed_at}; answers the row. Of a branch the 200 newest stay that were never analysed.';

COMMENT ON TABLE "public"."commits" IS 'The states of a branch that were analysed, and those that a script has announced. The same commit on two branches is two rows: who reads one branch may not know of the other.';

REVOKE ALL ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_commits"(bigint, integer, integer, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_record_commit"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_record_commit"(bigint, text, jsonb) TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."commits" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."commits" TO "postgres";
