set local check_function_bodies = off;

DROP FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid);

DROP FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid);

DROP FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text);

CREATE TABLE "private"."proposal_suggestions" ("comment_id" bigint NOT NULL, "path" text NOT NULL, "original" text NOT NULL, "before" text NOT NULL, "after" text NOT NULL, "replacement" text NOT NULL, "applied_at" timestamp with time zone, "applied_by" bigint, CONSTRAINT "check_proposal_suggestions_change" CHECK ((replacement <> original)), CONSTRAINT "proposal_suggestions_after_check" CHECK ((length(after) <= 200)), CONSTRAINT "proposal_suggestions_before_check" CHECK ((length(before) <= 200)), CONSTRAINT "proposal_suggestions_original_check" CHECK (((length(original) >= 1) AND (length(original) <= 4000))), CONSTRAINT "proposal_suggestions_pkey" PRIMARY KEY (comment_id), CONSTRAINT "proposal_suggestions_replacement_check" CHECK ((length(replacement) <= 4000)));

ALTER TABLE "private"."proposal_suggestions" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
  -- the event only help to find it. Not every host tells of it in an event of its own; other names in another one tell as much.
  if kind = 'repository_changed' or not private.is_known_as(project.id, event ->> 'external_org_slug', event ->> 'external_slug') then
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  end if;
  if private.is_git_branch(branch_name) then
    if kind in ('pull_request_opened', 'pull_request_merged', 'pull_request_closed') then
      perform private.follow_pull_request(project.id, branch_name, kind, pull_request);
    end if;
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then applied.outcome else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_pull_request(project_id bigint, branch_name text, kind text, pull_request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number constant integer := case when follow_pull_request.pull_request ->> 'number' ~ '^[0-9]{1,9}$'
    then (follow_pull_request.pull_request ->> 'number')::integer end;
  proposal public.proposals;
begin
  select * into proposal from public.proposals o
  where o.project_id = follow_pull_request.project_id and o.status = 'open' and o.baseline_name = follow_pull_request.pull_request ->> 'target'
    -- Of a merge the host names the branch that it went into; of what is closed only the one that the proposal leads to counts.
    and case when follow_pull_request.kind in ('pull_request_merged', 'pull_request_closed') then o.pull_request = number
      else o.branch_name = follow_pull_request.branch_name end
  order by o.id desc limit 1 for no key update;
  if number is null then
    return;
  elsif proposal.id is null then
    if follow_pull_request.kind = 'pull_request_opened' then
      perform private.reopen_with_pull_request(follow_pull_request.project_id, follow_pull_request.branch_name, number);
    end if;
    return;
  end if;
  update public.proposals o set pull_request = number, updated_at = now() where o.id = proposal.id;
  if follow_pull_request.kind = 'pull_request_merged' then
    perform private.end_proposal(proposal.id, 'merged');
    perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  elsif follow_pull_request.kind = 'pull_request_closed' then
    perform private.end_proposal(proposal.id, 'closed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.reopen_with_pull_request(project_id bigint, branch_name text, number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals;
begin
  -- Of the last one only, and not where somebody closed it here: they said so.
  select * into proposal from public.proposals o
  where o.project_id = reopen_with_pull_request.project_id and o.branch_name = reopen_with_pull_request.branch_name
  order by o.id desc limit 1 for no key update;
  if proposal.status is distinct from 'closed' or proposal.pull_request is distinct from number or proposal.ended_by is not null
    or proposal.branch_id is null or proposal.baseline_branch_id is null then
    return;
  end if;
  update public.proposals o set status = 'open', ended_at = null, updated_at = now() where o.id = proposal.id;
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$function$;

CREATE OR REPLACE FUNCTION private.say_of_proposal(thread private.proposal_threads, text text, key uuid, suggestion jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made bigint;
  most constant integer := 100;
  most_of_all constant integer := 2000;
begin
  if (select count(*) from private.proposal_comments c where c.thread_id = thread.id) >= most
    or (select count(*) from private.proposal_comments c where c.proposal_id = thread.proposal_id) >= most_of_all then
    perform private.problem('thread_full', params => jsonb_build_object('limit', most));
  end if;
  insert into private.proposal_comments (thread_id, proposal_id, author_id, key, text)
  values (thread.id, thread.proposal_id, private.current_user_id(), coalesce(say_of_proposal.key, gen_random_uuid()), say_of_proposal.text)
  returning id into made;
  perform private.suggest_in_comment(made, thread, suggestion);
  perform private.tell_of_proposal_comment(made);
  perform private.touch_proposal(thread.proposal_id);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_suggestion(comment_id bigint)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('path', s.path, 'original', s.original, 'before', s.before, 'after', s.after, 'replacement', s.replacement,
    'applied_at', s.applied_at, 'applied_by', (private.person(s.applied_by)).display_name)
  from private.proposal_suggestions s where s.comment_id = shown_suggestion.comment_id
$function$;

CREATE OR REPLACE FUNCTION private.suggest_in_comment(comment_id bigint, thread private.proposal_threads, suggestion jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := (
    select n.path from private.proposal_nodes n where n.proposal_id = thread.proposal_id and n.uri = thread.node_uri and n.operation <> 'removed' limit 1);
begin
  if suggestion is null or jsonb_typeof(suggestion) = 'null' then
    return;
  elsif path is null then
    perform private.problem('suggestion_without_text');
  elsif jsonb_typeof(suggestion) <> 'object' or exists (
    select 1 from unnest(array['original', 'before', 'after', 'replacement']) part
    where jsonb_typeof(suggestion -> part) is distinct from 'string'
      or length(suggestion ->> part) > case when part in ('before', 'after') then 200 else 4000 end)
    or suggestion ->> 'original' = '' or suggestion ->> 'original' = suggestion ->> 'replacement' then
    perform private.problem('suggestion_invalid', params => jsonb_build_object('limit', 4000));
  end if;
  insert into private.proposal_suggestions (comment_id, path, original, before, after, replacement)
  values (suggest_in_comment.comment_id, path, suggestion ->> 'original', suggestion ->> 'before', suggestion ->> 'after', suggestion ->> 'replacement');
end
$function$;

CREATE OR REPLACE FUNCTION public.apply_proposal_suggestion(p_comment_id bigint, p_document_id uuid, p_epoch integer, p_seq bigint, p_key uuid, p_update text)
 RETURNS void
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
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_discussion(p_proposal_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
begin
  return coalesce((
    select json_agg(json_build_object('id', t.id, 'node_uri', t.node_uri, 'node_name', t.node_name, 'pointer', t.pointer, 'quote', t.quote,
      'created_at', t.created_at, 'resolved_at', t.resolved_at, 'resolved_by', (private.person(t.resolved_by)).display_name,
      'comments', (
        select json_agg(json_build_object('id', c.id, 'author', private.person(c.author_id), 'text', c.text, 'created_at', c.created_at,
          'edited_at', c.edited_at, 'is_mine', coalesce(c.author_id = me, false), 'suggestion', private.shown_suggestion(c.id)) order by c.id)
        from private.proposal_comments c where c.thread_id = t.id)) order by t.id)
    from private.proposal_threads t
    where t.proposal_id = proposal.id and (edits or not private.is_hidden_thread(t))), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_proposal_thread(p_thread_id bigint, p_text text, p_key uuid DEFAULT NULL::uuid, p_suggestion jsonb DEFAULT NULL::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(p_thread_id);
  said constant text := private.require_comment_text(p_text);
  before bigint;
begin
  perform private.allow_comments(private.current_user_id());
  select c.id into before from private.proposal_comments c where c.author_id = private.current_user_id() and c.key = p_key;
  return coalesce(before, private.say_of_proposal(thread, said, p_key, p_suggestion));
end
$function$;

CREATE OR REPLACE FUNCTION public.start_proposal_thread(p_proposal_id bigint, p_text text, p_key uuid DEFAULT NULL::uuid, p_node_uri text DEFAULT NULL::text, p_pointer text DEFAULT NULL::text, p_quote text DEFAULT ''::text, p_suggestion jsonb DEFAULT NULL::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  said constant text := private.require_comment_text(p_text);
  thread private.proposal_threads;
  node private.proposal_nodes;
  most constant integer := 300;
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.proposals o where o.id = proposal.id for no key update;
  select t.* into thread from private.proposal_comments c join private.proposal_threads t on t.id = c.thread_id
  where c.author_id = private.current_user_id() and c.key = p_key;
  if thread.id is not null then
    return thread.id;
  elsif (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id) >= most then
    perform private.problem('too_many_threads', params => jsonb_build_object('limit', most));
  end if;
  if p_node_uri is not null then
    select * into node from private.proposal_nodes n where n.proposal_id = proposal.id and n.uri = p_node_uri
      and (not n.is_hidden or private.can_in_project(proposal.project_id, 'project_contents_update')) limit 1;
    if node.uri is null then
      perform private.problem('node_not_found');
    end if;
  end if;
  insert into private.proposal_threads (proposal_id, node_uri, node_name, pointer, quote, created_by, is_hidden)
  values (proposal.id, node.uri, left(node.name, 1000), case when node.uri is not null then left(p_pointer, 2000) end, left(coalesce(p_quote, ''), 1000),
    private.current_user_id(), coalesce(node.is_hidden, false))
  returning * into thread;
  perform private.say_of_proposal(thread, said, p_key, p_suggestion);
  return thread.id;
end
$function$;

ALTER TABLE "private"."proposal_suggestions" ADD CONSTRAINT "proposal_suggestions_applied_by_fkey" FOREIGN KEY (applied_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_suggestions" ADD CONSTRAINT "proposal_suggestions_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES private.proposal_comments(id) ON DELETE CASCADE;

CREATE INDEX proposal_suggestions_applied_by_idx ON private.proposal_suggestions USING btree (applied_by);

COMMENT ON COLUMN "private"."proposal_suggestions"."before" IS 'What stands right before the stretch: by both sides it is told from others like it.';

COMMENT ON COLUMN "private"."proposal_suggestions"."path" IS 'The file of the node that the thread is about, as the comparison named it.';

COMMENT ON FUNCTION "private"."follow_pull_request"(bigint, text, text, jsonb) IS 'What a Git host tells of a pull request concerns the proposal of the same two branches: it leads there, is merged or closed with it, and opened again.';

COMMENT ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, integer) IS 'Opens the last proposal of a branch again that its host closed with this pull request.';

COMMENT ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid, jsonb) IS 'Adds a comment to a thread, of at most 100; a proposal has at most 2,000.';

COMMENT ON FUNCTION "private"."shown_suggestion"(bigint) IS 'What a comment suggests, as screens show it; null where it suggests nothing.';

COMMENT ON FUNCTION "private"."suggest_in_comment"(bigint, private.proposal_threads, jsonb) IS 'Keeps what a comment suggests, {original, before, after, replacement}, for the file of the node that its thread is about; null suggests nothing.';

COMMENT ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) IS 'Takes over what a comment suggests: the update of Yjs (base64) that the caller made of it becomes an edit of the working copy as any other, and the suggestion is marked. p_seq: the last update of the document that the caller had read; refused where there is another.';

COMMENT ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid, jsonb) IS 'Says something in a thread; answers the id. p_key: sent again, it is the same comment. p_suggestion: as start_proposal_thread has it.';

COMMENT ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text, jsonb) IS 'Begins a thread about a proposal, or about a node that it changes and a JSON pointer in its file; answers its id. p_key: sent again, it is the same. p_suggestion, about a node: {original, before, after, replacement} of its file.';

COMMENT ON TABLE "private"."proposal_suggestions" IS 'What a comment of a proposal suggests in place of a stretch of a file.';

REVOKE ALL ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_suggestion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_suggestion"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_in_comment"(bigint, private.proposal_threads, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_in_comment"(bigint, private.proposal_threads, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."apply_proposal_suggestion"(bigint, uuid, integer, bigint, uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text, jsonb) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_suggestions" TO "postgres";

-- By hand: the rows of the catalogue.
insert into private.reasons (reason, code, status, sentence, field) values
  ('suggestion_invalid', 'VALIDATION_ERROR', 400, 'A suggestion puts another text of at most {limit} characters in the place of one that is there.', 'suggestion'),
  ('suggestion_is_applied', 'CONFLICT', 409, 'This suggestion has been applied already.', null),
  ('suggestion_text_moved', 'CONFLICT', 409, 'The text has changed meanwhile. Look at it once more.', null),
  ('suggestion_without_text', 'VALIDATION_ERROR', 400, 'Only the text of a node that is still there can be suggested otherwise.', 'suggestion');
