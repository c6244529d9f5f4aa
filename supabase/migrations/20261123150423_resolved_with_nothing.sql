set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.commit_documents(p_branch_id bigint, p_message text, p_ids uuid[] DEFAULT '{}'::uuid[], p_new_branch text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  host_id bigint;
  made uuid;
  wanted constant text := nullif(btrim(coalesce(p_new_branch, '')), '');
  most constant integer := 1000;
begin
  branch := private.require_writable_copy(p_branch_id);
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  if not exists (select 1 from public.project_repositories r where r.project_id = branch.project_id) or branch.commit_hash is null then
    perform private.problem('project_without_repository');
  elsif length(btrim(coalesce(p_message, ''))) not between 1 and 5000 then
    perform private.problem('required', 'message');
  elsif coalesce(cardinality(p_ids), 0) > most then
    perform private.problem('documents_at_once', params => jsonb_build_object('limit', most));
  elsif exists (select 1 from public.document_commits c where c.branch_id = branch.id and c.status in ('queued', 'running')) then
    perform private.problem('commit_under_way');
  end if;
  if wanted is not null then
    if not private.is_git_branch(wanted) or length(wanted) > 100 then
      perform private.problem('branch_name_invalid', 'new_branch');
    elsif not private.can_in_project(branch.project_id, 'project_branch_create_delete') then
      perform private.problem('not_allowed_in_project');
    elsif exists (select 1 from public.branches b where b.project_id = branch.project_id and b.slug = private.branch_slug(wanted)) then
      perform private.problem('git_branch_taken', 'new_branch');
    elsif not private.may_track(branch.project_id, wanted) then
      perform private.require_feature(host_id, 'multi_branch');
    end if;
  end if;
  if exists (
    select 1 from unnest(p_ids) asked where not exists (select 1 from public.documents d where d.id = asked and d.branch_id = branch.id)) then
    perform private.problem('document_not_found');
  elsif exists (select 1 from public.documents d where d.id = any (p_ids) and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  elsif not exists (select 1 from public.documents d where d.id = any (p_ids) and d.changed)
    and (wanted is null or cardinality(p_ids) > 0) then
    perform private.problem('nothing_to_commit');
  end if;
  insert into public.document_commits (branch_id, project_id, workspace_id, author_id, message, new_branch, base_commit)
  values (branch.id, branch.project_id, host_id, private.current_user_id(), btrim(p_message), wanted, branch.commit_hash)
  returning id into made;
  insert into private.document_commit_files (commit_id, document_id)
  select made, d.id from public.documents d where d.id = any (p_ids) and d.changed;
  -- Of commits that ended the newest stay.
  delete from public.document_commits c
  where c.branch_id = branch.id and c.id in (
    select o.id from public.document_commits o
    where o.branch_id = branch.id and o.status not in ('queued', 'running') order by o.created_at desc, o.id offset 200);
  perform graphile_worker.add_job('commit_documents', json_build_object('commit_id', made),
    queue_name => 'commits:' || branch.project_id, job_key => 'commit_documents:' || made, max_attempts => 5);
  perform private.allow_edits(200);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_documents(p_ids uuid[], p_hashes text[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_documents(p_ids);
  if cardinality(p_hashes) is distinct from cardinality(p_ids) then
    perform private.problem('required', 'hashes');
  elsif exists (
    select 1 from unnest(p_ids, p_hashes) as r (id, hash) join public.documents d on d.id = r.id
    where d.base_moved and coalesce(encode(d.moved_hash, 'hex'), '') <> lower(coalesce(r.hash, ''))) then
    -- Moved once more since: what was brought together is not what the branch has.
    perform private.problem('working_copy_behind');
  end if;
  update public.documents d
  set hash = d.moved_hash, is_edited = true, base_moved = false, moved_hash = null, updated_at = now(),
    -- Named like a file that the branch has got, a document takes its place.
    published_path = case
      when d.moved_hash is null then null
      when d.published_path is null or exists (
        select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash) then d.path
      else d.published_path end
  where d.id = any (p_ids) and d.base_moved;
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

COMMENT ON FUNCTION "public"."resolve_documents"(uuid[], text[]) IS 'Says that documents under which the branch had moved hold by now what they should of it, each with the SHA-256 (hex; empty where the branch has nothing any more) of what they were brought together with: from then on they differ from that.';
