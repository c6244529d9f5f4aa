set local check_function_bodies = off;

CREATE TABLE "private"."branch_origin_files" ("branch_id" bigint NOT NULL, "path" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea NOT NULL, CONSTRAINT "branch_origin_files_pkey" PRIMARY KEY (branch_id, path));

ALTER TABLE "private"."branch_origin_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."branch_origins" ("branch_id" bigint NOT NULL, "kept_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "branch_origins_pkey" PRIMARY KEY (branch_id));

ALTER TABLE "private"."branch_origins" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_conflicts" ("proposal_id" bigint NOT NULL, "content_hash" text NOT NULL, "baseline_content_hash" text NOT NULL, "files" jsonb NOT NULL, "conflicts" integer NOT NULL, "changed" integer NOT NULL, CONSTRAINT "proposal_conflicts_files_check" CHECK ((jsonb_typeof(files) = 'array'::text)), CONSTRAINT "proposal_conflicts_pkey" PRIMARY KEY (proposal_id));

ALTER TABLE "private"."proposal_conflicts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_merges" ("proposal_id" bigint NOT NULL, "content_hash" text NOT NULL, "baseline_content_hash" text NOT NULL, "choices" jsonb NOT NULL DEFAULT '{}'::jsonb, "version" text, "user_id" bigint, "job_id" uuid, "problem" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "proposal_merges_choices_check" CHECK (((jsonb_typeof(choices) = 'object'::text) AND (length((choices)::text) <= 100000))), CONSTRAINT "proposal_merges_pkey" PRIMARY KEY (proposal_id), CONSTRAINT "proposal_merges_problem_check" CHECK ((length(problem) <= 2000)));

ALTER TABLE "private"."proposal_merges" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.follow_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  merge private.proposal_merges;
  proposal public.proposals;
  baseline public.branches;
begin
  select m.* into merge from private.proposal_merges m where m.job_id = new.job_id;
  select o.* into proposal from public.proposals o where o.id = merge.proposal_id and o.status = 'merging' for no key update;
  if proposal.id is null then
    return null;
  elsif new.status = 'failed' then
    perform private.give_up_merge(proposal.id, new.payload #>> '{error,message}');
    return null;
  end if;
  select b.* into baseline from public.branches b where b.id = proposal.baseline_branch_id;
  update public.commits c set message = left('Merge ' || proposal.branch_name || ': ' || proposal.title, 5000)
  where c.branch_id = baseline.id and c.sha = baseline.commit_hash and c.message = '';
  if merge.version is not null then
    insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id)
    select proposal.project_id, baseline.id, merge.version, coalesce(proposal.changelog, c.draft, ''), baseline.commit_hash, baseline.last_analyzed_at, merge.user_id
    from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
    on conflict do nothing;
  end if;
  if proposal.branch_id is not null then
    perform private.keep_origin(proposal.branch_id, baseline.id);
  end if;
  perform private.end_proposal(proposal.id, 'merged');
  perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.give_up_merge(proposal_id bigint, problem text, outcome text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant text := coalesce(give_up_merge.problem, private.sentence(case give_up_merge.outcome
    when 'moved' then 'proposal_has_moved' when 'empty' then 'proposal_merge_empty' when 'too large' then 'proposal_merge_too_large'
    else 'proposal_merge_failed' end));
begin
  update private.proposal_merges m set problem = left(said, 2000), job_id = null where m.proposal_id = give_up_merge.proposal_id;
  update public.proposals o set status = 'open', ended_by = null, updated_at = now() where o.id = give_up_merge.proposal_id and o.status = 'merging';
  if found then
    perform private.queue_proposal_comparison(give_up_merge.proposal_id);
    perform private.mail_proposal(give_up_merge.proposal_id, 'merge_failed', array[m.user_id])
    from private.proposal_merges m where m.proposal_id = give_up_merge.proposal_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_origin(branch_id bigint, from_branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.branch_origins as o (branch_id) values (keep_origin.branch_id) on conflict on constraint branch_origins_pkey do update set kept_at = now();
  delete from private.branch_origin_files f where f.branch_id = keep_origin.branch_id;
  insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
  select keep_origin.branch_id, f.path, f.workspace_id, f.hash from public.branch_files f where f.branch_id = from_branch_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_origin_of_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  baseline bigint;
begin
  -- Made from another one of its project, as versions are; where nobody says from which, from the default one.
  select coalesce(new.baseline_branch_id, b.id) into baseline from public.branches b where b.project_id = new.project_id and b.is_default;
  if baseline is not null and not new.is_default and exists (select 1 from public.projects p where p.id = new.project_id and p.type = 'web') then
    perform private.keep_origin(new.id, baseline);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_merging(proposal public.proposals)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  baseline public.branches;
begin
  select * into project from public.projects p where p.id = proposal.project_id;
  select * into baseline from public.branches b where b.id = proposal.baseline_branch_id;
  return case
    when proposal.status <> 'open' then 'proposal_has_ended'
    when project.type <> 'web' then 'proposal_merged_elsewhere'
    when not private.can_in_project(project.id, 'project_contents_update') then 'not_allowed_in_project'
    when project.is_read_only then 'project_over_plan'
    when not private.may_track(project.id, baseline.name) then 'upgrade_required'
    when exists (select 1 from private.proposal_checks(proposal) k where k.state in ('failed', 'pending')) then 'proposal_checks_fail'
    when not exists (
      select 1 from private.proposal_conflicts c join public.branches b on b.id = proposal.branch_id
      where c.proposal_id = proposal.id and c.content_hash = b.content_hash and c.baseline_content_hash = baseline.content_hash) then 'proposal_merge_unknown'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_version(p_project_id bigint, p_name text, p_from_branch_id bigint)
 RETURNS public.branch_name
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  origin public.branches;
  branch public.branches;
  wanted constant text := btrim(coalesce(p_name, ''));
  most constant integer := 200;
  held bigint;
  most_bytes constant bigint := 104857600;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  select * into origin from public.branches b where b.id = p_from_branch_id and b.project_id = project.id;
  if project.type <> 'web' then
    perform private.problem('versions_of_web_projects');
  elsif origin.id is null then
    perform private.problem('branch_not_found');
  elsif length(wanted) > 100 or private.is_git_branch(wanted) is not true then
    perform private.problem('branch_name_invalid', 'name');
  elsif exists (select 1 from public.branches b where b.project_id = project.id and (b.slug = private.branch_slug(wanted) or lower(b.name) = lower(wanted))) then
    perform private.problem('version_name_taken');
  elsif (select count(*) from public.branches b where b.project_id = project.id) >= most then
    perform private.problem('too_many_versions');
  end if;
  perform private.require_feature(project.workspace_id, 'multi_branch');
  perform private.make_working_copy(origin);
  select sum(d.size + d.waiting_bytes) into held from public.documents d where d.branch_id = origin.id;
  if held > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
  insert into public.branches (project_id, name, slug, yjs_document_id, baseline_branch_id)
  values (project.id, wanted, private.branch_slug(wanted), gen_random_uuid(), origin.id) returning * into branch;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id);
  with pairs as materialized (
    select gen_random_uuid() as new_id, d.* from public.documents d where d.branch_id = origin.id and d.deleted_at is null
  ), made as (
    insert into public.documents (id, branch_id, project_id, workspace_id, path, kind, size, eol, bom, epoch, seq, waiting_bytes, updated_by)
    select p.new_id, branch.id, p.project_id, p.workspace_id, p.path, p.kind, p.size, p.eol, p.bom, p.epoch, p.seq, p.waiting_bytes, private.current_user_id()
    from pairs p
  ), snapshots as (
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    select p.new_id, s.epoch, s.seq, s.state, s.seq from pairs p join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
  ), typed as (
    insert into private.document_updates (document_id, seq, epoch, key, author_id, update, created_at)
    select p.new_id, u.seq, u.epoch, u.key, u.author_id, u.update, u.created_at
    from pairs p
    join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
    join private.document_updates u on u.document_id = p.id and u.seq > s.seq
  )
  insert into private.document_sources (document_id, workspace_id, text, upload, hash)
  select p.new_id, p.workspace_id, o.text, o.upload, case when o.document_id is null then p.hash else o.hash end
  from pairs p left join private.document_sources o on o.document_id = p.id
  where not exists (select 1 from private.document_snapshots s where s.document_id = p.id and s.epoch = p.epoch)
    and num_nonnulls(o.text, o.upload, o.hash, p.hash) > 0;
  held := coalesce(held, 0) + private.copy_comments(origin.id, branch.id);
  perform private.allow_edits(200 + (held / 4096)::integer);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.merge_proposal(p_proposal_id bigint, p_content_hash text, p_baseline_content_hash text, p_choices jsonb DEFAULT '{}'::jsonb, p_version text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals := private.require_proposal(p_proposal_id, 'project_contents_update');
  reason text;
  found private.proposal_conflicts;
begin
  perform private.allow_proposing();
  perform private.lock_project_with(proposal.project_id, 'project_contents_update');
  -- Both branches as well: what comes meanwhile is not merged unseen.
  perform 1 from public.branches b where b.id in (proposal.branch_id, proposal.baseline_branch_id) order by b.id for share;
  select * into proposal from public.proposals o where o.id = proposal.id for update;
  reason := private.reason_against_merging(proposal);
  if reason = 'upgrade_required' then
    perform private.problem('upgrade_required', 'multi_branch');
  end if;
  perform private.require_nothing_against(reason);
  select * into found from private.proposal_conflicts c where c.proposal_id = proposal.id;
  if found.content_hash is distinct from p_content_hash or found.baseline_content_hash is distinct from p_baseline_content_hash then
    perform private.problem('proposal_has_moved');
  elsif jsonb_typeof(p_choices) is distinct from 'object' or length(p_choices::text) > 100000 or exists (
    select 1 from jsonb_array_elements(found.files) f
    where jsonb_typeof(p_choices -> (f ->> 'path')) is distinct from 'array'
      or jsonb_array_length(p_choices -> (f ->> 'path')) <> jsonb_array_length(f -> 'conflicts')
      or exists (select 1 from jsonb_array_elements(p_choices -> (f ->> 'path')) c where c not in ('"ours"', '"theirs"'))) then
    perform private.problem('proposal_conflicts_open');
  end if;
  if p_version is not null then
    perform private.require_in_project(proposal.project_id, 'project_branch_update');
    if private.version_precedence(p_version) is null then
      perform private.problem('release_version_invalid', 'version');
    elsif exists (select 1 from public.releases r where r.project_id = proposal.project_id and r.version = p_version) then
      perform private.problem('release_version_taken', 'version');
    elsif (select count(*) from public.releases r where r.project_id = proposal.project_id) >= 1000 then
      perform private.problem('too_many_releases');
    end if;
  end if;
  insert into private.proposal_merges as m (proposal_id, content_hash, baseline_content_hash, choices, version, user_id)
  values (proposal.id, found.content_hash, found.baseline_content_hash, p_choices, p_version, private.current_user_id())
  on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash,
    choices = excluded.choices, version = excluded.version, user_id = excluded.user_id, job_id = null, problem = null, created_at = now();
  update public.proposals o set status = 'merging', ended_by = private.current_user_id(), updated_at = now() where o.id = proposal.id;
  perform graphile_worker.add_job('merge_proposal', json_build_object('proposal_id', proposal.id),
    job_key => 'merge_proposal:' || proposal.id, max_attempts => 10);
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_impact(p_proposal_id bigint, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  slugs constant text[] := array(
    select p.slug from public.projects p where p.id = proposal.project_id
    union select s.slug from public.project_slugs s where s.project_id = proposal.project_id);
  most_changed constant integer := 500;
  most_found constant integer := 2000;
  found public.broken_node[];
begin
  -- Each branch is asked once how the caller reads it, and each node once how near it is.
  with recursive changed as materialized (
    select n.uri, n.name, n.semver, n.position from private.proposal_nodes n
    where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added'
      and (not n.is_hidden or private.can_in_project(proposal.project_id, 'project_contents_update'))
    order by n.position limit most_changed
  ),
  readers as materialized (
    select b.id as branch_id, b.project_id, b.slug as branch_slug, private.branch_reader(b.id) as reader
    from private.branches_read() b
    where b.id = proposal.baseline_branch_id
      or b.is_default and b.project_id <> proposal.project_id and exists (
        select 1 from private.outside_references r where r.workspace_id = proposal.workspace_id and r.project_slug = any (slugs) and r.branch_id = b.id)
  ),
  reached (changed_uri, branch_id, uri, steps, is_outside) as (
    select c.uri, r.branch_id, e.from_uri, 1, false
    from changed c
    join readers r on r.branch_id = proposal.baseline_branch_id
    join public.node_edges e on e.branch_id = r.branch_id and e.to_uri = c.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    union
    select c.uri, r.branch_id, o.from_uri, 1, true
    from changed c
    join private.outside_references o on o.workspace_id = proposal.workspace_id and o.project_slug = any (slugs)
      -- What is within what changes, or has it within: a file with a model, an API with its operations.
      and (o.to_uri = c.uri or starts_with(o.to_uri, c.uri || '/') or starts_with(c.uri, o.to_uri || '/'))
    join readers r on r.branch_id = o.branch_id and r.project_id <> proposal.project_id and private.edge_is_shown(o.is_internal, r.reader)
    union
    select d.changed_uri, d.branch_id, e.from_uri, d.steps + 1, d.is_outside
    from reached d
    join readers r on r.branch_id = d.branch_id
    join public.node_edges e on e.branch_id = d.branch_id and e.to_uri = d.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    where d.steps < 3
  ),
  nearest as (
    select d.changed_uri, d.branch_id, d.uri, min(d.steps) as steps, d.is_outside from reached d group by d.changed_uri, d.branch_id, d.uri, d.is_outside
  )
  select array_agg(row(c.uri, c.name, c.semver, p.id, p.slug, p.name, r.branch_slug, n.uri, n.name, n.type, n.slug, n.method, n.path, d.steps,
      d.is_outside)::public.broken_node order by c.position, d.is_outside desc, d.steps, p.name, n.name)
  into found
  from (select * from nearest limit most_found) d
  join changed c on c.uri = d.changed_uri
  join readers r on r.branch_id = d.branch_id
  join public.projects p on p.id = r.project_id
  join public.branch_nodes n on n.branch_id = d.branch_id and n.uri = d.uri
  where not (d.branch_id = proposal.baseline_branch_id and d.uri = d.changed_uri)
    and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not (r.reader).edits, (r.reader).by_anyone, (r.reader).by_token, (r.reader).reads_internal);
  return json_build_object(
    'total', coalesce(cardinality(found), 0),
    'is_all', coalesce(cardinality(found), 0) < most_found
      and (select count(*) from private.proposal_nodes n where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added') <= most_changed,
    'projects', (select count(distinct f.project_id) from unnest(found) f),
    'items', coalesce((
      select json_agg(to_json(f) order by f.place) from (
        select * from unnest(found) with ordinality f (changed_uri, changed_name, semver, project_id, project_slug, project_name, branch_slug, uri, name, type,
          slug, method, path, steps, is_outside, place)
        order by f.place limit private.page_size(p_limit, 100, 200) offset greatest(coalesce(p_offset, 0), 0)) f), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_merge(p_proposal_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  reason constant text := private.reason_against_merging(proposal);
begin
  return (
    select json_build_object('may_merge', reason is null,
      'reason', private.sentence(reason),
      'content_hash', b.content_hash, 'baseline_content_hash', d.content_hash,
      'is_current', coalesce(c.content_hash = b.content_hash and c.baseline_content_hash = d.content_hash, false),
      'conflicts', coalesce(c.conflicts, 0), 'changed', coalesce(c.changed, 0), 'files', coalesce(c.files, '[]'),
      'problem', m.problem, 'may_release', private.can_in_project(proposal.project_id, 'project_branch_update'),
      'last_version', (
        select r.version from public.releases r where r.project_id = proposal.project_id and r.branch_id = d.id order by r.precedence desc limit 1))
    from (select 1) one
    left join public.branches b on b.id = proposal.branch_id
    left join public.branches d on d.id = proposal.baseline_branch_id
    left join private.proposal_conflicts c on c.proposal_id = proposal.id
    left join private.proposal_merges m on m.proposal_id = proposal.id);
end
$function$;

ALTER TABLE "private"."branch_origin_files" ADD CONSTRAINT "branch_origin_files_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

ALTER TABLE "private"."branch_origins" ADD CONSTRAINT "branch_origins_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."branch_origin_files" ADD CONSTRAINT "branch_origin_files_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES private.branch_origins(branch_id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_conflicts" ADD CONSTRAINT "proposal_conflicts_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_merges" ADD CONSTRAINT "proposal_merges_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_merges" ADD CONSTRAINT "proposal_merges_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_merges" ADD CONSTRAINT "proposal_merges_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

CREATE INDEX branch_origin_files_file_idx ON private.branch_origin_files USING btree (workspace_id, hash);

CREATE INDEX proposal_merges_job_idx ON private.proposal_merges USING btree (job_id);

CREATE INDEX proposal_merges_user_idx ON private.proposal_merges USING btree (user_id);

CREATE TRIGGER keep_origin AFTER INSERT ON public.branches FOR EACH ROW EXECUTE FUNCTION private.keep_origin_of_version();

CREATE TRIGGER follow_merge AFTER UPDATE OF status ON public.task_logs FOR EACH ROW WHEN (((new.status = ANY (ARRAY['success'::text, 'failed'::text])) AND (old.status IS DISTINCT FROM new.status) AND (new.task_id = 'analyze'::text))) EXECUTE FUNCTION private.follow_merge();

COMMENT ON FUNCTION "private"."follow_merge"() IS 'Once the merged files are analysed the proposal is merged, and a release where one was asked for; where they cannot be, it is open again and says why.';

COMMENT ON FUNCTION "private"."give_up_merge"(bigint, text, text) IS 'A merge that cannot be: nothing was changed, the proposal is open again and says why, in the words of its analysis or by what came of it: moved, empty, too large, failed.';

COMMENT ON FUNCTION "private"."keep_origin"(bigint, bigint) IS 'Remembers that a branch has by now all that another one has.';

COMMENT ON FUNCTION "private"."keep_origin_of_version"() IS 'A new branch begins with what another one has.';

COMMENT ON FUNCTION "private"."reason_against_merging"(public.proposals) IS 'What speaks against merging a proposal now, whoever would; null for nothing. Conflicts do not: who merges decides them.';

COMMENT ON FUNCTION "public"."merge_proposal"(bigint, text, text, jsonb, text) IS 'Has a proposal merged, of the contents that were looked at: p_choices says at each conflict which side holds, {path: [ours or theirs]}. With p_version it becomes a release, with the changelog as notes.';

COMMENT ON FUNCTION "public"."proposal_merge"(bigint) IS 'How a proposal would be merged: what both sides changed, whether it may be, and why not; which version was released last.';

COMMENT ON TABLE "private"."branch_origin_files" IS 'The files that a branch and the one it is proposed for had in common: what both have made of them since is merged.';

COMMENT ON TABLE "private"."branch_origins" IS 'Branches of which it is known with which files they began, or were last merged.';

COMMENT ON TABLE "private"."proposal_conflicts" IS 'What both sides changed, for two contents: [{path, conflicts: [{name, base, ours, theirs}]}]. ours is what the branch has that it is for, theirs what is proposed.';

COMMENT ON TABLE "private"."proposal_merges" IS 'The merge of a proposal that was asked for last: which side holds at each conflict, the release that it becomes, its analysis, and why it failed.';

REVOKE ALL ON FUNCTION "private"."follow_merge"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_merge"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_up_merge"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_up_merge"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_origin"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_origin"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_origin_of_version"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_origin_of_version"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_merging"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_merging"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "public"."merge_proposal"(bigint, text, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_proposal"(bigint, text, text, jsonb, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_merge"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_merge"(bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."branch_origin_files" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."branch_origins" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_conflicts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_merges" TO "postgres";

-- By hand: the rows of the catalogue.
insert into private.reasons (reason, code, status, sentence, field) values
  ('proposal_merged_elsewhere', 'CONFLICT', 409, 'The content of this project comes from elsewhere: it is merged there.', null),
  ('proposal_checks_fail', 'CONFLICT', 409, 'Not all checks have passed.', null),
  ('proposal_merge_unknown', 'CONFLICT', 409, 'Both sides are still being compared.', null),
  ('proposal_conflicts_open', 'VALIDATION_ERROR', 400, 'Say at each conflict which side holds.', 'choices'),
  ('proposal_merge_empty', null, null, 'Nothing would be left of the branch.', null),
  ('proposal_merge_too_large', null, null, 'The files are too large to be merged here.', null),
  ('proposal_merge_failed', null, null, 'The merge was tried several times and failed. Try again later.', null);
