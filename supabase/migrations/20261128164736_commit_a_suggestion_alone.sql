set local check_function_bodies = off;

DROP FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text);

ALTER TABLE "private"."document_commit_files" ADD COLUMN "up_to" bigint;

CREATE OR REPLACE FUNCTION public.apply_proposal_suggestion(p_comment_id bigint, p_document_id uuid, p_epoch integer, p_seq bigint, p_key uuid, p_update text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(
    (select c.thread_id from private.proposal_comments c where c.id = p_comment_id));
  proposal public.proposals;
  suggestion private.proposal_suggestions;
  document public.documents;
  made uuid;
begin
  select * into proposal from public.proposals o where o.id = thread.proposal_id;
  select * into suggestion from private.proposal_suggestions s where s.comment_id = p_comment_id for update;
  if suggestion.comment_id is null then
    perform private.problem('comment_not_found');
  end if;
  document := private.writable_document(p_document_id, p_epoch);
  if document.branch_id is distinct from proposal.branch_id then
    perform private.problem('document_not_found');
  elsif proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  elsif suggestion.applied_at is not null then
    perform private.problem('suggestion_is_applied');
  end if;
  -- What was typed since the caller read it may be the very text that is replaced: nothing is written over unseen.
  select * into document from public.documents d where d.id = p_document_id for no key update;
  if document.seq is distinct from p_seq or document.path is distinct from suggestion.path then
    perform private.problem('suggestion_text_moved');
  end if;
  perform from public.append_updates(p_document_id, p_epoch, jsonb_build_array(jsonb_build_object('key', p_key, 'update', p_update)));
  update private.proposal_suggestions s set applied_at = now(), applied_by = private.current_user_id() where s.comment_id = suggestion.comment_id;
  perform private.touch_proposal(proposal.id);
  if not document.changed and exists (select 1 from public.project_repositories r where r.project_id = proposal.project_id) then
    begin
      made := public.commit_documents(proposal.branch_id, 'Apply a suggestion to ' || document.path, array[document.id]);
      update private.document_commit_files f set up_to = (select d.seq from public.documents d where d.id = document.id)
      where f.commit_id = made;
    exception when others then
      -- What cannot be committed now (another commit is under way, say) waits in the Studio as any other change.
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      made := null;
    end;
  end if;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_commit(p_commit_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commit public.document_commits;
begin
  update public.document_commits c set status = 'running' where c.id = p_commit_id and c.status in ('queued', 'running') returning * into commit;
  if commit.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'branch', (select b.name from public.branches b where b.id = commit.branch_id),
    'branch_id', commit.branch_id, 'project_id', commit.project_id, 'workspace_id', commit.workspace_id, 'author_id', commit.author_id,
    'message', commit.message, 'new_branch', commit.new_branch, 'base_commit', commit.base_commit,
    'time', extract(epoch from commit.created_at)::bigint,
    -- Whoever lost the right while it waited commits nothing.
    'is_allowed', exists (
      select 1 from public.project_role_permissions may
      where may.role = private.effective_project_role(commit.author_id, commit.project_id) and may.permission = 'project_contents_update')
      and not exists (select 1 from public.projects p where p.id = commit.project_id and p.is_read_only)
      -- As private.studio_access has it: without a service account the commits are of who may create projects.
      and exists (
        select 1 from public.workspace_members m
        where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active
          and (exists (select 1 from public.project_service_accounts a where a.project_id = commit.project_id)
            or exists (
              select 1 from public.workspace_role_permissions p
              where p.role = m.role::text and p.permission = 'WorkspaceProjectsCreate'))),
    'author', (
      select jsonb_build_object('name', private.display_name(u),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null, 'up_to', f.up_to) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
end
$function$;

COMMENT ON COLUMN "private"."document_commit_files"."up_to" IS 'The last update that is committed; null for what the worker finds.';

COMMENT ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) IS 'Takes over what a comment suggests: the update of Yjs (base64) that the caller made of it becomes an edit of the working copy as any other, and the suggestion is marked. p_seq: the last update of the document that the caller had read; refused where there is another. Where the branch comes from Git and its file had no other changes, the edit is committed, and nothing that is typed after it. Answers the id in document_commits; null where nothing is committed.';

REVOKE ALL ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) TO "authenticated", "postgres";
