set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.follow_renamed_nodes(branch_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with branch as (
    select b.id, b.project_id, b.is_default from public.branches b where b.id = follow_renamed_nodes.branch_id
  ),
  lost as (
    select distinct w.id, w.anchor, w.also_anchors, f.branch_id, f.rule, f.place, f.pointer, f.node_digest
    from branch b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    join public.findings f on f.waiver_id = w.id and f.node_digest is not null
    join public.branches o on o.id = f.branch_id and (o.id = b.id or o.is_default)
    where not exists (
        select from public.branch_nodes n
        where n.branch_id = b.id and 'id:' || left(coalesce(n.stable_id, n.uri), 1000) = any (w.anchor || w.also_anchors))
      and not exists (
        select from public.branch_files n where n.branch_id = b.id and 'file:' || left(n.path, 1000) = any (w.anchor || w.also_anchors))
  ),
  names as (
    -- In a file that was renamed what stands at the same place comes first.
    select l.id, c.anchor, c.node_uri, c.file, bool_or(c.pointer = l.pointer) as is_there,
      count(*) over (partition by l.id, bool_or(c.pointer = l.pointer)) as alike
    from lost l
    join public.findings c on c.branch_id = follow_renamed_nodes.branch_id and c.rule = l.rule and c.place = l.place
      and c.node_digest = l.node_digest and c.anchor <> all (l.anchor || l.also_anchors)
    -- What was there beside it, and says the same, is another node.
    where not exists (
      select from public.findings o
      where o.branch_id = l.branch_id and o.rule = l.rule and o.anchor = c.anchor and (o.branch_id <> c.branch_id or o.found_at < now()))
      -- What is named so was made after what was found before, on whatever branch it stands.
      and (c.anchor not like 'id:%' or exists (
        select from public.branch_nodes n join public.nodes i on i.id = n.node_id
        where n.branch_id = c.branch_id and 'id:' || left(coalesce(n.stable_id, n.uri), 1000) = c.anchor
          and i.created_at > (select b.linted_at from public.branch_lints b where b.branch_id = l.branch_id)))
      and (c.anchor not like 'file:%' or not exists (
        select from branch b
        join public.branches d on d.project_id = b.project_id and d.is_default and d.id <> b.id
        join public.branch_files n on n.branch_id = d.id and 'file:' || left(n.path, 1000) = c.anchor))
    group by l.id, c.anchor, c.node_uri, c.file
  ),
  followed as (
    select distinct on (n.id) n.id, n.anchor, n.node_uri, n.file, n.alike from names n order by n.id, n.is_there desc
  )
  update public.finding_waivers w
  set also_anchors = w.also_anchors[greatest(cardinality(w.also_anchors) - 48, 1):] || f.anchor,
    node_uri = case when b.is_default then f.node_uri else w.node_uri end,
    file = case when b.is_default then f.file else w.file end
  from followed f, branch b
  where w.id = f.id and f.alike = 1
$function$;

CREATE OR REPLACE FUNCTION public.apply_proposal_suggestion(p_comment_id bigint, p_document_id uuid, p_epoch integer, p_seq bigint, p_key uuid, p_update text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread private.proposal_threads;
  proposal public.proposals;
  suggestion private.proposal_suggestions;
  document public.documents;
  made uuid;
begin
  -- A commit locks its branch, and whoever has a branch (an analysis, a merge) wants its proposals next.
  perform from public.branches b
  where b.id in (
    select o.branch_id from private.proposals_read() o
    where o.id = (select c.proposal_id from private.proposal_comments c where c.id = p_comment_id)
      and exists (select 1 from public.project_repositories r where r.project_id = o.project_id))
  for no key update;
  thread := private.open_proposal_thread((select c.thread_id from private.proposal_comments c where c.id = p_comment_id));
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

-- What was found before says nothing of its nodes: violations that are waived are found once more, before a name changes.
update public.branch_lints l set guide_hash = '' where exists (
  select from public.finding_waivers w where w.project_id = l.project_id and w.expires_on >= (now() at time zone 'UTC')::date);
select private.queue_lint(l.branch_id, row_number() over (order by l.branch_id)) from public.branch_lints l where l.guide_hash = '';
